//! Updates after a node: a bonus for the move that cut off, a malus for those tried before it.

use super::{
    Searcher,
    histories::PieceTo,
    node::Node,
    parameters::{bonus, malus},
    technique::{Technique, Techniques},
};
use crate::mv::Move;

/// The earlier moves that a move is remembered with, in plies back.
const BACK: [usize; 3] = [1, 2, 4];

impl Searcher<'_> {
    /// A move failed high after these had been tried.
    pub(super) fn learn(&mut self, node: &Node, best: Move, quiet: &[Move], noisy: &[Move]) {
        let (board, ply) = (node.board, node.ply);
        if ply > 0 {
            self.frames[ply].cutoffs += 1;
        }
        if Techniques::SWITCHABLE {
            self.count_order(node, best);
        }
        let (bonus, malus) = (bonus(node.depth), malus(node.depth));
        if best.is_noisy() {
            self.memory.histories.learn_capture(board, best, bonus);
        } else {
            self.remember_killer(best, ply);
            self.memory.histories.learn_counter(self.piece_to(ply, 1), best);
            // A cutoff by the first move at low depth teaches little.
            if node.depth > 2 || !quiet.is_empty() {
                self.teach_quiet(node, best, bonus);
            }
            for mv in quiet {
                self.teach_quiet(node, *mv, -malus);
            }
        }
        for mv in noisy {
            self.memory.histories.learn_capture(board, *mv, -malus);
        }
    }

    /// Counts what brought a good move forward.
    fn count_order(&mut self, node: &Node, best: Move) {
        let (board, ply) = (node.board, node.ply);
        let histories = self.histories();
        let piece_to = PieceTo::of(board, best);
        let praised = [
            (
                Technique::CaptureHistory,
                best.is_noisy() && histories.capture(board, best) > 0,
            ),
            (
                Technique::QuietHistory,
                !best.is_noisy() && histories.quiet(board, best) > 0,
            ),
            (
                Technique::ContinuationHistory,
                !best.is_noisy() && histories.continuation(self.piece_to(ply, 1), piece_to) > 0,
            ),
            (Technique::Killers, self.killers(ply).contains(&Some(best))),
            (Technique::CounterMoves, self.counter(ply) == Some(best)),
        ];
        for (technique, _) in praised.into_iter().filter(|(_, praised)| *praised) {
            self.tally.count(technique);
        }
    }

    /// A quiet move of the table cut off.
    pub(super) fn reward_quiet(&mut self, node: &Node, mv: Move, depth: i32) {
        self.teach_quiet(node, mv, bonus(depth) / 2);
    }

    /// The evaluation was wrong by `error` at this node.
    pub(super) fn learn_correction(&mut self, node: &Node, error: i32) {
        let (last, before) = (self.piece_to(node.ply, 1), self.piece_to(node.ply, 2));
        self.memory
            .histories
            .correction
            .learn(node.board, last, before, error, node.depth);
    }

    fn teach_quiet(&mut self, node: &Node, mv: Move, amount: i32) {
        let piece_to = PieceTo::of(node.board, mv);
        self.memory.histories.learn_quiet(node.board, mv, amount);
        for back in BACK {
            let earlier = self.piece_to(node.ply, back);
            if earlier != PieceTo::NONE {
                self.memory.histories.learn_continuation(earlier, piece_to, amount);
            }
        }
    }

    fn remember_killer(&mut self, mv: Move, ply: usize) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
    }
}
