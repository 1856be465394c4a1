//! The id of a game: a short word.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The stable name of a game: up to 16 lower-case letters, digits and hyphens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct GameId([u8; GameId::LONGEST]);

impl GameId {
    const LONGEST: usize = 16;

    /// An id that is known at compile time; a text that is no id does not compile there.
    pub const fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        assert!(
            !bytes.is_empty() && bytes.len() <= GameId::LONGEST,
            "an id has 1 to 16 letters"
        );
        let mut id = [0; GameId::LONGEST];
        let mut index = 0;
        while index < bytes.len() {
            let byte = bytes[index];
            assert!(
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-',
                "an id is lower-case"
            );
            id[index] = byte;
            index += 1;
        }
        GameId(id)
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(GameId::LONGEST);
        std::str::from_utf8(&self.0[..length]).expect("an id is ASCII")
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    fn from_str(text: &str) -> Result<Self, GameIdError> {
        let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=GameId::LONGEST).contains(&text.len()) && text.bytes().all(known) {
            Ok(GameId::new(text))
        } else {
            Err(GameIdError(text.chars().take(20).collect()))
        }
    }
}

impl TryFrom<String> for GameId {
    type Error = GameIdError;

    fn try_from(text: String) -> Result<Self, GameIdError> {
        text.parse()
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.as_str().to_owned()
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

/// A text that cannot be the id of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' cannot be the name of a game")]
pub struct GameIdError(pub String);
