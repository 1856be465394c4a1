//! Ratings of players: Glicko-2 for games of two players, Weng–Lin for four, and the training rating against bots of a
//! known rating.
//!
//! This crate contains the arithmetic, the lists of ratings and their bounds. It contains no games, players or storage.

mod list;
mod rating;
mod training;

pub use list::{List, Speed, UnknownList};
pub use rating::{Rating, Score, four, two};
pub use training::{bot_rating, trained};
