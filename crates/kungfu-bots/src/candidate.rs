//! A move and its score.

use crate::Order;

/// A possible move with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub order: Order,
    /// Why the bot considers it.
    pub occasion: Occasion,
    /// In hundredths of a point.
    pub score: i32,
    /// Ticks from when the piece can move on to the earliest enemy arrival (8.4); `i32::MAX` if no enemy can come.
    pub margin: i32,
}

/// Why a bot considers a move; the moves of a piece are weighed in this order (8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Occasion {
    /// It saves the own king from an attack.
    Rescue,
    /// It captures a standing enemy.
    Capture,
    /// It leaves a square that an enemy is moving to.
    Evasion,
    /// None of the above.
    Quiet,
}
