//! Hexapawn on four files and five ranks: the smallest game that Threefold can host.
//!
//! Each side has a row of pawns. A pawn steps straight ahead onto an empty square or captures diagonally ahead. The
//! side that brings a pawn to the far rank wins; a side that cannot move loses. This crate contains these rules, their
//! texts, what front ends need, and one bot. It is the worked example of `docs/add-a-game.md`, and only tests register
//! it. It has no openings from files, solved endings or imports.

mod bot;
mod position;
mod turn_game;

pub use bot::HexapawnBots;
pub use position::{End, Move, MoveError, Position, PositionError};
