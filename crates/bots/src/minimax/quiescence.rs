//! Beyond the full width: trades are played out before a position is judged.

use super::{Evaluate, INFINITY, Interrupted, Limits, MAX_PLY, Minimax, Searchable, Window, order};

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// The score of a running game when only gains are tried; a pressed mover tries every move and may not stand pat.
    pub(super) fn quiet(
        &mut self,
        position: &R,
        legal: &[R::Move],
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let pressed = position.is_pressed();
        let stand_pat = !pressed || ply >= MAX_PLY;
        let mut best = if stand_pat {
            self.evaluation.evaluate(position, legal, window)
        } else {
            -INFINITY
        };
        if best >= window.beta || ply >= MAX_PLY {
            return Ok(best);
        }

        let mut alpha = window.alpha.max(best);
        let mut ranked = std::mem::take(&mut self.workspace.buffers[ply]);
        if pressed {
            self.workspace.order.rank(position, legal, ply, None, &mut ranked);
        } else {
            order::rank_gains(position, legal, &mut ranked);
        }
        self.keys.push(position.key());
        let mut index = 0;
        while let Some(mv) = order::next(&mut ranked, index) {
            index += 1;
            let open = Window { alpha, ..window };
            let score = self.after(position, mv, 0, ply, open, limits)?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_line(ply, mv);
            }
            if alpha >= window.beta {
                break;
            }
        }
        self.keys.pop();
        self.workspace.buffers[ply] = ranked;
        Ok(best)
    }
}
