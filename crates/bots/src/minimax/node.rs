//! One node of the full-width tree.

use play::Verdict;

use super::{
    Evaluate, INFINITY, Interrupted, Limits, MAX_PLY, Minimax, Origin, Searchable, WIN, Window, Windows, order,
    table::Bound,
};

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// The score of `position` for its mover, `depth` plies deep and then quiet.
    ///
    /// Exact inside the window; outside it, a bound.
    pub(super) fn node(
        &mut self,
        position: &R,
        origin: Option<&Origin<'_, R, E>>,
        depth: u32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let foreseen = self.foreseen.take();
        self.count(limits)?;
        self.workspace.lines[ply].clear();
        if self.settings.repetition && self.is_repetition(position) {
            return Ok(0);
        }
        let mut legal = std::mem::take(&mut self.workspace.legal[ply]);
        let is_leaf = depth == 0 || ply >= MAX_PLY;
        if E::HAS_OUTLOOKS && depth == 1 && !is_leaf {
            let score = self.frontier(position, origin, &mut legal, ply, window, limits);
            self.workspace.legal[ply] = legal;
            return score;
        }
        let verdict = if is_leaf && !position.is_pressed() {
            position.ended(&mut legal)
        } else {
            position.moves(&mut legal);
            position.verdict(&legal)
        };
        let score = match settled(position, verdict, ply) {
            Some(score) => Ok(score),
            None if is_leaf => self.quiet(position, origin, &mut legal, ply, window, foreseen, limits),
            None => self.widen(position, &legal, depth, ply, window, limits),
        };
        self.workspace.legal[ply] = legal;
        score
    }

    /// The score of `mv` for its mover, the position after it searched to `depth`.
    #[expect(clippy::too_many_arguments, reason = "the parts of one node")]
    pub(super) fn after(
        &mut self,
        position: &R,
        details: Option<&E::Details>,
        mv: R::Move,
        depth: u32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let origin = details.map(|details| Origin { position, details, mv });
        let mut next = position.clone();
        next.play(mv);
        let reversed = Window {
            alpha: -window.beta,
            beta: -window.alpha,
        };
        Ok(-self.node(&next, origin.as_ref(), depth, ply + 1, reversed, limits)?)
    }

    fn widen(
        &mut self,
        position: &R,
        legal: &[R::Move],
        depth: u32,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let hit = self
            .workspace
            .table
            .probe(position.key(), depth, ply, window, self.settings.trust);
        let (first, known) = hit.map_or((None, None), |hit| (hit.best, hit.score));
        if let Some(score) = known {
            return Ok(score);
        }
        if let Some(score) = self.cut(position, legal, depth, ply, window, limits)? {
            return Ok(score);
        }

        // The details of the positions after the moves are needed if those are the last ply of the full width.
        let details = (E::HAS_OUTLOOKS && depth == 2).then(|| self.evaluation.details(position));
        let details = details.as_ref();
        let mut ranked = std::mem::take(&mut self.workspace.buffers[ply]);
        self.workspace.order.rank(position, legal, ply, first, &mut ranked);
        let (mut best, mut best_move, mut alpha) = (-INFINITY, None, window.alpha);
        self.keys.push(position.key());
        let mut index = 0;
        while let Some(mv) = order::next(&mut ranked, index) {
            let reduction = self.reduction(depth, index, ranked[index].is_gain());
            index += 1;
            let open = Window { alpha, ..window };
            let score = if index == 1 || (self.settings.windows == Windows::Open && reduction == 0) {
                self.after(position, details, mv, depth - 1, ply, open, limits)?
            } else {
                let depths = [depth - 1 - reduction, depth - 1];
                self.scout(position, details, mv, depths, ply, open, limits)?
            };
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                self.extend_line(ply, mv);
            }
            if alpha >= window.beta {
                self.workspace.order.refuted(position, mv, ply, depth, &self.settings);
                break;
            }
        }
        self.keys.pop();
        self.workspace.buffers[ply] = ranked;

        let bound = Bound::of(window, best, best_move.is_some());
        self.workspace
            .table
            .store(position.key(), depth, ply, best_move, best, bound);
        Ok(best)
    }

    /// The score of a later move: first a null window, with a reduced depth if allowed; only if that fails high, the
    /// full window.
    #[expect(clippy::too_many_arguments, reason = "the parts of one node")]
    pub(super) fn scout(
        &mut self,
        position: &R,
        details: Option<&E::Details>,
        mv: R::Move,
        depths: [u32; 2],
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let [first, full] = depths;
        let alpha = window.alpha;
        let null = Window { alpha, beta: alpha + 1 };
        let mut score = self.after(position, details, mv, first, ply, null, limits)?;
        if score > alpha && first < full {
            score = self.after(position, details, mv, full, ply, null, limits)?;
        }
        if score > alpha && window.beta > null.beta {
            score = self.after(position, details, mv, full, ply, window, limits)?;
        }
        Ok(score)
    }

    /// The line of `ply` becomes `mv` and the line of the ply below.
    pub(super) fn extend_line(&mut self, ply: usize, mv: R::Move) {
        let (upper, lower) = self.workspace.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Counts a node and checks the limits; the clock and the flag only every 1,024 nodes.
    pub(super) fn count(&mut self, limits: &Limits<'_>) -> Result<(), Interrupted> {
        if limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(Interrupted);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1024) && limits.are_up() {
            return Err(Interrupted);
        }
        Ok(())
    }

    /// Whether the position was on the path before, or so often in the game that it can be claimed now.
    fn is_repetition(&self, position: &R) -> bool {
        let Some(needed) = R::REPETITION.claim else {
            return false;
        };
        let key = position.key();
        let path = self.keys.len() - self.root;
        let back = self.keys.iter().rev().skip(1).step_by(2);
        let mut occurrences = 1;
        for (steps, &seen) in back.take(position.reversible_plies() / 2).enumerate() {
            if seen == key {
                occurrences += 1;
                if 2 * steps + 1 < path || occurrences >= needed {
                    return true;
                }
            }
        }
        false
    }
}

/// The score of a game that is over, or drawn by a claim.
pub(super) fn settled<R: Searchable>(position: &R, verdict: Option<Verdict<R::End>>, ply: usize) -> Option<i32> {
    if let Some(verdict) = verdict {
        return Some(match verdict.winner {
            None => 0,
            Some(winner) if winner == position.turn() => WIN - ply as i32,
            Some(_) => ply as i32 - WIN,
        });
    }
    position.claim().map(|_| 0)
}

impl Limits<'_> {
    /// Whether the flag is raised or the time used up.
    pub(super) fn are_up(&self) -> bool {
        self.stop.is_raised() || self.time.is_some_and(|time| self.watch.elapsed() >= time)
    }
}
