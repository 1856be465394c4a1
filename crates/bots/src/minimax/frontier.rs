//! The last ply of the full width, for games whose evaluation predicts the value of a move.
//!
//! Most nodes of a tree are here, and one move or none decides most of them. So moves are generated in stages, and a
//! move whose outlook cannot raise alpha is not played: the opponent could stand pat after it. The scores are those of
//! [`widen`](Minimax::widen).

use super::{
    Evaluate, INFINITY, Interrupted, Limits, Minimax, Origin, Searchable, UNKNOWN, Window, Windows, node::settled,
    order, table::Bound,
};

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// The score of a position one ply deep; `moves` is a buffer.
    pub(super) fn frontier(
        &mut self,
        position: &R,
        origin: Option<&Origin<'_, R, E>>,
        moves: &mut Vec<R::Move>,
        ply: usize,
        window: Window,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted> {
        let hit = self
            .workspace
            .near
            .probe(position.key(), 1, ply, window, self.settings.trust);
        if let Some(score) = settled(position, position.ended(moves), ply) {
            return Ok(score);
        }
        let (first, known) = hit.map_or((None, None), |hit| (hit.best, hit.score));
        if let Some(score) = known {
            return Ok(score);
        }
        if let Some(score) = self.cut(position, moves, 1, ply, window, limits)? {
            return Ok(score);
        }
        let details = self.details(position, origin);
        let mut stage = Stage {
            best: -INFINITY,
            best_move: None,
            alpha: window.alpha,
            beta: window.beta,
            searched: 0,
        };
        let mut ranked = std::mem::take(&mut self.workspace.buffers[ply]);
        self.keys.push(position.key());
        self.stages(position, &details, first, moves, &mut ranked, ply, &mut stage, limits)?;
        self.keys.pop();
        self.workspace.buffers[ply] = ranked;
        if let Some(mv) = stage.best_move.filter(|_| stage.is_cut()) {
            self.workspace.order.refuted(position, mv, ply, 1, &self.settings);
        }
        let bound = Bound::of(window, stage.best, stage.best_move.is_some());
        self.workspace
            .near
            .store(position.key(), 1, ply, stage.best_move, stage.best, bound);
        Ok(stage.best)
    }

    /// The hash move, gains, killers, then everything else, until a cutoff.
    #[expect(clippy::too_many_arguments, reason = "the parts of one node")]
    fn stages(
        &mut self,
        position: &R,
        details: &E::Details,
        first: Option<R::Move>,
        moves: &mut Vec<R::Move>,
        ranked: &mut Vec<order::Ranked<R::Move>>,
        ply: usize,
        stage: &mut Stage<R::Move>,
        limits: &Limits<'_>,
    ) -> Result<(), Interrupted> {
        let first = first.filter(|&mv| position.is_legal(mv));
        if let Some(mv) = first {
            self.try_move(position, details, mv, ply, stage, limits)?;
            if stage.is_cut() {
                return Ok(());
            }
        }
        position.gains(moves);
        order::rank_gains(position, moves, ranked);
        let mut index = 0;
        while !stage.is_cut()
            && let Some(mv) = order::next(ranked, index)
        {
            index += 1;
            if Some(mv) != first {
                self.try_move(position, details, mv, ply, stage, limits)?;
            }
        }
        let killers = self.workspace.order.killers(ply);
        for mv in killers.into_iter().flatten() {
            if !stage.is_cut() && Some(mv) != first && position.is_legal(mv) {
                self.try_move(position, details, mv, ply, stage, limits)?;
            }
        }
        if stage.is_cut() {
            return Ok(());
        }
        position.moves(moves);
        let worth = self.evaluation.worth_of(position, details);
        for &mv in moves.iter() {
            let tried = Some(mv) == first || killers.contains(&Some(mv)) || ranked.iter().any(|gain| gain.mv == mv);
            let ceiling = if tried {
                UNKNOWN
            } else {
                self.evaluation.ceiling(position, worth, mv)
            };
            if ceiling <= stage.alpha {
                stage.best = stage.best.max(ceiling);
            } else if !tried {
                self.try_move(position, details, mv, ply, stage, limits)?;
                if stage.is_cut() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn try_move(
        &mut self,
        position: &R,
        details: &E::Details,
        mv: R::Move,
        ply: usize,
        stage: &mut Stage<R::Move>,
        limits: &Limits<'_>,
    ) -> Result<(), Interrupted> {
        let outlook = self.evaluation.outlook(position, details, mv);
        if outlook <= stage.alpha {
            stage.best = stage.best.max(outlook);
            return Ok(());
        }
        let open = Window {
            alpha: stage.alpha,
            beta: stage.beta,
        };
        let score = if outlook != UNKNOWN && !position.leaves_gain(mv) {
            // The opponent can only stand pat.
            self.workspace.lines[ply + 1].clear();
            outlook
        } else if stage.searched == 0 || self.settings.windows == Windows::Open {
            self.foreseen = (outlook != UNKNOWN).then_some(-outlook);
            self.after(position, Some(details), mv, 0, ply, open, limits)?
        } else {
            self.foreseen = (outlook != UNKNOWN).then_some(-outlook);
            self.scout(position, Some(details), mv, [0; 2], ply, open, limits)?
        };
        stage.searched += 1;
        stage.best = stage.best.max(score);
        if score > stage.alpha {
            stage.alpha = score;
            stage.best_move = Some(mv);
            self.extend_line(ply, mv);
        }
        Ok(())
    }
}

/// The results at a node so far.
struct Stage<M> {
    best: i32,
    best_move: Option<M>,
    alpha: i32,
    beta: i32,
    /// Moves that were played.
    searched: u32,
}

impl<M> Stage<M> {
    const fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }
}
