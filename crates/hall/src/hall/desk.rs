//! A viewer's end of a table.

use std::sync::{
    atomic::{AtomicU64, Ordering},
    mpsc::SyncSender,
};

use crate::{Input, TableId, Told, clerk::Message, table::Viewer};

/// Where a viewer is told things; called on a clerk's thread, so it must not wait.
pub type Mailbox = Box<dyn FnMut(Told) -> Delivery + Send>;

/// What became of something that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is there.
    Taken,
    /// There was no room: it is lost, and a whole view follows later.
    Full,
    /// Nobody is there any more: the viewer has left.
    Gone,
}

/// A viewer's end of a table; dropping it leaves the table, and with the last viewer its bots stop thinking at once.
pub struct Desk {
    table: TableId,
    viewer: Viewer,
    requests: AtomicU64,
    clerk: SyncSender<Message>,
}

impl Desk {
    pub(super) const fn new(table: TableId, viewer: Viewer, clerk: SyncSender<Message>) -> Self {
        Desk {
            table,
            viewer,
            requests: AtomicU64::new(1),
            clerk,
        }
    }

    /// Sends a wish; the number that is returned comes back with the answer.
    pub fn send(&self, input: Input) -> u64 {
        let request = self.requests.fetch_add(1, Ordering::Relaxed);
        // A clerk that is gone has closed the table and told so.
        drop(self.clerk.send(Message::Input {
            table: self.table.clone(),
            viewer: self.viewer,
            request,
            input,
        }));
        request
    }

    /// The table.
    pub const fn table(&self) -> &TableId {
        &self.table
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        // A clerk that is gone needs no goodbye.
        drop(self.clerk.send(Message::Leave {
            table: self.table.clone(),
            viewer: self.viewer,
        }));
    }
}
