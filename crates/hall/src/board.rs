//! Boards and what stands on them, as a front end draws them: for every game the same words.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The form of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Board {
    /// Files, from left to right as the first seat sees them.
    pub width: u8,
    /// Ranks, upwards.
    pub height: u8,
    /// Squares that are not there.
    pub holes: Vec<Square>,
}

/// A square by its file and rank, both counted from zero; as text `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    /// From the left.
    pub file: u8,
    /// From below.
    pub rank: u8,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        let wrong = || SquareError(text.chars().take(8).collect());
        let mut letters = text.chars();
        let file = letters.next().filter(char::is_ascii_lowercase).ok_or_else(wrong)?;
        let rank = letters.as_str();
        let plain = rank.len() <= 2 && rank.bytes().all(|byte| byte.is_ascii_digit()) && !rank.starts_with('0');
        match rank.parse::<u8>() {
            Ok(rank) if plain => Ok(Square {
                file: file as u8 - b'a',
                rank: rank - 1,
            }),
            _ => Err(wrong()),
        }
    }
}

impl TryFrom<String> for Square {
    type Error = SquareError;

    fn try_from(text: String) -> Result<Self, SquareError> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

/// Not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a square")]
pub struct SquareError(pub String);

/// Whose piece it is, by its colour; seats are counted in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Army {
    /// White.
    Ivory,
    /// Black.
    Ink,
    /// The third on the cross.
    Vermilion,
    /// The fourth on the cross.
    Cobalt,
}

impl Army {
    /// The army of a player without turns.
    pub(crate) const fn of_player(player: kungfu::Player) -> Self {
        match player {
            kungfu::Player::ONE => Army::Ivory,
            kungfu::Player::TWO => Army::Ink,
            kungfu::Player::THREE => Army::Vermilion,
            _ => Army::Cobalt,
        }
    }
}

/// The army of a player in words.
pub(crate) const fn army_name(player: kungfu::Player) -> &'static str {
    match Army::of_player(player) {
        Army::Ivory => "Ivory",
        Army::Ink => "Ink",
        Army::Vermilion => "Vermilion",
        Army::Cobalt => "Cobalt",
    }
}

/// What a piece looks like; how it moves is its table's affair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// The queen of chess.
    Queen,
    /// The queen of Ransom, with an open crown.
    OpenQueen,
    /// A king.
    King,
}

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Piece {
    /// The same from the start of the game to its capture, so that a front end can let it slide.
    pub id: u16,
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub army: Army,
    /// What it looks like.
    pub shape: Shape,
}
