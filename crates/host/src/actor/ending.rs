//! How a table closes, is suspended without a lease, and moves to another node.

use play::Moment;

use super::{After, Drain, Durability, Surroundings, TableActor};
use crate::{
    CloseReason, Notice,
    decider::{Decider, Viewer},
};

impl<D: Decider> TableActor<D> {
    /// Ends all thinking and notifies everybody that the table is closed.
    pub(crate) fn close(&mut self, reason: CloseReason) {
        self.closed = true;
        self.decider.dismiss_bots();
        self.broadcast_closed(reason);
    }

    /// The program ends: what the clocks show is stored, and everybody is notified.
    pub(crate) fn shut_down(&mut self, now: Moment, around: &dyn Surroundings<D>) {
        self.now = self.now.max(now);
        self.stop_clocks();
        self.flush(around);
        self.broadcast_closed(CloseReason::ShuttingDown);
    }

    /// Stores what the clocks show, as when the last viewer leaves.
    fn stop_clocks(&mut self) {
        let viewers: Vec<Viewer> = self.viewers.keys().copied().collect();
        for viewer in viewers {
            let facts = self.decider.disconnect(viewer, &self.context, self.now);
            self.commit(facts, None, After::Nothing);
        }
    }

    /// The lease of the node expired at a moment.
    pub(crate) fn suspend(&mut self, since: Moment) {
        if !self.suspended {
            self.suspended = true;
            self.decider.suspend(since);
            if !self.failing {
                self.failing = true;
                self.notify(Notice::NotStored);
            }
        }
    }

    /// The lease was renewed.
    pub(crate) fn resume(&mut self, now: Moment, around: &dyn Surroundings<D>) {
        self.now = self.now.max(now);
        if self.suspended {
            self.suspended = false;
            self.decider.resume(now);
            if self.retry_at.is_none() {
                self.failing = false;
                self.notify(Notice::StoredAgain);
            }
            self.settle();
            self.work(around);
        }
    }

    /// Writes what is left together with the end of the claim; then every client is asked to connect again.
    pub(crate) fn drain(&mut self, now: Moment, around: &dyn Surroundings<D>) {
        self.now = self.now.max(now);
        self.drain = Drain::Writing;
        self.stop_clocks();
        self.flush(around);
        if self.durability == Durability::Transient {
            self.close(CloseReason::Reload);
        }
    }
}
