//! Pruning before the move loop: by the evaluation, a null move, or one good capture.

use super::{
    Searcher,
    histories::PieceTo,
    node::Node,
    parameters::{
        null_depth, null_excess, null_margin, null_margin_slope, null_reduction, null_reduction_depth,
        null_verification_depth, probcut, probcut_depth, probcut_improving, razoring, razoring_depth, razoring_slope,
        reverse_futility, reverse_futility_base, reverse_futility_depth,
    },
    picker::Picker,
    technique::Technique,
    tt::Entry,
    tt_key,
};
use crate::{
    report::Bound,
    score::{MATE_BOUND, is_proven},
};

impl Searcher<'_> {
    /// The value of a node that need not be searched; neither on a principal variation nor in check.
    pub(super) fn prune(&mut self, node: &Node) -> Option<i32> {
        if is_proven(node.beta) || is_proven(node.alpha) {
            return None;
        }
        self.razor(node)
            .or_else(|| self.reverse_futility(node))
            .or_else(|| self.null_move(node))
            .or_else(|| self.probcut(node))
    }

    /// Razoring: far below alpha only captures could help, so only they are looked at.
    fn razor(&mut self, node: &Node) -> Option<i32> {
        let margin = razoring() + razoring_slope() * node.depth * node.depth;
        if node.depth > razoring_depth() || node.eval + margin > node.alpha || !self.uses(Technique::Razoring) {
            return None;
        }
        let value = self.qsearch::<false>(node.board, node.ply, node.alpha, node.alpha + 1);
        (!self.stopped && value <= node.alpha && !is_proven(value)).then(|| {
            self.tally.count(Technique::Razoring);
            value
        })
    }

    /// Reverse futility: so far above beta that no quiet answer brings it back.
    fn reverse_futility(&mut self, node: &Node) -> Option<i32> {
        let margin = reverse_futility() * (node.depth - i32::from(node.improving)).max(0) + reverse_futility_base();
        let possible =
            node.depth <= reverse_futility_depth() && node.eval - margin >= node.beta && !is_proven(node.eval);
        if !possible || node.was_pv || !self.uses(Technique::ReverseFutility) {
            return None;
        }
        self.tally.count(Technique::ReverseFutility);
        Some(node.beta + (node.eval - node.beta) / 3)
    }

    /// Null move: if passing fails high, a move will too, except in zugzwang.
    fn null_move(&mut self, node: &Node) -> Option<i32> {
        let static_eval = node.static_eval?;
        let passed = node.ply > 0 && self.frames[node.ply - 1].mv.is_none();
        if node.depth < null_depth()
            || node.eval < node.beta
            || static_eval + null_margin_slope() * node.depth < node.beta + null_margin()
            || passed
            || node.ply < self.null_from
            || !node.board.has_non_pawns()
            || !self.uses(Technique::NullMove)
        {
            return None;
        }
        let excess = ((node.eval - node.beta) / null_excess()).min(3);
        let depth = node.depth - (null_reduction() + node.depth / null_reduction_depth() + excess);
        let mut board = node.board.clone();
        board.pass();
        let ply = node.ply;
        self.frames[ply].mv = None;
        self.frames[ply].piece_to = PieceTo::NONE;
        self.memory.accumulators.push(&crate::board::Changes::default());
        self.keys.push(board.keys().full);
        let value = -self.search::<false>(&board, ply + 1, -node.beta, 1 - node.beta, depth, !node.cut);
        self.unmake();
        if self.stopped || value < node.beta {
            return None;
        }
        let value = if value >= MATE_BOUND || is_proven(value) {
            node.beta
        } else {
            value
        };
        if node.depth < null_verification_depth() && node.board.has_many_non_pawns() || self.null_from > 0 {
            self.tally.count(Technique::NullMove);
            return Some(value);
        }
        // Verification: no null moves below, so that zugzwang is detected.
        self.null_from = ply + (3 * depth.max(0) as usize) / 4 + 1;
        let verified = self.search::<false>(node.board, ply, node.beta - 1, node.beta, depth.max(1), false);
        self.null_from = 0;
        (!self.stopped && verified >= node.beta).then(|| {
            self.tally.count(Technique::NullMove);
            value
        })
    }

    /// `ProbCut`: a capture that beats a raised beta at lower depth will beat beta at full depth.
    fn probcut(&mut self, node: &Node) -> Option<i32> {
        let static_eval = node.static_eval?;
        let raised = node.beta + probcut() - probcut_improving() * i32::from(node.improving);
        let hopeless = node
            .entry
            .zip(node.tt_value)
            .is_some_and(|(entry, value)| entry.depth >= node.depth - 3 && value < raised);
        if node.depth < probcut_depth() || hopeless || is_proven(raised) || !self.uses(Technique::ProbCut) {
            return None;
        }
        let mut picker = Picker::noisy_from(node.board, node.tt_move, raised - static_eval);
        while let Some(mv) = picker.next(self, node.board, node.ply) {
            let after = self.make(node.board, mv, node.ply);
            let mut value = -self.qsearch::<false>(&after, node.ply + 1, -raised, 1 - raised);
            let depth = node.depth - 4;
            if value >= raised && depth > 0 {
                value = -self.search::<false>(&after, node.ply + 1, -raised, 1 - raised, depth, !node.cut);
            }
            self.unmake();
            if self.stopped {
                return None;
            }
            if value >= raised {
                self.tally.count(Technique::ProbCut);
                let entry = Entry {
                    mv: Some(mv),
                    value,
                    eval: Some(self.frames[node.ply].raw),
                    depth: node.depth - 3,
                    bound: Bound::Lower,
                    was_pv: node.was_pv,
                };
                self.store(tt_key(node.board), node.ply, entry);
                return Some(if is_proven(value) {
                    value
                } else {
                    value - (raised - node.beta)
                });
            }
        }
        None
    }
}
