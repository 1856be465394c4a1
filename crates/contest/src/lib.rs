//! Matches of the three games between bots.
//!
//! This crate knows what a match is played with ([`Settings`]), where its games begin, how they and their results are
//! written down, how Kung Fu Chess is played in matches, and what somebody who watches a match sees of it
//! ([`Watched`]). What results are worth is the arena's affair.
//!
//! It leaves out the command line's words and every screen.

mod chess;
mod error;
mod files;
mod game;
pub mod kungfu;
mod ransom;
mod settings;
mod tablebase;
mod watched;

pub use error::ContestError;
pub use files::{Files, Paths, Saved, game_of};
pub use game::MatchGame;
pub use settings::Settings;
pub use watched::{Cell, Finished, Motion, News, Over, Pace, Picture, Score, Scored, Watched, Wishes, Written};
