//! Chess for Threefold: [`shakmaty`] as [`play::Rules`], with its texts.
//!
//! This crate contains chess positions and their notations: FEN, moves in SAN and UCI, PGN, names of openings,
//! Chess960. It also has what hosting and front ends need from a game ([`play::TurnGame`]). All rules come from
//! shakmaty. This crate adds a cached key, the ends of games and refusals with their reasons, and lenient parsers for
//! the input of people.
//!
//! ```
//! use chess::Position;
//! use play::{Notation, Record};
//!
//! let mut game = Record::new(Position::new());
//! for text in ["f3", "e5", "g2g4", "Qh4"] {
//!     let mv = game.position().read_move(text)?;
//!     game.play(mv)?;
//! }
//! assert_eq!(game.outcome().unwrap().to_string(), "Black wins: checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It contains no evaluation and no search; those are in the bots.

pub mod book;
mod chess960;
mod editor;
mod fen;
mod moves;
mod openings;
pub mod pgn;
mod position;
mod refusal;
mod shortened;
mod turn_game;

pub use chess960::Chess960Error;
pub use fen::{FenError, PositionFault};
pub use moves::MoveError;
pub use openings::Opening;
pub use position::{End, Position};
pub use refusal::MoveRefusal;
pub use shakmaty;
