//! A store wrapper that counts and logs failed writes, and charges bytes to the visitors who caused them.

use std::sync::Arc;

use host::{
    Append, Claimed, Damaged, Epoch, Listing, NewTable, PlayerId, Query, SeatToken, Store, StoreError, StoredEvent,
    TableId, TableState,
};
use play::Moment;
use prometheus_client::metrics::counter::Counter;
use tracing::error;

use crate::{players::Recorder, visitors::Visitors};

/// A store that counts what it could not write.
pub(crate) struct MeteredStore<S> {
    store: S,
    failed: Counter,
    visitors: Arc<Visitors>,
    /// Is notified of games that have ended.
    recorder: Recorder,
}

/// Bytes charged for a stored event in addition to its text.
const EVENT: usize = 64;

impl<S: Store> MeteredStore<S> {
    /// Counts the failed writes of a store, and what is stored for whom.
    pub(crate) const fn new(store: S, failed: Counter, visitors: Arc<Visitors>, recorder: Recorder) -> Self {
        MeteredStore {
            store,
            failed,
            visitors,
            recorder,
        }
    }

    /// Charges events of bots and clocks to the opener of the table; commands are charged to their senders.
    fn charge(&self, append: &Append) {
        let by_nobody = append.events.iter().filter(|event| !event.text.contains("\"cause\":{"));
        let bytes: usize = by_nobody.map(|event| event.text.len() + EVENT).sum();
        if bytes > 0 {
            self.visitors.charge_table(&append.table, bytes);
        }
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
        for append in group {
            self.charge(append);
        }
        let appended = self.store.append(group);
        for (append, result) in group.iter().zip(&appended) {
            if result.is_ok() && append.summary.state == TableState::Over {
                self.recorder.ended(&append.table);
            }
        }
        appended.into_iter().map(|result| self.note(result)).collect()
    }

    fn may_lose(&self) -> bool {
        self.store.may_lose()
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

    fn check(&mut self) -> Result<(), StoreError> {
        self.store.check()
    }

    fn expire(&mut self, untouched_since: Moment, except: &[TableId]) -> Result<usize, StoreError> {
        let expired = self.store.expire(untouched_since, except);
        self.note(expired)
    }
}
