//! The quiescence search: captures are played before a position is evaluated.

use super::{Evaluate, INFINITY, Interrupted, Limits, MAX_PLY, Minimax, Origin, Searchable, UNKNOWN, Window, order};

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// The score of a running game when only gaining moves are tried; a pressed mover ([`Searchable::is_pressed`])
    /// tries every move and may not stand pat.
    #[expect(clippy::too_many_arguments, reason = "the parts of one node")]
    pub(super) fn quiet(
        &mut self,
        position: &R,
        origin: Option<&Origin<'_, R, E>>,
        legal: &mut Vec<R::Move>,
        ply: usize,
        window: Window,
        foreseen: Option<i32>,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let pressed = position.is_pressed();
        let stand_pat = !pressed || ply >= MAX_PLY;
        let mut best = match foreseen {
            _ if !stand_pat => -INFINITY,
            Some(worth) => worth,
            None => self.evaluation.evaluate(position, legal, window),
        };
        if best >= window.beta || ply >= MAX_PLY {
            return Ok(best);
        }

        let mut alpha = window.alpha.max(best);
        let mut ranked = std::mem::take(&mut self.workspace.buffers[ply]);
        if pressed {
            self.workspace.order.rank(position, legal, ply, None, &mut ranked);
        } else {
            position.gains(legal);
            if E::HAS_OUTLOOKS {
                let worth = best;
                legal.retain(|&mv| {
                    let ceiling = self.evaluation.ceiling(position, worth, mv);
                    let is_hopeless = ceiling <= alpha;
                    if is_hopeless {
                        best = best.max(ceiling);
                    }
                    !is_hopeless
                });
            }
            order::rank_gains(position, legal, &mut ranked);
        }
        if ranked.is_empty() {
            self.workspace.buffers[ply] = ranked;
            return Ok(best);
        }
        let details = (E::HAS_OUTLOOKS && stand_pat).then(|| self.details(position, origin));
        self.keys.push(position.key());
        let mut index = 0;
        while let Some(mv) = order::next(&mut ranked, index) {
            index += 1;
            let outlook = details
                .as_ref()
                .map_or(UNKNOWN, |details| self.evaluation.outlook(position, details, mv));
            if outlook <= alpha {
                best = best.max(outlook);
                continue;
            }
            let score = if outlook != UNKNOWN && !position.leaves_gain(mv) {
                // The opponent can only stand pat.
                self.workspace.lines[ply + 1].clear();
                outlook
            } else {
                self.foreseen = (outlook != UNKNOWN).then_some(-outlook);
                let open = Window { alpha, ..window };
                self.after(position, details.as_ref(), mv, 0, ply, open, limits)?
            };
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

    /// The details of a position, from those of the position before it if they are known.
    pub(super) fn details(&self, position: &R, origin: Option<&Origin<'_, R, E>>) -> E::Details {
        match origin {
            Some(from) => self
                .evaluation
                .details_after(from.position, from.details, from.mv, position),
            None => self.evaluation.details(position),
        }
    }
}
