//! A worker: one thread that owns many tables and a queue of their timers.
//!
//! Only the worker touches a table, so there is no lock. Only the worker opens one: a stored table is claimed once,
//! however many clients connect at the same time. A panic at a table closes only that table. A worker never waits for a
//! disk or a bot; both reply through its inbox.
//!
//! The ticks of many live tables are due together. The worker handles a message between two of them, so a command does
//! not wait for the ticks of all other tables.

mod around;
mod closing;
mod lease;
mod message;
mod timers;

use std::{
    collections::HashMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, sync_channel},
    },
    thread::{self, JoinHandle},
};

use play::Moment;

use crate::{
    Claimed, CloseReason, ConnectError, StoreError, TableId, TableKind,
    actor::{Durability, Input, What},
    any_table::{AnyBotReply, AnyInput, AnyTable, at},
    host::Shared,
    store_worker::StoreRequest,
};

use around::{Appends, Around, wake};
pub(crate) use message::{WorkerHandle, WorkerMessage};
use timers::Timers;

/// The most messages that wait for a worker; beyond that the sender gets "busy" or waits.
const INBOX: usize = 4_096;

/// Starts a worker.
pub(crate) fn start(shared: Arc<Shared>) -> (WorkerHandle, JoinHandle<()>) {
    let (inbox, messages) = sync_channel(INBOX);
    let own = WorkerHandle(inbox);
    let handle = own.clone();
    let thread = thread::spawn(move || {
        Worker {
            shared,
            own,
            tables: HashMap::new(),
            opening: HashMap::new(),
            timers: Timers::default(),
            appends: Appends::default(),
            now: Moment(0),
            suspended: false,
            draining: false,
            drained: None,
        }
        .serve(&messages);
    });
    (handle, thread)
}

struct Worker {
    shared: Arc<Shared>,
    /// The sender to this worker, for bots and the store.
    own: WorkerHandle,
    tables: HashMap<TableId, AnyTable>,
    /// Tables that are being claimed, and what waits for them.
    opening: HashMap<TableId, Vec<AnyInput>>,
    timers: Timers,
    appends: Appends,
    /// When the lease was last checked; inputs are handled as of this moment.
    now: Moment,
    /// The lease has expired.
    suspended: bool,
    /// No table is opened any more.
    draining: bool,
    /// Waits until the last table is closed.
    drained: Option<Sender<()>>,
}

impl Worker {
    fn serve(&mut self, messages: &Receiver<WorkerMessage>) {
        loop {
            match self.receive(messages) {
                Ok(WorkerMessage::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(message) => {
                    self.check_lease();
                    self.handle(message);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.check_lease();
            self.wake_next();
            if self.appends.due().is_some_and(|due| due <= self.now) {
                self.send_appends();
            }
            if self.tables.is_empty() && self.opening.is_empty() {
                self.drained = None;
            }
        }
        self.finish_writes(messages);
        self.shut_down();
    }

    /// The next message. While tables are due, the worker does not wait for one.
    fn receive(&self, messages: &Receiver<WorkerMessage>) -> Result<WorkerMessage, RecvTimeoutError> {
        match messages.try_recv() {
            Ok(message) => return Ok(message),
            Err(TryRecvError::Disconnected) => return Err(RecvTimeoutError::Disconnected),
            Err(TryRecvError::Empty) if self.timers.in_round() => return Err(RecvTimeoutError::Timeout),
            Err(TryRecvError::Empty) => {}
        }
        let lease = self.shared.lease.ends().filter(|_| !self.suspended);
        let next = [self.timers.first(), lease, self.appends.due()];
        let next = next.into_iter().flatten().min();
        if let Some(wait) = next.and_then(|moment| self.shared.clock.until(moment)) {
            return messages.recv_timeout(wait);
        }
        // Time does not pass by itself here.
        self.send_appends();
        messages.recv().map_err(|_| RecvTimeoutError::Disconnected)
    }

    fn handle(&mut self, message: WorkerMessage) {
        match message {
            WorkerMessage::Opened(table) => self.opened(*table),
            WorkerMessage::Claimed { table, claimed } => self.claimed(&table, claimed),
            WorkerMessage::ToTable { table, input } => self.deliver(table, input),
            WorkerMessage::BotReply { table, reply } => self.bot_reply(&table, reply),
            WorkerMessage::Stored(results) => {
                let now = self.now;
                for (table, result) in results {
                    self.with(
                        &table,
                        |any, around| at!(any, actor => actor.stored(result, now, around)),
                    );
                }
            }
            WorkerMessage::Renamed(player) => {
                self.with_all(|any, _| at!(any, actor => actor.renamed(player)));
            }
            // A caller that has gone needs no answer.
            WorkerMessage::Export { table, format, reply } => {
                drop(reply.send(self.tables.get(&table).map(|any| any.export(format))));
            }
            WorkerMessage::Tree { table, asking, reply } => {
                drop(reply.send(self.tables.get(&table).map(|any| any.tree(&asking))));
            }
            WorkerMessage::Summary { table, reply } => {
                drop(reply.send(self.tables.get(&table).map(AnyTable::summary)));
            }
            WorkerMessage::Abandon => self.abandon(),
            WorkerMessage::Drain { done } => {
                self.draining = true;
                self.drained = Some(done);
                let now = self.now;
                self.with_all(|any, around| at!(any, actor => actor.drain(now, around)));
            }
            WorkerMessage::Passed { done } => {
                self.wake_all();
                drop(done);
            }
            // The lease was checked before the message.
            WorkerMessage::Renewed | WorkerMessage::Stop => {}
        }
    }

    /// A new table is stored. Another client may have claimed it from the store meanwhile, for example the other player
    /// of a rematch. That claim is later, so its table stays.
    fn opened(&mut self, any: AnyTable) {
        let table = any.summary().table;
        if !self.opening.contains_key(&table) && !self.tables.contains_key(&table) {
            self.add(any);
        }
    }

    fn add(&mut self, any: AnyTable) {
        let table = any.summary().table;
        self.tables.insert(table.clone(), any);
        self.shared.opened(&table);
        let (suspended, draining) = (self.suspended, self.draining);
        let now = self.now;
        self.with(&table, |any, around| {
            if suspended {
                at!(any, actor => actor.suspend(now));
            }
            if draining {
                at!(any, actor => actor.drain(now, around));
            }
            wake(any, around);
        });
    }

    /// Does something at every table.
    fn with_all(&mut self, mut act: impl FnMut(&mut AnyTable, &Around<'_>)) {
        let tables: Vec<TableId> = self.tables.keys().cloned().collect();
        for table in tables {
            self.with(&table, &mut act);
        }
    }

    fn deliver(&mut self, table: TableId, input: AnyInput) {
        if let Some(waiting) = self.opening.get_mut(&table) {
            waiting.push(input);
        } else if self.tables.contains_key(&table) {
            self.put(&table, input);
        } else if matches!(
            &input,
            AnyInput::Turn(What::Disconnect { .. })
                | AnyInput::Live(What::Disconnect { .. })
                | AnyInput::Study(What::Disconnect { .. })
        ) {
            // A viewer who leaves a closed table has already left.
        } else if self.draining {
            input.refuse(&ConnectError::Store(StoreError::Claimed(table)));
        } else {
            self.opening.insert(table.clone(), vec![input]);
            let worker = self.own.clone();
            self.shared.store(StoreRequest::Claim { table, worker });
        }
    }

    fn claimed(&mut self, table: &TableId, claimed: Result<Box<Claimed>, StoreError>) {
        let waiting = self.opening.remove(table).unwrap_or_default();
        let opened = claimed.map_err(ConnectError::from).and_then(|claimed| {
            self.shared.names.learn(claimed.names.clone());
            let (context, now) = (self.shared.context(table), self.now);
            let opened = AnyTable::open(context, Durability::Stored(claimed.epoch), &claimed, now);
            opened.map_err(|error| {
                if error.is_damage() {
                    let (table, fault) = (table.clone(), error.to_string());
                    self.shared.store(StoreRequest::PutAside { table, fault });
                }
                ConnectError::Log {
                    table: table.clone(),
                    error,
                }
            })
        });
        match opened {
            Ok(any) => {
                self.add(any);
                for input in waiting {
                    self.put(table, input);
                }
            }
            Err(error) => {
                for input in waiting {
                    input.refuse(&error);
                }
            }
        }
    }

    fn send_appends(&self) {
        self.appends.send(&self.shared, &self.own);
    }

    /// Puts something to an open table.
    fn put(&mut self, table: &TableId, input: AnyInput) {
        // What follows from the input is written after the current write, which may not have been sent yet.
        if self.tables.get(table).is_some_and(AnyTable::is_writing) {
            self.send_appends();
        }
        let at = self.now;
        let mut input = Some(input);
        self.with(table, |any, around| match (any, input.take()) {
            (AnyTable::Turn(actor), Some(AnyInput::Turn(what))) => actor.input(Input { at, what }, around),
            (AnyTable::Live(actor), Some(AnyInput::Live(what))) => actor.input(Input { at, what }, around),
            (AnyTable::Study(actor), Some(AnyInput::Study(what))) => actor.input(Input { at, what }, around),
            (any, Some(AnyInput::Seat(request))) => at!(any, actor => {
                let what = What::Seat(request);
                actor.input(Input { at, what }, around);
            }),
            (any, Some(other)) => other.refuse(&wrong_kind(table, any.kind())),
            (_, None) => {}
        });
        if let Some(unused) = input {
            unused.refuse(&ConnectError::NoTable(table.clone()));
        }
    }

    fn bot_reply(&mut self, table: &TableId, reply: AnyBotReply) {
        if !self.tables.contains_key(table) {
            // The bot that comes with it may be a program, which is closed where waiting is allowed.
            thread::spawn(move || drop(reply));
            return;
        }
        let at = self.now;
        self.with(table, |any, around| match (any, reply) {
            (AnyTable::Turn(actor), AnyBotReply::Turn(reply)) => {
                let what = What::BotReply(reply);
                actor.input(Input { at, what }, around);
            }
            (AnyTable::Live(actor), AnyBotReply::Live(reply)) => {
                let what = What::BotReply(reply);
                actor.input(Input { at, what }, around);
            }
            (AnyTable::Study(actor), AnyBotReply::Study(reply)) => {
                let what = What::BotReply(reply);
                actor.input(Input { at, what }, around);
            }
            // The kind of a table never changes.
            (AnyTable::Turn(_), AnyBotReply::Live(_) | AnyBotReply::Study(_))
            | (AnyTable::Live(_), AnyBotReply::Turn(_) | AnyBotReply::Study(_))
            | (AnyTable::Study(_), AnyBotReply::Turn(_) | AnyBotReply::Live(_)) => {}
        });
    }

    /// Wakes the next table whose timer is due.
    fn wake_next(&mut self) {
        if !self.timers.in_round() {
            self.timers.begin_round(self.now);
        }
        if let Some(table) = self.timers.next() {
            self.with(&table, wake);
        }
    }

    /// Wakes every table whose timer is due, once.
    fn wake_all(&mut self) {
        self.timers.begin_round(self.now);
        while let Some(table) = self.timers.next() {
            self.with(&table, wake);
        }
    }

    /// Does something at a table; a panic there closes it.
    fn with(&mut self, table: &TableId, act: impl FnOnce(&mut AnyTable, &Around<'_>)) {
        let Some(any) = self.tables.get_mut(table) else {
            return;
        };
        if let Some(moment) = at!(any, actor => actor.wakes.take()) {
            self.timers.unset(moment, table.clone());
        }
        let around = Around {
            table,
            now: self.now,
            shared: &self.shared,
            own: &self.own,
            appends: &self.appends,
        };
        let sound = catch_unwind(AssertUnwindSafe(|| act(any, &around)));
        if sound.is_err() {
            drop(catch_unwind(AssertUnwindSafe(
                || at!(any, actor => actor.close(CloseReason::Fault)),
            )));
        }
        let (wakes, done, known, viewers) = at!(any, actor => {
            actor.wakes = actor.next_wake();
            let viewers = actor.viewers();
            let known = std::mem::replace(&mut actor.known_viewers, viewers);
            (actor.wakes, actor.is_done(), known, viewers)
        });
        if done || sound.is_err() {
            self.remove(table);
        } else {
            if let Some(moment) = wakes {
                self.timers.set(moment, table.clone());
            }
            if known != viewers {
                self.shared.watched(table, viewers);
            }
        }
    }
}

fn wrong_kind(table: &TableId, is: TableKind) -> ConnectError {
    ConnectError::Kind {
        table: table.clone(),
        is,
    }
}
