//! The threads of an engine (Lazy SMP): they share only the transposition table.
//!
//! A thread lives as long as its engine, waits between searches, and keeps its [`Memory`].

use std::{
    collections::BTreeMap,
    io,
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::Ordering,
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use super::{Memory, Order, Searcher, Shared, Tally};
use crate::{Answer, Line, Report, Score, network::Network};

/// The threads that search for one engine.
pub(crate) struct Threads {
    /// The memory of the first thread where that is the caller's.
    here: Option<Memory>,
    workers: Vec<Worker>,
    network: Arc<Network>,
}

/// Room for the deepest line, even in a build without optimisation; threads of callers may have less.
pub const STACK: usize = 64 << 20;

impl Threads {
    /// So many threads; the first is that of the caller if the search is to run in place, or if the system gives no
    /// other. If the system refuses further threads, searches are only slower.
    pub(crate) fn new(count: usize, in_place: bool, network: &Arc<Network>) -> Self {
        let wanted = count.max(1) - usize::from(in_place);
        let workers: Vec<Worker> = (0..wanted).map_while(|_| Worker::spawn(network).ok()).collect();
        Threads {
            here: (in_place || workers.is_empty()).then(|| Memory::new(network)),
            workers,
            network: Arc::clone(network),
        }
    }

    /// Forgets earlier games.
    pub(crate) fn clear(&mut self) {
        self.here.iter_mut().for_each(Memory::clear);
        for worker in &mut self.workers {
            worker.start(&self.network, Task::Clear);
        }
    }

    /// Searches; the answer and what the techniques did in the first thread. The listener is called on this thread.
    pub(crate) fn search(&mut self, order: Order, listener: &mut dyn FnMut(Report)) -> (Answer, Tally) {
        let count = self.workers.len() + usize::from(self.here.is_some());
        let shared = Arc::new(Shared::new(order, count));
        shared.tt.grow_older();
        // If the listener panics, all threads stop.
        let stop = StopGuard(&shared);
        let (sender, reports) = mpsc::channel();
        let mut jobs = (0..count).map(|thread| Job {
            shared: Arc::clone(&shared),
            thread,
            listener: (thread == 0).then(|| sender.clone()),
        });
        let first = self.here.as_mut().and_then(|memory| Some((memory, jobs.next()?)));
        for (worker, job) in self.workers.iter_mut().zip(jobs) {
            worker.start(&self.network, Task::Search(job));
        }
        // The channel is closed when the first thread is done, also after a panic.
        drop(sender);
        let here = first.map(|(memory, job)| job.run(memory));
        let mut reported = BTreeMap::new();
        for report in reports {
            if let Report::Line(line) = &report {
                reported.insert(line.rank, line_key(line));
            }
            listener(report);
        }
        drop(stop);
        let finished: Vec<Finished> = here
            .into_iter()
            .chain(self.workers.iter_mut().map(Worker::finish))
            .collect();
        let answer = answer(shared.lines, &finished);
        // The last reported lines equal the result, also after an interrupted iteration.
        for line in answer
            .lines
            .iter()
            .filter(|line| reported.get(&line.rank) != Some(&line_key(line)))
        {
            listener(Report::Line(line.clone()));
        }
        (answer, finished.first().map_or(Tally::default(), |first| first.tally))
    }
}

/// Ends a search when it is dropped.
struct StopGuard<'s>(&'s Shared);

impl Drop for StopGuard<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// The key for comparing lines.
fn line_key(line: &Line) -> (u32, Score, Vec<shakmaty::Move>) {
    (line.depth, line.score, line.moves.clone())
}

/// A thread that waits for tasks.
struct Worker {
    tasks: Sender<Task>,
    finished: Receiver<Finished>,
    thread: Option<JoinHandle<()>>,
    /// Whether a search was started whose end nobody has asked for.
    busy: bool,
}

enum Task {
    Search(Job),
    /// Forget earlier games.
    Clear,
}

/// The part of a thread in a search.
struct Job {
    shared: Arc<Shared>,
    thread: usize,
    listener: Option<Sender<Report>>,
}

/// The result of a thread.
struct Finished {
    /// The last depth that was searched to its end.
    depth: i32,
    lines: Vec<Line>,
    nodes: u64,
    tally: Tally,
}

impl Worker {
    fn spawn(network: &Arc<Network>) -> io::Result<Self> {
        let (tasks, received) = mpsc::channel();
        let (sender, finished) = mpsc::channel();
        let network = Arc::clone(network);
        let work = move || {
            let mut memory = Memory::new(&network);
            for task in received {
                match task {
                    Task::Clear => memory.clear(),
                    Task::Search(job) => {
                        // Nobody waits for the result when the engine is gone.
                        drop(sender.send(job.run(&mut memory)));
                    }
                }
            }
        };
        let thread = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Worker {
            tasks,
            finished,
            thread: Some(thread),
            busy: false,
        })
    }

    /// Gives the thread a task; one that ended by a panic is replaced by a new one.
    fn start(&mut self, network: &Arc<Network>, task: Task) {
        if self.busy {
            // The caller of that search ended by a panic.
            drop(self.finished.recv());
        }
        self.busy = matches!(task, Task::Search(_));
        if let Err(unsent) = self.tasks.send(task)
            && let Ok(worker) = Worker::spawn(network)
        {
            *self = Worker {
                busy: self.busy,
                ..worker
            };
            drop(self.tasks.send(unsent.0));
        }
    }

    /// Waits for the end of the search; a panic of the thread goes on here.
    fn finish(&mut self) -> Finished {
        self.busy = false;
        self.finished.recv().unwrap_or_else(|_| {
            let panic = self.thread.take().and_then(|thread| thread.join().err());
            resume_unwind(panic.unwrap_or_else(|| Box::new("a thread of the search is gone")))
        })
    }
}

impl Job {
    fn run(self, memory: &mut Memory) -> Finished {
        let shared = &*self.shared;
        let mut searcher = Searcher::new(shared, memory, self.thread, self.listener);
        searcher.deepen(&shared.board);
        let lines = 0..searcher.root.reported().len();
        Finished {
            depth: searcher.root.depth,
            lines: lines.map(|rank| searcher.line(&shared.board, rank)).collect(),
            nodes: searcher.nodes,
            tally: searcher.tally,
        }
    }
}

/// The answer of the first thread, unless another one finished a greater depth.
fn answer(lines: usize, finished: &[Finished]) -> Answer {
    let best = finished.iter().reduce(|best, other| {
        // With several lines only the first thread has all of them as reported.
        if lines == 1 && other.depth > best.depth {
            other
        } else {
            best
        }
    });
    let Some(best) = best else { return Answer::none() };
    let nodes = finished.iter().map(|thread| thread.nodes).sum();
    let first = best.lines.first();
    Answer {
        best: first.and_then(|line| line.moves.first().copied()),
        ponder: first.and_then(|line| line.moves.get(1).copied()),
        lines: best.lines.iter().map(|line| Line { nodes, ..line.clone() }).collect(),
        nodes,
    }
}
