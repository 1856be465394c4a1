//! The record of a game: its start, and every command with its player and time (7.1).

use serde::{Deserialize, Serialize};

use crate::{Outcome, PieceId, Player, Square, Start, Tick};

/// The version of the rules a record was played with.
pub const VERSION: u32 = 1;

/// All that is needed to play a game again, tick by tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Of the rules.
    pub version: u32,
    /// Where it began.
    pub start: Start,
    /// What bots and tables drew their chance from; the rules draw none.
    pub seed: u64,
    /// What was accepted, in order.
    pub entries: Vec<Entry>,
    /// How many ticks it lasted so far.
    pub ticks: Tick,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
}

/// Something that was accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The counter it was given at.
    pub tick: Tick,
    /// The player.
    pub player: Player,
    /// The command, or another action of the player.
    #[serde(flatten)]
    pub deed: Deed,
}

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "deed")]
pub enum Deed {
    /// Send a piece somewhere.
    Move {
        /// The piece.
        piece: PieceId,
        /// The destination.
        to: Square,
    },
    /// Give up (5.3).
    Resign,
    /// Offer a draw (5.3).
    OfferDraw,
}

impl Record {
    /// Nothing played yet.
    pub const fn new(start: Start, seed: u64) -> Self {
        Record {
            version: VERSION,
            start,
            seed,
            entries: Vec::new(),
            ticks: Tick(0),
            outcome: None,
        }
    }
}
