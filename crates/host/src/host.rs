//! The host: opens tables, connects clients, lists, exports and stores games.

mod client;
mod copies;
mod explore;
mod node;
mod opening;
mod queries;
mod settings;
mod shared;
mod studies;

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{
        Arc, PoisonError, RwLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread::JoinHandle,
    time::Duration,
};

use play::{Moment, Registry};

use crate::{
    ConnectError, Directory, LiveMessage, NewPlayer, OpenError, SeatNumber, SeatToken, StoreError, TableId,
    TurnMessage,
    actor::{Connect, Delivery, Durability, SeatRequest, What},
    any_table::{AnyInput, AnyTable},
    decider::Viewer,
    help::HelpLimits,
    pool::Pool,
    store_worker::{self, StoreRequest},
    worker::{self, WorkerHandle, WorkerMessage},
};
pub use client::{LiveClient, StudyClient, TableClient, TurnClient};
pub use queries::{ExportError, SearchCounts};
pub use settings::{HostSettings, TickObserver};
pub(crate) use shared::Shared;
pub use studies::StudySource;

/// Hosts tables. Clones share one host; when the last clone is dropped, the host closes and all searches stop at once.
#[derive(Clone)]
pub struct Host(Arc<Inner>);

/// A host that closes when nobody else uses it.
#[derive(Clone)]
pub struct WeakHost(Weak<Inner>);

impl WeakHost {
    /// The host, if it is open.
    pub fn upgrade(&self) -> Option<Host> {
        self.0.upgrade().map(Host)
    }
}

struct Inner {
    workers: Vec<WorkerHandle>,
    threads: Vec<JoinHandle<()>>,
    pool: Option<Pool>,
    /// Given up before its threads are waited for.
    shared: Option<Arc<Shared>>,
    store_thread: Option<JoinHandle<()>>,
    storing: Arc<AtomicBool>,
    viewers: AtomicU64,
}

impl Host {
    /// Opens a host; tables in the store can be connected to.
    pub fn open(settings: HostSettings) -> Host {
        let (pool, handle) = Pool::start(settings.searches);
        let store_may_lose = settings.store.may_lose();
        let (store, storing, store_thread) = store_worker::start(settings.store);
        let shared = Arc::new(Shared {
            pool: handle,
            clock: settings.clock,
            lease: settings.lease,
            names: Directory::default(),
            tick_observer: settings.tick_observer,
            registry: Arc::new(settings.registry),
            store,
            store_may_lose,
            hash: settings.hash,
            help: HelpLimits::default(),
            open: RwLock::default(),
        });
        let start = |_| worker::start(Arc::clone(&shared));
        let (workers, threads) = (0..settings.workers.max(1)).map(start).unzip();
        Host(Arc::new(Inner {
            workers,
            threads,
            pool: Some(pool),
            shared: Some(shared),
            store_thread: Some(store_thread),
            storing,
            viewers: AtomicU64::new(0),
        }))
    }

    /// The turn games it knows.
    pub fn registry(&self) -> Arc<Registry> {
        Arc::clone(&self.shared().registry)
    }

    /// Connects a client to a turn table. A table that sleeps in the store is opened.
    ///
    /// The mailbox is called on a worker's thread: it must not wait.
    pub fn connect_turn(
        &self,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(TurnMessage) -> Delivery<TurnMessage> + Send + 'static,
    ) -> Result<TurnClient, ConnectError> {
        let viewer = self.next_viewer();
        let mailbox = Box::new(mailbox);
        self.seated(table, |reply| {
            AnyInput::Turn(What::Connect {
                viewer,
                connect,
                mailbox,
                reply,
            })
        })?;
        Ok(TableClient::turn(table.clone(), viewer, self.worker(table).clone()))
    }

    /// Connects a client to a live table; see [`Host::connect_turn`].
    pub fn connect_live(
        &self,
        table: &TableId,
        connect: Connect,
        mailbox: impl FnMut(LiveMessage) -> Delivery<LiveMessage> + Send + 'static,
    ) -> Result<LiveClient, ConnectError> {
        let viewer = self.next_viewer();
        let mailbox = Box::new(mailbox);
        self.seated(table, |reply| {
            AnyInput::Live(What::Connect {
                viewer,
                connect,
                mailbox,
                reply,
            })
        })?;
        Ok(TableClient::live(table.clone(), viewer, self.worker(table).clone()))
    }

    /// Gives an open seat to a player, or finds the player's seat. The seat and the hash of its token are stored when
    /// this returns.
    pub fn take_seat(
        &self,
        table: &TableId,
        player: NewPlayer,
        token: Option<Vec<u8>>,
    ) -> Result<SeatNumber, ConnectError> {
        let NewPlayer { player, name } = player;
        self.seated(table, |reply| {
            AnyInput::Seat(SeatRequest::Take {
                player,
                name,
                token,
                reply,
            })
        })
    }

    /// Grants another token for a seat; stored when this returns.
    pub fn grant(&self, table: &TableId, token: SeatToken) -> Result<(), ConnectError> {
        let (reply, answer) = channel();
        let input = AnyInput::Seat(SeatRequest::Grant { token, reply });
        self.put(table, input)?;
        answer.recv().unwrap_or(Err(ConnectError::Closing))
    }

    /// The rematch table of a finished game, with each player moved by one seat; it is opened if needed.
    pub fn rematch(&self, table: &TableId) -> Result<TableId, OpenError> {
        let next = TableId::numbered(fastrand::u64(..));
        let (reply, answer) = channel();
        let input = AnyInput::Seat(SeatRequest::Rematch { next, reply });
        self.put(table, input).map_err(|_| OpenError::Busy)?;
        let (next, setup) = answer.recv().map_err(|_| OpenError::Closing)??;
        match self.create_as(&next, &setup, &[], Vec::new()) {
            // Another request was first.
            Ok(()) | Err(OpenError::Store(StoreError::Exists(_))) => Ok(next),
            Err(error) => Err(error),
        }
    }

    /// A handle that does not keep the host open.
    pub fn downgrade(&self) -> WeakHost {
        WeakHost(Arc::downgrade(&self.0))
    }

    /// Whether the last write to the store succeeded and the stored data still exist. This waits for the store.
    pub fn is_storing(&self) -> bool {
        let found = self.ask(|reply| StoreRequest::Check { reply });
        self.0.storing.load(Ordering::Relaxed) && found.is_some_and(|found| found.is_ok())
    }

    /// Deletes stored games without a move that nobody has touched for some time; returns how many. Tables that are
    /// open stay.
    pub fn expire_empty(&self, age: Duration) -> Result<usize, StoreError> {
        let age = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        let untouched_since = Moment(self.now().0.saturating_sub(age));
        let open = self.shared().open.read().unwrap_or_else(PoisonError::into_inner);
        let except: Vec<TableId> = open.keys().cloned().collect();
        drop(open);
        self.ask(|reply| StoreRequest::Expire {
            untouched_since,
            except,
            reply,
        })
        .unwrap_or(Ok(0))
    }

    /// The time at the tables.
    pub fn now(&self) -> Moment {
        self.shared().clock.now()
    }

    /// Advances a manual clock, and lets every table do what is due by then.
    pub fn pass(&self, time: Duration) {
        self.shared().clock.pass(time);
        for worker in &self.0.workers {
            let (done, waiting) = channel();
            worker.send(WorkerMessage::Passed { done });
            while waiting.recv().is_ok() {}
        }
    }

    /// Reads a stored table without opening it.
    fn sleeping(&self, table: &TableId) -> Result<AnyTable, ConnectError> {
        let loaded = self.loaded(table)?;
        let shared = self.shared();
        shared.names.learn(loaded.names.clone());
        let opened = AnyTable::open(shared.context(table), Durability::Transient, &loaded, self.now());
        opened.map_err(|error| ConnectError::Log {
            table: table.clone(),
            error,
        })
    }

    fn loaded(&self, table: &TableId) -> Result<crate::Claimed, ConnectError> {
        let table = table.clone();
        let loaded = self.ask(|reply| StoreRequest::Load { table, reply });
        Ok(loaded.ok_or(ConnectError::Closing)??)
    }

    /// Sends a request to a table and waits for its result.
    fn seated<T>(
        &self,
        table: &TableId,
        input: impl FnOnce(Sender<Result<T, ConnectError>>) -> AnyInput,
    ) -> Result<T, ConnectError> {
        let (reply, answer) = channel();
        self.put(table, input(reply))?;
        answer.recv().map_err(|_| ConnectError::Closing)?
    }

    /// Sends an input to a table, unless its worker is busy.
    fn put(&self, table: &TableId, input: AnyInput) -> Result<(), ConnectError> {
        let id = table.clone();
        self.try_send(table, WorkerMessage::ToTable { table: id, input })
    }

    /// Sends a message to the worker of a table, unless it is busy.
    fn try_send(&self, table: &TableId, message: WorkerMessage) -> Result<(), ConnectError> {
        self.worker(table).try_send(message).map_err(|_| ConnectError::Busy)
    }

    fn ask<T>(&self, request: impl FnOnce(Sender<T>) -> StoreRequest) -> Option<T> {
        let (reply, answer) = channel();
        self.shared().store(request(reply));
        answer.recv().ok()
    }

    fn next_viewer(&self) -> Viewer {
        Viewer(self.0.viewers.fetch_add(1, Ordering::Relaxed))
    }

    fn shared(&self) -> &Arc<Shared> {
        self.0
            .shared
            .as_ref()
            .expect("it is given up only when the last host is dropped")
    }

    fn worker(&self, table: &TableId) -> &WorkerHandle {
        let mut hasher = DefaultHasher::new();
        table.hash(&mut hasher);
        &self.0.workers[hasher.finish() as usize % self.0.workers.len()]
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        for worker in &self.workers {
            worker.send(WorkerMessage::Stop);
        }
        self.shared = None;
        // Workers end first, because they stop all searches; the other threads end after the last worker. A panic of a
        // thread was already reported on stderr.
        for thread in self.threads.drain(..) {
            drop(thread.join());
        }
        self.workers.clear();
        if let Some(pool) = self.pool.take() {
            pool.join();
        }
        if let Some(thread) = self.store_thread.take() {
            drop(thread.join());
        }
    }
}
