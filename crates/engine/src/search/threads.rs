//! The threads of a search: they share the table and nothing else, and so take different ways (Lazy SMP).

use std::{
    collections::BTreeMap,
    io,
    panic::resume_unwind,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};

use super::{Memory, Searcher, Shared, Tally, Techniques, TranspositionTable, time::Timer};
use crate::{Answer, Limits, Line, Report, Score, Signal, board::Board, mv::Move, syzygy::Syzygy};

/// What is to be searched, and with what.
pub(crate) struct Order<'a> {
    pub(crate) board: &'a Board,
    /// Keys of the game up to and with the position.
    pub(crate) keys: Vec<u64>,
    /// The moves to look at.
    pub(crate) moves: Vec<Move>,
    pub(crate) lines: usize,
    pub(crate) limits: &'a Limits,
    pub(crate) overhead: Duration,
    pub(crate) signal: &'a Signal,
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) syzygy: Option<&'a Syzygy>,
    pub(crate) probe_limit: usize,
    pub(crate) techniques: Techniques,
    /// Whether the first thread is this one.
    pub(crate) in_place: bool,
}

/// Searches with a thread for each memory; the answer and what the techniques did in the first thread.
pub(crate) fn run(order: &Order, memories: &mut [Memory], listener: &mut dyn FnMut(Report)) -> (Answer, Tally) {
    let shared = Shared {
        tt: order.tt,
        syzygy: order.syzygy,
        probe_limit: order.probe_limit,
        limits: order.limits,
        signal: order.signal,
        timer: Timer::new(order.limits, order.board.turn(), order.overhead),
        techniques: order.techniques,
        stop: AtomicBool::new(false),
        nodes: memories.iter().map(|_| AtomicU64::new(0)).collect(),
        tb_hits: AtomicU64::new(0),
    };
    order.tt.grow_older();
    let mut searchers = memories
        .iter_mut()
        .enumerate()
        .map(|(thread, memory)| Searcher::new(&shared, memory, thread, order));
    let Some(mut main) = searchers.next() else {
        return (Answer::none(), Tally::default());
    };
    let mut reported = BTreeMap::new();
    let others: Vec<Searcher> = thread::scope(|scope| {
        // A thread the system does not give makes the search slower, not wrong.
        let helpers: Vec<_> = searchers
            .filter_map(|mut searcher| {
                let work = move || {
                    searcher.deepen(order.board);
                    searcher
                };
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
            })
            .collect();
        let mut on_report = |report| {
            if let Report::Line(line) = &report {
                reported.insert(line.rank, line_key(line));
            }
            listener(report);
        };
        if order.in_place {
            deepen_here(&mut main, order.board, &mut on_report);
        } else {
            deepen_apart(&mut main, order.board, &mut on_report);
        }
        shared.stop.store(true, Ordering::Relaxed);
        helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let answer = answer(order, &main, &others);
    // The last reported lines equal the answer, also after a depth that was broken off.
    for line in answer
        .lines
        .iter()
        .filter(|line| reported.get(&line.rank) != Some(&line_key(line)))
    {
        listener(Report::Line(line.clone()));
    }
    (answer, main.tally)
}

/// What a line is compared by.
fn line_key(line: &Line) -> (u32, Score, Vec<shakmaty::Move>) {
    (line.depth, line.score, line.moves.clone())
}

/// Room for the deepest line, even in a build without optimisation; threads of callers may have less.
pub const STACK: usize = 64 << 20;

/// Deepens on a thread with enough room, or on this one if the system gives none; the listener is called on this thread.
fn deepen_apart(searcher: &mut Searcher, board: &Board, listener: &mut dyn FnMut(Report)) {
    let (sender, reports) = mpsc::channel();
    searcher.listener = Some(sender);
    let done = thread::scope(|scope| {
        let work = || ReportGuard(&mut *searcher).0.deepen(board);
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        reports.iter().for_each(&mut *listener);
        worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        io::Result::Ok(())
    });
    if done.is_err() {
        deepen_here(searcher, board, listener);
    }
}

/// Deepens on this thread and reports afterwards.
fn deepen_here(searcher: &mut Searcher, board: &Board, listener: &mut dyn FnMut(Report)) {
    let (sender, reports) = mpsc::channel();
    searcher.listener = Some(sender);
    ReportGuard(searcher).0.deepen(board);
    reports.iter().for_each(listener);
}

/// Closes the channel of the reports when the searcher is done, also after a panic: the listener would wait for ever.
struct ReportGuard<'s, 'a>(&'s mut Searcher<'a>);

impl Drop for ReportGuard<'_, '_> {
    fn drop(&mut self) {
        self.0.listener = None;
    }
}

/// The answer of the first thread, unless another one finished a greater depth.
fn answer<'a>(order: &Order, main: &Searcher<'a>, others: &[Searcher<'a>]) -> Answer {
    let best = others.iter().fold(main, |best, other| {
        // With several lines only the first thread has all of them as reported.
        if order.lines == 1 && other.root.depth > best.root.depth {
            other
        } else {
            best
        }
    });
    let lines: Vec<Line> = (0..best.root.reported().len())
        .map(|rank| best.line(order.board, rank))
        .collect();
    let nodes = main.nodes + others.iter().map(|other| other.nodes).sum::<u64>();
    let first = lines.first();
    Answer {
        best: first.and_then(|line| line.moves.first().copied()),
        ponder: first.and_then(|line| line.moves.get(1).copied()),
        lines: lines.into_iter().map(|line| Line { nodes, ..line }).collect(),
        nodes,
    }
}
