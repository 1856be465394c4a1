//! The game a search is asked about.

use shakmaty::{Chess, EnPassantMode, Move, PlayError, Position as _, zobrist::Zobrist64};

/// A position and how it came about, which repetitions are counted in.
#[derive(Clone, Debug)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    position: Chess,
    /// The key of every position, the current one last.
    keys: Vec<u64>,
}

impl Default for Game {
    fn default() -> Self {
        Game::new(Chess::default())
    }
}

impl Game {
    /// A game that begins here.
    pub fn new(start: Chess) -> Self {
        Game {
            position: start.clone(),
            keys: vec![key(&start)],
            start,
            moves: Vec::new(),
        }
    }

    /// Plays a legal move; an illegal one changes nothing.
    #[expect(clippy::result_large_err, reason = "shakmaty's error carries the position")]
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError<Chess>> {
        self.position = self.position.clone().play(mv)?;
        self.moves.push(mv);
        self.keys.push(key(&self.position));
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

    /// The keys of the positions that can still be repeated, the current one last.
    pub(crate) fn keys(&self) -> &[u64] {
        let reach = self.position.halfmoves() as usize + 1;
        &self.keys[self.keys.len().saturating_sub(reach)..]
    }
}

/// The key that the search has for a position.
fn key(position: &Chess) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
