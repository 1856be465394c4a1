//! Openings at random: eight or nine legal moves from the usual start.

use fastrand::Rng;
use shakmaty::{Chess, Move, Position as _};

/// Where a game begins and the moves nobody chose.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) start: Chess,
    pub(crate) moves: Vec<Move>,
}

/// Positions to visit when an opening is checked for balance.
pub(super) const NODES: u64 = 1_000;
/// A side further ahead than this, in centipawns, makes no game worth learning from.
pub(super) const BALANCE: i16 = 250;

impl Opening {
    /// As many even as odd counts of moves, so that either side is on move; none when the game ends in it.
    pub(crate) fn at_random(random: &mut Rng) -> Option<Self> {
        let start = Chess::default();
        let mut position = start.clone();
        let mut moves = Vec::new();
        for _ in 0..random.usize(8..=9) {
            let mv = random.choice(position.legal_moves())?;
            position.play_unchecked(mv);
            moves.push(mv);
        }
        (!position.legal_moves().is_empty()).then_some(Opening { start, moves })
    }

    /// Every position of it, the first and the last among them.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Chess> + '_ {
        let mut position = self.start.clone();
        let after = self.moves.iter().map(move |mv| {
            position.play_unchecked(*mv);
            position.clone()
        });
        std::iter::once(self.start.clone()).chain(after)
    }
}
