//! Shared code for tests of deciders, without threads: commits facts, replays the log, and runs bot jobs.

use play::Moment;

use super::{Context, Decider};
use crate::{Envelope, StoredEvent, job::Job, pool::MemoryPool};

/// Applies facts and adds them to the log; the summary that was foretold for each must be right.
pub(crate) fn commit<D: Decider>(
    table: &mut D,
    log: &mut Vec<Envelope<D::Fact>>,
    context: &mut Context,
    now: Moment,
    facts: Vec<D::Fact>,
) {
    for event in facts {
        let envelope = Envelope {
            seq: log.len() as u64 + 1,
            at: now,
            cause: None,
            event,
        };
        let predicted = table.summary(&[&envelope], context);
        table.apply(&envelope, context).unwrap();
        context.seq = envelope.seq;
        assert_eq!(table.summary(&[], context), predicted);
        log.push(envelope);
    }
}

/// A table made of the log as it is stored.
pub(crate) fn replayed<D: Decider>(log: &[Envelope<D::Fact>], context: &Context) -> D {
    let stored = |envelope: &Envelope<D::Fact>| StoredEvent::encode(envelope).decode().unwrap();
    let mut table = D::create(&stored(&log[0]), context).unwrap();
    for envelope in &log[1..] {
        table.apply(&stored(envelope), context).unwrap();
    }
    table
}

/// Does jobs of bots at once, and gives their replies.
pub(crate) fn work<R>(jobs: Vec<Job<R>>, memory: &MemoryPool) -> Vec<R> {
    let mut replies = Vec::new();
    for job in jobs {
        (job.work)(memory, &mut |reply| replies.push(reply));
    }
    replies
}
