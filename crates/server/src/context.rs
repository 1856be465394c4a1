//! What all requests share.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use host::{Host, TableId};
use thiserror::Error;
use tokio::sync::watch;

use crate::{
    api::ApiError,
    chat::Chats,
    cluster::Cluster,
    hosts::Hosts,
    limits,
    metrics::Metrics,
    online::Online,
    pairing::Pool,
    players::{Hashing, Players},
    seats::SeatTokens,
    visitor::{Proxies, VisitorAddress},
    visitors::{Activity, Visitors},
};

/// What all requests share.
pub(crate) struct AppContext {
    pub(crate) host: Host,
    pub(crate) seats: SeatTokens,
    pub(crate) players: Arc<Players>,
    pub(crate) hashing: Hashing,
    pub(crate) metrics: Metrics,
    /// People who wait to be paired.
    pub(crate) pool: Pool,
    /// What is said at the tables; none where there is no chat.
    pub(crate) chats: Option<Chats>,
    /// Who is connected here.
    pub(crate) online: Online,
    /// The other nodes, if this server is one of several.
    pub(crate) cluster: Option<Arc<Cluster>>,
    pub(crate) visitors: Arc<Visitors>,
    pub(crate) proxies: Proxies,
    pub(crate) hosts: Hosts,
    /// True once the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
    /// Tables that may be open at once.
    pub(crate) tables: usize,
    /// Tables that are being opened and do not count among the open ones yet.
    pub(crate) opening: Arc<AtomicUsize>,
    /// How many watch each table.
    pub(crate) spectators: Arc<Mutex<HashMap<TableId, usize>>>,
}

/// Why a table is not opened, or a request of an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum AdmissionError {
    #[error("the server is full; try again in a moment")]
    Full,
    #[error("the server is closing; no new tables are opened")]
    Closing,
    #[error("too many requests in a short time; wait a moment")]
    TooFast,
    #[error("too many tables of your address are open; leave one first")]
    TooManyTables,
    #[error("your address has had too much stored in the last hour; try again later")]
    TooMuchStored,
}

/// A table that is being opened; it counts until it is among the open ones.
pub(crate) struct Opening {
    count: Arc<AtomicUsize>,
    visitors: Arc<Visitors>,
    visitor: VisitorAddress,
}

impl Opening {
    /// The table is open.
    pub(crate) fn done(self, table: &TableId) {
        self.visitors.opened(self.visitor, table.clone());
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Ordering::SeqCst);
        self.visitors.end_opening(self.visitor);
    }
}

/// Somebody who watches a table.
pub(crate) struct Spectator {
    table: TableId,
    spectators: Arc<Mutex<HashMap<TableId, usize>>>,
}

impl Drop for Spectator {
    fn drop(&mut self) {
        let mut spectators = self.spectators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = spectators.get_mut(&self.table) {
            *count -= 1;
            if *count == 0 {
                spectators.remove(&self.table);
            }
        }
    }
}

impl AppContext {
    /// Runs a blocking function on a separate thread.
    pub(crate) async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&AppContext) -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let context = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&context))
            .await
            .map_err(|_| ApiError::Fault)
    }

    /// Whether an address may open one more table now; in a full server the games that run stay on time.
    pub(crate) fn admit_table(&self, visitor: VisitorAddress) -> Result<Opening, AdmissionError> {
        if *self.closing.borrow() {
            return Err(AdmissionError::Closing);
        }
        if !self.visitors.may_store(visitor) {
            return Err(AdmissionError::TooMuchStored);
        }
        // Counted before it is compared, so that simultaneous requests cannot exceed the limit.
        let others = self.opening.fetch_add(1, Ordering::SeqCst);
        let may_open = self.visitors.begin_opening(visitor, |table| self.is_open(table));
        let opening = Opening {
            count: Arc::clone(&self.opening),
            visitors: Arc::clone(&self.visitors),
            visitor,
        };
        if !may_open {
            return Err(AdmissionError::TooManyTables);
        }
        if !self.visitors.allow(visitor, Activity::Table) {
            return Err(AdmissionError::TooFast);
        }
        if self.host.open_tables() + others >= self.tables {
            return Err(AdmissionError::Full);
        }
        Ok(opening)
    }

    /// Whether an address may come to a table that exists: one that sleeps has to be opened for it.
    pub(crate) fn admit_to(&self, visitor: VisitorAddress, table: &TableId) -> Result<Option<Opening>, AdmissionError> {
        if self.is_open(table) {
            return Ok(None);
        }
        self.admit_table(visitor).map(Some)
    }

    /// Counts a spectator of a table.
    pub(crate) fn spectator(&self, table: &TableId) -> Option<Spectator> {
        let mut spectators = self.spectators.lock().unwrap_or_else(PoisonError::into_inner);
        let count = spectators.entry(table.clone()).or_default();
        if *count >= limits::SPECTATORS {
            return None;
        }
        *count += 1;
        Some(Spectator {
            table: table.clone(),
            spectators: Arc::clone(&self.spectators),
        })
    }

    /// Refuses an address that has requested many nonexistent tables, without revealing whether this one exists.
    pub(crate) fn check_guesses(&self, visitor: VisitorAddress) -> Result<(), AdmissionError> {
        if self.visitors.may(visitor, Activity::Guess) {
            Ok(())
        } else {
            Err(AdmissionError::TooFast)
        }
    }

    /// Records that an address has requested a table or a player that does not exist.
    pub(crate) fn note_guess(&self, visitor: VisitorAddress) {
        self.metrics.guesses.inc();
        self.visitors.note(visitor, Activity::Guess);
    }

    pub(crate) fn is_open(&self, table: &TableId) -> bool {
        self.host.viewers(table).is_some()
    }
}
