//! Recorded games that fix the rules, and the comparison with them.
//!
//! A trace is one JSON object: `speed`, `board`, `start`, `cmds`, `events`, `end`, `final`; `docs/kungfu.md` says what
//! each holds. [`Trace::check`] plays the commands and lists every accepted flag, event, end and final piece that
//! differs. Reading files is left to the caller.

mod compare;

use serde::Deserialize;
use thiserror::Error;

use crate::{Board, Kind, PieceId, Speed, Start, StartError};

pub use compare::Difference;

/// A recorded game.
#[derive(Clone, Debug, Deserialize)]
pub struct Trace {
    speed: Speed,
    board: Board,
    start: Vec<(PieceId, Kind, u8, i32, i32)>,
    cmds: Vec<(u32, u8, String, i32, i32, Flag)>,
    events: Vec<TraceEvent>,
    end: (u32, Option<u8>, Option<String>),
    #[serde(rename = "final")]
    last: Vec<LastPiece>,
}

/// `[id, type, player, row, col, captured, moved]`.
type LastPiece = (String, String, u8, i32, i32, Flag, Flag);

/// A yes or no, written as a truth or a number.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Flag {
    Truth(bool),
    Number(u8),
}

impl Flag {
    const fn is_set(self) -> bool {
        match self {
            Flag::Truth(truth) => truth,
            Flag::Number(number) => number != 0,
        }
    }
}

/// `[tick, "cap", captor, captured]`, `[tick, "done", piece, row, col]` or `[tick, "promo", piece]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum TraceEvent {
    Done(u32, String, String, i32, i32),
    Captured(u32, String, String, String),
    Promoted(u32, String, String),
}

impl Trace {
    /// Reads a line of a trace file; commands of one tick keep their order.
    pub fn read(line: &str) -> Result<Self, TraceError> {
        let mut trace: Trace = serde_json::from_str(line)?;
        trace.cmds.sort_by_key(|(tick, ..)| *tick);
        Ok(trace)
    }

    /// How many commands it holds.
    pub fn commands(&self) -> usize {
        self.cmds.len()
    }

    fn start(&self) -> Result<Start, TraceError> {
        let mut pieces = Vec::with_capacity(self.start.len());
        for &(id, kind, player, row, col) in &self.start {
            let named = (
                id.kind,
                id.player.number(),
                i32::from(id.home.row()),
                i32::from(id.home.col()),
            );
            if named != (kind, player, row, col) {
                return Err(TraceError::Name(id));
            }
            pieces.push(id);
        }
        Ok(Start::new(self.board, self.speed, pieces)?)
    }
}

/// Why a trace cannot be compared with.
#[derive(Debug, Error)]
pub enum TraceError {
    /// Not the JSON of a trace.
    #[error("this is no trace: {0}")]
    Json(#[from] serde_json::Error),
    /// A piece that does not start where its name says.
    #[error("{0} does not start as its name says")]
    Name(PieceId),
    /// A start that cannot be.
    #[error(transparent)]
    Start(#[from] StartError),
}
