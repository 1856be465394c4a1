//! What all requests share.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use host::Host;
use thiserror::Error;
use tokio::sync::{Semaphore, watch};

use crate::{api::ApiError, cluster::Cluster, limits::Pace, metrics::Metrics, seats::SeatTokens};

/// What all requests share.
pub(crate) struct AppContext {
    pub(crate) host: Host,
    pub(crate) seats: SeatTokens,
    pub(crate) metrics: Metrics,
    /// The other nodes, if this server is one of several.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Places for sockets.
    pub(crate) sockets: Arc<Semaphore>,
    /// True once the server is about to end.
    pub(crate) closing: watch::Receiver<bool>,
    /// Tables that may be open at once.
    pub(crate) tables: usize,
    /// Who opened tables lately.
    pub(crate) paces: Mutex<HashMap<IpAddr, Pace>>,
}

/// Why no further table is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum AdmissionError {
    #[error("the server is full; try again in a moment")]
    Full,
    #[error("the server is closing; no new tables are opened")]
    Closing,
    #[error("too many tables in a short time; wait a moment")]
    TooFast,
}

impl AppContext {
    /// Runs what may wait for a disk or a table away from the sockets.
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
    pub(crate) fn admits(&self, from: IpAddr, now: Instant) -> Result<(), AdmissionError> {
        /// So many addresses are remembered before those at rest are forgotten.
        const REMEMBERED: usize = 4_096;
        if *self.closing.borrow() {
            return Err(AdmissionError::Closing);
        }
        if self.host.open_tables() >= self.tables {
            return Err(AdmissionError::Full);
        }
        let mut paces = self.paces.lock().unwrap_or_else(PoisonError::into_inner);
        if paces.len() >= REMEMBERED {
            paces.retain(|_, pace| !pace.is_rested(now));
        }
        let pace = paces.entry(from).or_insert_with(|| Pace::of_tables(now));
        if pace.allows(now) {
            Ok(())
        } else {
            Err(AdmissionError::TooFast)
        }
    }
}
