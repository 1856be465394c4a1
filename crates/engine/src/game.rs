//! The game a search is asked about.

use shakmaty::{Chess, Move, PlayError, Position as _};

/// A position and how it came about, which repetitions are counted in.
#[derive(Clone, Debug, Default)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    position: Chess,
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Chess) -> Self {
        Game {
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Plays a legal move; an illegal one changes nothing.
    #[expect(clippy::result_large_err, reason = "shakmaty's error carries the position")]
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError<Chess>> {
        self.position = self.position.clone().play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Where it began.
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// The moves since the start.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position now.
    pub fn position(&self) -> &Chess {
        &self.position
    }
}
