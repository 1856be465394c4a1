//! Pieces, their names and what they are doing.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Board, Motion, Player, Square, Tick};

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// P.
    #[serde(rename = "P")]
    Pawn,
    /// N.
    #[serde(rename = "N")]
    Knight,
    /// B.
    #[serde(rename = "B")]
    Bishop,
    /// R.
    #[serde(rename = "R")]
    Rook,
    /// Q.
    #[serde(rename = "Q")]
    Queen,
    /// K.
    #[serde(rename = "K")]
    King,
}

impl Kind {
    /// All of them, pawns first.
    pub const ALL: [Kind; 6] = [
        Kind::Pawn,
        Kind::Knight,
        Kind::Bishop,
        Kind::Rook,
        Kind::Queen,
        Kind::King,
    ];

    /// The letter of piece names.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The kind of a letter.
    pub fn of_letter(letter: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| letter.chars().eq([kind.letter()]))
    }

    /// Whether it moves any number of squares.
    pub const fn is_slider(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Rook | Kind::Queen)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Rook => "rook",
            Kind::Queen => "queen",
            Kind::King => "king",
        })
    }
}

/// The name of a piece, `TYPE:PLAYER:ROW:COL` of where it started; it never changes (1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PieceId {
    /// What it started as.
    pub kind: Kind,
    /// Whose it is.
    pub player: Player,
    /// Where it started.
    pub home: Square,
}

impl fmt::Display for PieceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}:{}",
            self.kind.letter(),
            self.player,
            self.home.row(),
            self.home.col()
        )
    }
}

impl FromStr for PieceId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let read = || {
            let parts: Vec<&str> = text.split(':').collect();
            let [kind, player, row, col] = parts.try_into().ok()?;
            // `+6` would be read as 6 and printed as another text.
            let number = |text: &str| text.parse::<u8>().ok().filter(|number| number.to_string() == text);
            let (row, col) = (i32::from(number(row)?), i32::from(number(col)?));
            Some(PieceId {
                kind: Kind::of_letter(kind)?,
                player: Player::new(number(player)?)?,
                home: Board::Four
                    .square(row, col)
                    .or_else(|| Board::Standard.square(row, col))?,
            })
        };
        read().ok_or_else(|| IdError(text.to_owned()))
    }
}

/// A text that names no piece.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' names no piece; names look like P:1:6:4")]
pub struct IdError(pub String);

impl TryFrom<String> for PieceId {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<PieceId> for String {
    fn from(id: PieceId) -> String {
        id.to_string()
    }
}

/// A piece of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name.
    pub id: PieceId,
    /// What it is now.
    pub kind: Kind,
    /// Where it stands, or last stood.
    pub square: Square,
    /// Whether it has finished a move.
    pub moved: bool,
    /// What it is doing.
    pub condition: Condition,
}

impl Piece {
    /// Whose it is.
    pub const fn player(&self) -> Player {
        self.id.player
    }

    /// Its motion while it moves.
    pub const fn motion(&self) -> Option<&Motion> {
        match &self.condition {
            Condition::Moving(motion) => Some(motion),
            Condition::Ready | Condition::Resting { .. } | Condition::Captured => None,
        }
    }

    /// Whether it stands on its square (3.1).
    pub const fn stands(&self) -> bool {
        matches!(self.condition, Condition::Ready | Condition::Resting { .. })
    }

    /// Whether it has not been captured.
    pub const fn lives(&self) -> bool {
        !matches!(self.condition, Condition::Captured)
    }

    /// Ticks of rest that are left.
    pub const fn rest_left(&self, now: Tick) -> u32 {
        match self.condition {
            Condition::Resting { until } => until.since(now),
            Condition::Ready | Condition::Moving(_) | Condition::Captured => 0,
        }
    }
}

/// What a piece is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// It may be commanded.
    Ready,
    /// It stands, and may be commanded from a tick on.
    Resting {
        /// That tick.
        until: Tick,
    },
    /// It is under way and stands nowhere (3.1).
    Moving(Motion),
    /// It is off the board.
    Captured,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_4_names_are_read_and_written() {
        for text in ["P:1:6:4", "K:4:0:6", "Q:3:11:5"] {
            assert_eq!(text.parse::<PieceId>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "P:1:6",
            "P:1:6:4:0",
            "X:1:6:4",
            "P:5:6:4",
            "P:1:6:+4",
            "P:1:0:12",
            "P:1:11:10",
            "PP:1:6:4",
        ] {
            assert!(text.parse::<PieceId>().is_err(), "{text}");
        }
    }
}
