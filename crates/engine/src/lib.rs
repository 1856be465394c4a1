//! The strong chess engine of Threefold: search, evaluation and the UCI interface.
//!
//! It works on [`shakmaty`]'s types and rules directly and stores beside the position what a search reads often. It
//! does not use the tables, records, bots or clocks of the other crates: [`Engine`] gets a [`Game`] and [`Limits`],
//! sends [`Report`]s and returns an [`Answer`].

pub mod bench;
mod board;
mod book;
mod chances;
mod engine;
mod game;
mod limits;
mod mv;
pub mod network;
mod report;
mod score;
mod search;
mod strength;
mod syzygy;
pub mod uci;

pub use book::{Book, BookError, BookMoves};
pub use chances::{ResultModel, material};
pub use engine::{Engine, EngineError, Settings};
pub use game::Game;
pub use limits::{GameClock, Limits, Signal};
pub use report::{Answer, Bound, Chances, Line, Report, Score};
#[cfg(feature = "tune")]
pub use search::Parameter;
pub use search::{STACK, Tally, Technique, TechniqueError, Techniques};
pub use strength::RATINGS;
pub use syzygy::{RootMove, Syzygy, SyzygyError};
