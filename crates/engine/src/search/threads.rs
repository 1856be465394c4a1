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

use super::{Memory, Searcher, Shared, Table, Tally, Techniques, time::Timer};
use crate::{Answer, Limits, Line, Report, Score, Signal, board::Board, mv::Move, tablebase::Tables};

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
    pub(crate) table: &'a Table,
    pub(crate) tables: Option<&'a Tables>,
    pub(crate) probe_limit: usize,
    pub(crate) techniques: Techniques,
    /// Whether the first thread is this one.
    pub(crate) in_place: bool,
}

/// Searches with a thread for each memory; the answer and what the techniques did in the first thread.
pub(crate) fn run(order: &Order, memories: &mut [Memory], listener: &mut dyn FnMut(Report)) -> (Answer, Tally) {
    let shared = Shared {
        table: order.table,
        tables: order.tables,
        probe_limit: order.probe_limit,
        limits: order.limits,
        signal: order.signal,
        timer: Timer::new(order.limits, order.board.turn(), order.overhead),
        techniques: order.techniques,
        stop: AtomicBool::new(false),
        nodes: memories.iter().map(|_| AtomicU64::new(0)).collect(),
        table_hits: AtomicU64::new(0),
    };
    order.table.grow_older();
    let mut searchers = memories
        .iter_mut()
        .enumerate()
        .map(|(thread, memory)| Searcher::new(&shared, memory, thread, order));
    let Some(mut main) = searchers.next() else {
        return (Answer::none(), Tally::default());
    };
    let mut told = BTreeMap::new();
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
        let mut tell = |report| {
            if let Report::Line(line) = &report {
                told.insert(line.rank, told_of(line));
            }
            listener(report);
        };
        if order.in_place {
            deepen_here(&mut main, order.board, &mut tell);
        } else {
            deepen_apart(&mut main, order.board, &mut tell);
        }
        shared.stop.store(true, Ordering::Relaxed);
        helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let answer = answer(order, &main, &others);
    // What is answered is what was told last, also after a depth that was broken off.
    for line in answer
        .lines
        .iter()
        .filter(|line| told.get(&line.rank) != Some(&told_of(line)))
    {
        listener(Report::Line(line.clone()));
    }
    (answer, main.tally)
}

/// What tells one line from another.
fn told_of(line: &Line) -> (u32, Score, Vec<shakmaty::Move>) {
    (line.depth, line.score, line.moves.clone())
}

/// Room for the deepest line, even in a build without optimisation; threads of callers may have less.
pub const STACK: usize = 64 << 20;

/// Deepens on a thread with enough room, or on this one if the system gives none; its news is told here.
fn deepen_apart(searcher: &mut Searcher, board: &Board, listener: &mut dyn FnMut(Report)) {
    let (sender, news) = mpsc::channel();
    searcher.listener = Some(sender);
    let done = thread::scope(|scope| {
        let work = || Telling(&mut *searcher).0.deepen(board);
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        news.iter().for_each(&mut *listener);
        worker.join().unwrap_or_else(|panic| resume_unwind(panic));
        io::Result::Ok(())
    });
    if done.is_err() {
        deepen_here(searcher, board, listener);
    }
}

/// Deepens on this thread and reports afterwards.
fn deepen_here(searcher: &mut Searcher, board: &Board, listener: &mut dyn FnMut(Report)) {
    let (sender, news) = mpsc::channel();
    searcher.listener = Some(sender);
    Telling(searcher).0.deepen(board);
    news.iter().for_each(listener);
}

/// A searcher whose news ends with it, also when it breaks: whoever listens would wait for ever.
struct Telling<'s, 'a>(&'s mut Searcher<'a>);

impl Drop for Telling<'_, '_> {
    fn drop(&mut self) {
        self.0.listener = None;
    }
}

/// The answer of the first thread, unless another one finished a greater depth.
fn answer<'a>(order: &Order, main: &Searcher<'a>, others: &[Searcher<'a>]) -> Answer {
    let best = others.iter().fold(main, |best, other| {
        // With several lines only the first thread has all of them as told.
        if order.lines == 1 && other.root.depth > best.root.depth {
            other
        } else {
            best
        }
    });
    let lines: Vec<Line> = (0..best.root.told().len())
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
