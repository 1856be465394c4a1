//! Which transactions wait for the disk.
//!
//! Transactions are appended to the write-ahead log, and a checkpoint syncs it first, so a sync makes every earlier
//! transaction durable too. A group in which nobody waits for a reply is committed without a sync. It is synced by the
//! next group that somebody waits for, or by the first group at least [`LONGEST`] later. A running live game appends
//! twice a second, so it loses at most its last second when the machine crashes. A crash of the process loses nothing:
//! the system has the data.

use std::time::{Duration, Instant};

use host::{Append, Flush, TableState};
use rusqlite::Connection;

/// The longest time without a sync while groups are committed.
const LONGEST: Duration = Duration::from_millis(400);

/// Decides for each transaction whether it is synced.
#[derive(Debug, Default)]
pub(super) struct LazySync {
    /// When the first transaction since the last sync was committed.
    unsynced_since: Option<Instant>,
    /// Whether the connection is set to commit without a sync.
    is_lazy: bool,
}

impl LazySync {
    /// Makes the next transaction a synced one.
    pub(super) fn require(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        self.unsynced_since = None;
        self.set(connection, false)
    }

    /// Makes the next transaction, which appends this group, a synced one if it has to be.
    pub(super) fn prepare(&mut self, connection: &Connection, group: &[Append]) -> rusqlite::Result<()> {
        let is_overdue = self.unsynced_since.is_some_and(|since| since.elapsed() >= LONGEST);
        if is_overdue || group.iter().any(needs_sync) {
            return self.require(connection);
        }
        self.unsynced_since.get_or_insert_with(Instant::now);
        self.set(connection, true)
    }

    fn set(&mut self, connection: &Connection, is_lazy: bool) -> rusqlite::Result<()> {
        if self.is_lazy != is_lazy {
            connection.pragma_update(None, "synchronous", if is_lazy { "NORMAL" } else { "FULL" })?;
            self.is_lazy = is_lazy;
        }
        Ok(())
    }
}

/// A game that is over appends nothing more, so no later group would sync its end.
fn needs_sync(entry: &Append) -> bool {
    entry.flush == Flush::Now || entry.summary.state == TableState::Over
}
