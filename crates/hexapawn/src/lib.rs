//! Hexapawn on four files and five ranks: the smallest game that Threefold can host.
//!
//! Each side has a row of pawns. A pawn steps straight ahead onto an empty square or captures diagonally ahead. Who brings
//! a pawn to the far rank wins; who cannot move loses. This crate knows these rules, their texts, what front ends ask of
//! them, and one bot. It is the worked example of `docs/add-a-game.md` and is registered by tests only; people are not
//! offered it. It leaves out openings from files, solved endings and imports.

mod bot;
mod position;
mod turn_game;

pub use bot::HexapawnBots;
pub use position::{End, Move, MoveError, Position, PositionError};
