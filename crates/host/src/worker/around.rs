//! The resources of an actor while it handles an input: bot threads, the store, the tick observer.

use std::{
    cell::{Cell, RefCell},
    time::Duration,
};

use play::Moment;

use super::message::{WorkerHandle, WorkerMessage};
use crate::{
    Append, Flush, TableId, VisitorId,
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

/// Milliseconds for which appends that nobody waits for are collected.
const COLLECTED: u64 = 20;

/// Appends that nobody waits for. They go to the store together, or with the next append that somebody waits for: a
/// transaction for each of them would cost more than the ticks of all games.
#[derive(Default)]
pub(super) struct Appends {
    waiting: RefCell<Vec<Append>>,
    /// When they have to be sent.
    due: Cell<Option<Moment>>,
}

impl Appends {
    /// When they have to be sent, if there are any.
    pub(super) const fn due(&self) -> Option<Moment> {
        self.due.get()
    }

    fn add(&self, append: Append, now: Moment) {
        self.waiting.borrow_mut().push(append);
        self.due.set(self.due.get().or(Some(Moment(now.0 + COLLECTED))));
    }

    /// Sends them to the store; their results come to the worker.
    pub(super) fn send(&self, shared: &Shared, own: &WorkerHandle) {
        self.due.set(None);
        let appends = self.waiting.take();
        if !appends.is_empty() {
            let worker = own.clone();
            shared.store(StoreRequest::Append { appends, worker });
        }
    }
}

/// What an actor may use while it handles something.
pub(super) struct Around<'a> {
    pub(super) table: &'a TableId,
    pub(super) now: Moment,
    pub(super) shared: &'a Shared,
    pub(super) own: &'a WorkerHandle,
    pub(super) appends: &'a Appends,
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
        let waits = append.flush == Flush::Now;
        self.appends.add(append, self.now);
        if waits {
            self.appends.send(self.shared, self.own);
        }
    }

    fn store_may_lose(&self) -> bool {
        self.shared.store_may_lose
    }

    fn late(&self, late: Duration) {
        (self.shared.tick_observer)(late);
    }
}
