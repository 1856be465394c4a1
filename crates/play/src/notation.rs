//! Positions and moves as text.

use std::error::Error;

use crate::Rules;

/// How a game writes positions and moves; every text that is written can be read again.
pub trait Notation: Rules {
    /// Why a text is not a position.
    type PositionError: Error + Send + Sync + 'static;
    /// Why a text is not a move here.
    type MoveError: Error + Send + Sync + 'static;

    /// Reads a position text.
    fn read_position(text: &str) -> Result<Reading<Self>, Self::PositionError>;

    /// The position as text, complete.
    fn position_text(&self) -> String;

    /// Reads a move as people or programs write it; the result is legal.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// A legal move as programs write it (`g1f3`).
    fn code(&self, mv: Self::Move) -> String;

    /// A legal move as people write it (`Nf3`).
    fn label(&self, mv: Self::Move) -> String;

    /// The moves of a line that begins here, each with the position it is played in.
    fn walk(&self, line: &[Self::Move]) -> impl Iterator<Item = (Self, Self::Move)> {
        line.iter().scan(self.clone(), |position, &mv| {
            let before = position.clone();
            position.play(mv);
            Some((before, mv))
        })
    }
}

/// A position that was read, and what had to be dropped from its text.
#[derive(Clone, Debug)]
pub struct Reading<R> {
    /// The position, valid.
    pub position: R,
    /// What was corrected while reading, a sentence each; empty for a text without errors.
    pub notices: Vec<String>,
}
