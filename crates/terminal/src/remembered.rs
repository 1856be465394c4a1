//! What was last entered into each form, and the game that was last set up: `setups.toml` of the data folder.
//!
//! It is optional: a file that cannot be read or written is reported once, and the program continues without it.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use play::GameId;
use serde::{Deserialize, Serialize};

use crate::form::Answers;

/// What was last entered into each form, by the form's name.
#[derive(Debug, Default)]
pub struct Remembered {
    stored: Stored,
    path: Option<PathBuf>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Stored {
    /// The game that was last set up.
    game: Option<GameId>,
    #[serde(default)]
    forms: BTreeMap<String, Answers>,
}

impl Remembered {
    /// Reads `setups.toml` in `folder`; and what is wrong with it, for people.
    pub fn open(folder: &Path) -> (Remembered, Option<String>) {
        let path = folder.join("setups.toml");
        let (stored, fault) = match fs::read_to_string(&path) {
            Ok(text) => match toml::from_str(&text) {
                Ok(stored) => (stored, None),
                Err(error) => (
                    Stored::default(),
                    Some(format!("{}: {}", path.display(), error.message())),
                ),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Stored::default(), None),
            Err(error) => (Stored::default(), Some(format!("{}: {error}", path.display()))),
        };
        let path = Some(path);
        (Remembered { stored, path }, fault)
    }

    /// What was last entered into a form; empty if nothing was.
    pub(crate) fn answers(&self, form: &str) -> Answers {
        self.stored.forms.get(form).cloned().unwrap_or_default()
    }

    /// The game that was last set up.
    pub(crate) const fn game(&self) -> Option<GameId> {
        self.stored.game
    }

    /// Remembers what was entered into a form.
    pub(crate) fn set_answers(&mut self, form: &str, answers: Answers) -> io::Result<()> {
        let before = self.stored.forms.insert(form.to_owned(), answers);
        if before.as_ref() == self.stored.forms.get(form) {
            return Ok(());
        }
        self.save()
    }

    /// Remembers the game that was set up.
    pub(crate) fn set_game(&mut self, game: GameId) -> io::Result<()> {
        if self.stored.game.replace(game) == Some(game) {
            return Ok(());
        }
        self.save()
    }

    fn save(&self) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let text = toml::to_string(&self.stored).map_err(io::Error::other)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let fresh = path.with_extension("toml.new");
        fs::write(&fresh, text)?;
        fs::rename(fresh, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::FieldId;

    #[test]
    fn what_is_remembered_is_found_at_the_next_start() {
        let folder = std::env::temp_dir().join(format!("threefold-remembered-{}", std::process::id()));
        let (mut first, fault) = Remembered::open(&folder);
        assert_eq!(fault, None);
        let mut answers = Answers::default();
        answers.set(FieldId::new("level"), "elo:1200");
        answers.set(FieldId("bot", 2), "a \"quoted\" größe\u{301}");
        first.set_answers("chess", answers.clone()).unwrap();
        first.set_game(GameId::new("ransom")).unwrap();
        let (second, fault) = Remembered::open(&folder);
        assert_eq!(fault, None);
        assert_eq!(second.answers("chess"), answers);
        assert_eq!(second.game(), Some(GameId::new("ransom")));
        fs::write(folder.join("setups.toml"), "game = = 3").unwrap();
        let (damaged, fault) = Remembered::open(&folder);
        assert!(fault.is_some_and(|fault| fault.contains("setups.toml")));
        assert_eq!(damaged.game(), None);
        fs::remove_dir_all(folder).unwrap();
    }
}
