//! A match of Kung Fu Chess while it runs: a stream of events, a standing, and the reins, as in the turn games.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::AtomicU64,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use arena::{Control, Detail, Quiet, Standing};
use host::LiveScene;

use super::{
    Folder, Plan, Played, Tally,
    playing::{self, Shared},
};
use crate::ContestError;

/// A match being played; dropping it stops it.
pub struct Running {
    plan: Arc<Plan>,
    events: Receiver<Event>,
    control: Control,
    standing: Standing,
    tally: Tally,
    /// Games that have ended before an earlier one has.
    ahead: BTreeMap<u64, Box<Played>>,
    workers: Vec<JoinHandle<()>>,
}

/// What happens in a match.
pub enum Event {
    /// A game is as far as this; told now and then, and only if somebody watches.
    Seen {
        /// Which game, counted from 0.
        number: u64,
        /// The worker that plays it, counted from 0; it has no other game at the same time.
        worker: usize,
        /// Its board.
        scene: Box<LiveScene>,
    },
    /// A game is over.
    Ended(Box<Played>),
    /// Something cannot be written down; no further games begin.
    Failed(ContestError),
}

impl Running {
    /// Begins to play after what has been counted, under reins that may be drawn already; decisions go into a folder if
    /// there is one.
    pub fn start(
        control: Control,
        plan: Plan,
        (standing, tally): (Standing, Tally),
        log: Option<Folder>,
        detail: Detail,
    ) -> Result<Self, ContestError> {
        let plan = Arc::new(plan);
        control.count(standing.games());
        let shared = Arc::new(Shared {
            plan: Arc::clone(&plan),
            log,
            detail,
            control: control.clone(),
            next: AtomicU64::new(standing.games()),
        });
        let (sender, events) = sync_channel(EVENTS);
        let mut running = Running {
            plan,
            events,
            control,
            standing,
            tally,
            ahead: BTreeMap::new(),
            workers: Vec::new(),
        };
        // Bound after the match, so that it is dropped first: a match waits until nobody can send any more.
        let sender = sender;
        for number in 0..running.plan.settings.at_once().get() {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            let worker = thread::Builder::new()
                .name(format!("kungfu-match-{number}"))
                .spawn(move || playing::work(&shared, number, &sender))
                .map_err(ContestError::Thread)?;
            running.workers.push(worker);
        }
        Ok(running)
    }

    /// Waits for what happens next; `None` when all games are over. Ends of games come in the order of their numbers.
    #[expect(
        clippy::should_implement_trait,
        reason = "the standing is read between events, which a loop over it forbids"
    )]
    pub fn next(&mut self) -> Option<Event> {
        loop {
            if let Ok(event) = self.next_within(Duration::MAX) {
                return event;
            }
        }
    }

    /// The same for whoever has something else to do: waits no longer than this.
    pub fn next_within(&mut self, wait: Duration) -> Result<Option<Event>, Quiet> {
        loop {
            let due = self.ahead.remove(&self.standing.games());
            if let Some(played) = due.filter(|_| self.standing.decision.is_none()) {
                return Ok(Some(self.count(played)));
            }
            match self.events.recv_timeout(wait) {
                Ok(Event::Ended(played)) => {
                    self.ahead.insert(played.placing.number, played);
                }
                Ok(event) => {
                    if matches!(event, Event::Failed(_)) {
                        self.control.finish();
                    }
                    return Ok(Some(event));
                }
                Err(RecvTimeoutError::Timeout) => return Err(Quiet),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
            }
        }
    }

    fn count(&mut self, played: Box<Played>) -> Event {
        self.standing.add_placing(&played.placing);
        self.tally.add(&played);
        if let Some(sprt) = &self.plan.settings.sprt {
            self.standing.decide(sprt);
        }
        if self.standing.decision.is_some() {
            self.control.finish();
        }
        self.control.count(self.standing.games());
        Event::Ended(played)
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The results so far.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// What a cross table does not show of them.
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The reins; a clone may be held elsewhere.
    pub const fn control(&self) -> &Control {
        &self.control
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.stop();
        // Workers that wait for a listener are let go, then waited for: none outlives its match.
        while self.events.recv().is_ok() {}
        for worker in self.workers.drain(..) {
            // A worker that panicked has said so on stderr, and the match has ended early for it.
            drop(worker.join());
        }
    }
}

/// Events that may wait to be taken.
const EVENTS: usize = 64;
