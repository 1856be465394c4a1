//! How a worker closes its tables.

use std::{
    sync::mpsc::Receiver,
    thread,
    time::{Duration, Instant},
};

use super::{Around, Worker, message::WorkerMessage};
use crate::{
    TableId,
    any_table::{AnyTable, at},
    store_worker::StoreRequest,
};

/// How long the end of the program waits for a store that does not answer.
const LAST_WRITES: Duration = Duration::from_secs(3);

impl Worker {
    pub(super) fn remove(&mut self, table: &TableId) {
        let Some(any) = self.tables.remove(table) else {
            return;
        };
        if let Some(epoch) = at!(&any, actor => actor.epoch()) {
            // The last events are written before the claim ends.
            self.send_appends();
            let table = table.clone();
            self.shared.store(StoreRequest::Release { table, epoch });
        }
        self.shared.closed(table);
        // The bots that are here may be programs, which are closed where waiting is allowed.
        thread::spawn(move || drop(any));
    }

    /// Waits until no table writes, so that decisions made during a write are written too. Other messages come too late.
    pub(super) fn finish_writes(&mut self, messages: &Receiver<WorkerMessage>) {
        let deadline = Instant::now() + LAST_WRITES;
        self.send_appends();
        while self.tables.values().any(AnyTable::is_writing) {
            match messages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(message @ WorkerMessage::Stored(_)) => self.handle(message),
                Ok(_) => {}
                Err(_) => break,
            }
            self.send_appends();
        }
    }

    pub(super) fn shut_down(&mut self) {
        let now = self.shared.clock.now();
        let tables: Vec<TableId> = self.tables.keys().cloned().collect();
        for table in tables {
            let around = Around {
                table: &table,
                now: self.now,
                shared: &self.shared,
                own: &self.own,
                appends: &self.appends,
            };
            if let Some(any) = self.tables.get_mut(&table) {
                at!(any, actor => actor.shut_down(now, &around));
            }
            self.remove(&table);
        }
    }
}
