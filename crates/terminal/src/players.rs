//! The people at this keyboard: their ids, which their games are stored under, and their names.
//!
//! They are in `players.toml` of the data folder. A file that cannot be read is left as it is and reported; the program
//! then plays under new ids that are not stored.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use host::{NewPlayer, PlayerId};

use crate::config::Document;

/// Letters of a name at the most.
const LONGEST: usize = 40;

/// The people at this keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPlayers {
    /// The player.
    pub you: LocalPlayer,
    /// Another person, in games of two people.
    pub second: LocalPlayer,
    path: Option<PathBuf>,
}

/// A person at this keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPlayer {
    /// The person's id.
    pub id: PlayerId,
    /// The name, if the person has given one.
    pub name: Option<String>,
}

impl LocalPlayers {
    /// New people, stored nowhere.
    pub fn unsaved() -> LocalPlayers {
        LocalPlayers {
            you: LocalPlayer::new(),
            second: LocalPlayer::new(),
            path: None,
        }
    }

    /// Reads `players.toml` in `folder`, or makes it; and what is wrong with it, for people.
    pub fn open(folder: &Path) -> (LocalPlayers, Vec<String>) {
        let path = folder.join("players.toml");
        let at_path = |fault: &dyn std::fmt::Display| format!("{}: {fault}", path.display());
        match fs::read_to_string(&path) {
            Ok(text) => match LocalPlayers::read(&text) {
                Ok(players) => (
                    LocalPlayers {
                        path: Some(path),
                        ..players
                    },
                    Vec::new(),
                ),
                Err(faults) => (
                    LocalPlayers::unsaved(),
                    faults.iter().map(|fault| at_path(fault)).collect(),
                ),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let players = LocalPlayers {
                    path: Some(path.clone()),
                    ..LocalPlayers::unsaved()
                };
                let faults = players.save().err().map(|error| at_path(&error));
                (players, faults.into_iter().collect())
            }
            Err(error) => (LocalPlayers::unsaved(), vec![at_path(&error)]),
        }
    }

    fn read(text: &str) -> Result<LocalPlayers, Vec<String>> {
        let (mut document, faults) = Document::read(text);
        let mut faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let mut text_of = |key: &str| {
            let entry = document.take(key)?;
            entry
                .text()
                .map_err(|words| faults.push(entry.fault(words).to_string()))
                .ok()
        };
        let texts = ["player", "name", "second-player", "second-name"].map(&mut text_of);
        let [you, name, second, second_name] = texts;
        let mut player = |id: Option<String>, name: Option<String>| {
            let id = id.unwrap_or_default();
            let read = id.parse::<PlayerId>();
            if let Err(error) = &read {
                faults.push(format!("'{id}': {error}"));
            }
            read.ok().map(|id| LocalPlayer {
                id,
                name: name.and_then(|name| checked_name(&name)),
            })
        };
        let people = (player(you, name), player(second, second_name));
        faults.extend(document.unknown().iter().map(ToString::to_string));
        match people {
            (Some(you), Some(second)) if faults.is_empty() => Ok(LocalPlayers {
                you,
                second,
                path: None,
            }),
            _ => Err(faults),
        }
    }

    fn written(&self) -> String {
        let mut text = String::from("# The people at this keyboard; their games are stored under these ids.\n");
        for (key, name_key, player) in [
            ("player", "name", &self.you),
            ("second-player", "second-name", &self.second),
        ] {
            let name = player.name.as_deref().unwrap_or_default();
            writeln!(text, "{key} = \"{}\"\n{name_key} = {name:?}", player.id).expect("a String takes every line");
        }
        text
    }

    /// Writes the file; nothing where the people are stored nowhere.
    pub(crate) fn save(&self) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let fresh = path.with_extension("toml.new");
        fs::write(&fresh, self.written())?;
        fs::rename(fresh, path)
    }
}

impl LocalPlayer {
    fn new() -> LocalPlayer {
        LocalPlayer {
            id: PlayerId::random(),
            name: None,
        }
    }

    /// The player as a table is opened with.
    pub(crate) fn new_player(&self) -> NewPlayer {
        NewPlayer {
            player: self.id,
            name: self.name.clone(),
        }
    }
}

/// A name without control letters and blanks at its ends, shortened; nothing if nothing is left.
pub(crate) fn checked_name(name: &str) -> Option<String> {
    let plain = name.chars().filter(|letter| !letter.is_control());
    let name: String = plain.take(LONGEST).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_read_as_they_are_written() {
        let mut players = LocalPlayers::unsaved();
        assert_eq!(LocalPlayers::read(&players.written()), Ok(players.clone()));
        players.you.name = checked_name(" Ada \"the\" Größte\u{7}");
        players.second.name = Some("Bob".to_owned());
        assert_eq!(LocalPlayers::read(&players.written()), Ok(players));
    }

    #[test]
    fn a_damaged_file_is_reported_and_left_as_it_is() {
        let folder = std::env::temp_dir().join(format!("threefold-players-{}", std::process::id()));
        let (first, faults) = LocalPlayers::open(&folder);
        assert_eq!(faults, [""; 0]);
        assert_eq!(
            LocalPlayers::open(&folder).0,
            first,
            "the second start finds the same people"
        );
        let path = folder.join("players.toml");
        fs::write(&path, "player = \"nobody\"\n").unwrap();
        let (other, faults) = LocalPlayers::open(&folder);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert_eq!(other.path, None);
        assert_eq!(fs::read_to_string(&path).unwrap(), "player = \"nobody\"\n");
        fs::remove_dir_all(folder).unwrap();
    }
}
