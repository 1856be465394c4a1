//! Work for bots: it leaves a table with the bot in it and comes back as replies.

/// Something to be thought about away from the table's thread.
pub(crate) struct Job<R> {
    /// Where it may be done.
    pub(crate) place: JobPlace,
    /// The work; it sends replies while it goes on, the last one with the bot.
    pub(crate) work: Work<R>,
}

/// Something that sends replies while it goes on.
pub(crate) type Work<R> = Box<dyn FnOnce(&mut dyn FnMut(R)) + Send>;

/// Where a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobPlace {
    /// Among the searches.
    Search,
    /// Among the decisions of live bots, which take a millisecond and are needed within a tick.
    Live,
    /// On a thread of its own, since it waits for another program.
    Own,
}
