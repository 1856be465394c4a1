//! The stored events of a table, and how they are written.
//!
//! A table is the fold of its log. The first event creates it; every later event is what one command, one bot or the
//! clock changed. An [`Envelope`] says when that was and which command of which client caused it, so that a repeated
//! command is recognised after a restart too.

mod live;
mod stored;

use play::{Control, Fault, GameId, Moment, Side, Start};
use serde::{Deserialize, Serialize};

use crate::{BotSpec, ClientId, CommandId, Occupant, OfferKind, PlayerId, SeatNumber, TableId};
use live::is_zero;
pub use live::{LiveAction, LiveFact, LiveSetup, StopCause};
pub use stored::{LogError, StoredEvent};
pub(crate) use stored::{seal, unseal};

/// The version of the stored events. A reader refuses higher ones as newer.
pub const FORMAT: u32 = 3;

/// An event with its circumstances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope<E> {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// When it happened; 0 where an imported game does not say.
    pub at: Moment,
    /// The command that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// What happened.
    #[serde(flatten)]
    pub event: E,
}

/// The command that caused an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cause {
    /// Who sent it.
    pub client: ClientId,
    /// Its number.
    pub command: CommandId,
}

/// What happened at a turn table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum TurnFact {
    /// The table was opened; always the first event.
    Created(TurnSetup),
    /// A move was played.
    Moved {
        /// Its code.
        code: String,
        /// Milliseconds used for it by the clock.
        #[serde(default, skip_serializing_if = "is_zero")]
        used: u64,
    },
    /// The engine helped a player before the move that follows.
    Helped,
    /// Moves were taken back.
    TakenBack {
        /// How many are left.
        plies: usize,
    },
    /// Something was offered.
    Offered {
        /// The seat of the person who did it.
        by: SeatNumber,
        /// The offer.
        what: OfferKind,
    },
    /// The offer was declined or withdrawn.
    OfferEnded,
    /// Nobody answered the offer in time.
    OfferExpired,
    /// Both players want a rematch.
    RematchAgreed,
    /// The game ended otherwise than by a move.
    Ended {
        /// The kind of end.
        ending: Ending,
    },
    /// The game was called off: it has no result.
    CalledOff,
    /// A person took an open seat.
    SeatTaken {
        /// Which seat.
        seat: SeatNumber,
        /// Who took it.
        player: PlayerId,
    },
    /// A guest left before the first move, and the seat is open again.
    SeatLeft {
        /// Which seat.
        seat: SeatNumber,
    },
    /// A guest was turned out, and the seat is open again.
    TurnedOut {
        /// Which seat.
        seat: SeatNumber,
        /// The guest.
        player: PlayerId,
    },
    /// A bot got a seat.
    BotSeated {
        /// Which seat.
        seat: SeatNumber,
        /// Which bot.
        spec: BotSpec,
    },
    /// A bot failed.
    BotFailed {
        /// Its seat.
        seat: SeatNumber,
        /// What happened, for people.
        words: String,
    },
    /// The clock stopped in the middle of a move because nobody was connected.
    ClockStopped {
        /// Milliseconds used of the present move.
        used: u64,
    },
    /// The players continue at another table.
    Rematched {
        /// Which table.
        next: TableId,
    },
}

/// The first event of a turn table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnSetup {
    /// [`FORMAT`] when it was written.
    pub format: u32,
    /// The game.
    pub game: GameId,
    /// The seats, White first.
    pub seats: [Occupant; 2],
    /// Where the game begins.
    pub start: Start,
    /// How time is counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    /// Decides what is left to chance.
    pub seed: u64,
    /// How bots behave towards people.
    pub behaviour: BotBehaviour,
    /// A result that was recorded elsewhere, of an imported game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<Recorded>,
}

/// A result that the moves of an imported game do not lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// After how many plies it holds.
    pub plies: usize,
    /// Who won, if anybody.
    pub winner: Option<Side>,
}

/// How bots behave towards people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BotBehaviour {
    /// They take a moment, and talk.
    #[default]
    Human,
    /// They answer at once.
    Brisk,
}

/// An end that does not follow from the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A side gave up.
    Resigned(Side),
    /// Both sides agreed to a draw.
    Agreed,
    /// A draw was claimed.
    Claimed,
    /// The time of a side was used up.
    Flagged(Side),
    /// A side broke the game.
    Forfeited(Side, Fault),
    /// A side left, and the other claimed the game.
    Abandoned(Side),
}
