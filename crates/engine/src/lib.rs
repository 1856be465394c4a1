//! The strong chess engine of Threefold: search, evaluation and the UCI door.
//!
//! It works on [`shakmaty`]'s types and rules directly and keeps beside the position what a search wants quickly. It
//! knows nothing of tables, records, bots or clocks of the hall; [`Engine`] is asked with a [`Game`] and [`Limits`], tells
//! [`Report`]s and ends with an [`Answer`].

pub mod bench;
mod board;
mod book;
mod chances;
pub mod cpu;
mod engine;
mod game;
mod limits;
mod mv;
pub mod network;
mod report;
mod score;
mod search;
mod strength;
mod tablebase;
pub mod uci;

pub use book::{Book, BookError, BookMoves};
pub use chances::{ResultModel, material};
pub use engine::{Engine, EngineError, Settings};
pub use game::Game;
pub use limits::{GameClock, Limits, Signal};
pub use report::{Answer, Bound, Chances, Line, Report, Score};
#[cfg(feature = "tune")]
pub use search::Parameter;
pub use search::{STACK, Tally, Technique, Techniques, UnknownTechnique};
pub use strength::RATINGS;
pub use tablebase::{RootMove, Tables, TablesError};
