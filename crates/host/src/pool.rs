//! The threads on which bots think.
//!
//! Searches have one thread fewer than the machine has cores. Decisions of live bots take a millisecond and are needed
//! within a tick, so they have threads of their own and never wait behind a search. A bot that is another program has a
//! thread for each question.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
};

use crate::job::JobPlace;

/// A job with the way back for its replies already in it.
pub(crate) type Work = Box<dyn FnOnce() + Send>;

/// The way to the threads; clones share them.
#[derive(Clone)]
pub(crate) struct PoolHandle {
    searches: Sender<Work>,
    live: Sender<Work>,
    own: Arc<Mutex<Vec<JoinHandle<()>>>>,
}

impl PoolHandle {
    /// Has a job done.
    pub(crate) fn send(&self, place: JobPlace, work: Work) {
        match place {
            // Without threads the host is closing, and nobody wants the answer.
            JobPlace::Search => drop(self.searches.send(work)),
            JobPlace::Live => drop(self.live.send(work)),
            JobPlace::Own => {
                let thread = thread::spawn(work);
                let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
                own.retain(|thread| !thread.is_finished());
                own.push(thread);
            }
        }
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
        let (search, mut threads) = start(searches.max(1));
        let (live, quick) = start(searches.div_ceil(2).max(1));
        threads.extend(quick);
        let own = Arc::default();
        let pool = Pool {
            threads,
            own: Arc::clone(&own),
        };
        (
            pool,
            PoolHandle {
                searches: search,
                live,
                own,
            },
        )
    }

    /// Waits until every thread has ended, which they do once every handle is dropped.
    pub(crate) fn join(self) {
        let own = std::mem::take(&mut *self.own.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in self.threads.into_iter().chain(own) {
            // A thread that panicked has said so on stderr.
            drop(thread.join());
        }
    }
}

fn start(count: usize) -> (Sender<Work>, Vec<JoinHandle<()>>) {
    let (sender, waiting) = channel();
    let waiting = Arc::new(Mutex::new(waiting));
    let thread = |_| {
        let waiting = Arc::clone(&waiting);
        thread::spawn(move || serve(&waiting))
    };
    (sender, (0..count).map(thread).collect())
}

fn serve(waiting: &Mutex<Receiver<Work>>) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match next {
            Ok(work) => work(),
            Err(_) => return,
        }
    }
}
