//! Puzzles of the turn games: positions in which one move is right at every turn of the solver.
//!
//! A [`Puzzle`] is a line of text. A [`Maker`] finds puzzles in games by asking a bot for two lines, [`Trial`] measures
//! how hard they are by letting rating-limited bots try them, and [`themes_of`] computes their themes. A [`Set`] holds
//! puzzles, a [`Solving`] is a puzzle being solved, and [`Progress`] is what a solver has done so far: a rating, a
//! streak and the puzzles that come back.
//!
//! The crate uses the turn games through a [`play::GameModule`]; only the themes use the rules of a game. It contains
//! no screens, sockets or files.

mod difficulty;
mod make;
mod progress;
mod puzzle;
mod rating;
mod set;
mod solving;
mod theme;
mod themes;

pub use difficulty::{Rung, Trial, TrialError, Tries, rungs};
pub use make::{Candidate, Counts, Effort, MakeError, Maker, SourceGame};
pub use progress::{Progress, Review};
pub use puzzle::{Goal, Puzzle, PuzzleError, PuzzleId, PuzzleIdError};
pub use rating::Rating;
pub use set::{PuzzleFilter, Set, SetError};
pub use solving::{Answer, Solving, SolvingError};
pub use theme::Theme;
pub use themes::themes_of;
