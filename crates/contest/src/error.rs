//! Why a match cannot be played or written down.

use std::{error::Error, io, path::PathBuf};

use arena::MatchError;
use thiserror::Error;

/// What stands between the settings of a match and its files.
#[derive(Debug, Error)]
pub enum ContestError {
    /// The settings ask for something that cannot be.
    #[error("{0}")]
    Usage(String),
    /// The match cannot begin.
    #[error(transparent)]
    Match(MatchError),
    /// The system gives no thread.
    #[error("no thread to play on")]
    Thread(#[source] io::Error),
    /// A file cannot be where it shall be.
    #[error("{} cannot be written", .0.display())]
    Place(PathBuf),
    /// A file cannot be written.
    #[error("{} cannot be written", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{} cannot be read", path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Openings that cannot be understood.
    #[error("the openings in {} cannot be used", path.display())]
    Openings {
        /// Where they stand.
        path: PathBuf,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
    /// Tables of endings that cannot be read.
    #[error("the tables in {} cannot be read", path.display())]
    Tables {
        /// Where they stand.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A directory without tables.
    #[error("there are no Syzygy tables in {}", .0.display())]
    NoTables(PathBuf),
    /// Not what a match writes.
    #[error("{} is not the JSON of {what}", path.display())]
    NoMatch {
        /// Which file.
        path: PathBuf,
        /// What it should be of.
        what: &'static str,
        /// Why not.
        source: serde_json::Error,
    },
    /// The JSON of another time.
    #[error("{} is of version {version}, this program reads version {reads}", path.display())]
    Version {
        /// Which file.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// The one that is read.
        reads: u32,
    },
    /// Numbers that no command line would have taken.
    #[error("{} is damaged: its settings are out of range", .0.display())]
    Damaged(PathBuf),
    /// A standing that is not of this match.
    #[error("the results of that match do not belong to its players")]
    Foreign,
    /// The JSON cannot be made.
    #[error("the results cannot be put into words")]
    Json(#[from] serde_json::Error),
}

impl ContestError {
    pub(crate) fn usage(words: impl Into<String>) -> Self {
        ContestError::Usage(words.into())
    }
}

impl From<MatchError> for ContestError {
    /// A plan that is wrong was asked for; the rest just happens.
    fn from(error: MatchError) -> Self {
        match error {
            MatchError::Plan(error) => ContestError::Usage(error.to_string()),
            error @ (MatchError::Player { .. } | MatchError::Thread(_) | MatchError::Standing) => {
                ContestError::Match(error)
            }
        }
    }
}

/// An error with what lies behind it, in one line.
pub(crate) fn in_whole(error: &dyn Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", in_whole(source)),
        None => error.to_string(),
    }
}
