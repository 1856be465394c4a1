//! Adjudication: ends games whose result is clear.

use std::sync::Arc;

use play::{GameRecord, Ground, Score, Side, SolvedEndings};
use serde::{Deserialize, Serialize};

/// The rules of adjudication; by default only draw claims.
#[derive(Clone, Default)]
pub struct Adjudication {
    /// A side whose own score was this bad for this many of its moves has lost.
    pub resign: Option<ScoreRule>,
    /// A game that both sides scored this even for this many moves each is drawn.
    pub draw: Option<ScoreRule>,
    /// A game of this many moves of each side is drawn.
    pub move_cap: Option<u32>,
    /// Ends games in positions of its tables.
    pub endings: Option<Arc<dyn SolvedEndings>>,
}

/// A threshold and for how many moves it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreRule {
    /// The threshold of the score.
    pub centipawns: u32,
    /// Moves of a side in a row.
    pub moves: u32,
}

/// For how many moves in a row each side's score has met a rule, in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Streaks {
    hopeless: [u32; 2],
    even: [u32; 2],
}

impl Adjudication {
    /// Adjudicates the game after `side` has moved; `score` is its score of the position before the move.
    pub(crate) fn judge(
        &self,
        streaks: &mut Streaks,
        record: &dyn GameRecord,
        side: Side,
        score: Option<Score>,
    ) -> Option<(Option<Side>, Ground)> {
        streaks.note(side, score, self.resign, self.draw);
        if self
            .resign
            .is_some_and(|rule| streaks.hopeless[side.index()] >= rule.moves)
        {
            return Some((Some(side.other()), Ground::HopelessScore));
        }
        if self
            .draw
            .is_some_and(|rule| streaks.even.iter().all(|&moves| moves >= rule.moves))
        {
            return Some((None, Ground::EvenScores));
        }
        if let Some(winner) = self.endings.as_ref().and_then(|endings| endings.result(record)) {
            return Some((winner, Ground::Tablebase));
        }
        let cap = self.move_cap.map(|moves| 2 * moves as usize);
        cap.is_some_and(|plies| record.plies() >= plies)
            .then_some((None, Ground::MoveCap))
    }
}

impl Streaks {
    /// A move without a score, such as a forced one, changes nothing.
    fn note(&mut self, side: Side, score: Option<Score>, resign: Option<ScoreRule>, draw: Option<ScoreRule>) {
        let Some(score) = score else { return };
        let meets = |rule: Option<ScoreRule>, holds: fn(i64, i64) -> bool| {
            rule.is_some_and(|rule| match score {
                Score::Centipawns(points) => holds(i64::from(points), i64::from(rule.centipawns)),
                // Far beyond every threshold.
                Score::Win(_) => holds(i64::from(i32::MAX), i64::from(rule.centipawns)),
                Score::Loss(_) => holds(i64::from(i32::MIN), i64::from(rule.centipawns)),
            })
        };
        let hopeless = meets(resign, |points, limit| points <= -limit);
        let even = meets(draw, |points, limit| points.abs() <= limit);
        let count = |streak: &mut u32, holds: bool| *streak = if holds { *streak + 1 } else { 0 };
        count(&mut self.hopeless[side.index()], hopeless);
        count(&mut self.even[side.index()], even);
    }
}
