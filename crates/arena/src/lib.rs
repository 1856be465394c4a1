//! Matches between bots, and statistics of their results.
//!
//! This crate plays many games between several bots, of any registered turn game or of Kung Fu Chess, fairly and
//! reproducibly. It makes pairings, also those that depend on results, and computes Elo with an interval, SPRT and
//! ratings. It writes the files of matches and resumes interrupted ones. It contains no screens, no command line and no
//! rules.
//!
//! [`Settings`] make a [`Plan`]. [`Match::start`] plays it on worker threads and returns the stream of [`Event`]s, the
//! [`Standing`] and the handle that pauses, steps and stops. [`Files`] write the results; a [`WatchedMatch`] sends them
//! to a screen.

mod adjudication;
mod control;
mod error;
mod files;
mod game_texts;
pub mod html;
mod live;
mod match_run;
mod openings;
mod pairing;
mod plan;
mod report;
mod settings;
mod standing;
pub mod statistics;
mod turn;
mod watched;
mod worker;

pub use adjudication::{Adjudication, ScoreRule};
pub use control::Control;
pub use error::{MatchError, SettingsError};
pub use files::{Files, Paths, SavedMatch};
pub use live::{LivePlan, LogFolder};
pub use match_run::{Event, Match, MatchEnd, TimedOut};
pub use openings::Openings;
pub use pairing::{Format, PairingError, PlayedRound, Round, Tournament, UnknownFormat};
pub use plan::{Detail, GamePlan, Plan, PlanError, Task};
pub use report::{GameBoard, GameReport, GameResult, PlayedGame, PlayedLiveGame};
pub use settings::{LiveOptions, MOST_GAMES, Settings};
pub use standing::{Costs, Distinct, Lengths, PlayedGames, ScoreHistory, Standing, Tally};
pub use turn::{Limits, PlayedTurnGame, Turn, TurnPlan, TurnPlayer};
pub use watched::{
    BoardCell, BoardView, Exported, FinishedGame, MatchUpdate, Motion, Pace, PlayerScore, Score, WatchEnd,
    WatchSettings, WatchedMatch,
};
