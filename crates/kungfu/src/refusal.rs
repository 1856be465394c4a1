//! Why a command is refused (2.4).

use thiserror::Error;

use crate::{Kind, TICKS_A_SECOND};

/// Why a command is refused, with words for people; of several reasons the first of this list is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Refusal {
    /// The game is over.
    #[error("The game is over.")]
    NotRunning,
    /// The player has no king, or is none of this game.
    #[error("You are out of this game.")]
    Eliminated,
    /// No piece of this name.
    #[error("There is no such piece.")]
    NoSuchPiece,
    /// Another player's piece.
    #[error("That {kind} is not yours.")]
    NotYours {
        /// What it is.
        kind: Kind,
    },
    /// The piece is off the board.
    #[error("That {kind} has been captured.")]
    Captured {
        /// What it was.
        kind: Kind,
    },
    /// The piece is under way.
    #[error("That {kind} is still moving.")]
    Moving {
        /// What it is.
        kind: Kind,
    },
    /// The piece rests.
    #[error("That {kind} is still resting ({} s).", ticks.div_ceil(TICKS_A_SECOND))]
    Resting {
        /// What it is.
        kind: Kind,
        /// How long it will rest.
        ticks: u32,
    },
    /// The piece is there already.
    #[error("That {kind} is already there.")]
    SameSquare {
        /// What it is.
        kind: Kind,
    },
    /// No such square.
    #[error("That is not a square of the board.")]
    OffBoard,
    /// Not how this piece moves.
    #[error("{}", words_of_moving(*kind))]
    NotHow {
        /// What it is.
        kind: Kind,
    },
    /// Something is in the way.
    #[error("Something is in the way.")]
    Blocked,
    /// A draw is for people to agree on (5.3).
    #[error("Only people offer draws.")]
    NoSay,
}

impl Refusal {
    /// A stable code in kebab case, for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::NotRunning => "game-over",
            Refusal::Eliminated => "eliminated",
            Refusal::NoSuchPiece => "no-such-piece",
            Refusal::NotYours { .. } => "not-yours",
            Refusal::Captured { .. } => "captured",
            Refusal::Moving { .. } => "moving",
            Refusal::Resting { .. } => "resting",
            Refusal::SameSquare { .. } => "same-square",
            Refusal::OffBoard => "off-board",
            Refusal::NotHow { .. } => "not-how-it-moves",
            Refusal::Blocked => "blocked",
            Refusal::NoSay => "people-only",
        }
    }
}

const fn words_of_moving(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "A pawn goes straight ahead, diagonally only onto an enemy that stands there.",
        Kind::Knight => "A knight does not move like that.",
        Kind::Bishop => "A bishop does not move like that.",
        Kind::Rook => "A rook does not move like that.",
        Kind::Queen => "A queen does not move like that.",
        Kind::King => "A king goes one square, or two towards a rook if neither has moved.",
    }
}
