//! How a worker closes its tables.

use std::thread;

use super::{Around, Worker};
use crate::{
    TableId,
    any_table::{AnyTable, at},
    store_worker::StoreRequest,
};

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
