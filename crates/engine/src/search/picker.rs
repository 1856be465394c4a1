//! The move picker: most nodes end at the first good move, so later stages are generated only when needed.

use arrayvec::ArrayVec;
use shakmaty::Role;

use super::{Searcher, technique::Technique};
use crate::{
    board::{Board, Part, worth},
    mv::Move,
};

/// Returns the legal moves of a node, best first; every move once.
pub(super) struct Picker {
    stage: Stage,
    tt_move: Option<Move>,
    moves: ArrayVec<Scored, 256>,
    next: usize,
    /// Captures that lose material, tried last.
    bad: ArrayVec<Move, 256>,
    good: Good,
}

/// Which noisy moves come before quiet ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Good {
    /// Those that do not lose more than their history makes up for.
    ByHistory,
    /// Those whose exchange brings at least this much; no other move is handed out.
    AtLeast(i32),
    /// All of them, and no other move.
    All,
}

#[derive(Clone, Copy, Debug)]
struct Scored {
    mv: Move,
    score: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    TtMove,
    ListNoisy,
    Noisy,
    ListQuiet,
    Quiet,
    Bad,
    Done,
}

/// Killers come before the counter move, which comes before all history scores.
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;

impl Picker {
    /// All moves of a node; the tt move is known to be legal.
    pub(super) fn all(tt_move: Option<Move>) -> Self {
        Picker::new(tt_move, Good::ByHistory)
    }

    /// Noisy moves whose exchange brings at least `threshold`.
    pub(super) fn noisy_from(board: &Board, tt_move: Option<Move>, threshold: i32) -> Self {
        let tt_move = tt_move.filter(|mv| mv.is_noisy() && board.exchange_reaches(*mv, threshold));
        Picker::new(tt_move, Good::AtLeast(threshold))
    }

    /// Every noisy move.
    pub(super) fn noisy(tt_move: Option<Move>) -> Self {
        Picker::new(tt_move.filter(|mv| mv.is_noisy()), Good::All)
    }

    fn new(tt_move: Option<Move>, good: Good) -> Self {
        Picker {
            stage: Stage::TtMove,
            tt_move,
            moves: ArrayVec::new(),
            next: 0,
            bad: ArrayVec::new(),
            good,
        }
    }

    /// No quiet moves from here on.
    pub(super) fn skip_quiet(&mut self) {
        if matches!(self.stage, Stage::ListQuiet | Stage::Quiet) {
            self.begin_bad();
        }
    }

    /// Of the quiet moves listed only checks from here on; how many moves that leaves out.
    pub(super) fn skip_quiet_without_check(&mut self, board: &Board) -> usize {
        if self.stage != Stage::Quiet {
            return 0;
        }
        self.moves.drain(..self.next);
        self.next = 0;
        let listed = self.moves.len();
        self.moves.retain(|scored| board.gives_check(scored.mv));
        listed - self.moves.len()
    }

    /// Noisy moves that were not good enough so far.
    pub(super) fn refused(&self) -> usize {
        self.bad.len()
    }

    /// The next move; histories are read when a stage is listed.
    pub(super) fn next(&mut self, searcher: &Searcher, board: &Board, ply: usize) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::ListNoisy;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Stage::ListNoisy => {
                    self.list_noisy(searcher, board);
                    self.stage = Stage::Noisy;
                }
                Stage::Noisy => match self.best() {
                    Some(scored) if self.is_good(board, scored) => return Some(scored.mv),
                    Some(scored) => self.bad.push(scored.mv),
                    None if self.good == Good::ByHistory => self.stage = Stage::ListQuiet,
                    None => self.stage = Stage::Done,
                },
                Stage::ListQuiet => {
                    self.list_quiet(searcher, board, ply);
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some(scored) => return Some(scored.mv),
                    None => self.begin_bad(),
                },
                Stage::Bad => {
                    let mv = self.bad.get(self.next).copied();
                    self.next += 1;
                    if mv.is_some() {
                        return mv;
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    fn begin_bad(&mut self) {
        self.stage = Stage::Bad;
        self.next = 0;
    }

    /// The best of the moves not handed out yet.
    fn best(&mut self) -> Option<Scored> {
        let rest = self.moves.get_mut(self.next..)?;
        let mut best = 0;
        let mut highest = rest.first()?.score;
        for (index, scored) in rest.iter().enumerate().skip(1) {
            if scored.score > highest {
                (best, highest) = (index, scored.score);
            }
        }
        rest.swap(0, best);
        self.next += 1;
        Some(rest[0])
    }

    fn is_good(&self, board: &Board, scored: Scored) -> bool {
        match self.good {
            Good::ByHistory => board.exchange_reaches(scored.mv, -scored.score / 32),
            Good::AtLeast(threshold) => board.exchange_reaches(scored.mv, threshold),
            Good::All => true,
        }
    }

    fn list_noisy(&mut self, searcher: &Searcher, board: &Board) {
        let history = searcher.uses(Technique::CaptureHistory);
        board.generate(Part::Noisy, |mv| {
            if Some(mv) != self.tt_move {
                let gain = board.victim(mv).map_or(0, worth) + mv.promotion().map_or(0, promoted);
                let learnt = if history {
                    searcher.histories().capture(board, mv) / 8
                } else {
                    0
                };
                // Without a history the cheaper attacker goes first.
                let score = 16 * gain - worth(board.mover(mv)) / 8 + learnt;
                self.moves.push(Scored { mv, score });
            }
        });
    }

    fn list_quiet(&mut self, searcher: &Searcher, board: &Board, ply: usize) {
        self.moves.clear();
        self.next = 0;
        let killers = searcher.killers(ply);
        let counter = searcher.counter(ply);
        let histories = searcher.quiet_scores(board, ply);
        board.generate(Part::Quiet, |mv| {
            if Some(mv) != self.tt_move {
                let special = if killers.contains(&Some(mv)) {
                    KILLER
                } else if counter == Some(mv) {
                    COUNTER
                } else {
                    0
                };
                let score = special + histories.of(board, mv) + escape(board, mv);
                self.moves.push(Scored { mv, score });
            }
        });
    }
}

/// Underpromotions are listed last: they seldom matter.
fn promoted(role: Role) -> i32 {
    if role == Role::Queen {
        worth(Role::Queen)
    } else {
        -worth(Role::Queen)
    }
}

/// A piece that leaves an attack by a pawn is worth trying, one that walks into one is not.
fn escape(board: &Board, mv: Move) -> i32 {
    let role = board.mover(mv);
    if matches!(role, Role::Pawn | Role::King) {
        return 0;
    }
    let value = 12 * worth(role);
    let (from, to) = (
        board.pawn_threats().contains(mv.from()),
        board.pawn_threats().contains(mv.to()),
    );
    value * (i32::from(from) - i32::from(to))
}
