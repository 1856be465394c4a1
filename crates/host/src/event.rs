//! The stored events of a table, and how they are written.
//!
//! A table is the fold of its log. The first event creates it; every later event is what one command, one bot or the
//! clock changed. An [`Envelope`] says when that was and which command of which client caused it, so that a repeated
//! command is recognised after a restart too.

use play::{Control, Fault, GameId, Moment, Side, Start};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use thiserror::Error;

use crate::{BotSpec, ClientId, CommandId, Occupant, OfferKind, PlayerId, SeatNumber, TableId};

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
        /// By whom.
        by: SeatNumber,
        /// What.
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
        /// How.
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
    /// A bot could not go on.
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
    /// The players go on at another table.
    Rematched {
        /// Which table.
        next: TableId,
    },
}

/// What a turn table is created with.
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
        /// Why.
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
    /// The players go on at another table.
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

/// What a live table is created with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveSetup {
    /// [`FORMAT`] when it was written.
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
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// An event as the store holds it: its number and its text, a checksum and JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Its number in the log, from 1.
    pub seq: u64,
    /// Eight hexadecimal digits of CRC-32, a blank, and JSON without line breaks.
    pub text: String,
}

impl StoredEvent {
    /// Writes an event.
    pub fn encode<E: Serialize>(envelope: &Envelope<E>) -> Self {
        StoredEvent {
            seq: envelope.seq,
            text: seal(envelope),
        }
    }

    /// Reads an event.
    pub fn decode<E: DeserializeOwned>(&self) -> Result<Envelope<E>, LogError> {
        let seq = self.seq;
        let json = unseal(&self.text).ok_or(LogError::Checksum { seq })?;
        let envelope: Envelope<E> = serde_json::from_str(json).map_err(|error| LogError::Unreadable {
            seq,
            fault: error.to_string(),
        })?;
        if envelope.seq == seq {
            Ok(envelope)
        } else {
            Err(LogError::Sequence { seq })
        }
    }

    /// The version of the log, which its first event says; `None` for another event or a damaged one.
    pub fn format(&self) -> Option<u32> {
        #[derive(Deserialize)]
        struct Created {
            format: u32,
        }
        let created: Created = serde_json::from_str(unseal(&self.text)?).ok()?;
        Some(created.format)
    }
}

/// Writes a value as JSON behind the checksum of that JSON, on one line.
pub(crate) fn seal(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("what is stored has only texts and numbers");
    format!("{:08x} {json}", crc32fast::hash(json.as_bytes()))
}

/// The JSON of a line that [`seal`] wrote; `None` if the line was changed.
pub(crate) fn unseal(line: &str) -> Option<&str> {
    let (sum, json) = line.split_once(' ')?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let intact = sum.len() == 8
        && sum.bytes().all(is_digit)
        && u32::from_str_radix(sum, 16) == Ok(crc32fast::hash(json.as_bytes()));
    intact.then_some(json)
}

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// It holds no event.
    #[error("the log is empty")]
    Empty,
    /// The text of an event was changed after it was written.
    #[error("event {seq} does not match its checksum")]
    Checksum {
        /// The event.
        seq: u64,
    },
    /// An event is missing or stands at the wrong place.
    #[error("event {seq} is not where it should be")]
    Sequence {
        /// The event.
        seq: u64,
    },
    /// An event this version does not understand.
    #[error("event {seq} cannot be read: {fault}")]
    Unreadable {
        /// The event.
        seq: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// A later version of the program wrote it; this version leaves it as it is.
    #[error("it was written by a newer version (format {format}); this version reads up to {FORMAT}")]
    Newer {
        /// The format it has.
        format: u32,
    },
    /// A live game under later rules; this version leaves it as it is.
    #[error(
        "it is played by version {rules} of the rules; this version plays by {}",
        kungfu::VERSION
    )]
    NewerRules {
        /// The version of the rules.
        rules: u32,
    },
    /// A game this program does not know.
    #[error(transparent)]
    Game(#[from] play::UnknownGame),
    /// An event that cannot follow the events before it.
    #[error("event {seq} is not possible there: {fault}")]
    Impossible {
        /// The event.
        seq: u64,
        /// Why.
        fault: String,
    },
}

impl LogError {
    /// Whether the log is damaged, rather than written by a newer program or for a game that is not registered.
    pub const fn is_damage(&self) -> bool {
        !matches!(
            self,
            LogError::Newer { .. } | LogError::NewerRules { .. } | LogError::Game(_)
        )
    }
}
