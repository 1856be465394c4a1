//! The root: iterative deepening, line by line, in aspiration windows.

use std::{cmp::Reverse, sync::atomic::Ordering, time::Duration};

use super::{
    Searcher,
    parameters::{aspiration, aspiration_depth, aspiration_score},
    technique::Technique,
    time::Stability,
};
use crate::{
    board::Board,
    chances::{ResultModel, material},
    mv::Move,
    report::{Bound, Line, Report, Score},
    score::{INFINITE, MATE_BOUND, MAX_PLY, uci_score},
};

/// The moves of the root, best first as far as is known.
#[derive(Clone, Debug)]
pub(super) struct Root {
    moves: Vec<RootMove>,
    /// How many lines are reported.
    lines: usize,
    /// The line being searched; the moves of those before it are closed.
    line: usize,
    /// The last depth that was searched to its end.
    pub(super) depth: i32,
    /// The evaluation of the root, reported when nothing was searched.
    static_eval: i32,
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The score of this depth; the lowest of all for moves that did not raise alpha.
    pub(super) score: i32,
    /// The score of the depth before.
    previous: i32,
    /// How exact its score is.
    bound: Bound,
    pub(super) line: Vec<Move>,
    nodes: u64,
    seldepth: usize,
    /// The depth its score is from.
    depth: i32,
}

/// What a search of a root move brought.
pub(super) struct Found {
    pub(super) value: i32,
    pub(super) window: (i32, i32),
    pub(super) depth: i32,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
}

/// Root moves, and scores outside their window, are reported after this time.
const LONG: Duration = Duration::from_secs(3);

impl Root {
    pub(super) fn new(moves: impl IntoIterator<Item = Move>, lines: usize) -> Self {
        let moves: Vec<RootMove> = moves
            .into_iter()
            .map(|mv| RootMove {
                mv,
                score: -INFINITE,
                previous: -INFINITE,
                bound: Bound::Exact,
                line: vec![mv],
                nodes: 0,
                seldepth: 0,
                depth: 0,
            })
            .collect();
        Root {
            lines: lines.clamp(1, moves.len().max(1)),
            moves,
            line: 0,
            depth: 0,
            static_eval: 0,
        }
    }

    /// The move to try first.
    pub(super) fn first(&self) -> Option<Move> {
        self.moves.get(self.line).map(|root| root.mv)
    }

    /// Whether a move belongs to the line being searched.
    pub(super) fn is_open(&self, mv: Move) -> bool {
        self.moves[self.line..].iter().any(|root| root.mv == mv)
    }

    /// Whether better lines are left out of the search, so that its result is not that of the position.
    pub(super) fn is_later_line(&self) -> bool {
        self.line > 0
    }

    /// The moves that are reported as lines.
    pub(super) fn reported(&self) -> &[RootMove] {
        &self.moves[..self.lines.min(self.moves.len())]
    }

    /// Enters what a search of a move brought; a move that does not beat alpha says nothing but that.
    pub(super) fn enter(&mut self, mv: Move, found: &Found, first: bool, rest: &[Move]) {
        let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += found.nodes;
        let (alpha, beta) = found.window;
        if !first && found.value <= alpha {
            root.score = -INFINITE;
            return;
        }
        root.score = found.value;
        root.depth = found.depth;
        root.bound = match found.value {
            value if value <= alpha => Bound::Upper,
            value if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        root.seldepth = found.seldepth;
        root.line.clear();
        root.line.push(mv);
        root.line.extend(rest);
    }

    /// Puts the best open move first; equal ones stay as they were.
    fn sort(&mut self) {
        self.moves[self.line..].sort_by_key(|root| Reverse(root.score));
    }

    /// The share of the positions visited that went into the best move, in thousandths.
    fn effort(&self) -> u32 {
        let all: u64 = self.moves.iter().map(|root| root.nodes).sum();
        let best = self.moves.first().map_or(0, |root| root.nodes);
        (best * 1000 / all.max(1)) as u32
    }
}

impl RootMove {
    /// The score of this depth, or of the one before where this one gave none.
    pub(super) fn last_score(&self) -> i32 {
        if self.score > -INFINITE {
            self.score
        } else {
            self.previous
        }
    }
}

impl Searcher<'_> {
    /// Deepens until a limit is reached; only the first thread reports.
    pub(super) fn deepen(&mut self, board: &Board) {
        let deepest = self
            .shared
            .limits
            .depth
            .map_or(MAX_PLY as i32 - 1, |depth| depth.min(MAX_PLY as u32 - 1) as i32);
        let (mut stable, mut last_best, mut last_score) = (0, None, 0);
        self.root.static_eval = if board.in_check() { 0 } else { self.evaluate(board) };
        for depth in 1..=deepest {
            self.root_depth = depth;
            self.seldepth = 0;
            self.root
                .moves
                .iter_mut()
                .for_each(|root| root.previous = root.last_score());
            for line in 0..self.root.lines {
                self.root.line = line;
                self.search_in_window(board, depth);
                self.root.sort();
                if self.stopped {
                    break;
                }
            }
            self.root.line = 0;
            self.root.sort();
            if self.stopped {
                return;
            }
            for line in 0..self.root.lines {
                self.report_line(board, line);
            }
            self.root.depth = depth;
            let Some(best) = self.root.moves.first() else { return };
            stable = if last_best == Some(best.mv) { stable + 1 } else { 0 };
            let stability = Stability {
                stable,
                fall: if depth > 6 { last_score - best.score } else { 0 },
                effort: self.root.effort(),
            };
            (last_best, last_score) = (Some(best.mv), best.score);
            if self.thread == 0 && self.is_done(depth, stability) {
                return;
            }
        }
    }

    /// Whether the first thread may stop.
    fn is_done(&self, depth: i32, stability: Stability) -> bool {
        let best = &self.root.moves[0];
        let found = match (uci_score(best.score), self.shared.limits.mate) {
            (Score::Mate(moves), Some(wanted)) => moves.unsigned_abs() <= wanted,
            _ => false,
        };
        if self.shared.signal.is_pondering() {
            return false;
        }
        let timer = &self.shared.timer;
        // An only move needs no search; a mate found well within the depth does not get shorter.
        let settled = self.root.moves.len() == 1 && depth >= 8
            || best.score.abs() >= MATE_BOUND && depth > 2 * (crate::score::MATE - best.score.abs()) + 4;
        let spent = depth > 1 && self.shared.limits.soft_nodes.is_some_and(|enough| self.nodes >= enough);
        found || spent || timer.is_by_clock() && settled || timer.is_enough(stability)
    }

    /// Searches the root in a window around the last score, widened until the score lies inside.
    fn search_in_window(&mut self, board: &Board, depth: i32) {
        let line = self.root.line;
        let last = self.root.moves[line].last_score();
        let narrow = depth >= aspiration_depth() && last > -INFINITE && self.uses(Technique::Aspiration);
        let mut width = if narrow {
            aspiration() + last.abs() / aspiration_score()
        } else {
            2 * INFINITE
        };
        let (mut alpha, mut beta) = ((last - width).max(-INFINITE), last.saturating_add(width).min(INFINITE));
        if !narrow {
            (alpha, beta) = (-INFINITE, INFINITE);
        }
        let mut lowered = 0;
        loop {
            let value = self.search::<true>(board, 0, alpha, beta, (depth - lowered).max(1), false);
            if self.stopped {
                return;
            }
            self.root.sort();
            if value <= alpha {
                self.report_bound(board);
                beta = i32::midpoint(alpha, beta);
                alpha = (value - width).max(-INFINITE);
                lowered = 0;
            } else if value >= beta {
                self.report_bound(board);
                beta = (value + width).min(INFINITE);
                lowered = (lowered + 1).min(2);
            } else {
                if narrow {
                    self.tally.count(Technique::Aspiration);
                }
                return;
            }
            width += width / 2;
            if width > 1_000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Reports the root move that is being tried, in searches long enough for someone to watch.
    pub(super) fn announce(&mut self, board: &Board, mv: Move, number: usize) {
        if self.thread == 0 && self.nodes > 1_000_000 && self.shared.timer.elapsed() > LONG {
            let report = Report::Current {
                depth: self.root_depth as u32,
                mv: board.rules_move(mv),
                number: number + self.root.line,
            };
            self.report(report);
        }
    }

    fn report_bound(&mut self, board: &Board) {
        if self.shared.timer.elapsed() > LONG {
            self.report_line(board, self.root.line);
        }
    }

    fn report_line(&mut self, board: &Board, rank: usize) {
        if self.thread == 0 {
            let line = self.line(board, rank);
            self.report(Report::Line(line));
        }
    }

    /// A line as it is reported.
    pub(super) fn line(&self, board: &Board, rank: usize) -> Line {
        let root = &self.root.moves[rank];
        let score = match root.last_score() {
            score if score > -INFINITE => score,
            _ => self.root.static_eval,
        };
        Line {
            rank: rank + 1,
            depth: root.depth.max(1) as u32,
            seldepth: root.seldepth.max(1) as u32,
            score: uci_score(score),
            bound: root.bound,
            chances: ResultModel::FITTED.chances(score, material(board.pieces())),
            nodes: self.total_nodes(),
            tablebase_hits: self.shared.tb_hits.load(Ordering::Relaxed),
            hashfull: self.shared.tt.fullness(),
            time: self.shared.timer.elapsed(),
            moves: rules_line(board, &root.line),
        }
    }

    fn total_nodes(&self) -> u64 {
        let others = self
            .shared
            .nodes
            .iter()
            .enumerate()
            .filter(|(thread, _)| *thread != self.thread);
        self.nodes + others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum::<u64>()
    }
}

/// A line as the rules write it.
fn rules_line(board: &Board, moves: &[Move]) -> Vec<shakmaty::Move> {
    let mut board = board.clone();
    let mut line = Vec::with_capacity(moves.len());
    for mv in moves {
        if !board.is_legal(*mv) {
            break;
        }
        line.push(board.rules_move(*mv));
        board.play(*mv);
    }
    line
}
