//! A game with its variations and what is said about them, the same for every game.
//!
//! Moves are codes, so that a tree can be stored, sent and written by everybody; only its game knows whether they can
//! be played. Nodes are in one list, each after its parent, so that nothing here recurses.

mod drawing;
mod text;

use std::{collections::BTreeMap, fmt, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{Score, Side, Start};

pub use drawing::{DrawColour, Drawing};
pub use text::write_tree;

/// The code of a move that leaves the board as it is: the side to move passes.
pub const PASS: &str = "--";

/// A game with its variations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveTree {
    /// Who, where and when, by the names of the tags.
    #[serde(default)]
    pub tags: BTreeMap<String, String>,
    /// Where it begins.
    #[serde(default)]
    pub start: Start,
    /// The result as its source gives it.
    #[serde(default)]
    pub result: TreeResult,
    /// What is said before the first move.
    #[serde(default)]
    pub preface: Remarks,
    /// The moves; each comes after its parent, and the main continuation of a position before its alternatives.
    #[serde(default)]
    pub moves: Vec<TreeMove>,
}

/// A move of a [`MoveTree`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeMove {
    /// The move before it: its place in the list, counted from 1; 0 is the start.
    #[serde(rename = "after")]
    pub parent: usize,
    /// The move by its code, or [`PASS`].
    pub code: String,
    /// What is said about it.
    #[serde(flatten)]
    pub remarks: Remarks,
}

/// What is said about a position and the move that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remarks {
    /// Comments before the first move of a variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Comments after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Arrows and circles on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawings: Vec<Drawing>,
    /// What the position is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// What the mover had left on the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Duration>,
}

/// What a position is worth, as an engine found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// For the side to move.
    pub score: Score,
    /// Search depth in plies, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The best moves by their codes, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// The result of a game as a score sheet has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TreeResult {
    /// The game is not over, or its result is unknown.
    #[default]
    Open,
    /// One side won.
    Win(Side),
    /// A draw.
    Draw,
}

impl TreeResult {
    /// As score sheets write it.
    pub const fn text(self) -> &'static str {
        match self {
            TreeResult::Open => "*",
            TreeResult::Win(side) => crate::result_text(Some(side)),
            TreeResult::Draw => crate::result_text(None),
        }
    }
}

impl From<Option<Option<Side>>> for TreeResult {
    /// From who won, if anybody, once that is known.
    fn from(result: Option<Option<Side>>) -> Self {
        match result {
            None => TreeResult::Open,
            Some(None) => TreeResult::Draw,
            Some(Some(side)) => TreeResult::Win(side),
        }
    }
}

/// A tree that was read from a file, and what could not be read of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadTree {
    /// The tree, as far as it could be followed.
    pub tree: MoveTree,
    /// What is doubtful or broke off, a sentence each.
    pub notices: Vec<String>,
}

impl MoveTree {
    /// The moves after each move, by places in the list counted from 1; at 0 those after the start.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.moves.len() + 1];
        for (place, mv) in (1..).zip(&self.moves) {
            if let Some(of_parent) = children.get_mut(mv.parent) {
                of_parent.push(place);
            }
        }
        children
    }

    /// The moves of the main line: at every position the move that comes first in the list.
    pub fn main_line(&self) -> impl Iterator<Item = &TreeMove> {
        let mut last = 0;
        (1..).zip(&self.moves).filter_map(move |(place, mv)| {
            if mv.parent != last {
                return None;
            }
            last = place;
            Some(mv)
        })
    }

    /// Whether every move comes after its parent.
    pub fn is_ordered(&self) -> bool {
        (1..).zip(&self.moves).all(|(place, mv)| mv.parent < place)
    }
}

/// An opening by its usual name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct OpeningName {
    /// Its code, where the game has codes: `C50`.
    pub code: String,
    /// Its name.
    pub name: String,
}

impl fmt::Display for OpeningName {
    /// The code before the name: `C50 Italian Game`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gap = if self.code.is_empty() { "" } else { " " };
        write!(f, "{}{gap}{}", self.code, self.name)
    }
}
