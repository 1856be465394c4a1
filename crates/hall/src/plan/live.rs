//! What a table without turns is opened with.

use kungfu_bots::KungfuSpec;
use serde::{Deserialize, Serialize};

use crate::Speed;
pub use kungfu::Board as LiveBoard;

/// A game of Kung Fu Chess about to be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LivePlan {
    /// Eight by eight for two, the cross for four.
    pub board: LiveBoard,
    /// How fast.
    pub speed: Speed,
    /// Who sits where, as many as the board has players.
    pub sitters: Vec<LiveSitter>,
    /// Decides what is left to chance.
    pub seed: u64,
}

/// Who sits on a seat of a table without turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "is", content = "who")]
pub enum LiveSitter {
    /// A person of this name.
    Person(String),
    /// A bot.
    Bot(KungfuSpec),
    /// Whoever comes.
    Free,
}
