//! Names of tables, players, seats, clients and commands.

use std::{
    fmt,
    hash::{DefaultHasher, Hash, Hasher},
    str::FromStr,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Without 0 and O, 1, I and L, which look alike.
const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// Writes a number in so many letters, the lowest digit first.
fn letters(mut number: u128, count: usize) -> String {
    let digits = (0..count).map(|_| {
        let letter = LETTERS[(number % LETTERS.len() as u128) as usize];
        number /= LETTERS.len() as u128;
        char::from(letter)
    });
    digits.collect()
}

fn is_code(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// The code of a table: six letters and digits.
///
/// The letters are stored in place, because a worker copies, compares and hashes the code of a live table at every
/// tick.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct TableId([u8; TableId::LENGTH]);

impl TableId {
    const LENGTH: usize = 6;

    /// The code that follows from a number.
    pub fn numbered(number: u64) -> Self {
        let code = letters(u128::from(number), TableId::LENGTH);
        code.parse().expect("letters makes codes")
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("a code is made of ASCII letters and digits")
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableId").field(&self.as_str()).finish()
    }
}

impl FromStr for TableId {
    type Err = TableIdError;

    fn from_str(text: &str) -> Result<Self, TableIdError> {
        let code = text.as_bytes().try_into().map_err(|_| TableIdError)?;
        is_code(text, TableId::LENGTH)
            .then_some(TableId(code))
            .ok_or(TableIdError)
    }
}

impl TryFrom<String> for TableId {
    type Error = TableIdError;

    fn try_from(text: String) -> Result<Self, TableIdError> {
        text.parse()
    }
}

impl From<TableId> for String {
    fn from(id: TableId) -> String {
        id.as_str().to_owned()
    }
}

/// The requester of searches, on any connection: a player, or the address of a spectator.
///
/// Search time is shared between visitors, and each visitor has a limit of simultaneous help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VisitorId(pub(crate) u64);

impl VisitorId {
    /// The one visitor of a program that serves one screen.
    pub const LOCAL: VisitorId = VisitorId(0);

    /// The visitor identified by a value such as a player's id or an address.
    pub fn of(known_by: &(impl Hash + ?Sized)) -> Self {
        let mut hasher = DefaultHasher::new();
        known_by.hash(&mut hasher);
        VisitorId(hasher.finish())
    }
}

/// A text that cannot be the code of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no table has such a code; codes are six letters and digits")]
pub struct TableIdError;

/// A person, with or without an account: twelve letters and digits after a `p`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct PlayerId(u64);

impl PlayerId {
    const LENGTH: usize = 13;

    /// A new random player id.
    pub fn random() -> Self {
        PlayerId(fastrand::u64(..))
    }

    /// The player of a number, for tests and generators.
    pub const fn numbered(number: u64) -> Self {
        PlayerId(number)
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", letters(u128::from(self.0), PlayerId::LENGTH))
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for PlayerId {
    type Err = PlayerIdError;

    fn from_str(text: &str) -> Result<Self, PlayerIdError> {
        let digits = text
            .strip_prefix('p')
            .filter(|digits| is_code(digits, PlayerId::LENGTH))
            .ok_or(PlayerIdError)?;
        let mut number: u128 = 0;
        for byte in digits.bytes().rev() {
            let digit = LETTERS.iter().position(|letter| *letter == byte).ok_or(PlayerIdError)?;
            number = number * LETTERS.len() as u128 + digit as u128;
        }
        u64::try_from(number).map(PlayerId).map_err(|_| PlayerIdError)
    }
}

impl TryFrom<String> for PlayerId {
    type Error = PlayerIdError;

    fn try_from(text: String) -> Result<Self, PlayerIdError> {
        text.parse()
    }
}

impl From<PlayerId> for String {
    fn from(id: PlayerId) -> String {
        id.to_string()
    }
}

/// A text that cannot be the id of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no player has such an id")]
pub struct PlayerIdError;

/// A seat by its number: 0 is White's, 1 Black's; on the cross in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct SeatNumber(pub u8);

impl From<play::Side> for SeatNumber {
    fn from(side: play::Side) -> Self {
        SeatNumber(side.index() as u8)
    }
}

/// A client of a table for as long as it numbers its commands: it uses the same id when it reconnects.
///
/// A client chooses its id at random and keeps it secret; anyone who knew it could make its commands look repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct ClientId(#[cfg_attr(feature = "wire", ts(type = "number"))] pub u64);

impl ClientId {
    /// A new random client id. It fits into a JavaScript number.
    pub fn random() -> Self {
        ClientId(fastrand::u64(..1 << 53))
    }
}

/// A command of a client; later commands have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct CommandId(#[cfg_attr(feature = "wire", ts(type = "number"))] pub u64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_ids_are_read_as_they_are_written() {
        for number in [0, 1, 31, u64::MAX / 3, u64::MAX] {
            let id = PlayerId::numbered(number);
            assert_eq!(id.to_string().parse::<PlayerId>().unwrap(), id);
        }
        for text in [
            "",
            "p",
            "p2222222222222x",
            "q2222222222222",
            "pzzzzzzzzzzzzz",
            "p222222222222l",
        ] {
            assert!(text.parse::<PlayerId>().is_err(), "{text}");
        }
    }

    #[test]
    fn table_ids_are_six_plain_letters() {
        let id = TableId::numbered(123_456_789);
        assert_eq!(id.to_string().parse::<TableId>().unwrap(), id);
        for text in ["", "abcde", "abcdefg", "abcde0", "ABCDEF", "abcdé"] {
            assert!(text.parse::<TableId>().is_err(), "{text}");
        }
    }
}
