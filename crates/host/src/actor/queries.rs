//! Queries of a worker to a table between inputs.

use play::{Moment, MoveTree};

use super::{Durability, REDELIVER, TableActor};
use crate::{Envelope, Epoch, ExportFormat, PlayerId, Refusal, Summary, decider::Decider};

impl<D: Decider> TableActor<D> {
    /// When the table must be woken. During a write that it waits for, and while it moves to another node, the table is
    /// not woken by time: the end of the write wakes it.
    pub(crate) fn next_wake(&self) -> Option<Moment> {
        let due = self.decider.due().filter(|_| !self.must_wait() && !self.is_draining());
        let waits = self.viewers.values().any(|state| state.waits());
        let again = waits.then_some(Moment(self.now.0 + REDELIVER));
        let reserved = self.reserved_until.filter(|until| *until > self.now);
        [due, again, reserved, self.retry_at].into_iter().flatten().min()
    }

    /// Whether nobody is here or expected, and everything is stored: the table can be opened again from the store.
    pub(crate) fn is_done(&self) -> bool {
        let expected = self
            .reserved_until
            .is_some_and(|until| until > self.now || self.durability == Durability::Transient);
        let idle = self.viewers.is_empty() && self.unstored.is_empty() && self.queue.is_empty();
        self.closed || (!expected && idle)
    }

    /// Whether a write is not acknowledged yet.
    pub(crate) const fn is_writing(&self) -> bool {
        self.writing.is_some()
    }

    /// The claim of the table, if it is stored.
    pub(crate) const fn epoch(&self) -> Option<Epoch> {
        match self.durability {
            Durability::Stored(epoch) => Some(epoch),
            Durability::Transient => None,
        }
    }

    /// The table in a list.
    pub(crate) fn summary(&self) -> Summary {
        self.summary_with(&[])
    }

    pub(super) fn summary_with(&self, unapplied: &[&Envelope<D::Fact>]) -> Summary {
        Summary {
            save: self.label.save.clone(),
            visibility: self.label.visibility,
            ..self.decider.summary(unapplied, &self.context)
        }
    }

    /// The digest of the game for lists, ratings and statistics.
    pub(crate) fn digest(&self) -> crate::Digest {
        self.decider.digest(self.summary())
    }

    /// The game in some format.
    pub(crate) fn export(&self, format: ExportFormat) -> Result<String, Refusal> {
        self.decider.export(format, &self.context)
    }

    /// The game with its variations.
    pub(crate) fn tree(&self, asking: &[PlayerId]) -> Result<MoveTree, Refusal> {
        self.decider.tree(asking, &self.context)
    }

    /// How many clients are connected, players included.
    pub(crate) fn viewers(&self) -> usize {
        self.viewers.len()
    }
}
