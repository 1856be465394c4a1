//! How a table closes, is suspended without a lease, and moves to another node.

use play::Moment;

use super::{After, Drain, Durability, Surroundings, TableActor};
use crate::{
    CloseReason, Notice,
    decider::{Decider, DeliveryPolicy, Viewer},
};

impl<D: Decider> TableActor<D> {
    /// Stops all searches and notifies all viewers that the table is closed.
    pub(crate) fn close(&mut self, reason: CloseReason) {
        self.closed = true;
        self.decider.dismiss_bots();
        self.broadcast_closed(reason);
    }

    /// The program ends: stores the clocks and notifies all viewers.
    pub(crate) fn shut_down(&mut self, now: Moment, around: &dyn Surroundings<D>) {
        self.now = self.now.max(now);
        if self.is_up_to_date() {
            self.stop_clocks();
        }
        self.flush(around);
        self.broadcast_closed(CloseReason::ShuttingDown);
    }

    /// Stops the clocks of a table that moves to another node, as soon as the state has every decided event.
    pub(super) fn prepare_release(&mut self) {
        if self.drain == Drain::Waiting && self.is_up_to_date() {
            self.drain = Drain::Writing;
            self.stop_clocks();
        }
    }

    /// Whether the state has every decided event. If a move were not applied yet, the time that the mover has used would
    /// be charged to the opponent.
    fn is_up_to_date(&self) -> bool {
        D::DELIVERY == DeliveryPolicy::AtOnce || self.unstored.is_empty()
    }

    /// Stores the clocks, as when the last viewer leaves.
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

    /// Writes the remaining events and releases the claim in one write; then every client gets the request to
    /// reconnect.
    pub(crate) fn drain(&mut self, now: Moment, around: &dyn Surroundings<D>) {
        self.now = self.now.max(now);
        self.drain = Drain::Waiting;
        self.flush(around);
        if self.durability == Durability::Transient {
            self.close(CloseReason::Reload);
        }
    }
}
