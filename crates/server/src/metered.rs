//! A store whose failed writes are counted and logged.

use host::{
    Append, Claimed, Damaged, Epoch, Listing, NewTable, PlayerId, Query, SeatToken, Store, StoreError, StoredEvent,
    TableId,
};
use prometheus_client::metrics::counter::Counter;
use tracing::error;

/// A store that counts what it could not write.
pub(crate) struct MeteredStore<S> {
    store: S,
    failed: Counter,
}

impl<S: Store> MeteredStore<S> {
    /// Counts the failed writes of a store.
    pub(crate) const fn new(store: S, failed: Counter) -> Self {
        MeteredStore { store, failed }
    }

    fn note<T>(&self, result: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(fault @ (StoreError::Failed { .. } | StoreError::Unknown { .. } | StoreError::InUse(_))) = &result {
            error!("a game could not be stored: {fault}");
            self.failed.inc();
        }
        result
    }
}

impl<S: Store> Store for MeteredStore<S> {
    fn create(&mut self, table: &NewTable) -> Result<Epoch, StoreError> {
        let created = self.store.create(table);
        self.note(created)
    }

    fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreError> {
        let claimed = self.store.claim(table);
        self.note(claimed)
    }

    fn append(&mut self, group: &[Append]) -> Vec<Result<(), StoreError>> {
        let appended = self.store.append(group);
        appended.into_iter().map(|result| self.note(result)).collect()
    }

    fn release(&mut self, table: &TableId, epoch: Epoch) -> Result<(), StoreError> {
        let released = self.store.release(table, epoch);
        self.note(released)
    }

    fn load(&mut self, table: &TableId) -> Result<Vec<StoredEvent>, StoreError> {
        self.store.load(table)
    }

    fn list(&mut self, query: &Query) -> Result<Vec<Listing>, StoreError> {
        self.store.list(query)
    }

    fn tokens(&mut self, table: &TableId) -> Result<Vec<SeatToken>, StoreError> {
        self.store.tokens(table)
    }

    fn rename(&mut self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        let renamed = self.store.rename(player, name);
        self.note(renamed)
    }

    fn names(&mut self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.store.names(players)
    }

    fn put_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        let aside = self.store.put_aside(table, fault);
        self.note(aside)
    }

    fn damaged(&mut self) -> Result<Vec<Damaged>, StoreError> {
        self.store.damaged()
    }
}
