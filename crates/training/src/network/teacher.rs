//! Positions labelled by the engine's static evaluation.

use engine::{Evaluation, StaticEvaluator};
use fastrand::Rng;
use shakmaty::{Chess, Position as _};

use super::packed::Packed;
use crate::{ScoredMove, TrainingGame};

/// Labels the positions of games, and positions beside them.
#[derive(Debug)]
pub(super) struct Teacher {
    evaluator: StaticEvaluator,
    /// Positions beside each one of a game.
    beside: u32,
}

/// The most random moves a position is away from the game.
const FARTHEST: u32 = 4;

impl Teacher {
    pub(super) fn new(beside: u32) -> Self {
        Teacher {
            evaluator: StaticEvaluator::new(&Evaluation::default()),
            beside,
        }
    }

    /// The positions of a game and beside it; the seed decides the moves away from it.
    pub(super) fn positions(&mut self, game: &TrainingGame, seed: u64) -> Vec<Packed> {
        let mut random = Rng::with_seed(seed);
        let mut labelled = Vec::new();
        let mut position = game.start.clone();
        for mv in &game.opening {
            position.play_unchecked(*mv);
        }
        for scored in &game.moves {
            labelled.extend(self.labelled(&position));
            for _ in 0..self.beside {
                let beside = walk(&position, random.u32(1..=FARTHEST), &mut random);
                labelled.extend(self.labelled(&beside));
            }
            position.play_unchecked(scored.mv);
        }
        labelled
    }

    /// The position with its evaluation, unless somebody is in check, where nobody is asked for it.
    fn labelled(&mut self, position: &Chess) -> Option<Packed> {
        if position.is_check() {
            return None;
        }
        let most = i32::from(ScoredMove::PROVEN);
        let value = self.evaluator.evaluate(position).clamp(-most, most);
        Some(Packed::new(position, value as i16, 1))
    }
}

/// A position so many random moves away, or as far as the game goes.
fn walk(position: &Chess, moves: u32, random: &mut Rng) -> Chess {
    let mut position = position.clone();
    for _ in 0..moves {
        let Some(mv) = random.choice(position.legal_moves()) else {
            break;
        };
        position.play_unchecked(mv);
    }
    position
}
