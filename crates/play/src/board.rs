//! Boards and pieces as front ends draw them, the same for every game.
//!
//! These types contain no rules: a front end draws a [`Piece`] by its [`PieceKind`] and [`Army`] and needs nothing
//! else.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::Side;

/// The squares of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Board {
    /// Files, from left to right as the first seat sees them.
    pub width: u8,
    /// Ranks, upwards.
    pub height: u8,
    /// Missing squares.
    pub holes: Vec<Square>,
    /// How the letters of its files are written for people.
    #[serde(default)]
    pub letters: Letters,
}

/// How a game writes the letters of squares for people; the names of squares in messages are always small.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Letters {
    /// `e4`, as in chess.
    #[default]
    Small,
    /// `E4`.
    Capital,
}

/// A square by its file and rank, both counted from zero; as text `e4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String")]
pub struct Square {
    /// From the left.
    pub file: u8,
    /// From below.
    pub rank: u8,
}

impl Board {
    /// A full rectangle.
    pub const fn rectangle(width: u8, height: u8) -> Self {
        Board {
            width,
            height,
            holes: Vec::new(),
            letters: Letters::Small,
        }
    }

    /// The name of a square for people.
    pub fn name(&self, square: Square) -> String {
        let name = square.to_string();
        match self.letters {
            Letters::Small => name,
            Letters::Capital => name.to_uppercase(),
        }
    }
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

/// Without an allocation: a message of a live game has dozens of squares.
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
    /// White, and the first seat on the cross.
    Ivory,
    /// Black, and the second seat on the cross.
    Ink,
    /// The third on the cross.
    Vermilion,
    /// The fourth on the cross.
    Cobalt,
}

impl Army {
    /// All armies in the order of the seats.
    pub const ALL: [Army; 4] = [Army::Ivory, Army::Ink, Army::Vermilion, Army::Cobalt];

    /// The army's name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Army::Ivory => "Ivory",
            Army::Ink => "Ink",
            Army::Vermilion => "Vermilion",
            Army::Cobalt => "Cobalt",
        }
    }
}

impl From<Side> for Army {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Army::Ivory,
            Side::Black => Army::Ink,
        }
    }
}

/// How a piece is drawn; how it moves is known to its game alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
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
    /// Constant from the start of the game to the piece's capture, so that a front end can animate it.
    pub id: u16,
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub army: Army,
    /// Its shape.
    pub kind: PieceKind,
}
