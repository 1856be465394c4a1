//! What a game reads from files: openings, solved endings, finished games.

use std::path::Path;

use thiserror::Error;

use crate::{GameRecord, Side};

/// Where the openings of a match come from.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSource<'a> {
    /// A file; without one the game's own set.
    pub file: Option<&'a Path>,
    /// How many plies of a game in a file are its opening.
    pub plies: usize,
}

/// Openings, and what was passed over in their file.
#[derive(Debug, Default)]
pub struct OpeningBook {
    /// The openings, in the order of their file.
    pub lines: Vec<OpeningLine>,
    /// What was passed over, a sentence each.
    pub notices: Vec<String>,
}

/// The beginning of a game.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    /// Its name, for reports.
    pub name: String,
    /// Its start and its moves.
    pub record: Box<dyn GameRecord>,
}

/// Why openings or solved endings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which file.
        path: std::path::PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The file is not a book of this game.
    #[error("{}: {words}", path.display())]
    Content {
        /// Which file.
        path: std::path::PathBuf,
        /// The error.
        words: String,
    },
    /// The game has no solved endings.
    #[error("{0} has no solved endings")]
    NoSolvedEndings(&'static str),
}

/// Knows the true result of some endings.
pub trait SolvedEndings: Send + Sync {
    /// Who wins the present position, if it is known: `Some(None)` is a draw.
    fn result(&self, record: &dyn GameRecord) -> Option<Option<Side>>;
}

/// A game that was read from a file.
#[derive(Clone, Debug)]
pub struct ImportedGame {
    /// Its moves.
    pub record: Box<dyn GameRecord>,
    /// White's name and Black's, as far as they are known.
    pub names: [Option<String>; 2],
    /// The result the file gives: who won, if anybody.
    pub result: Option<Option<Side>>,
}

/// Why a game of a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game starting on line {line}: {words}")]
pub struct ImportError {
    /// Where it starts; the first line is 1.
    pub line: usize,
    /// The error.
    pub words: String,
}
