//! Quiescence: captures until the position is quiet enough to be evaluated.

use super::{Searcher, parameters::delta, picker::Picker, technique::Technique, tt::Entry, tt_key};
use crate::{
    board::{Board, worth},
    mv::Move,
    report::Bound,
    score::{DRAW, INFINITE, MAX_PLY, PROVEN, from_tt, is_proven, mated, to_tt},
};

/// A node of quiescence.
struct QNode<'b> {
    board: &'b Board,
    ply: usize,
    alpha: i32,
    beta: i32,
    entry: Option<Entry>,
    /// The value of the entry, counted from this ply.
    tt_value: Option<i32>,
    /// The evaluation before corrections; none in check.
    raw: Option<i32>,
    /// The value without a capture; the lowest value in check.
    stand_pat: i32,
}

impl Searcher<'_> {
    /// The value of a position when only captures, promotions and check evasions are searched.
    pub(super) fn qsearch<const PV: bool>(&mut self, board: &Board, ply: usize, alpha: i32, beta: i32) -> i32 {
        if !self.visit(ply) {
            return DRAW;
        }
        if PV {
            self.memory.lines[ply].clear();
        }
        if self.is_draw(board, ply) {
            return DRAW;
        }
        let (alpha, beta) = (alpha.max(mated(ply)), beta.min(-mated(ply + 1)));
        if alpha >= beta {
            return alpha;
        }
        let entry = self.shared.tt.probe(tt_key(board));
        let tt_value = entry.map(|entry| from_tt(entry.value, ply, board.halfmoves()));
        if let (false, Some(entry), Some(value)) = (PV, entry, tt_value)
            && entry.fits(value, alpha, beta)
            && board.halfmoves() < 90
            && self.uses(Technique::TtCutoff)
        {
            self.tally.count(Technique::TtCutoff);
            return value;
        }
        let mut node = QNode {
            board,
            ply,
            alpha,
            beta,
            entry,
            tt_value,
            raw: None,
            stand_pat: -INFINITE,
        };
        if let Some(value) = self.stand_pat(&mut node) {
            return value;
        }
        self.try_noisy::<PV>(&node)
    }

    /// The value without a capture, if that is enough or the line can go no deeper.
    fn stand_pat(&mut self, node: &mut QNode) -> Option<i32> {
        let deepest = node.ply >= MAX_PLY - 1;
        if node.board.in_check() {
            return deepest.then_some(DRAW);
        }
        let tt_value = node.entry.and_then(|entry| entry.eval);
        let raw = tt_value.unwrap_or_else(|| self.evaluate(node.board));
        node.raw = Some(raw);
        node.stand_pat = self.corrected(node.board, raw, node.ply);
        if let (Some(entry), Some(value)) = (node.entry, node.tt_value)
            && entry.improves_on(node.stand_pat, value)
        {
            node.stand_pat = value;
        }
        if node.stand_pat < node.beta && !deepest {
            node.alpha = node.alpha.max(node.stand_pat);
            return None;
        }
        if node.entry.is_none() {
            self.store_qsearch(node, None, node.stand_pat, Bound::Lower);
        }
        Some(node.stand_pat)
    }

    fn try_noisy<const PV: bool>(&mut self, node: &QNode) -> i32 {
        let QNode { board, ply, beta, .. } = *node;
        let (in_check, mut alpha, mut best) = (board.in_check(), node.alpha, node.stand_pat);
        let tt_move = node
            .entry
            .and_then(|entry| entry.mv)
            .filter(|mv| (in_check || mv.is_noisy()) && board.is_legal(*mv));
        let mut picker = match (in_check, self.uses(Technique::ExchangeInQuiescence)) {
            (true, _) => Picker::all(tt_move),
            (false, true) => Picker::noisy_from(board, tt_move, 0),
            (false, false) => Picker::noisy(tt_move),
        };
        let (mut best_move, mut bound, mut tried) = (None, Bound::Upper, 0);
        while let Some(mv) = picker.next(self, board, ply) {
            tried += 1;
            // One evasion is enough to see that a check is not mate; more quiet moves would explode the tree.
            if in_check && best > -PROVEN && !mv.is_noisy() {
                picker.skip_quiet();
                continue;
            }
            if let Some(most) = self.falls_short(node, mv, alpha) {
                best = best.max(most);
                continue;
            }
            let after = self.make(board, mv, ply);
            let value = -self.qsearch::<PV>(&after, ply + 1, -beta, -alpha);
            self.unmake();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(mv, ply);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && tried == 0 {
            return mated(ply);
        }
        if !in_check {
            self.tally.count_many(Technique::ExchangeInQuiescence, picker.refused());
        }
        if bound == Bound::Lower && !is_proven(best) {
            best = i32::midpoint(best, beta);
        }
        self.store_qsearch(node, best_move, best, bound);
        best
    }

    /// Delta pruning: the most a capture can bring, if that is not enough to reach alpha.
    fn falls_short(&mut self, node: &QNode, mv: Move, alpha: i32) -> Option<i32> {
        if node.board.in_check() || !self.uses(Technique::DeltaPruning) {
            return None;
        }
        let gain = node.board.victim(mv).map_or(0, worth) + mv.promotion().map_or(0, worth);
        let most = node.stand_pat + gain + delta();
        (most <= alpha && !node.board.gives_check(mv)).then(|| {
            self.tally.count(Technique::DeltaPruning);
            most
        })
    }

    fn store_qsearch(&self, node: &QNode, mv: Option<Move>, value: i32, bound: Bound) {
        let entry = Entry {
            mv,
            value,
            eval: node.raw,
            depth: 0,
            bound,
            was_pv: false,
        };
        self.store(tt_key(node.board), node.ply, entry);
    }

    /// Stores an entry whose value counts from the root.
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        entry.value = to_tt(entry.value, ply);
        self.shared.tt.store(key, entry);
    }

    /// Puts a move before the best line of the next ply.
    pub(super) fn extend_line(&mut self, mv: Move, ply: usize) {
        let (before, after) = self.memory.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(after[0].iter().copied().take(room));
    }
}
