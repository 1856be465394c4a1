//! The search: iterative deepening with a principal variation, one part to a file.
//!
//! [`threads`] has a [`Searcher`] for every thread; [`root`] deepens; [`node`] and [`quiescence`] walk the tree with
//! the moves of [`picker`], the scores of [`histories`] and the entries of [`tt`]. Invariants: a draw by repetition or
//! by the fifty-move rule is a draw in the tree too; mates count their distance from the root; one thread with the same
//! memory always visits the same nodes.

mod histories;
mod learning;
mod mop_up;
mod moves;
mod node;
mod parameters;
mod picker;
mod prefetch;
mod pruning;
mod quiescence;
mod repetition;
mod root;
mod technique;
mod threads;
mod time;
mod tt;

use std::{
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::Sender,
    },
    time::Duration,
};

use arrayvec::ArrayVec;

use histories::{Histories, PieceTo, QuietScores};
#[cfg(feature = "tune")]
pub use parameters::Parameter;
use parameters::fifty_moves_fade;
pub use technique::{Tally, Technique, TechniqueError, Techniques};
pub use threads::STACK;
pub(crate) use threads::Threads;
use time::Timer;
pub(crate) use tt::TranspositionTable;

use crate::{
    Limits, Report, Signal,
    board::Board,
    mv::Move,
    network::{Accumulators, Network, Path},
    score::{INFINITE, MAX_PLY, PROVEN},
    syzygy::Syzygy,
};

/// The state of one thread that outlives a search.
pub(crate) struct Memory {
    histories: Histories,
    accumulators: Accumulators,
    /// The best lines from each ply on.
    lines: Vec<ArrayVec<Move, MAX_PLY>>,
}

impl Memory {
    pub(crate) fn new(network: &Arc<Network>) -> Self {
        Memory {
            histories: Histories::new(),
            accumulators: Accumulators::new(Arc::clone(network), Path::best()),
            lines: vec![ArrayVec::new(); MAX_PLY + 4],
        }
    }

    /// Forgets earlier games.
    pub(crate) fn clear(&mut self) {
        self.histories.clear();
    }
}

/// The task of a search.
pub(crate) struct Order {
    pub(crate) board: Board,
    /// Keys of the game up to and with the position.
    pub(crate) keys: Vec<u64>,
    /// The moves to look at.
    pub(crate) moves: Vec<Move>,
    pub(crate) lines: usize,
    pub(crate) limits: Limits,
    pub(crate) overhead: Duration,
    pub(crate) signal: Signal,
    pub(crate) tt: Arc<TranspositionTable>,
    pub(crate) syzygy: Option<Arc<Syzygy>>,
    pub(crate) probe_limit: usize,
    pub(crate) techniques: Techniques,
}

/// The state that the threads of one search share: the task and the counters.
struct Shared {
    order: Order,
    timer: Timer,
    stop: AtomicBool,
    /// Nodes of each thread, updated periodically.
    nodes: Vec<AtomicU64>,
    tb_hits: AtomicU64,
}

impl Shared {
    fn new(order: Order, threads: usize) -> Self {
        Shared {
            timer: Timer::new(&order.limits, order.board.turn(), order.overhead),
            stop: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            tb_hits: AtomicU64::new(0),
            order,
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

impl Deref for Shared {
    type Target = Order;

    fn deref(&self) -> &Order {
        &self.order
    }
}

/// One thread of a search.
struct Searcher<'a> {
    shared: &'a Shared,
    memory: &'a mut Memory,
    thread: usize,
    frames: Vec<Frame>,
    /// Keys of the game and of the line, the last one being that of the position at hand.
    keys: Vec<u64>,
    nodes: u64,
    seldepth: usize,
    /// The depth being searched at the root.
    root_depth: i32,
    root: root::Root,
    /// Null moves are forbidden up to this ply while one is being verified.
    null_from: usize,
    stopped: bool,
    tally: Tally,
    /// Receives the reports; only the first thread sends any.
    listener: Option<Sender<Report>>,
}

/// The data of a node on the current line.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The move tried here.
    mv: Option<Move>,
    piece_to: PieceTo,
    /// The corrected evaluation; none in check.
    eval: Option<i32>,
    /// The evaluation before corrections.
    raw: i32,
    killers: [Option<Move>; 2],
    /// The move excluded by a singular search.
    excluded: Option<Move>,
    /// Plies gained by extensions on the way here.
    extensions: i32,
    /// Cutoffs among the nodes right below.
    cutoffs: u32,
}

impl Frame {
    const EMPTY: Frame = Frame {
        mv: None,
        piece_to: PieceTo::NONE,
        eval: None,
        raw: 0,
        killers: [None; 2],
        excluded: None,
        extensions: 0,
        cutoffs: 0,
    };
}

/// Nodes between two checks of the clock.
const POLL: u64 = 1024;

/// The first iteration is completed regardless of the clock, so that there is a move, up to this many nodes, which only
/// positions with many queens reach.
const FIRST_DEPTH: u64 = 8 * POLL;

impl<'a> Searcher<'a> {
    fn new(shared: &'a Shared, memory: &'a mut Memory, thread: usize, listener: Option<Sender<Report>>) -> Self {
        memory.accumulators.begin(&shared.board);
        Searcher {
            shared,
            memory,
            thread,
            frames: vec![Frame::EMPTY; MAX_PLY + 4],
            keys: shared.keys.clone(),
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            root: root::Root::new(shared.moves.iter().copied(), shared.lines),
            null_from: 0,
            stopped: false,
            tally: Tally::default(),
            listener,
        }
    }

    /// Counts a node; false when the search is over.
    #[inline]
    fn visit(&mut self, ply: usize) -> bool {
        if self.stopped {
            return false;
        }
        if self.nodes.is_multiple_of(POLL) && self.must_stop()
            || self.shared.limits.nodes.is_some_and(|most| self.is_spent(most))
        {
            self.stopped = true;
            return false;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        true
    }

    /// Whether the limit of nodes is reached; one thread counts exactly, several in steps.
    fn is_spent(&self, most: u64) -> bool {
        match self.shared.nodes.len() {
            1 => self.nodes >= most,
            _ => self.nodes.is_multiple_of(POLL) && self.shared.nodes() >= most,
        }
    }

    fn must_stop(&self) -> bool {
        let shared = self.shared;
        shared.nodes[self.thread].store(self.nodes, Ordering::Relaxed);
        if shared.stop.load(Ordering::Relaxed) {
            return true;
        }
        let stop = (self.root.depth > 0 || self.nodes >= FIRST_DEPTH)
            && (shared.signal.is_stopped() || shared.timer.is_up() && !shared.signal.is_pondering());
        if stop {
            shared.stop.store(true, Ordering::Relaxed);
        }
        stop
    }

    fn report(&mut self, report: Report) {
        if let Some(listener) = &self.listener {
            // Sending fails only after the caller panicked; the search ends soon after.
            drop(listener.send(report));
        }
    }

    #[inline]
    fn uses(&self, technique: Technique) -> bool {
        self.shared.techniques.has(technique)
    }

    #[inline]
    fn histories(&self) -> &Histories {
        &self.memory.histories
    }

    /// Plays a move at a ply: the board after it.
    #[inline]
    fn make(&mut self, board: &Board, mv: Move, ply: usize) -> Board {
        let changes = board.changes(mv);
        self.shared.tt.prefetch(board.key_after(&changes));
        self.frames[ply].mv = Some(mv);
        self.frames[ply].piece_to = PieceTo::of(board, mv);
        self.frames[ply + 1].extensions = self.frames[ply].extensions;
        let mut after = board.clone();
        after.make(mv, &changes);
        self.memory.accumulators.push(&changes);
        self.keys.push(after.keys().full);
        after
    }

    #[inline]
    fn unmake(&mut self) {
        self.memory.accumulators.pop();
        self.keys.pop();
    }

    /// The evaluation before corrections.
    fn evaluate(&mut self, board: &Board) -> i32 {
        let value = self.memory.accumulators.evaluate(board) + mop_up::mop_up(board);
        value.clamp(1 - PROVEN, PROVEN - 1)
    }

    /// The evaluation after correction, scaled down towards the fifty-move rule.
    fn corrected(&self, board: &Board, raw: i32, ply: usize) -> i32 {
        let correction = if self.uses(Technique::CorrectionHistory) {
            self.histories()
                .correction
                .of(board, self.piece_to(ply, 1), self.piece_to(ply, 2))
        } else {
            0
        };
        let faded = raw * (fifty_moves_fade() - board.halfmoves().min(100) as i32) / fifty_moves_fade();
        (faded + correction).clamp(1 - PROVEN, PROVEN - 1)
    }

    /// The piece and target of the move so many plies back.
    #[inline]
    fn piece_to(&self, ply: usize, back: usize) -> PieceTo {
        if ply >= back {
            self.frames[ply - back].piece_to
        } else {
            PieceTo::NONE
        }
    }

    fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        if self.uses(Technique::Killers) {
            self.frames[ply].killers
        } else {
            [None; 2]
        }
    }

    fn counter(&self, ply: usize) -> Option<Move> {
        let known = self.uses(Technique::CounterMoves);
        self.histories().counter(self.piece_to(ply, 1)).filter(|_| known)
    }

    /// The history scores of the quiet moves of a node.
    #[inline]
    fn quiet_scores(&self, board: &Board, ply: usize) -> QuietScores<'_> {
        let piece_tos = [1, 2, 4].map(|back| self.piece_to(ply, back));
        let techniques = self.shared.techniques;
        self.histories().quiet_scores(
            board,
            piece_tos,
            techniques.has(Technique::QuietHistory),
            techniques.has(Technique::ContinuationHistory),
        )
    }
}

/// The key for the transposition table: near the fifty-move rule the same placement has another value.
#[inline]
fn tt_key(board: &Board) -> u64 {
    let key = board.keys().full;
    match board.halfmoves() {
        0..24 => key,
        plies => key ^ u64::from(plies / 8).wrapping_mul(0x9e37_79b9_7f4a_7c15),
    }
}

#[cfg(test)]
mod tests;
