//! Events of a live table.

use serde::{Deserialize, Serialize};

use crate::{Occupant, PlayerId, SeatNumber, TableId};

/// What happened at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum LiveFact {
    /// The table was opened; always the first event.
    Created(LiveSetup),
    /// A player did something; ticks up to `tick` passed before it.
    Acted {
        /// The tick it was accepted at.
        tick: u32,
        /// Who acted.
        seat: SeatNumber,
        /// What was done.
        #[serde(flatten)]
        action: LiveAction,
    },
    /// Time passed; written twice a second while the game runs, so that a restart goes on from about there.
    Ticked {
        /// The tick that was reached.
        tick: u32,
    },
    /// A person took an open seat.
    SeatTaken {
        /// Which seat.
        seat: SeatNumber,
        /// Who took it.
        player: PlayerId,
    },
    /// A guest was turned out before the game began, and the seat is open again.
    TurnedOut {
        /// Which seat.
        seat: SeatNumber,
        /// The guest.
        player: PlayerId,
    },
    /// A bot got a seat, or the seat was opened, before the game began.
    SeatSet {
        /// Which seat.
        seat: SeatNumber,
        /// Who has it now.
        occupant: Occupant,
    },
    /// A guest left before the game began, and the seat is open again.
    SeatLeft {
        /// Which seat.
        seat: SeatNumber,
    },
    /// A player is ready to begin.
    Ready {
        /// Whose seat.
        seat: SeatNumber,
    },
    /// A player is no longer ready to begin.
    NotReady {
        /// Whose seat.
        seat: SeatNumber,
    },
    /// A player left, and another claimed the game: the one who left is out.
    Abandoned {
        /// The tick at which it was claimed.
        tick: u32,
        /// The seat of the player who left.
        seat: SeatNumber,
    },
    /// The game was called off: it has no result.
    CalledOff {
        /// The tick at which it was.
        tick: u32,
    },
    /// Time begins to run, after a countdown.
    Started {
        /// The tick at which it does.
        tick: u32,
    },
    /// Time stops: a player paused it, or somebody who must be there left.
    Stopped {
        /// The tick at which it does.
        tick: u32,
        /// The cause.
        by: StopCause,
    },
    /// A player wants a rematch.
    RematchWanted {
        /// Whose seat.
        seat: SeatNumber,
    },
    /// A player does not want the rematch that others want.
    RematchDeclined,
    /// Not everybody has agreed to the rematch in time.
    RematchExpired,
    /// The players continue at another table.
    Rematched {
        /// Which table.
        next: TableId,
    },
}

/// Why time stopped at a live table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopCause {
    /// A player paused the game.
    Pause,
    /// Nobody who plays is connected; the game waits until everybody is there again.
    Absence,
}

/// What a player did at a live table. Squares are rows and columns of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "action")]
pub enum LiveAction {
    /// Sent a piece to a square, at once or, if it rests, as a premove.
    Go {
        /// The piece.
        piece: u16,
        /// Row and column.
        to: [i32; 2],
    },
    /// Removed the premove of a piece.
    Cancel {
        /// The piece.
        piece: u16,
    },
    /// Gave up.
    Resign,
    /// Offered a draw, or accepted one.
    OfferDraw,
}

/// The first event of a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveSetup {
    /// [`FORMAT`](super::FORMAT) when it was written.
    pub format: u32,
    /// The version of the rules it is played with.
    pub rules: u32,
    /// Eight by eight for two, the cross for four.
    pub board: kungfu::Board,
    /// How fast.
    pub speed: kungfu::Speed,
    /// The seats in the order of play.
    pub seats: Vec<Occupant>,
    /// Decides what is left to chance.
    pub seed: u64,
    /// A task for the first seat; without it the usual game is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<Box<kungfu::Scenario>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(super) const fn is_zero(number: &u64) -> bool {
    *number == 0
}
