//! A game as it is kept: one JSON text, whole, that says all there is to say about a table.
//!
//! Reading trusts nothing: the size is bounded, every move is played again by the rules, and an end that was told must
//! be possible. Bots are kept as the texts that name them.

mod live;

use bots::{Game, Sitter};
use play::{Fault, Moment, Side, TimeControl};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use thiserror::Error;

use crate::{Control, Listing, Manners, TableId};
pub(crate) use live::{SavedLive, Waiting, name_of as live_name, result_text, side_name};

/// The form written now.
const FORMAT: u32 = 1;
/// No honest game is longer: ten thousand turns fit many times.
pub(crate) const LARGEST: usize = 2 << 20;
/// Longer than the rules of any game here allow.
const MOST_TURNS: usize = 20_000;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saved {
    pub(crate) format: u32,
    pub(crate) table: TableId,
    /// The name of a save that somebody made.
    pub(crate) name: Option<String>,
    pub(crate) game: Game,
    /// As [`Sitter::read`] reads them.
    pub(crate) sitters: [String; 2],
    pub(crate) names: [Option<String>; 2],
    /// The position the game began at.
    pub(crate) start: String,
    pub(crate) control: Option<KeptControl>,
    pub(crate) seed: u64,
    pub(crate) manners: Manners,
    pub(crate) begun: Moment,
    /// When something last happened.
    pub(crate) touched: Moment,
    pub(crate) turns: Vec<KeptTurn>,
    /// Milliseconds used of the present turn.
    pub(crate) used: u64,
    /// An end that does not follow from the moves.
    pub(crate) ending: Option<Ending>,
    /// `1-0`, `0-1` or `1/2-1/2` once the game is over; for lists, not for truth.
    pub(crate) result: Option<String>,
}

/// A turn as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptTurn {
    pub(crate) code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) moment: Option<Moment>,
    /// What the player had left, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) left: Option<u64>,
}

/// How time is counted, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum KeptControl {
    Clock { base: u64, increment: u64 },
    EachMove { time: u64 },
}

/// An end that does not follow from the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Ending {
    Resigned(Side),
    Agreed,
    Claimed,
    Flagged(Side),
    Forfeited(Side, Fault),
    /// Only known from a sheet; nobody wins a draw.
    Told(Option<Side>),
}

impl Saved {
    /// A game of this form, without turns.
    pub(crate) fn new(table: TableId, game: Game, start: String, begun: Moment) -> Self {
        Saved {
            format: FORMAT,
            table,
            name: None,
            game,
            sitters: [const { String::new() }; 2].map(|_| Sitter::Human.to_string()),
            names: [None, None],
            start,
            control: None,
            seed: 0,
            manners: Manners::default(),
            begun,
            touched: begun,
            turns: Vec::new(),
            used: 0,
            ending: None,
            result: None,
        }
    }

    /// Reads what [`Saved::text`] wrote.
    pub(crate) fn read(text: &str) -> Result<Self, SaveError> {
        if text.len() > LARGEST {
            return Err(SaveError::TooLarge);
        }
        let saved: Saved = serde_json::from_str(text).map_err(|error| SaveError::Unreadable(error.to_string()))?;
        if saved.format != FORMAT {
            return Err(SaveError::Format(saved.format));
        }
        if saved.turns.len() > MOST_TURNS {
            return Err(SaveError::TooLarge);
        }
        Ok(saved)
    }

    /// The game as text, a turn a line.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("a game has only texts and numbers")
    }

    /// The game in a list.
    pub(crate) fn listing(&self) -> Listing {
        let names = Side::BOTH.map(|side| {
            let sitter = Sitter::read(self.game, &self.sitters[side.index()]).ok();
            crate::table::name_of(sitter.as_ref(), self.names[side.index()].as_deref(), side)
        });
        Listing {
            table: self.table.clone(),
            game: self.game,
            names,
            moves: self.turns.len(),
            touched: self.touched,
            result: self.result.clone(),
            save: self.name.clone(),
        }
    }
}

impl From<Control> for KeptControl {
    fn from(control: Control) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        match control {
            Control::Clock(TimeControl { base, increment }) => KeptControl::Clock {
                base: milliseconds(base),
                increment: milliseconds(increment),
            },
            Control::EachMove(time) => KeptControl::EachMove {
                time: milliseconds(time),
            },
        }
    }
}

impl From<KeptControl> for Control {
    fn from(kept: KeptControl) -> Self {
        match kept {
            KeptControl::Clock { base, increment } => Control::Clock(TimeControl {
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            }),
            KeptControl::EachMove { time } => Control::EachMove(Duration::from_millis(time)),
        }
    }
}

/// Why a text is not a game that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SaveError {
    /// Far beyond any game.
    #[error("it is larger than any game")]
    TooLarge,
    /// Not the form of a save.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// Written by another release.
    #[error("it has form {0}, which this release does not know")]
    Format(u32),
    /// It begins nowhere.
    #[error("its start is wrong: {0}")]
    Start(String),
    /// A bot that does not exist.
    #[error("a player is wrong: {0}")]
    Player(String),
    /// A turn that the rules do not allow.
    #[error("turn {turn} is wrong: {words}")]
    Turn {
        /// Counted from one.
        turn: usize,
        /// Why.
        words: String,
    },
    /// An end that cannot be.
    #[error("its end is wrong: {0}")]
    End(String),
    /// Times that cannot be.
    #[error("its clock is wrong")]
    Clock,
    /// The record of a game without turns that cannot be played again.
    #[error("its record is wrong: {0}")]
    Replay(#[from] kungfu::ReplayError),
    /// A game of another kind than was asked for.
    #[error("games of {0} cannot be read here")]
    Game(Game),
}
