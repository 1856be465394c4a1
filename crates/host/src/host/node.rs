//! A host as one of several nodes on one store: its lease, and how its tables move to another node.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

use play::Moment;

use super::Host;
use crate::worker::WorkerMessage;

impl Host {
    /// Sets the end of the lease. Tables that were suspended because it had expired resume.
    pub fn renew_lease(&self, end: Moment) {
        let shared = self.shared();
        let before = shared.lease.renew(end);
        if before <= shared.clock.now() {
            self.broadcast_workers(|| WorkerMessage::Renewed);
        }
    }

    /// Whether the lease holds.
    pub fn holds_lease(&self) -> bool {
        self.shared().lease.is_held(self.now())
    }

    /// Closes every table here, since the node was declared dead; clients get the request to reconnect.
    pub fn abandon(&self) {
        self.broadcast_workers(|| WorkerMessage::Abandon);
    }

    /// Opens no further tables, writes and releases every open table and asks its clients to reconnect. Returns when
    /// the last table is closed, or after the timeout; `false` if some are left.
    pub fn drain(&self, timeout: Duration) -> bool {
        let (done, drained) = channel();
        self.broadcast_workers(|| WorkerMessage::Drain { done: done.clone() });
        drop(done);
        // Nothing is sent; a worker drops its sender when it is done.
        drained.recv_timeout(timeout) == Err(RecvTimeoutError::Disconnected)
    }

    fn broadcast_workers(&self, message: impl Fn() -> WorkerMessage) {
        for worker in &self.0.workers {
            worker.send(message());
        }
    }
}
