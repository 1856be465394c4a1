//! Ransom for Threefold: a turn game without kings, in which captures pay for queens.
//!
//! This crate contains the rules of Ransom ([`play::Rules`]), its notation ([`play::Notation`]), what hosting and front
//! ends need from a game ([`play::TurnGame`]), and the reasons of refusals. Numbers such as 2.6 in the documentation
//! are rule numbers of `docs/ransom.md`.
//!
//! ```
//! use play::{Notation, Record};
//! use ransom::Position;
//!
//! let mut game = Record::new(Position::new());
//! let leap = game.position().read_move("c1d3")?;
//! assert_eq!(game.position().label(leap), "Knight C1→D3");
//! game.play(leap)?;
//! assert_eq!(game.position().read_move("c1d3").unwrap_err().to_string(), "Invalid: no piece there");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It contains no evaluation and no search; those are in the bots.

mod attacks;
mod editor;
mod generation;
mod key;
mod moves;
mod piece;
mod position;
mod refusal;
mod setup;
mod square;
mod text;
mod turn_game;
mod variant;

pub use attacks::{bishop_attacks, knight_attacks, queen_attacks};
pub use generation::{pawn_mobility, reach};
pub use moves::{Move, MoveError};
pub use piece::{Kind, Piece};
pub use position::{BUY_BACK_PRICE, End, FEWEST_PIECES, MOST_QUIET_TURNS, Position, UNDOS, UPGRADE_PRICE};
pub use refusal::{Place, Refusal, TurnRequest, consider};
pub use setup::{PositionFault, Setup};
pub use square::{Square, SquareSet};
pub use text::{FieldFault, PositionError};
pub use variant::Variant;
