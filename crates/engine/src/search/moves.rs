//! One move at a node: whether to try it at all, how deep, and with which window.

use std::sync::LazyLock;

use super::{
    Searcher,
    node::Node,
    parameters::{
        double_extension, double_extensions, exchange_depth, exchange_history, exchange_noisy, exchange_quiet,
        futility, futility_depth, futility_history, futility_slope, history_pruning, history_pruning_depth,
        late_move_base, reduction_base, reduction_check, reduction_cut, reduction_cutoffs, reduction_history,
        reduction_in_check, reduction_noisy_tt_move, reduction_not_improving, reduction_pv, reduction_slope,
        reduction_was_pv, singular_depth, singular_margin, singular_was_pv,
    },
    technique::Technique,
};
use crate::{
    mv::Move,
    report::Bound,
    score::{PROVEN, is_proven},
};

/// The decision about a move.
pub(super) enum Decision {
    /// It is not worth trying.
    Skip,
    /// Neither it nor any quiet move after it is worth trying, checks left out.
    SkipQuiet,
    /// The node is decided without it.
    Cut(i32),
    /// Try it, so many plies deeper, with what its histories say.
    Search { extension: i32, history: i32 },
}

/// A ply in the units of reductions.
const PLY: i32 = 1024;

/// Natural logarithms in 1024ths.
static LOGARITHMS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|number| (1024.0 * (number.max(1) as f64).ln()) as i32));

/// The reduction of a late move by depth and number, in 1024ths of a ply.
fn late_move_reduction(depth: i32, tried: usize) -> i32 {
    let product = LOGARITHMS[depth.clamp(1, 63) as usize] * LOGARITHMS[tried.min(63)] / PLY;
    reduction_base() + reduction_slope() * product / PLY
}

impl Searcher<'_> {
    /// Decides on pruning, reduction and extension of a move before it is played; `tried` counts from one.
    pub(super) fn decide(&mut self, node: &Node, mv: Move, tried: usize, best: i32) -> Decision {
        let history = self.history_of(node, mv);
        if node.ply > 0 && best > -PROVEN && node.board.has_non_pawns() {
            if !mv.is_noisy() && self.is_late(node, tried) && !node.board.gives_check(mv) {
                return Decision::SkipQuiet;
            }
            if self.is_hopeless(node, mv, tried, history) {
                return Decision::Skip;
            }
        }
        let singular = Some(mv) == node.tt_move && node.ply > 0 && node.excluded.is_none();
        match singular.then(|| self.singular(node, mv)).flatten() {
            Some(Singular::Cut(value)) => Decision::Cut(value),
            Some(Singular::Extend(extension)) => Decision::Search { extension, history },
            None => Decision::Search { extension: 0, history },
        }
    }

    /// Plays a move and searches below it: the value for the side that moved.
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        node: &Node,
        mv: Move,
        tried: usize,
        alpha: i32,
        extension: i32,
        history: i32,
    ) -> i32 {
        let ply = node.ply;
        let check = node.board.gives_check(mv);
        let depth = node.depth - 1 + extension;
        let after = self.make(node.board, mv, ply);
        self.frames[ply + 1].extensions += i32::from(extension > 1);
        let mut value = -super::INFINITE;
        let mut full = !PV || tried > 1;
        if node.depth >= 2 && tried > 1 + usize::from(PV) && self.uses(Technique::LateMoveReduction) {
            let reduction = self.reduction(node, mv, tried, history, check);
            let reduced = (depth - reduction / PLY).clamp(1, depth.max(1));
            if reduced < depth {
                self.tally.count(Technique::LateMoveReduction);
            }
            value = -self.search::<false>(&after, ply + 1, -alpha - 1, -alpha, reduced, true);
            // A reduced move that beats alpha is searched again.
            full = value > alpha && reduced < depth;
        }
        if full && !self.stopped {
            value = -self.search::<false>(&after, ply + 1, -alpha - 1, -alpha, depth, !node.cut);
        }
        if PV && (tried == 1 || value > alpha) && !self.stopped {
            value = -self.search::<true>(&after, ply + 1, -node.beta, -alpha, depth, false);
        }
        self.unmake();
        value
    }

    fn history_of(&self, node: &Node, mv: Move) -> i32 {
        if mv.is_noisy() {
            if self.uses(Technique::CaptureHistory) {
                self.histories().capture(node.board, mv)
            } else {
                0
            }
        } else {
            self.quiet_scores(node.board, node.ply).of(node.board, mv)
        }
    }

    /// Late-move pruning: enough quiet moves were tried. A check may still mate, however late it comes.
    fn is_late(&self, node: &Node, tried: usize) -> bool {
        let most = (late_move_base() + node.depth * node.depth) / if node.improving { 1 } else { 2 };
        tried as i32 > most && self.uses(Technique::LateMovePruning)
    }

    /// Whether a move cannot matter at this depth.
    fn is_hopeless(&mut self, node: &Node, mv: Move, tried: usize, history: i32) -> bool {
        let reduction = late_move_reduction(node.depth, tried) / PLY;
        let depth = (node.depth - reduction).max(1);
        if mv.is_noisy() {
            let margin = exchange_noisy() * node.depth;
            return node.depth <= exchange_depth()
                && self.uses(Technique::ExchangePruning)
                && !node
                    .board
                    .exchange_reaches(mv, -margin - (history / exchange_history()).clamp(-margin, margin))
                && self.counted(Technique::ExchangePruning);
        }
        if depth <= history_pruning_depth()
            && history < -history_pruning() * depth
            && self.uses(Technique::HistoryPruning)
        {
            return self.counted(Technique::HistoryPruning);
        }
        // Futility: a quiet move does not win so much.
        if let Some(static_eval) = node.static_eval
            && depth <= futility_depth()
            && static_eval + futility() + futility_slope() * depth + history / futility_history() <= node.alpha
            && self.uses(Technique::Futility)
            && !node.board.gives_check(mv)
        {
            return self.counted(Technique::Futility);
        }
        node.depth <= exchange_depth()
            && self.uses(Technique::ExchangePruning)
            && !node.board.exchange_reaches(mv, -exchange_quiet() * depth * depth)
            && self.counted(Technique::ExchangePruning)
    }

    fn counted(&mut self, technique: Technique) -> bool {
        self.tally.count(technique);
        true
    }

    /// Singular extension: the tt move is searched deeper when all others are clearly worse.
    fn singular(&mut self, node: &Node, mv: Move) -> Option<Singular> {
        let (entry, value) = (node.entry?, node.tt_value?);
        if node.depth < singular_depth()
            || entry.depth < node.depth - 3
            || entry.bound == Bound::Upper
            || is_proven(value)
            || node.ply as i32 >= 2 * self.root_depth
            || !self.uses(Technique::SingularExtension)
        {
            return None;
        }
        let below =
            value - node.depth * singular_margin() / 64 - singular_was_pv() * i32::from(node.was_pv && !node.pv);
        self.frames[node.ply].excluded = Some(mv);
        let others = self.search::<false>(node.board, node.ply, below - 1, below, (node.depth - 1) / 2, node.cut);
        self.frames[node.ply].excluded = None;
        if self.stopped {
            return None;
        }
        Some(if others < below {
            self.tally.count(Technique::SingularExtension);
            let far = !node.pv
                && others < below - double_extension()
                && self.frames[node.ply].extensions < double_extensions();
            Singular::Extend(1 + i32::from(far))
        } else if others >= node.beta && !is_proven(others) && self.uses(Technique::MultiCut) {
            // Multi-cut: another move beats beta as well.
            self.tally.count(Technique::MultiCut);
            Singular::Cut(others)
        } else if value >= node.beta {
            Singular::Extend(-2)
        } else if node.cut {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }

    /// Late-move reduction in 1024ths of a ply.
    fn reduction(&self, node: &Node, mv: Move, tried: usize, history: i32, check: bool) -> i32 {
        let mut reduction = late_move_reduction(node.depth, tried);
        if mv.is_noisy() {
            reduction = reduction * 2 / 3 - history * PLY / reduction_history() / 2;
        } else {
            reduction -= history / 2 * PLY / reduction_history();
        }
        let adjustments = [
            (node.cut, reduction_cut()),
            (!node.improving, reduction_not_improving()),
            (node.was_pv, -reduction_was_pv()),
            (node.pv, -reduction_pv()),
            (check, -reduction_check()),
            (node.board.in_check(), -reduction_in_check()),
            (node.tt_move.is_some_and(Move::is_noisy), reduction_noisy_tt_move()),
            (self.frames[node.ply + 1].cutoffs > 3, reduction_cutoffs()),
        ];
        reduction += adjustments
            .iter()
            .filter(|(applies, _)| *applies)
            .map(|(_, amount)| amount)
            .sum::<i32>();
        reduction.max(0)
    }
}

/// The result of the singular search.
enum Singular {
    Extend(i32),
    Cut(i32),
}
