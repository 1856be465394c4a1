//! Selective search, where the settings allow it.
//!
//! Nothing here is used where exact scores are promised; with [`Selection::NONE`](super::Selection::NONE) it does
//! nothing.

use super::{Evaluate, Interrupted, Limits, Minimax, Searchable, WIN_BOUND, Window};

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// A score of at least `beta` without looking at the moves one by one, if the position is good enough.
    pub(super) fn cut(
        &mut self,
        position: &R,
        legal: &[R::Move],
        depth: u32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<Option<i32>, Interrupted> {
        let selection = self.settings.selection;
        let wide = window.beta > window.alpha + 1;
        let idle = !selection.null_move && selection.static_margin.is_none();
        if idle || wide || window.beta.abs() > WIN_BOUND || position.is_pressed() {
            return Ok(None);
        }
        let worth = self.evaluation.evaluate(position, legal, Window::OPEN);
        if worth < window.beta {
            return Ok(None);
        }
        if let Some(margin) = selection.static_margin
            && depth <= STATIC_DEPTH
            && worth - margin * depth as i32 >= window.beta
        {
            return Ok(Some(worth));
        }
        if selection.null_move && depth >= NULL_MOVE_DEPTH && self.passed_to != ply {
            return self.pass(position, depth, ply, window, limits);
        }
        Ok(None)
    }

    /// Null move pruning: a side that is better after passing is at least as good after its best move.
    fn pass(
        &mut self,
        position: &R,
        depth: u32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<Option<i32>, Interrupted> {
        let Some(passed) = position.passed() else {
            return Ok(None);
        };
        let reversed = Window {
            alpha: -window.beta,
            beta: 1 - window.beta,
        };
        let earlier = std::mem::replace(&mut self.passed_to, ply + 1);
        self.keys.push(position.key());
        let shallower = depth - 1 - (2 + depth / 4).min(depth - 1);
        let score = -self.node(&passed, None, shallower, ply + 1, reversed, limits)?;
        self.keys.pop();
        self.passed_to = earlier;
        // A win that needs a pass is not proven.
        Ok((score >= window.beta).then_some(score.min(WIN_BOUND)))
    }

    /// How many plies less deeply the move at `index` is looked at first (late move reductions).
    pub(super) fn reduction(&self, depth: u32, index: usize, is_gain: bool) -> u32 {
        let late = index >= LATE && depth >= REDUCED_DEPTH && !is_gain;
        if !self.settings.selection.reductions || !late {
            return 0;
        }
        let wanted = 1 + u32::from(index >= 3 * LATE) + u32::from(index >= 3 * LATE && depth >= 2 * REDUCED_DEPTH);
        wanted.min(depth - 2)
    }
}

/// The depth up to which reverse futility is used.
const STATIC_DEPTH: u32 = 4;

/// The lowest depth for a null move.
const NULL_MOVE_DEPTH: u32 = 3;

/// From this depth on late moves are reduced.
const REDUCED_DEPTH: u32 = 3;

/// The number of moves that are not reduced.
const LATE: usize = 4;
