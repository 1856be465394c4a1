//! The settings of a host.

use std::{sync::Arc, thread, time::Duration};

use play::{Registry, Setup};

use crate::{Clock, Lease, Store};

/// The settings of a host.
pub struct HostSettings {
    /// The turn games it knows.
    pub registry: Registry,
    /// Where games are stored.
    pub store: Box<dyn Store>,
    /// Threads that own tables; one serves hundreds.
    pub workers: usize,
    /// Threads that search.
    pub searches: usize,
    /// Memory of a bot's search in MiB.
    pub hash: usize,
    /// The time at the tables.
    pub clock: Clock,
    /// Until when the host may act for its tables; without end unless it is one of several nodes.
    pub lease: Lease,
    /// Receives how late each tick of a live game was. It is called on a worker's thread, so it must not wait.
    pub tick_observer: TickObserver,
}

/// Receives how late ticks were.
pub type TickObserver = Arc<dyn Fn(Duration) + Send + Sync>;

impl HostSettings {
    /// The usual number of threads for this machine.
    pub fn new(registry: Registry, store: impl Store + 'static) -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        HostSettings {
            registry,
            store: Box::new(store),
            workers: (cores / 4).clamp(1, 4),
            // A core is left to the workers.
            searches: cores.saturating_sub(1).max(1),
            hash: Setup::seeded(0).hash,
            clock: Clock::wall(),
            lease: Lease::forever(),
            tick_observer: Arc::new(|_| {}),
        }
    }
}
