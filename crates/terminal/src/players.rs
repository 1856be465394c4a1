//! The people at this keyboard: their ids, under which games are stored, and their names.
//!
//! Several people may have a profile each, one of which plays; games, ratings and exercises belong to a profile.
//!
//! They are in `players.toml` of the data folder. An unreadable file is reported and not changed; the program then uses
//! new ids that are not stored.

use std::{
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

use host::{NewPlayer, Occupant, PlayerId, Summary};

use crate::config::Document;

/// Letters of a name at the most.
const LONGEST: usize = 40;
/// Profiles at the most.
const MOST: u8 = 12;

/// The people at this keyboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalPlayers {
    /// The player whose profile is in use.
    pub you: LocalPlayer,
    /// The players with other profiles, by their numbers.
    pub others: Vec<LocalPlayer>,
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
    /// The number of the profile; the first is 1.
    pub number: u8,
}

impl LocalPlayers {
    /// New people, stored nowhere.
    pub fn unsaved() -> LocalPlayers {
        LocalPlayers {
            you: LocalPlayer::new(FIRST),
            others: Vec::new(),
            second: LocalPlayer::new(FIRST),
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
        let texts = ["player", "name", "number", "second-player", "second-name"].map(&mut text_of);
        let [you, name, number, second, second_name] = texts;
        // A number that was deleted is free for the next profile, so there may be gaps.
        let profiles: Vec<(u8, Option<String>, Option<String>)> = (FIRST..=MOST)
            .map(|number| {
                let [id, name] = profile_keys(number).map(|key| text_of(&key));
                (number, id, name)
            })
            .filter(|(_, id, name)| id.is_some() || name.is_some())
            .collect();
        let mut player = |id: Option<String>, name: Option<String>, number: u8| {
            let id = id.unwrap_or_default();
            let read = id.parse::<PlayerId>();
            if let Err(error) = &read {
                faults.push(format!("'{id}': {error}"));
            }
            read.ok().map(|id| LocalPlayer {
                id,
                name: name.and_then(|name| checked_name(&name)),
                number,
            })
        };
        // Files of earlier versions have one profile and no number.
        let number = number.and_then(|number| number.parse().ok()).unwrap_or(FIRST);
        let people = (player(you, name, number), player(second, second_name, FIRST));
        let others: Vec<LocalPlayer> = profiles
            .into_iter()
            .filter_map(|(number, id, name)| player(id, name, number))
            .collect();
        faults.extend(document.unknown().iter().map(ToString::to_string));
        if others.iter().any(|other| other.number == number) {
            faults.push(format!("profile {number} is there twice"));
        }
        match people {
            (Some(you), Some(second)) if faults.is_empty() => Ok(LocalPlayers {
                you,
                others,
                second,
                path: None,
            }),
            _ => Err(faults),
        }
    }

    /// Every profile, by its number.
    pub(crate) fn profiles(&self) -> Vec<&LocalPlayer> {
        let mut all: Vec<&LocalPlayer> = self.others.iter().chain([&self.you]).collect();
        all.sort_by_key(|player| player.number);
        all
    }

    /// The profile with this number plays from now on.
    pub(crate) fn switch_to(&mut self, number: u8) {
        if let Some(place) = self.others.iter().position(|other| other.number == number) {
            std::mem::swap(&mut self.you, &mut self.others[place]);
            self.others.sort_by_key(|player| player.number);
        }
    }

    /// Adds a profile, which plays from now on; or says why there can be no such profile.
    pub(crate) fn add(&mut self, name: &str) -> Result<(), String> {
        let name = checked_name(name).ok_or("Type the name of the new player.")?;
        if self
            .profiles()
            .iter()
            .any(|player| player.name.as_deref() == Some(&name))
        {
            return Err(format!("There is a player called {name} already."));
        }
        let taken = |number: u8| self.profiles().iter().any(|player| player.number == number);
        let number = (FIRST..=MOST).find(|number| !taken(*number));
        let number = number.ok_or_else(|| format!("There are {MOST} players already; delete one first."))?;
        self.others.push(LocalPlayer {
            name: Some(name),
            ..LocalPlayer::new(number)
        });
        self.switch_to(number);
        Ok(())
    }

    /// Deletes a profile that is not in use.
    pub(crate) fn remove(&mut self, number: u8) {
        self.others.retain(|other| other.number != number);
    }

    /// Whether a game belongs to the current profile: its player takes part, or no player of another profile does.
    pub(crate) fn owns(&self, summary: &Summary) -> bool {
        let has = |player: &LocalPlayer| summary.seats.contains(&Occupant::Person(player.id));
        has(&self.you) || !self.others.iter().any(has)
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
        writeln!(text, "number = \"{}\"", self.you.number).expect("a String takes every line");
        for player in &self.others {
            let [key, name_key] = profile_keys(player.number);
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
    fn new(number: u8) -> LocalPlayer {
        LocalPlayer {
            id: PlayerId::random(),
            name: None,
            number,
        }
    }

    /// What the player is called where nobody is addressed.
    pub(crate) fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| format!("Player {}", self.number))
    }

    /// Where the exercises of a player are stored within the data folder.
    pub(crate) fn folder(&self, data: &Path) -> PathBuf {
        match self.number {
            FIRST => data.to_owned(),
            number => data.join(format!("player-{number}")),
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

/// The number of the first profile.
const FIRST: u8 = 1;

/// The keys of a profile that is not in use: its id and its name.
fn profile_keys(number: u8) -> [String; 2] {
    [format!("profile-{number}"), format!("profile-{number}-name")]
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
    fn profiles_are_added_switched_and_read_as_they_are_written() {
        let mut players = LocalPlayers::unsaved();
        let first = players.you.id;
        players.add(" Ada ").unwrap();
        players.add("Bob").unwrap();
        assert!(players.add("Ada").is_err_and(|words| words.contains("Ada")));
        assert!(players.add("  ").is_err());
        let titles = |players: &LocalPlayers| -> Vec<String> {
            players.profiles().iter().map(|player| player.title()).collect()
        };
        assert_eq!(titles(&players), ["Player 1", "Ada", "Bob"]);
        assert_eq!(players.you.title(), "Bob");
        players.switch_to(2);
        assert_eq!(LocalPlayers::read(&players.written()), Ok(players.clone()));
        players.remove(3);
        players.switch_to(1);
        assert_eq!(players.you.id, first);
        players.add("Cleo").unwrap();
        assert_eq!(titles(&players), ["Player 1", "Ada", "Cleo"]);
        assert_eq!(LocalPlayers::read(&players.written()), Ok(players.clone()));
        for number in players.profiles().len()..usize::from(MOST) {
            players.add(&format!("No. {number}")).unwrap();
        }
        assert!(players.add("one too many").is_err());
        let twice = players.written().replace("number = \"12\"", "number = \"1\"");
        assert!(LocalPlayers::read(&twice).is_err());
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
