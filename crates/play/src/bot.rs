//! The interface between a seat and the bot that plays for it.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Budget, Contents, Fault, MemoryKind, Record, Rules, Score, SearchMemory, Side, Stop, Watch};

/// A player of a turn game: a built-in level, an engine, an external program, a model.
///
/// It searches on the caller's thread, which is never that of a screen. Dropping a bot releases its resources.
pub trait Bot<R: Rules>: Send {
    /// What this bot is.
    fn about(&self) -> &About;

    /// Prepares for a new game: earlier games no longer have an effect, and random choices follow from `seed`.
    ///
    /// It is called before a clock starts: preparation does not cost thinking time.
    fn begin(&mut self, seed: u64) -> Result<(), BotError>;

    /// What the side to move should do.
    fn choose(&mut self, ask: &mut Ask<'_, R>) -> Result<Choice<R::Move>, BotError>;

    /// Whether `side`, for which this bot speaks, agrees to a draw now; it need not be the side to move.
    fn answer_draw(&mut self, ask: &mut Ask<'_, R>, side: Side) -> Result<DrawAnswer, BotError>;

    /// The kind of memory it searches with; none if it cannot search with the memory of another bot.
    fn memory_kind(&self) -> Option<MemoryKind> {
        None
    }

    /// Searches with this memory from now on, in place of any it has. Memory of another kind is dropped.
    fn lend(&mut self, memory: SearchMemory, contents: Contents) {
        drop((memory, contents));
    }

    /// Returns the memory it searched with, if it has any.
    fn take_memory(&mut self) -> Option<SearchMemory> {
        None
    }
}

/// A question to a bot.
pub struct Ask<'a, R: Rules> {
    /// The game so far.
    pub record: &'a Record<R>,
    /// What the answer may cost.
    pub budget: Budget,
    /// Raised when the answer is wanted at once.
    pub stop: &'a Stop,
    /// The time since the question was put.
    pub watch: &'a dyn Watch,
    /// What the answer is for.
    pub purpose: Purpose,
    /// Receives every completed iteration of the search.
    pub report: &'a mut dyn FnMut(Thought<R::Move>),
}

/// What an answer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A game: forced moves at once, claims, resignations, some variety.
    Game,
    /// A study of the position: always a move, thought through, with this many lines.
    Study {
        /// Lines wanted, at least one; a bot may give fewer.
        lines: usize,
    },
}

/// What a bot does at its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<M> {
    /// Plays a move.
    Move(M),
    /// Claims the draw that the record allows.
    ClaimDraw,
    /// Gives up.
    Resign,
}

/// The answer to a draw offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawAnswer {
    /// The game is a draw.
    Accept,
    /// Play goes on.
    Decline,
}

/// The result of a completed iteration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// Search depth in plies.
    pub depth: u32,
    /// The best line is 1; further lines only when a study asked for them.
    pub rank: usize,
    /// Judgement for the side to move.
    pub score: Score,
    /// Positions looked at so far.
    pub nodes: u64,
    /// Time since the question.
    pub elapsed: Duration,
    /// The expected continuation, best move first.
    pub line: Vec<M>,
}

/// What a bot says it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// Its name, for people.
    pub name: String,
    /// Who made it.
    pub author: String,
    /// Which release, if it says.
    pub version: Option<String>,
    /// Where it comes from.
    pub kind: BotKind,
    /// Its level among ours.
    pub level: Option<String>,
}

/// Where a bot comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum BotKind {
    /// Part of this program.
    #[default]
    Internal,
    /// Another program that speaks UCI.
    Uci,
    /// A trained model from a file.
    Model,
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BotKind::Internal => "internal",
            BotKind::Uci => "UCI",
            BotKind::Model => "model",
        })
    }
}

/// Why a bot gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BotError {
    /// The game is over or the side to move has no legal move.
    #[error("there is no legal move to choose from")]
    NoMoves,
    /// It could not be started.
    #[error("cannot start {name}: {reason}")]
    Start {
        /// The program or file.
        name: String,
        /// What went wrong.
        reason: String,
    },
    /// It refused a setting it was given.
    #[error("{name} has no option '{option}'; it has {known}")]
    UnknownOption {
        /// The program.
        name: String,
        /// The setting as it was given.
        option: String,
        /// What it would have taken.
        known: String,
    },
    /// It ended while the game went on.
    #[error("{name} ended in the middle of the game ({detail})")]
    Died {
        /// The program.
        name: String,
        /// Exit status and last words.
        detail: String,
    },
    /// It did not answer in time, nor after a stop.
    #[error("{name} did not answer within {waited:.1?} and was stopped")]
    Silent {
        /// The program.
        name: String,
        /// How long it was given in all.
        waited: Duration,
    },
    /// Its answer cannot be used.
    #[error("{name} gave no usable answer: {reason}")]
    Unusable {
        /// The model.
        name: String,
        /// The error.
        reason: String,
    },
    /// It answered with something that is no legal move.
    #[error("{name} answered '{answer}', which is not a legal move")]
    IllegalMove {
        /// The program.
        name: String,
        /// Its words, shortened.
        answer: String,
    },
}

impl BotError {
    /// How a game ends that this happens in; `None` when no game can be played at all.
    pub const fn fault(&self) -> Option<Fault> {
        match self {
            BotError::Died { .. } => Some(Fault::Crash),
            BotError::Unusable { .. } => Some(Fault::Unusable),
            BotError::Silent { .. } => Some(Fault::Silence),
            BotError::IllegalMove { .. } => Some(Fault::IllegalMove),
            BotError::NoMoves | BotError::Start { .. } | BotError::UnknownOption { .. } => None,
        }
    }
}
