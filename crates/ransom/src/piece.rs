//! The four kinds of piece.

use std::fmt;

use play::Side;
use serde::{Deserialize, Serialize};

/// A kind of piece; there is no king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Goes straight forward and never captures (2.1).
    Pawn,
    /// The chess knight (2.3).
    Knight,
    /// The chess bishop (2.4).
    Bishop,
    /// Goes on diagonals and straight forward (2.5).
    Queen,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Queen];

    /// An index into a table of four.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word for the kind, in small letters.
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Pawn => "pawn",
            Kind::Knight => "knight",
            Kind::Bishop => "bishop",
            Kind::Queen => "queen",
        }
    }

    /// The capital letter of the kind.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Queen => 'Q',
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Pawn => "Pawn",
            Kind::Knight => "Knight",
            Kind::Bishop => "Bishop",
            Kind::Queen => "Queen",
        })
    }
}

/// A piece of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// Its letter: a capital for White.
    pub const fn letter(self) -> char {
        match self.side {
            Side::White => self.kind.letter(),
            Side::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| kind.letter() == letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        Some(Piece { side, kind })
    }
}
