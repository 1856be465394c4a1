//! Errors of matches and their files.

use std::{error::Error, io, path::PathBuf};

use play::{BotError, GameId, OpeningError, SpecError, UnknownGame};
use thiserror::Error;

use crate::{Format, PlanError};

/// Why a match cannot be played or written down.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The settings are not possible.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The plan cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A player cannot play.
    #[error("{name} cannot play: {error}")]
    Player {
        /// The player.
        name: String,
        /// Why it cannot be opened.
        error: BotError,
    },
    /// A standing that is not of this match.
    #[error("the results so far do not belong to these players and games, or are damaged")]
    Standing,
    /// A worker panicked.
    #[error("the match ended after {games} of {total} games, because a worker failed")]
    Worker {
        /// Games counted.
        games: u64,
        /// Games in all.
        total: u64,
    },
    /// The system gives no thread.
    #[error("no thread to play on")]
    Thread(#[source] io::Error),
    /// A file cannot be at this path.
    #[error("{} cannot be written", .0.display())]
    Place(PathBuf),
    /// A file cannot be written.
    #[error("{} cannot be written", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file cannot be read.
    #[error("{} cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Openings or solved endings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// Not a file of a match.
    #[error("{} is not the JSON of a match", path.display())]
    NoMatch {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: serde_json::Error,
    },
    /// The JSON of a later program.
    #[error("{} is of version {version}, newer than version {reads} of this program", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// The latest that is read.
        reads: u32,
    },
    /// Numbers out of the range of the command line.
    #[error("{} is damaged: its settings are out of range", .0.display())]
    Damaged(PathBuf),
    /// The JSON cannot be made.
    #[error("the results cannot be written as JSON")]
    Json(#[from] serde_json::Error),
}

/// Why settings make no plan.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// No such game.
    #[error("no game is called '{}'; known are {} and {}", .0.name, listed_games(&.0.known), kungfu_bots::GAME)]
    Game(UnknownGame),
    /// A text that names no bot of the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A text that names no bot of Kung Fu Chess.
    #[error(transparent)]
    LiveSpec(#[from] kungfu_bots::SpecError),
    /// Values that are neither one for all nor one for each.
    #[error("{setting} has {given} values for {players} players; give one for all or one for each")]
    Values {
        /// The setting.
        setting: &'static str,
        /// How many values it has.
        given: usize,
        /// The players.
        players: usize,
    },
    /// The board for four with another number of players.
    #[error("the board for four needs four players, not {0}; one may be named twice")]
    FourPlayers(usize),
    /// A directory of solved endings for a game without any.
    #[error("{0} has no endgame tables")]
    NoSolvedEndings(&'static str),
    /// The game cannot begin.
    #[error(transparent)]
    Start(play::StartError),
    /// Another number of games for rounds that were paired by the results of the old one.
    #[error("a resumed {0} keeps its number of games")]
    GamesOfRounds(Format),
    /// One path for two files.
    #[error("{} is named for two files", .0.display())]
    TwoFiles(PathBuf),
}

fn listed_games(games: &[GameId]) -> String {
    games.iter().map(GameId::as_str).collect::<Vec<_>>().join(", ")
}

/// An error with its causes, in one line.
pub(crate) fn with_causes(error: &dyn Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {}", with_causes(source)),
        None => error.to_string(),
    }
}
