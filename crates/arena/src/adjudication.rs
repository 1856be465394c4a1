//! Ending games from outside: what nobody doubts need not be played out.

use std::sync::Arc;

use play::{Ground, Record, Rules, Score, Side};
use serde::{Deserialize, Serialize};

/// What a table of solved endings says of a position: nothing, or who wins, if anybody.
pub type Oracle<R> = Arc<dyn Fn(&R) -> Option<Option<Side>> + Send + Sync>;

/// When a game is ended from outside; by default never, but for draws that can be claimed, which always are.
pub struct Adjudication<R: Rules> {
    /// A side that has thought itself this badly off for so many of its moves has lost.
    pub resign: Option<Patience>,
    /// When both have thought the game this even for so many moves each, it is drawn.
    pub draw: Option<Patience>,
    /// A game of this many moves of each side is drawn.
    pub move_cap: Option<u32>,
    /// Positions it knows are settled.
    pub oracle: Option<Oracle<R>>,
}

impl<R: Rules> Default for Adjudication<R> {
    fn default() -> Self {
        Adjudication {
            resign: None,
            draw: None,
            move_cap: None,
            oracle: None,
        }
    }
}

/// A threshold and how long it must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Patience {
    /// Centipawns.
    pub centipawns: u32,
    /// Moves of a side in a row.
    pub moves: u32,
}

/// How long each side has thought so, in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Streaks {
    hopeless: [u32; 2],
    even: [u32; 2],
}

impl<R: Rules> Adjudication<R> {
    /// Judges the game after `side` has moved, thinking `score` of its position before the move.
    pub(crate) fn judge(
        &self,
        streaks: &mut Streaks,
        record: &Record<R>,
        side: Side,
        score: Option<Score>,
    ) -> Option<(Option<Side>, Ground)> {
        streaks.note(side, score, self.resign, self.draw);
        if self
            .resign
            .is_some_and(|limit| streaks.hopeless[side.index()] >= limit.moves)
        {
            return Some((Some(side.other()), Ground::HopelessScore));
        }
        if self
            .draw
            .is_some_and(|limit| streaks.even.iter().all(|&moves| moves >= limit.moves))
        {
            return Some((None, Ground::EvenScores));
        }
        if let Some(winner) = self.oracle.as_ref().and_then(|oracle| oracle(record.position())) {
            return Some((winner, Ground::Tablebase));
        }
        let cap = self.move_cap.map(|moves| 2 * moves as usize);
        cap.is_some_and(|plies| record.moves().len() >= plies)
            .then_some((None, Ground::MoveCap))
    }
}

impl Streaks {
    /// A move without a score, such as a forced one, says nothing either way.
    fn note(&mut self, side: Side, score: Option<Score>, resign: Option<Patience>, draw: Option<Patience>) {
        let Some(score) = score else { return };
        let reaches = |limit: Option<Patience>, holds: fn(i64, i64) -> bool| {
            limit.is_some_and(|limit| match score {
                Score::Centipawns(points) => holds(i64::from(points), i64::from(limit.centipawns)),
                // Far beyond every threshold.
                Score::Win(_) => holds(i64::from(i32::MAX), i64::from(limit.centipawns)),
                Score::Loss(_) => holds(i64::from(i32::MIN), i64::from(limit.centipawns)),
            })
        };
        let hopeless = reaches(resign, |points, limit| points <= -limit);
        let even = reaches(draw, |points, limit| points.abs() <= limit);
        let count = |streak: &mut u32, holds: bool| *streak = if holds { *streak + 1 } else { 0 };
        count(&mut self.hopeless[side.index()], hopeless);
        count(&mut self.even[side.index()], even);
    }
}
