//! A host as one of several nodes on one store: its lease, and how its tables move to another node.

use std::{
    sync::mpsc::{RecvTimeoutError, channel},
    time::Duration,
};

use play::Moment;

use super::Host;
use crate::worker::WorkerMessage;

impl Host {
    /// Sets the end of the lease. Tables that were suspended because it had expired go on.
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

    /// Closes every table here, since the node was declared dead; clients are asked to connect again.
    pub fn abandon(&self) {
        self.broadcast_workers(|| WorkerMessage::Abandon);
    }

    /// Opens no further table, writes and gives up every open one, asks its clients to connect again, and returns when
    /// the last is closed, or after so long; `false` if some are left.
    pub fn drain(&self, timeout: Duration) -> bool {
        let (done, drained) = channel();
        self.broadcast_workers(|| WorkerMessage::Drain { done: done.clone() });
        drop(done);
        // Nobody sends; a worker lets go of its end when it is done.
        drained.recv_timeout(timeout) == Err(RecvTimeoutError::Disconnected)
    }

    fn broadcast_workers(&self, message: impl Fn() -> WorkerMessage) {
        for worker in &self.0.workers {
            worker.send(message());
        }
    }
}
