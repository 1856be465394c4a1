//! What a table is opened with.

mod live;

use std::{fmt, str::FromStr, time::Duration};

use bots::{Game, Sitter};
use play::{Moment, TimeControl};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{ResumeError, SaveError, Speed};
pub use live::{LiveBoard, LivePlan, LiveSitter};

/// A game about to be played: what, by whom, from where, with which clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The game.
    pub game: Game,
    /// Who sits where, White first.
    pub sitters: [Sitter; 2],
    /// What people at the seats are called; the side where nothing is said.
    pub names: [Option<String>; 2],
    /// Where the game begins.
    pub start: Start,
    /// How time is counted.
    pub control: Option<Control>,
    /// Decides what is left to chance.
    pub seed: u64,
    /// Whether bots that need no time wait a little, and talk.
    pub manners: Manners,
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// Where it always does.
    #[default]
    Usual,
    /// At a position text of the game.
    Text(String),
    /// At a start position of Chess960, by its number.
    Chess960(u16),
}

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A stock of time with an increment.
    Clock(TimeControl),
    /// So long for every move.
    EachMove(Duration),
}

/// How bots behave towards people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Manners {
    /// They take a moment, and talk.
    #[default]
    Human,
    /// They answer at once.
    Brisk,
}

/// Why a game cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// It would begin nowhere; the words name the faults.
    #[error("{0}")]
    Start(String),
    /// A bot that plays something else.
    #[error("{bot} plays {plays}")]
    Bot {
        /// The bot.
        bot: String,
        /// What it plays.
        plays: Game,
    },
    /// A clock without time.
    #[error("the clock gives no time to start with")]
    NoTime,
    /// A game without turns where one with turns was planned.
    #[error("{0} is not played in turns")]
    Game(Game),
    /// Seats that the board does not have.
    #[error("this board has {has} seats, not {given}")]
    Seats {
        /// So many it has.
        has: usize,
        /// So many were filled.
        given: usize,
    },
    /// A game that was read, but cannot be played again.
    #[error(transparent)]
    Import(#[from] SaveError),
    /// The earlier game is not there.
    #[error(transparent)]
    Earlier(#[from] ResumeError),
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listing {
    /// Its table.
    pub table: TableId,
    /// Which game it is.
    pub game: Game,
    /// White's name and Black's; of four players the first one's and the others'.
    pub names: [String; 2],
    /// How many turns have been played.
    pub moves: usize,
    /// When something last happened.
    pub touched: Moment,
    /// `1-0`, `0-1` or `1/2-1/2` once it is over; of four players the winner's colour.
    pub result: Option<String>,
    /// The name of a save that somebody made.
    pub save: Option<String>,
}

impl Listing {
    /// Whether it cannot be gone on with.
    pub const fn is_over(&self) -> bool {
        self.result.is_some()
    }
}

/// A table that is open now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Its game.
    pub listing: Listing,
    /// Who sits where, in the order of the seats; empty where nobody does yet.
    pub names: Vec<String>,
    /// Board and speed of a game without turns.
    pub live: Option<(LiveBoard, Speed)>,
    /// Seats that wait for somebody.
    pub free: usize,
    /// Seats of people, those included.
    pub people: usize,
    /// How many look on, players included.
    pub viewers: usize,
}

/// A table's name for as long as its record is kept: six letters and digits that are hard to mistake for each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct TableId(String);

impl TableId {
    /// Without 0 and O, 1, I and L.
    const LETTERS: &'static [u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
    const LENGTH: usize = 6;

    /// The name that follows from a number.
    pub fn numbered(mut number: u64) -> Self {
        let letters = (0..TableId::LENGTH).map(|_| {
            let letter = TableId::LETTERS[number as usize % TableId::LETTERS.len()];
            number /= TableId::LETTERS.len() as u64;
            char::from(letter)
        });
        TableId(letters.collect())
    }
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TableId {
    type Err = TableIdError;

    fn from_str(text: &str) -> Result<Self, TableIdError> {
        let known = |byte: &u8| TableId::LETTERS.contains(byte);
        if text.len() == TableId::LENGTH && text.as_bytes().iter().all(known) {
            Ok(TableId(text.to_owned()))
        } else {
            Err(TableIdError)
        }
    }
}

impl TryFrom<String> for TableId {
    type Error = TableIdError;

    fn try_from(text: String) -> Result<Self, TableIdError> {
        text.parse()
    }
}

impl From<TableId> for String {
    fn from(id: TableId) -> String {
        id.0
    }
}

/// Not the name of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no table has such a name; names are six letters and digits")]
pub struct TableIdError;
