//! What happens in a tick, and how games end.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Player, Refusal, Slot, Square, Tick};

/// Something that happened in a tick, in the order of 2.3; what waiting commands do comes last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A waiting command was given (6.2).
    Started(Slot),
    /// A waiting command was dropped (6.2).
    Dropped {
        /// Of which piece.
        slot: Slot,
        /// The reason.
        refusal: Refusal,
    },
    /// A piece was captured; a piece with several captors gives several events.
    Captured {
        /// Who survives, standing or moving; nobody when both die.
        captor: Option<Slot>,
        /// Who is taken.
        captured: Slot,
    },
    /// A castling rook is back on its square, because its king was captured (2.2).
    Returned(Slot),
    /// A castling rook is lost, because its square is taken (2.2).
    Lost(Slot),
    /// A piece has arrived and rests.
    Arrived {
        /// The piece.
        slot: Slot,
        /// The square.
        square: Square,
    },
    /// A pawn has become a queen.
    Promoted(Slot),
    /// A piece may be commanded again.
    Woke(Slot),
    /// A player has lost the king (5.1).
    Out(Player),
    /// The game is over.
    Ended(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The tick.
    pub tick: Tick,
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
    /// The reason.
    pub end: End,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// One king was left.
    KingCaptured,
    /// All others had resigned or lost their kings, the last by resigning.
    Resignation,
    /// No king was left.
    NoKing,
    /// Nobody moved for too long.
    Idle,
    /// Nobody captured for too long.
    Peace,
    /// All people agreed.
    Agreement,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::KingCaptured => "king captured",
            End::Resignation => "resignation",
            End::NoKing => "no king left",
            End::Idle => "no move for too long",
            End::Peace => "no capture for too long",
            End::Agreement => "agreement",
        })
    }
}
