//! One node of the tree above quiescence.

use std::sync::atomic::Ordering;

use arrayvec::ArrayVec;
use shakmaty_syzygy::Wdl;

use super::{
    Searcher, moves::Decision, parameters::internal_reduction_depth, picker::Picker, root::Found, technique::Technique,
    tt::Entry, tt_key,
};
use crate::{
    board::Board,
    mv::Move,
    report::Bound,
    score::{DRAW, INFINITE, MAX_PLY, TB_WIN, from_tt, mated},
};

/// The data of a node before the move loop.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts of a node")]
pub(super) struct Node<'b> {
    pub(super) board: &'b Board,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) pv: bool,
    /// Whether this node is expected to fail high.
    pub(super) cut: bool,
    pub(super) entry: Option<Entry>,
    /// The value of the entry, counted from this ply.
    pub(super) tt_value: Option<i32>,
    pub(super) tt_move: Option<Move>,
    /// The corrected evaluation; none in check.
    pub(super) static_eval: Option<i32>,
    /// The best estimate of the value: the evaluation, or the value of the table where it is a better bound.
    pub(super) eval: i32,
    /// Whether the evaluation rose since our last move.
    pub(super) improving: bool,
    pub(super) was_pv: bool,
    pub(super) excluded: Option<Move>,
}

/// How trying the moves ended.
enum Tried {
    /// The search was stopped.
    Stopped,
    /// Another search decided the node; its value is not for a best move or this depth.
    Cut(i32),
    /// All relevant moves were tried.
    Done(Outcome),
}

/// The result of the move loop.
pub(super) struct Outcome {
    pub(super) best: i32,
    pub(super) best_move: Option<Move>,
    pub(super) bound: Bound,
}

impl Searcher<'_> {
    /// The value of a position for its side to move, exact between `alpha` and `beta`.
    pub(super) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        ply: usize,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        cut: bool,
    ) -> i32 {
        if depth <= 0 {
            return self.qsearch::<PV>(board, ply, alpha, beta);
        }
        if !self.visit(ply) {
            return DRAW;
        }
        if PV {
            self.memory.lines[ply].clear();
        }
        if ply > 0 {
            if self.is_draw(board, ply) {
                return DRAW;
            }
            if ply >= MAX_PLY - 1 {
                return if board.in_check() { DRAW } else { self.evaluate(board) };
            }
            // Mate distance: nothing here can be better than a mate found nearer the root.
            alpha = alpha.max(mated(ply));
            beta = beta.min(-mated(ply + 1));
            if alpha < DRAW && self.can_repeat(board, ply) {
                alpha = DRAW;
            }
            if alpha >= beta {
                return alpha;
            }
        }
        let mut node = self.probe_tt(board, ply, depth, alpha, beta, PV, cut);
        if let Some(value) = self.tt_cutoff(&node) {
            return value;
        }
        if let Some(value) = self.probe_syzygy(&mut node) {
            return value;
        }
        self.evaluate_node(&mut node);
        if !PV && node.excluded.is_none() && node.static_eval.is_some() {
            if let Some(value) = self.prune(&node) {
                return value;
            }
            if self.stopped {
                return DRAW;
            }
        }
        // Internal iterative reductions: without a known move the next visit will be better prepared.
        if (PV || cut)
            && node.excluded.is_none()
            && node.depth >= internal_reduction_depth()
            && node.tt_move.is_none()
            && self.uses(Technique::InternalReduction)
        {
            self.tally.count(Technique::InternalReduction);
            node.depth -= 1;
        }
        match self.try_moves::<PV>(&node) {
            Tried::Stopped => DRAW,
            Tried::Cut(value) => value,
            Tried::Done(outcome) => {
                self.conclude(&node, &outcome);
                outcome.best
            }
        }
    }

    /// A node with what the transposition table and the frames have of it.
    #[expect(clippy::too_many_arguments, reason = "they are the arguments of the search")]
    fn probe_tt<'b>(
        &mut self,
        board: &'b Board,
        ply: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        pv: bool,
        cut: bool,
    ) -> Node<'b> {
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_none() {
            self.shared.tt.probe(tt_key(board))
        } else {
            None
        };
        let tt_move = if ply == 0 {
            self.root.first()
        } else {
            entry.and_then(|entry| entry.mv)
        };
        if ply + 2 < self.frames.len() {
            self.frames[ply + 2].killers = [None; 2];
            self.frames[ply + 1].cutoffs = 0;
        }
        Node {
            board,
            ply,
            depth,
            alpha,
            beta,
            pv,
            cut,
            entry,
            tt_value: entry.map(|entry| from_tt(entry.value, ply, board.halfmoves())),
            tt_move: tt_move.filter(|mv| excluded.is_none() && board.is_legal(*mv)),
            static_eval: None,
            eval: DRAW,
            improving: false,
            was_pv: pv || entry.is_some_and(|entry| entry.was_pv),
            excluded,
        }
    }

    /// The value of the transposition table, if it is deep enough and the fifty-move rule is far.
    fn tt_cutoff(&mut self, node: &Node) -> Option<i32> {
        let (entry, value) = (node.entry?, node.tt_value?);
        let usable = !node.pv && entry.depth >= node.depth && node.board.halfmoves() < 90;
        if !usable || !entry.fits(value, node.alpha, node.beta) || !self.uses(Technique::TtCutoff) {
            return None;
        }
        self.tally.count(Technique::TtCutoff);
        if let Some(mv) = node.tt_move.filter(|mv| value >= node.beta && !mv.is_noisy()) {
            self.reward_quiet(node, mv, node.depth);
        }
        Some(value)
    }

    /// The value of the Syzygy tables, if it decides the window.
    fn probe_syzygy(&mut self, node: &mut Node) -> Option<i32> {
        let syzygy = self.shared.syzygy.as_deref()?;
        if node.ply == 0 || node.excluded.is_some() {
            return None;
        }
        let result = syzygy.wdl(node.board.chess(), self.shared.probe_limit)?;
        self.shared.tb_hits.fetch_add(1, Ordering::Relaxed);
        let (value, bound) = match result {
            Wdl::Win => (TB_WIN - node.ply as i32, Bound::Lower),
            Wdl::Loss => (node.ply as i32 - TB_WIN, Bound::Upper),
            Wdl::Draw | Wdl::CursedWin | Wdl::BlessedLoss => (DRAW, Bound::Exact),
        };
        let entry = Entry {
            mv: None,
            value,
            eval: None,
            depth: (node.depth + 6).min(MAX_PLY as i32 - 1),
            bound,
            was_pv: node.was_pv,
        };
        if entry.fits(value, node.alpha, node.beta) {
            self.store(tt_key(node.board), node.ply, entry);
            return Some(value);
        }
        None
    }

    /// Evaluates the node, or takes the evaluation from the table.
    fn evaluate_node(&mut self, node: &mut Node) {
        let (board, ply) = (node.board, node.ply);
        if board.in_check() {
            self.frames[ply].eval = None;
            return;
        }
        if node.excluded.is_some() {
            node.static_eval = self.frames[ply].eval;
            node.eval = node.static_eval.unwrap_or(DRAW);
        } else {
            let raw = node
                .entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.evaluate(board));
            let static_eval = self.corrected(board, raw, ply);
            if static_eval != raw {
                self.tally.count(Technique::CorrectionHistory);
            }
            self.frames[ply].eval = Some(static_eval);
            self.frames[ply].raw = raw;
            node.static_eval = Some(static_eval);
            node.eval = match (node.entry, node.tt_value) {
                (Some(entry), Some(value)) if entry.improves_on(static_eval, value) => value,
                _ => static_eval,
            };
        }
        let earlier = [2, 4]
            .into_iter()
            .find_map(|back| self.frames.get(ply.checked_sub(back)?)?.eval);
        node.improving = earlier.is_some_and(|earlier| node.static_eval > Some(earlier));
    }

    /// Tries the moves in order.
    fn try_moves<const PV: bool>(&mut self, node: &Node) -> Tried {
        let (board, ply) = (node.board, node.ply);
        let mut outcome = Outcome {
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
        };
        let mut alpha = node.alpha;
        let mut picker = Picker::all(node.tt_move);
        let (mut quiet, mut noisy) = (ArrayVec::<Move, 64>::new(), ArrayVec::<Move, 32>::new());
        let mut tried = 0;
        while let Some(mv) = picker.next(self, board, ply) {
            if Some(mv) == node.excluded || ply == 0 && !self.root.is_open(mv) {
                continue;
            }
            tried += 1;
            if ply == 0 {
                self.announce(board, mv, tried);
            }
            match self.decide(node, mv, tried, outcome.best) {
                Decision::Skip => continue,
                Decision::SkipQuiet => {
                    let skipped = picker.skip_quiet_without_check(board);
                    self.tally.count_many(Technique::LateMovePruning, skipped + 1);
                    tried += skipped;
                    continue;
                }
                Decision::Cut(value) => return Tried::Cut(value),
                Decision::Search { extension, history } => {
                    let before = self.nodes;
                    let value = self.try_move::<PV>(node, mv, tried, alpha, extension, history);
                    if self.stopped {
                        return Tried::Stopped;
                    }
                    if ply == 0 {
                        let found = Found {
                            value,
                            window: (alpha, node.beta),
                            depth: self.root_depth,
                            nodes: self.nodes - before,
                            seldepth: self.seldepth,
                        };
                        self.root.enter(mv, &found, tried == 1, &self.memory.lines[1]);
                    }
                    if value > outcome.best {
                        outcome.best = value;
                        if value > alpha {
                            outcome.best_move = Some(mv);
                            if PV {
                                self.extend_line(mv, ply);
                            }
                            if value >= node.beta {
                                outcome.bound = Bound::Lower;
                                break;
                            }
                            alpha = value;
                            outcome.bound = Bound::Exact;
                        }
                    }
                }
            }
            if mv.is_noisy() {
                // A full list means that many moves failed; the rest need no malus.
                let _full = noisy.try_push(mv);
            } else {
                let _full = quiet.try_push(mv);
            }
        }
        if tried == 0 {
            outcome.best = match (node.excluded, board.in_check()) {
                (Some(_), _) => node.alpha,
                (None, true) => mated(ply),
                (None, false) => DRAW,
            };
        }
        if let Some(mv) = outcome.best_move.filter(|_| outcome.bound == Bound::Lower) {
            self.learn(node, mv, &quiet, &noisy);
        }
        Tried::Done(outcome)
    }

    /// Stores the outcome and learns how wrong the evaluation was.
    fn conclude(&mut self, node: &Node, outcome: &Outcome) {
        if node.excluded.is_some() || node.ply == 0 && self.root.is_later_line() {
            return;
        }
        if let Some(static_eval) = node.static_eval {
            let quiet = outcome.best_move.is_none_or(|mv| !mv.is_noisy());
            let consistent = match outcome.bound {
                Bound::Exact => true,
                Bound::Lower => outcome.best > static_eval,
                Bound::Upper => outcome.best < static_eval,
            };
            if quiet && consistent && !crate::score::is_proven(outcome.best) {
                self.learn_correction(node, outcome.best - static_eval);
            }
        }
        let entry = Entry {
            mv: outcome.best_move,
            value: outcome.best,
            eval: node.static_eval.map(|_| self.frames[node.ply].raw),
            depth: node.depth,
            bound: outcome.bound,
            was_pv: node.was_pv,
        };
        self.store(tt_key(node.board), node.ply, entry);
    }
}
