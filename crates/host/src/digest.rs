//! The digest of a game for lists, ratings and statistics.

use play::{Control, OpeningName};

use crate::{SeatNumber, Summary};

/// A game for lists, ratings and statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The game as lists show it.
    pub summary: Summary,
    /// Its clock, of a turn game that has one.
    pub control: Option<Control>,
    /// Whether it began from the usual start; games read from a file did not.
    pub has_usual_start: bool,
    /// Whose turn it is, in a turn game that runs.
    pub turn: Option<SeatNumber>,
    /// The seats whose players are out of a live game.
    pub out: Vec<SeatNumber>,
    /// The opening that was played, in games that have names for openings.
    pub opening: Option<OpeningName>,
    /// Whether anybody had help.
    pub aid: Aid,
    /// The place of every seat from 1, equal ones in a draw; empty without a result, and for a mission.
    pub places: Vec<u32>,
}

/// Whether the players had help, which excludes a game from ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aid {
    /// Nobody had help.
    Unaided,
    /// Moves were taken back, the engine helped, the bot was changed, or time was stopped.
    Aided,
}
