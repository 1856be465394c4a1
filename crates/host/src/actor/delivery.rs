//! The viewers of a table, and how messages reach them.
//!
//! A full mailbox drops updates, which a later snapshot replaces, but never replies: replies wait. A client with too
//! many waiting replies is closed; it reconnects and repeats its commands.

use std::{
    collections::{HashMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
};

use super::{Connect, TableActor};
use crate::{
    ClientId, CloseReason, CommandId, Message, Notice, Refusal, SeatNumber,
    decider::{Decider, DeliveryPolicy, Outbox, Viewer},
    words,
};

/// A message of a table of some kind.
pub(crate) type MessageOf<D> = Message<
    <D as Decider>::View,
    <D as Decider>::Frame,
    <D as Decider>::Event,
    <D as Decider>::Answer,
    <D as Decider>::Note,
>;

/// Where a viewer's messages go. It is called on a worker's thread, so it must not wait.
pub(crate) type Mailbox<D> = Box<dyn FnMut(MessageOf<D>) -> Delivery<MessageOf<D>> + Send>;

/// The result of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery<M> {
    /// The mailbox accepted it.
    Taken,
    /// The mailbox is full; the message is returned.
    Full(M),
    /// The receiver is gone.
    Gone,
}

/// Maximum number of replies that wait for a full mailbox.
const WAITING: usize = 128;
/// Events remembered for clients that reconnect.
const REMEMBERED: usize = 256;

/// A viewer.
pub(super) struct ViewerState<D: Decider> {
    pub(super) client: ClientId,
    seats: Vec<SeatNumber>,
    mailbox: Mailbox<D>,
    /// Updates were lost: the next message is a snapshot.
    missed: bool,
    /// Replies that wait for a full mailbox.
    waiting: VecDeque<MessageOf<D>>,
    /// Commands whose answers are found later, in the order they came.
    pub(super) later: VecDeque<CommandId>,
    gone: bool,
}

impl<D: Decider> ViewerState<D> {
    /// Whether something waits for room in the mailbox.
    pub(super) fn waits(&self) -> bool {
        self.missed || !self.waiting.is_empty()
    }

    fn push(&mut self, message: MessageOf<D>) -> Option<MessageOf<D>> {
        match (self.mailbox)(message) {
            Delivery::Taken => None,
            Delivery::Full(message) => Some(message),
            Delivery::Gone => {
                self.gone = true;
                None
            }
        }
    }
}

/// The latest events with their numbers, as viewers saw them. Clients of a table that applies at once get snapshots, so
/// nothing is remembered there.
pub(super) struct Recent<D: Decider>(VecDeque<(u64, Vec<D::Event>)>);

impl<D: Decider> Default for Recent<D> {
    fn default() -> Self {
        Recent(VecDeque::new())
    }
}

impl<D: Decider> Recent<D> {
    pub(super) fn push(&mut self, seq: u64, events: &[D::Event]) {
        if D::DELIVERY == DeliveryPolicy::AtOnce {
            return;
        }
        self.0.push_back((seq, events.to_vec()));
        if self.0.len() > REMEMBERED {
            self.0.pop_front();
        }
    }

    /// What happened after an event, if all of it is remembered.
    fn since(&self, last: u64, now: u64) -> Option<Vec<D::Event>> {
        let known = last == now || self.0.front().is_some_and(|(first, _)| *first <= last + 1);
        if last > now || !known {
            return None;
        }
        let missed = self.0.iter().filter(|(seq, _)| *seq > last);
        Some(missed.flat_map(|(_, events)| events.clone()).collect())
    }
}

/// A refusal as a message.
pub(super) fn refused<V, F, E, A, N>(id: CommandId, refusal: Refusal) -> Message<V, F, E, A, N> {
    let words = words::refusal(&refusal);
    Message::Refused { id, refusal, words }
}

impl<D: Decider> TableActor<D> {
    /// Adds a viewer. A viewer that reconnects gets the events it missed, any other a snapshot.
    pub(super) fn admit(&mut self, viewer: Viewer, connect: Connect, mailbox: Mailbox<D>) {
        self.reserved_until = None;
        // The others are notified first; the new viewer's frame already includes it.
        let outbox = self.decider.take_outbox();
        self.post(outbox);
        // A client that reconnects replaces its earlier connection.
        let earlier = self.viewers.iter().find(|(_, state)| state.client == connect.client);
        if let Some(earlier) = earlier.map(|(viewer, _)| *viewer) {
            self.disconnect(earlier);
        }
        let state = ViewerState {
            client: connect.client,
            seats: connect.seats,
            mailbox,
            missed: false,
            waiting: VecDeque::new(),
            later: VecDeque::new(),
            gone: false,
        };
        self.viewers.insert(viewer, Box::new(state));
        let missed = connect
            .last_seq
            .filter(|_| D::DELIVERY == DeliveryPolicy::AfterStore)
            .and_then(|last| self.recent.since(last, self.context.seq));
        let message = match missed {
            Some(events) => MessageOf::<D>::Update {
                events,
                frame: Box::new(self.decider.frame(viewer, &self.context, self.now)),
            },
            None => self.snapshot(viewer),
        };
        self.send(viewer, message);
        if let Some(state) = self.viewers.get_mut(&viewer)
            && self.failing
        {
            let notice = Notice::NotStored;
            let words = words::notice(notice);
            state.push(MessageOf::<D>::Notice { notice, words });
        }
    }

    fn snapshot(&self, viewer: Viewer) -> MessageOf<D> {
        MessageOf::<D>::Snapshot {
            view: Box::new(self.decider.view(viewer, &self.context, self.now)),
        }
    }

    /// Sends what happened.
    pub(super) fn post(&mut self, outbox: Outbox<D>) {
        let Outbox {
            changed,
            changed_for,
            events,
            notes,
            answers,
            closed,
            jobs,
            late,
        } = outbox;
        self.jobs.extend(jobs);
        self.late.extend(late);
        if changed || !changed_for.is_empty() {
            // Viewers of the same seats see the same: a crowd of spectators costs one frame.
            let mut frames: HashMap<Vec<SeatNumber>, D::Frame> = HashMap::new();
            let viewers: Vec<(Viewer, Vec<SeatNumber>)> = self
                .viewers
                .iter()
                .filter(|(viewer, _)| changed || changed_for.contains(viewer))
                .map(|(viewer, state)| (*viewer, state.seats.clone()))
                .collect();
            for (viewer, seats) in viewers {
                let frame = frames
                    .entry(seats)
                    .or_insert_with(|| self.decider.frame(viewer, &self.context, self.now))
                    .clone();
                let update = MessageOf::<D>::Update {
                    events: events.clone(),
                    frame: Box::new(frame),
                };
                self.send(viewer, update);
            }
        }
        for (viewer, note) in notes {
            self.send(viewer, MessageOf::<D>::Note { note });
        }
        for (viewer, answer) in answers {
            let id = self.viewers.get_mut(&viewer).and_then(|state| state.later.pop_front());
            if let Some(id) = id {
                let message = match answer {
                    Ok(answer) => MessageOf::<D>::Reply { id, answer },
                    Err(refusal) => refused(id, refusal),
                };
                self.send(viewer, message);
            }
        }
        for (viewer, reason) in closed {
            if let Some(state) = self.viewers.get_mut(&viewer) {
                let words = words::closed(reason);
                // A client without room for it is closed all the same.
                state.push(MessageOf::<D>::Closed { reason, words });
                state.gone = true;
            }
        }
        self.drop_gone();
    }

    /// Sends an event of the table to every viewer.
    pub(super) fn notify(&mut self, notice: Notice) {
        let viewers: Vec<Viewer> = self.viewers.keys().copied().collect();
        for viewer in viewers {
            let words = words::notice(notice);
            self.send(viewer, MessageOf::<D>::Notice { notice, words });
        }
    }

    /// Sends a message. If the mailbox is full, a reply waits, and any other message is replaced by a later snapshot.
    pub(super) fn send(&mut self, viewer: Viewer, message: MessageOf<D>) {
        let Some(state) = self.viewers.get_mut(&viewer) else {
            return;
        };
        let is_answer = matches!(message, Message::Reply { .. } | Message::Refused { .. });
        if state.gone || (state.missed && !is_answer) {
            return;
        }
        // Answers stay in their order, and behind the snapshot that shows what they changed.
        if state.waits() {
            state.waiting.push_back(message);
        } else if let Some(unsent) = state.push(message) {
            if is_answer {
                state.waiting.push_back(unsent);
            } else {
                state.missed = true;
            }
        }
        if state.waiting.len() > WAITING {
            let (reason, words) = (CloseReason::TooSlow, words::closed(CloseReason::TooSlow));
            state.push(MessageOf::<D>::Closed { reason, words });
            state.gone = true;
        }
    }

    /// Retries delivery to full mailboxes.
    pub(super) fn redeliver(&mut self) {
        let waiting = self.viewers.iter().filter(|(_, state)| state.waits() && !state.gone);
        let waiting: Vec<Viewer> = waiting.map(|(viewer, _)| *viewer).collect();
        for viewer in waiting {
            let snapshot = self
                .viewers
                .get(&viewer)
                .is_some_and(|state| state.missed)
                .then(|| self.snapshot(viewer));
            let Some(state) = self.viewers.get_mut(&viewer) else {
                continue;
            };
            if let Some(snapshot) = snapshot
                && state.push(snapshot).is_some()
            {
                continue;
            }
            state.missed = false;
            while let Some(message) = state.waiting.pop_front() {
                if let Some(unsent) = state.push(message) {
                    state.waiting.push_front(unsent);
                    break;
                }
            }
        }
        self.drop_gone();
    }

    /// Closes clients that use a token of a seat that was replaced; its owner connects again with the new one.
    pub(super) fn close_seat(&mut self, seat: SeatNumber) {
        self.close_where(|state| state.seats.contains(&seat));
    }

    /// Closes some clients with the request to reconnect.
    fn close_where(&mut self, is_meant: impl Fn(&ViewerState<D>) -> bool) {
        for state in self.viewers.values_mut().filter(|state| is_meant(state)) {
            let (reason, words) = (CloseReason::Reload, words::closed(CloseReason::Reload));
            // A client without room for it is closed all the same.
            state.push(MessageOf::<D>::Closed { reason, words });
            state.gone = true;
        }
        self.drop_gone();
    }

    /// Closes clients without a seat. A client that has taken a seat connects again with its token; the others may not
    /// watch.
    pub(super) fn close_watchers(&mut self) {
        self.close_where(|state| state.seats.is_empty());
    }

    /// Disconnects viewers whose mailbox is gone.
    fn drop_gone(&mut self) {
        let gone = self.viewers.iter().filter(|(_, state)| state.gone);
        let gone: Vec<Viewer> = gone.map(|(viewer, _)| *viewer).collect();
        for viewer in gone {
            self.disconnect(viewer);
        }
    }

    /// Notifies every viewer that the table is closed. A mailbox that panics does not affect the others.
    pub(super) fn broadcast_closed(&mut self, reason: CloseReason) {
        for (_, mut state) in std::mem::take(&mut self.viewers) {
            let words = words::closed(reason);
            let sent = catch_unwind(AssertUnwindSafe(|| {
                state.push(MessageOf::<D>::Closed { reason, words })
            }));
            drop(sent);
        }
    }
}
