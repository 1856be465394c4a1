//! Storing, applying and answering the decisions of a table.

use std::time::Duration;

use play::Moment;

use super::{
    After, Drain, Durability, MessageOf, REMEMBERED, RETRY, Surroundings, TableActor, Unstored, delivery::refused,
};
use crate::{
    AfterAppend, Append, Cause, CloseReason, ConnectError, Envelope, Epoch, Flush, Notice, OpenError, Refusal,
    StoreError, StoredEvent,
    decider::{Decider, DeliveryPolicy},
};

impl<D: Decider> TableActor<D> {
    pub(super) fn numbered(&mut self, facts: Vec<D::Fact>, cause: Option<Cause>) -> Vec<Envelope<D::Fact>> {
        let at = self.now;
        let numbered = facts.into_iter().map(|event| {
            self.decided += 1;
            Envelope {
                seq: self.decided,
                at,
                cause,
                event,
            }
        });
        numbered.collect()
    }

    /// Stores a decision, and applies it if this kind of table applies at once; `false` if there were no events.
    pub(super) fn commit(&mut self, facts: Vec<D::Fact>, cause: Option<Cause>, after: After) -> bool {
        if facts.is_empty() {
            return false;
        }
        let events = self.numbered(facts, cause);
        self.store(Unstored {
            events,
            tokens: Vec::new(),
            names: Vec::new(),
            after,
        });
        true
    }

    pub(super) fn store(&mut self, unstored: Unstored<D>) {
        if D::DELIVERY == DeliveryPolicy::AtOnce {
            self.apply(&unstored.events);
        }
        self.unstored.push_back(unstored);
    }

    fn apply(&mut self, events: &[Envelope<D::Fact>]) {
        for event in events {
            let applied = self.decider.apply(event, &self.context);
            assert!(applied.is_ok(), "what was decided is possible: {applied:?}");
            self.context.seq = event.seq;
            if let Some(cause) = event.cause {
                self.answered.note(cause);
            }
            let outbox = self.decider.take_outbox();
            self.recent.push(event.seq, &outbox.events);
            self.post(outbox);
        }
    }

    /// Delivers messages, starts bot jobs and starts a write if none is running.
    pub(super) fn flush(&mut self, around: &dyn Surroundings<D>) {
        loop {
            let mut outbox = self.decider.take_outbox();
            for job in self.jobs.drain(..).chain(outbox.jobs.drain(..)) {
                around.start(job);
            }
            for late in self.late.drain(..).chain(outbox.late.drain(..)) {
                around.late(Duration::from_millis(late));
            }
            self.post(outbox);
            if self.durability != Durability::Transient || self.unstored.is_empty() {
                break;
            }
            self.acknowledge(self.unstored.len(), around);
        }
        if let Durability::Stored(epoch) = self.durability {
            self.write(epoch, around);
        }
    }

    fn write(&mut self, epoch: Epoch, around: &dyn Surroundings<D>) {
        self.prepare_release();
        if self.writing.is_some() || self.retry_at.is_some() {
            return;
        }
        // The end of a claim is a write too.
        let releases = self.drain == Drain::Writing;
        if self.unstored.is_empty() && !releases {
            return;
        }
        let decided: Vec<&Envelope<D::Fact>> = self.unstored.iter().flat_map(|unstored| &unstored.events).collect();
        let unapplied = match D::DELIVERY {
            DeliveryPolicy::AfterStore => decided.as_slice(),
            DeliveryPolicy::AtOnce => &[],
        };
        let new = decided.iter().map(|event| StoredEvent::encode(event));
        let expected = self.decided - decided.len() as u64;
        self.written.retain(|event| event.seq <= expected);
        self.written.extend(new);
        let expected = self.behind.unwrap_or(expected);
        let append = Append {
            table: self.context.table.clone(),
            epoch,
            expected,
            events: self
                .written
                .iter()
                .filter(|event| event.seq > expected)
                .cloned()
                .collect(),
            summary: self.summary_with(unapplied),
            tokens: self
                .unstored
                .iter()
                .flat_map(|unstored| unstored.tokens.clone())
                .collect(),
            names: self
                .unstored
                .iter()
                .flat_map(|unstored| unstored.names.clone())
                .collect(),
            flush: self.flush_needed(),
            claim: if releases {
                AfterAppend::Release
            } else {
                AfterAppend::Keep
            },
        };
        self.writing = Some(self.unstored.len());
        if releases {
            self.drain = Drain::Releasing;
        }
        around.append(append);
    }

    /// Nobody waits for the periodic tick events of a live game, so they may reach the disk later. The event of a command
    /// may not, even if its first write failed: its sender may repeat the command and is answered after this write.
    fn flush_needed(&self) -> Flush {
        let waits = |unstored: &Unstored<D>| {
            let is_caused = unstored.events.iter().any(|event| event.cause.is_some());
            is_caused || !matches!(unstored.after, After::Nothing) || !unstored.tokens.is_empty()
        };
        let is_beat = D::DELIVERY == DeliveryPolicy::AtOnce && !self.is_draining() && !self.unstored.iter().any(waits);
        if is_beat { Flush::Soon } else { Flush::Now }
    }

    /// The current write has succeeded or failed.
    pub(crate) fn stored(&mut self, result: Result<(), StoreError>, now: Moment, around: &dyn Surroundings<D>) {
        self.now = self.now.max(now);
        let count = self.writing.take().unwrap_or(0);
        match result {
            Ok(()) => {
                self.acknowledge(count, around);
                if self.drain == Drain::Releasing {
                    self.durability = Durability::Transient;
                    return self.close(CloseReason::Reload);
                }
            }
            Err(StoreError::Behind { seq, .. }) if self.remembers(seq) => self.behind = Some(seq),
            // The write may have been done, so no command may be refused. A client that reconnects finds out.
            Err(StoreError::Unknown { .. }) => return self.close(CloseReason::Reload),
            Err(
                error @ (StoreError::Behind { .. }
                | StoreError::Conflict(_)
                | StoreError::NoTable(_)
                | StoreError::Claimed(_)),
            ) => {
                for unstored in std::mem::take(&mut self.unstored) {
                    self.refuse(unstored.after, &error);
                }
                return self.close(CloseReason::Reload);
            }
            Err(error) => {
                self.fail(&error, count);
                if self.is_draining() {
                    return self.close(CloseReason::Reload);
                }
            }
        }
        self.settle();
        self.work(around);
    }

    /// Whether everything after an event can be written again.
    fn remembers(&self, seq: u64) -> bool {
        self.written.front().is_some_and(|first| first.seq <= seq + 1)
    }

    /// The first `count` decisions are stored. Decisions made during the write are not, even those without events:
    /// their tokens and names are in the next write.
    fn acknowledge(&mut self, count: usize, around: &dyn Surroundings<D>) {
        self.behind = None;
        let remembered = if around.store_may_lose() { REMEMBERED } else { 0 };
        let beyond = self.written.len().saturating_sub(remembered);
        self.written.drain(..beyond);
        if self.failing && !self.suspended {
            self.failing = false;
            self.retry_at = None;
            self.notify(Notice::StoredAgain);
        }
        let mut stored: Vec<Unstored<D>> = self.unstored.drain(..count).collect();
        // Replies to commands without events need no write of their own.
        while let Some(empty) = self.unstored.pop_front_if(|next| next.is_empty()) {
            stored.push(empty);
        }
        for unstored in stored {
            if D::DELIVERY == DeliveryPolicy::AfterStore {
                self.apply(&unstored.events);
            }
            self.succeed(unstored.after);
        }
    }

    /// A write failed. A turn table drops its decisions, since nobody has seen them; a live table writes them later.
    fn fail(&mut self, error: &StoreError, count: usize) {
        if !self.failing {
            self.failing = true;
            self.notify(Notice::NotStored);
        }
        self.retry_at = Some(Moment(self.now.0 + RETRY));
        let mut failed = Vec::new();
        for unstored in self.unstored.iter_mut().take(count) {
            failed.push(std::mem::replace(&mut unstored.after, After::Nothing));
        }
        if D::DELIVERY == DeliveryPolicy::AfterStore {
            self.unstored.clear();
            self.decided = self.context.seq;
        }
        for after in failed {
            self.refuse(after, error);
        }
    }

    pub(super) fn succeed(&mut self, after: After) {
        // A caller that has gone needs no answer.
        match after {
            After::Nothing => {}
            After::Reply { viewer, id } => self.send(viewer, MessageOf::<D>::Reply { id, answer: D::done() }),
            After::Seat { seat, again, reply } => {
                if again {
                    self.close_seat(seat);
                }
                drop(reply.send(Ok(seat)));
                if !self.may_be_watched() {
                    self.close_watchers();
                }
            }
            After::Granted { seat, reply } => {
                self.close_seat(seat);
                drop(reply.send(Ok(())));
            }
            After::Rematch { reply } => drop(reply.send(self.rematched())),
        }
    }

    fn refuse(&mut self, after: After, error: &StoreError) {
        match after {
            After::Nothing => {}
            After::Reply { viewer, id } => self.send(viewer, refused(id, Refusal::NotStored)),
            After::Seat { reply, .. } => drop(reply.send(Err(ConnectError::Store(error.clone())))),
            After::Granted { reply, .. } => drop(reply.send(Err(ConnectError::Store(error.clone())))),
            After::Rematch { reply } => drop(reply.send(Err(OpenError::Store(error.clone())))),
        }
    }
}
