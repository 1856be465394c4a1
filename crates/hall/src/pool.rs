//! Where minds think: a few threads, one fewer than the machine has cores, so that clerks are never kept waiting.
//!
//! Decisions without turns take a millisecond and are needed within a tick, so they have threads of their own and never
//! wait behind a search.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel},
    },
    thread::{self, JoinHandle},
};

use crate::{
    TableId,
    clerk::Message,
    thinking::{Job, Place},
};

/// A job and where its answers go.
pub(crate) struct Thinking {
    pub(crate) table: TableId,
    pub(crate) job: Job,
    pub(crate) clerk: SyncSender<Message>,
}

impl Thinking {
    fn run(self) {
        let Thinking { table, job, clerk } = self;
        job.run(&mut |answer| {
            let table = table.clone();
            // A clerk that is gone wants no answer; a bot in it is closed here, where waiting is allowed.
            drop(clerk.send(Message::Answer { table, answer }));
        });
    }
}

/// The door to the thinkers; clones share them.
#[derive(Clone)]
pub(crate) struct Door {
    jobs: Sender<Thinking>,
    reflexes: Sender<Thinking>,
    apart: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Door {
    /// Has a job done.
    pub(crate) fn send(&self, thinking: Thinking) {
        match thinking.job.place {
            Place::Pool => {
                // Without thinkers the hall is closing, and nobody wants the answer.
                drop(self.jobs.send(thinking));
            }
            Place::Reflex => drop(self.reflexes.send(thinking)),
            Place::Apart => {
                let thread = thread::spawn(move || thinking.run());
                let mut apart = self.apart.lock().unwrap_or_else(PoisonError::into_inner);
                apart.retain(|thread| !thread.is_finished());
                apart.push(thread);
            }
        }
    }
}

/// The thinkers themselves.
pub(crate) struct Pool {
    threads: Vec<JoinHandle<()>>,
    apart: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Pool {
    /// Starts so many thinkers.
    pub(crate) fn start(thinkers: usize) -> (Pool, Door) {
        let (jobs, mut threads) = thinking(thinkers.max(1));
        let (reflexes, quick) = thinking(thinkers.div_ceil(2).max(1));
        threads.extend(quick);
        let apart = Arc::default();
        let pool = Pool {
            threads,
            apart: Arc::clone(&apart),
        };
        (pool, Door { jobs, reflexes, apart })
    }

    /// Waits until every thinker has gone, which they do once every door is shut.
    pub(crate) fn join(self) {
        let apart = std::mem::take(&mut *self.apart.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in self.threads.into_iter().chain(apart) {
            // A thinker that panicked has told so; there is nothing to add.
            drop(thread.join());
        }
    }
}

/// Starts threads that do what is sent to them, in order.
fn thinking(threads: usize) -> (Sender<Thinking>, Vec<JoinHandle<()>>) {
    let (jobs, waiting) = channel();
    let waiting = Arc::new(Mutex::new(waiting));
    let start = |_| {
        let waiting = Arc::clone(&waiting);
        thread::spawn(move || think(&waiting))
    };
    (jobs, (0..threads).map(start).collect())
}

fn think(waiting: &Mutex<Receiver<Thinking>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(thinking) => thinking.run(),
            Err(_) => return,
        }
    }
}
