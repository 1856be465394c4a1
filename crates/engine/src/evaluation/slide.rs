//! From two sums to one value: how much of the middlegame is left, and how much of a lead can be won.

use shakmaty::Color;

use super::{material, pair::Pair};
use crate::board::Board;

/// How the middlegame and the endgame sum of a position become one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// Officers left, at most [`WHOLE`].
    phase: i32,
    /// How much of the endgame sum counts, in parts of [`material::FULL`].
    scale: i32,
}

/// The phase of the starting position.
const WHOLE: i32 = 24;

impl Slide {
    /// The slide of a board in which a side is ahead in the endgame sum.
    #[inline]
    pub(super) fn of(board: &Board, phase: i32, ahead: Color) -> Self {
        Slide {
            phase: phase.min(WHOLE),
            scale: material::scale(board, ahead),
        }
    }

    /// The value of two sums.
    #[inline]
    pub(super) fn apply(self, total: Pair) -> i32 {
        let endgame = total.endgame() * self.scale / material::FULL;
        let middlegame = total.middlegame() * self.middlegame_scale() / material::FULL;
        (middlegame * self.phase + endgame * (WHOLE - self.phase)) / WHOLE
    }

    /// What the middlegame and the endgame sum are multiplied with, but for the rounding of whole numbers.
    pub fn factors(self) -> [f64; 2] {
        let share = |parts: i32, scale: i32| f64::from(parts * scale) / f64::from(WHOLE * material::FULL);
        [
            share(self.phase, self.middlegame_scale()),
            share(WHOLE - self.phase, self.scale),
        ]
    }

    /// Where nearly nothing is left to win, the middlegame does not win either.
    #[inline]
    fn middlegame_scale(self) -> i32 {
        match self.scale {
            ..=material::NEARLY_NONE => self.scale,
            _ => material::FULL,
        }
    }
}
