//! Work for bots: it leaves a table with the bot in it and comes back as replies.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use play::Stop;

use crate::{VisitorId, pool::MemoryPool};

/// Something to be thought about away from the table's thread.
pub(crate) struct Job<R> {
    /// Where it may be done.
    pub(crate) place: JobPlace,
    /// Ends it early.
    pub(crate) brake: Brake,
    /// The work; it sends replies while it goes on, the last one with the bot.
    pub(crate) work: Work<R>,
}

/// Something that thinks with memory that is lent to it, and sends replies while it goes on.
pub(crate) type Work<R> = Box<dyn FnOnce(&MemoryPool, &mut dyn FnMut(R)) + Send>;

/// Where a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobPlace {
    /// Among the searches.
    Search {
        priority: Priority,
        /// For whom; the table itself if nobody in particular.
        visitor: Option<VisitorId>,
    },
    /// Among the decisions of live bots, which take a millisecond and are needed within a tick.
    Live,
    /// On a thread of its own, since it waits for another program.
    Own,
}

/// Which searches come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Priority {
    /// A move or an answer that a person waits for.
    Move,
    /// A hint.
    Hint,
    /// Analysis, reviews, and the moves of bots that play each other.
    Background,
}

/// Ends the thinking of a job before its time.
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

    /// Asks for the answer now, because others wait for the thread; the answer still counts.
    pub(crate) fn give_way(&self) {
        self.gave_way.store(true, Ordering::Relaxed);
        self.stop.raise();
    }

    /// Whether others waited for the thread.
    pub(crate) fn has_given_way(&self) -> bool {
        self.gave_way.load(Ordering::Relaxed)
    }
}
