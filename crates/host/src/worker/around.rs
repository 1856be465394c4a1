//! What an actor uses while it handles an input: bot threads, the store, the tick observer.

use std::time::Duration;

use play::Moment;

use super::message::{WorkerHandle, WorkerMessage};
use crate::{
    Append, TableId, VisitorId,
    actor::{Input, Surroundings, What},
    any_table::{AnyTable, Hosted, at},
    host::Shared,
    job::Job,
    store_worker::StoreRequest,
};

pub(super) fn wake(any: &mut AnyTable, around: &Around<'_>) {
    let at = around.now;
    at!(any, actor => actor.input(Input { at, what: What::Wake }, around));
}

/// What an actor may use while it handles something.
pub(super) struct Around<'a> {
    pub(super) table: &'a TableId,
    pub(super) now: Moment,
    pub(super) shared: &'a Shared,
    pub(super) own: &'a WorkerHandle,
}

impl<D: Hosted> Surroundings<D> for Around<'_> {
    fn start(&self, job: Job<D::BotReply>) {
        let (table, own) = (self.table.clone(), self.own.clone());
        let Job { place, brake, work } = job;
        self.shared.pool.send(
            place,
            VisitorId::of(self.table),
            brake,
            Box::new(move |memory| {
                work(memory, &mut |reply| {
                    let (table, reply) = (table.clone(), D::any_reply(reply));
                    own.send(WorkerMessage::BotReply { table, reply });
                });
            }),
        );
    }

    fn append(&self, append: Append) {
        self.shared.store(StoreRequest::Append {
            append: Box::new(append),
            worker: self.own.clone(),
        });
    }

    fn late(&self, late: Duration) {
        (self.shared.tick_observer)(late);
    }
}
