//! A move that is being weighed.

use crate::Order;

/// A possible command and what it is thought to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The command.
    pub order: Order,
    /// What it is for.
    pub occasion: Occasion,
    /// In hundredths of a point.
    pub score: i32,
    /// Enemy arrival at its end less the time until the piece can go on (8.4); no enemy gives the largest number.
    pub margin: i32,
}

/// What a move is for; in the order moves of a piece are weighed (8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Occasion {
    /// It saves the own king from what is coming.
    Rescue,
    /// It goes for a standing enemy.
    Capture,
    /// It leaves a square that something is coming to.
    Evasion,
    /// Anything else.
    Quiet,
}
