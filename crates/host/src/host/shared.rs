//! What the threads of a host share.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, mpsc::Sender},
};

use play::Registry;

use super::TickObserver;
use crate::{
    Clock, Directory, Lease, TableId, decider::Context, help::HelpLimits, pool::PoolHandle, store_worker::StoreRequest,
};

/// What workers share.
pub(crate) struct Shared {
    pub(crate) pool: PoolHandle,
    pub(crate) clock: Clock,
    pub(crate) lease: Lease,
    pub(crate) names: Directory,
    pub(crate) tick_observer: TickObserver,
    pub(super) registry: Arc<Registry>,
    pub(super) store: Sender<StoreRequest>,
    pub(crate) store_may_lose: bool,
    pub(super) hash: usize,
    pub(super) help: HelpLimits,
    /// The open tables with the number of their viewers.
    pub(super) open: RwLock<HashMap<TableId, usize>>,
}

impl Shared {
    /// Sends a request to the store; its thread lasts as long as the host.
    pub(crate) fn store(&self, request: StoreRequest) {
        drop(self.store.send(request));
    }

    /// The context of a table's decider.
    pub(crate) fn context(&self, table: &TableId) -> Context {
        Context {
            table: table.clone(),
            registry: Arc::clone(&self.registry),
            names: self.names.clone(),
            hash: self.hash,
            help: self.help.clone(),
            seq: 0,
        }
    }

    /// A table is open; somebody may already have claimed it from the store and be connected.
    pub(crate) fn opened(&self, table: &TableId) {
        self.open_tables().entry(table.clone()).or_insert(0);
    }

    pub(crate) fn watched(&self, table: &TableId, viewers: usize) {
        self.open_tables().insert(table.clone(), viewers);
    }

    pub(crate) fn closed(&self, table: &TableId) {
        self.open_tables().remove(table);
    }

    fn open_tables(&self) -> RwLockWriteGuard<'_, HashMap<TableId, usize>> {
        self.open.write().unwrap_or_else(PoisonError::into_inner)
    }
}
