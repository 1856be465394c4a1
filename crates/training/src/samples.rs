//! The positions of a game worth learning from.

use shakmaty::{Chess, Position as _};

use crate::{GameResult, ScoredMove, TrainingGame};

/// A quiet position with what a search said and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position.
    pub position: Chess,
    /// The score of the search in centipawns for White.
    pub score: i16,
    /// How the game ended.
    pub result: GameResult,
}

/// The first ply whose position is used for training; earlier moves are random.
pub const FIRST_PLY: usize = 16;

impl TrainingGame {
    /// The quiet positions: nobody is in check, the best move takes nothing and promotes nothing, and the score is no
    /// proven one. The evaluation is only used in such positions; the search resolves captures.
    pub fn samples(&self) -> impl Iterator<Item = Sample> + '_ {
        let mut position = self.start.clone();
        for mv in &self.opening {
            position.play_unchecked(*mv);
        }
        let mut ply = self.opening.len();
        self.moves.iter().filter_map(move |scored| {
            let keeps = ply >= FIRST_PLY && is_quiet(&position, *scored);
            let sample = keeps.then(|| Sample {
                position: position.clone(),
                score: scored.score,
                result: self.result,
            });
            position.play_unchecked(scored.mv);
            ply += 1;
            sample
        })
    }
}

fn is_quiet(position: &Chess, scored: ScoredMove) -> bool {
    let loud = scored.mv.is_capture() || scored.mv.is_promotion();
    !loud && !scored.is_proven() && !position.is_check()
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;

    /// A game from its moves, all scored with `score`.
    fn game(text: &str, score: i16) -> TrainingGame {
        let mut position = Chess::default();
        let moves = text.split(' ').map(|word| {
            let mv = word.parse::<San>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(mv);
            ScoredMove { mv, score }
        });
        TrainingGame {
            number: 0,
            start: Chess::default(),
            moves: moves.collect(),
            opening: Vec::new(),
            result: GameResult::WhiteWins,
        }
    }

    /// Sixteen quiet plies, then a check, its answer, a capture and a quiet move.
    const TEXT: &str =
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 f5 Nf3 Nf6 Qe2 Kf7 Ng5+ Kg8 exf5 d5 Qxe7 Qxe7+";

    #[test]
    fn only_quiet_positions_from_ply_sixteen_on_are_samples() {
        let plies: Vec<u32> = game(TEXT, 20)
            .samples()
            .map(|sample| 2 * (sample.position.fullmoves().get() - 1) + u32::from(sample.position.turn().is_black()))
            .collect();
        // Ply 19 is in check, 20, 22 and 23 take something.
        assert_eq!(plies, [16, 17, 18, 21]);
    }

    #[test]
    fn proven_scores_are_left_out() {
        assert_eq!(game(TEXT, -31_990).samples().count(), 0);
    }
}
