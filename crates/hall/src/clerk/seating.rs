//! A table with the people at it: who is told what, and when it may be told.
//!
//! News of something that has to be written down waits until it is written, and all later news waits behind it, so that
//! whatever a viewer has been told survives a crash. Where there are no turns news cannot wait for a disk: it goes out at
//! once, and only the word that a wish was granted waits until it is written.

use std::{
    collections::{BTreeMap, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

use play::Moment;

use super::{Refused, Tools};
use crate::{
    Delivery, Format, Input, Mailbox, Opened, SeatNumber, SitError, Told,
    kept::Kept,
    pool::Thinking,
    table::{Haste, Keeping, Table, Viewer},
    thinking::Answer,
    writer::Errand,
};

/// Milliseconds until a full mailbox is tried again.
const PATIENCE: u64 = 200;
/// Milliseconds that a new table stays open for whoever wanted it; on disk it is kept longer.
const RESERVED: u64 = 60_000;

/// A table and its viewers.
pub(super) struct Seating {
    table: Table,
    viewers: BTreeMap<Viewer, Postbox>,
    /// What is to be told, in order.
    outgoing: VecDeque<Outgoing>,
    /// Writes that were asked for and acknowledged.
    asked: u64,
    written: u64,
    /// The moment in the clerk's queue.
    pub(super) wakes: Option<Moment>,
    /// Until when a table that nobody has come to stays open; nothing once somebody has sat here.
    unvisited: Option<Moment>,
}

struct Postbox {
    mailbox: Mailbox,
    /// It was full: the next thing it gets is a whole view.
    missed: bool,
}

impl Postbox {
    /// Hands something over; whoever missed something gets the whole view instead.
    fn hand(&mut self, told: Told, view: impl FnOnce() -> Told) -> Delivery {
        if !self.missed {
            return (self.mailbox)(told);
        }
        match (self.mailbox)(view()) {
            Delivery::Taken if needs_more(&told) => (self.mailbox)(told),
            other => other,
        }
    }
}

/// Whether a view does not say it already.
const fn needs_more(told: &Told) -> bool {
    !matches!(
        told,
        Told::View { .. } | Told::News { .. } | Told::LiveView { .. } | Told::LiveNews { .. }
    )
}

struct Outgoing {
    /// Not before this write is done.
    after: u64,
    to: Viewer,
    told: Told,
}

impl Seating {
    pub(super) const fn new(table: Table, now: Moment) -> Self {
        Seating {
            table,
            viewers: BTreeMap::new(),
            outgoing: VecDeque::new(),
            asked: 0,
            written: 0,
            wakes: None,
            unvisited: Some(Moment(now.0 + RESERVED)),
        }
    }

    pub(super) fn sit(
        &mut self,
        viewer: Viewer,
        seats: &[SeatNumber],
        mailbox: Mailbox,
        tools: &Tools,
    ) -> Result<(), Refused> {
        self.table.sit(viewer, seats, tools.now).map_err(|error| Refused {
            error,
            mailbox: Box::new(|_| Delivery::Gone),
        })?;
        self.unvisited = None;
        // The others hear of it first; the view of the newcomer holds it already.
        self.flush(tools);
        self.viewers.insert(viewer, Postbox { mailbox, missed: false });
        let view = self.table.view(viewer, tools.now);
        self.post_news(viewer, view);
        self.deliver(tools);
        Ok(())
    }

    pub(super) fn take(&mut self, name: String, tools: &Tools) -> Result<SeatNumber, SitError> {
        let taken = self.table.take_seat(name, tools.now);
        self.flush(tools);
        taken
    }

    pub(super) fn opened(&self, now: Moment) -> Opened {
        self.table.opened(now)
    }

    pub(super) fn leave(&mut self, viewer: Viewer, tools: &Tools) {
        if self.viewers.remove(&viewer).is_some() {
            self.table.leave(viewer, tools.now);
            self.flush(tools);
        }
    }

    pub(super) fn input(&mut self, viewer: Viewer, request: u64, input: Input, tools: &Tools) {
        if !self.viewers.contains_key(&viewer) {
            return;
        }
        let granted = self.table.input(viewer, input, tools.now);
        self.collect(tools);
        self.post(
            viewer,
            match granted {
                Ok(()) => Told::Done { request },
                Err(words) => Told::Refused { request, words },
            },
        );
        self.deliver(tools);
    }

    pub(super) fn hear(&mut self, answer: Answer, tools: &Tools) {
        self.table.hear(answer, tools.now);
        self.flush(tools);
    }

    pub(super) fn advance(&mut self, tools: &Tools) {
        self.table.advance(tools.now);
        let missed = self.viewers.iter().filter(|(_, postbox)| postbox.missed);
        let missed: Vec<Viewer> = missed.map(|(viewer, _)| *viewer).collect();
        for viewer in missed {
            let view = self.table.view(viewer, tools.now);
            self.post_news(viewer, view);
        }
        self.flush(tools);
    }

    /// When the table wants to be woken, or a viewer who missed something is tried again.
    pub(super) fn next_wake(&self, now: Moment) -> Option<Moment> {
        let missed = self.viewers.values().any(|postbox| postbox.missed);
        let again = missed.then_some(Moment(now.0 + PATIENCE));
        let forgotten = self.unvisited.filter(|until| *until > now);
        [self.table.wake(), again, forgotten].into_iter().flatten().min()
    }

    /// A write is done, or could not be.
    pub(super) fn written(&mut self, number: u64, fault: Option<String>, tools: &Tools) {
        self.written = self.written.max(number.min(self.asked));
        // Whoever has just come sees the table before hearing of its troubles.
        self.deliver(tools);
        let Some(words) = fault else {
            return;
        };
        let viewers: Vec<Viewer> = self.viewers.keys().copied().collect();
        for to in viewers {
            let told = self.table.not_saved(to, words.clone(), tools.now);
            self.outgoing.push_front(Outgoing {
                after: number,
                to,
                told,
            });
        }
        self.deliver(tools);
    }

    /// The hall closes: everybody is told, all thinking ends.
    pub(super) fn close(&mut self, tools: &Tools) {
        let viewers: Vec<Viewer> = self.viewers.keys().copied().collect();
        for viewer in viewers {
            self.table.leave(viewer, tools.now);
        }
        self.collect(tools);
        self.viewers.clear();
    }

    /// Tells every viewer that the table is no more; a mailbox that panics is its owner's loss.
    pub(super) fn closed(mut self, words: &str) {
        for viewer in self.viewers.values_mut() {
            let words = words.to_owned();
            let told = catch_unwind(AssertUnwindSafe(|| (viewer.mailbox)(Told::Closed { words })));
            drop(told);
        }
        // The bots that are here may hold guests, which are closed where waiting is allowed.
        std::thread::spawn(move || drop(self));
    }

    /// Nobody is here or expected, and everything is written: the table can be opened again from what is kept.
    pub(super) fn is_done(&self, now: Moment) -> bool {
        let kept = self.table.keeping() == Keeping::Kept;
        let expected = self.unvisited.is_some_and(|until| until > now || !kept);
        !expected && self.viewers.is_empty() && self.written == self.asked
    }

    pub(super) fn saved(&self, now: Moment) -> Kept {
        self.table.saved(now)
    }

    pub(super) fn export(&self, format: Format, now: Moment) -> String {
        self.table.export(format, now)
    }

    /// Sees to all that came of what was just done.
    pub(super) fn flush(&mut self, tools: &Tools) {
        self.collect(tools);
        self.deliver(tools);
    }

    fn collect(&mut self, tools: &Tools) {
        let mut outbox = self.table.take(tools.now);
        for late in &outbox.late {
            (tools.house.timekeeper)(Duration::from_millis(*late));
        }
        for job in std::mem::take(&mut outbox.jobs) {
            tools.house.door.send(Thinking {
                table: tools.table.clone(),
                job,
                clerk: tools.own.clone(),
            });
        }
        let wanted = outbox.unsaved || (outbox.beat && self.written == self.asked);
        if wanted && self.table.keeping() == Keeping::Kept {
            self.asked += 1;
            let errand = Errand::Write {
                saved: Box::new(self.table.saved(tools.now)),
                number: self.asked,
                clerk: tools.own.clone(),
            };
            // Without a writer nothing can be kept, and the hall is closing.
            if tools.house.writer.send(errand).is_err() {
                self.written = self.asked;
            }
        }
        if outbox.changed {
            let viewers: Vec<Viewer> = self.viewers.keys().copied().collect();
            for viewer in viewers {
                let news = self.table.news(viewer, &outbox, tools.now);
                self.post_news(viewer, news);
            }
        }
        for (viewer, told) in outbox.letters {
            self.post_news(viewer, told);
        }
    }

    /// To be told when all that was asked for is written.
    fn post(&mut self, to: Viewer, told: Told) {
        let after = self.asked;
        self.outgoing.push_back(Outgoing { after, to, told });
    }

    /// To be told as soon as this table allows.
    fn post_news(&mut self, to: Viewer, told: Told) {
        match self.table.haste() {
            Haste::Written => self.post(to, told),
            Haste::AtOnce => self.outgoing.push_back(Outgoing { after: 0, to, told }),
        }
    }

    /// Hands out what may be told by now.
    fn deliver(&mut self, tools: &Tools) {
        let mut gone = Vec::new();
        let (ready, waiting) = std::mem::take(&mut self.outgoing)
            .into_iter()
            .partition(|next: &Outgoing| next.after <= self.written);
        self.outgoing = waiting;
        let ready: VecDeque<Outgoing> = ready;
        for next in ready {
            let Some(postbox) = self.viewers.get_mut(&next.to) else {
                continue;
            };
            if postbox.missed && self.written < self.asked && self.table.haste() == Haste::Written {
                // The view that makes up for it would show what is not written yet.
                continue;
            }
            match postbox.hand(next.told, || self.table.view(next.to, tools.now)) {
                Delivery::Taken => postbox.missed = false,
                Delivery::Full => postbox.missed = true,
                Delivery::Gone => gone.push(next.to),
            }
        }
        for viewer in gone {
            self.leave(viewer, tools);
        }
    }
}
