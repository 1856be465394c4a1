//! Work for bots: a job takes the bot along and returns replies.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use play::Stop;

use crate::{VisitorId, pool::MemoryPool};

/// Work that runs outside the table's thread.
pub(crate) struct Job<R> {
    /// Where it may be done.
    pub(crate) place: JobPlace,
    /// Ends it early.
    pub(crate) brake: Brake,
    /// The work; it sends replies while it runs, the last one with the bot.
    pub(crate) work: Work<R>,
}

/// A function that searches with borrowed memory and sends replies while it runs.
pub(crate) type Work<R> = Box<dyn FnOnce(&MemoryPool, &mut dyn FnMut(R)) + Send>;

/// The threads for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobPlace {
    /// On the search threads.
    Search {
        priority: Priority,
        /// The visitor; without one the table itself counts as the visitor.
        visitor: Option<VisitorId>,
    },
    /// On the threads of live bots, whose decisions take a millisecond and are needed within a tick.
    Live,
    /// On a thread of its own, since it waits for another program.
    Own,
}

/// The priority of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Priority {
    /// A move or an answer that a person waits for.
    Move,
    /// A hint.
    Hint,
    /// Analysis, reviews, and the moves of bots that play each other.
    Background,
}

/// Stops a job early.
#[derive(Clone, Debug, Default)]
pub(crate) struct Brake {
    stop: Stop,
    gave_way: Arc<AtomicBool>,
}

impl Brake {
    /// The flag that the bot watches.
    pub(crate) const fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Preempts the job, because others wait for the thread; its result still counts.
    pub(crate) fn give_way(&self) {
        self.gave_way.store(true, Ordering::Relaxed);
        self.stop.raise();
    }

    /// Whether others waited for the thread.
    pub(crate) fn has_given_way(&self) -> bool {
        self.gave_way.load(Ordering::Relaxed)
    }
}
