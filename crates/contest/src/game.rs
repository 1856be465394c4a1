//! What a match wants to know of its game beside its rules: openings, solved endings, how games are written down.

use std::{error::Error, path::Path};

use arena::{GameReport, Opening, Openings, Oracle};
use bots::Playable;
use play::TurnGame;

use crate::{ContestError, Settings, error::in_whole};

/// A game that matches are played of.
pub trait MatchGame: TurnGame + Playable {
    /// Where games begin; files are read here, and what is passed over in them is told.
    fn openings(settings: &Settings, tell: &mut dyn FnMut(String)) -> Result<Openings<Self>, ContestError>;

    /// The solved endings that the settings name.
    fn oracle(settings: &Settings) -> Result<Option<Oracle<Self>>, ContestError>;

    /// A game with what the bots thought and spent, for `--pgn`.
    fn written(settings: &Settings, players: &[String], report: &GameReport<Self>) -> String;
}

/// Openings from a text of one position a line; lines that begin with `#` and empty ones are passed over.
pub(crate) fn positions<R: MatchGame>(path: &Path, text: &str) -> Result<Openings<R>, ContestError> {
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let reading = R::read_position(line)
            .map_err(|error| unusable(path, format!("line {}: {}", index + 1, in_whole(&error))))?;
        list.push(Opening {
            name: format!("line {}", index + 1),
            start: reading.position,
            moves: Vec::new(),
        });
    }
    Ok(Openings::List(list))
}

/// Openings in a file that cannot be understood.
pub(crate) fn unusable(path: &Path, source: impl Into<Box<dyn Error + Send + Sync>>) -> ContestError {
    ContestError::Openings {
        path: path.to_owned(),
        source: source.into(),
    }
}

/// What a note after a move says: how deep it looked and how long it took.
pub(crate) fn note(turn: &arena::Turn) -> String {
    let seconds = turn.elapsed.as_secs_f64();
    match turn.depth {
        Some(depth) => format!("depth {depth}, {seconds:.3} s"),
        None => format!("{seconds:.3} s"),
    }
}
