//! The threads on which bots search and decide.
//!
//! Searches have one thread fewer than the machine has cores. They share the threads by [`Priority`] and in fair turns:
//! a search is preempted at the end of its turn if others wait. Decisions of live bots take a millisecond and are
//! needed within a tick, so they have separate threads and never wait for a search. A UCI program has a thread for each
//! job.

mod memory;
mod queue;
mod searches;

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use crate::{
    SearchCounts, VisitorId,
    job::{Brake, JobPlace},
};
pub(crate) use memory::{MemoryPool, Tenant};
use searches::{Closer, Searches};

/// A job with the channel for its replies.
pub(crate) type Work = Box<dyn FnOnce(&MemoryPool) + Send>;

/// A handle to the threads; clones share them.
#[derive(Clone)]
pub(crate) struct PoolHandle {
    searches: Arc<Closer>,
    live: Sender<Work>,
    own: Arc<Mutex<Vec<JoinHandle<()>>>>,
    memory: Arc<MemoryPool>,
}

impl PoolHandle {
    /// Starts a job of a table; without a visitor `table` counts as the visitor.
    pub(crate) fn send(&self, place: JobPlace, table: VisitorId, brake: Brake, work: Work) {
        match place {
            JobPlace::Search { priority, visitor } => {
                self.searches.push(priority, visitor.unwrap_or(table), brake, work);
            }
            // Without threads the host is closing, and nobody wants the result.
            JobPlace::Live => drop(self.live.send(work)),
            JobPlace::Own => {
                let memory = Arc::clone(&self.memory);
                let thread = thread::spawn(move || work(&memory));
                let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
                own.retain(|thread| !thread.is_finished());
                own.push(thread);
            }
        }
    }

    /// What the search threads do.
    pub(crate) fn counts(&self) -> SearchCounts {
        self.searches.counts()
    }
}

/// The threads themselves.
pub(crate) struct Pool {
    threads: Vec<JoinHandle<()>>,
    own: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl Pool {
    /// Starts so many threads for searches, and half as many for live bots.
    pub(crate) fn start(searches: usize) -> (Pool, PoolHandle) {
        let count = searches.max(1);
        let memory = Arc::new(MemoryPool::for_threads(count));
        let (searches, mut threads) = Searches::start(count, &memory);
        let (live, quick) = start_live(count.div_ceil(2), &memory);
        threads.extend(quick);
        let own = Arc::default();
        let pool = Pool {
            threads,
            own: Arc::clone(&own),
        };
        (
            pool,
            PoolHandle {
                searches: Arc::new(searches),
                live,
                own,
                memory,
            },
        )
    }

    /// Waits until every thread has ended, which they do once every handle is dropped.
    pub(crate) fn join(self) {
        let own = std::mem::take(&mut *self.own.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in self.threads.into_iter().chain(own) {
            // A thread that panicked has reported it on stderr.
            drop(thread.join());
        }
    }
}

fn start_live(count: usize, memory: &Arc<MemoryPool>) -> (Sender<Work>, Vec<JoinHandle<()>>) {
    let (sender, waiting) = channel();
    let waiting = Arc::new(Mutex::new(waiting));
    let thread = |_| {
        let (waiting, memory) = (Arc::clone(&waiting), Arc::clone(memory));
        thread::spawn(move || serve_live(&waiting, &memory))
    };
    (sender, (0..count).map(thread).collect())
}

fn serve_live(waiting: &Mutex<Receiver<Work>>, memory: &MemoryPool) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(work) => work(memory),
            Err(_) => return,
        }
    }
}
