//! What a player's results are worth: Glicko-2 for two players, Weng–Lin for four, and the training rating against bots
//! of a known rating.
//!
//! It knows the arithmetic, the lists in which ratings are counted and their bounds. It leaves out games, players and where
//! ratings are stored.

mod list;
mod rating;
mod training;

pub use list::{List, Speed, UnknownList};
pub use rating::{Rating, Score, four, two};
pub use training::{bot_rating, trained};
