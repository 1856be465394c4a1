//! A match while it runs: a stream of events, a standing, and the reins.

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

use play::{BotError, Record, Rules};
use thiserror::Error;

use crate::{
    Control, GameReport, Plan, PlanError, Standing, Task, Turn,
    statistics::Sprt,
    worker::{self, Shared},
};

/// A match being played; dropping it stops it.
///
/// Take events with [`Match::next`] until there are none: the standing follows them, and a match that nobody listens
/// to waits, for no more than a few events are kept.
pub struct Match<R: Rules> {
    events: Receiver<Event<R>>,
    control: Control,
    standing: Standing,
    sprt: Option<Sprt>,
    /// Games that have ended before an earlier one has.
    ahead: BTreeMap<u64, Box<GameReport<R>>>,
    /// The next game to be counted.
    expected: u64,
    workers: Vec<JoinHandle<()>>,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event<R: Rules> {
    /// A game begins; told only if the plan wants moves.
    Started {
        /// Which.
        task: Task,
        /// The worker that plays it, counted from 0; it has no other game at the same time.
        worker: usize,
        /// Its opening.
        record: Record<R>,
    },
    /// A move was made; told only if the plan wants moves.
    Moved {
        /// In which game.
        task: Task,
        /// The move.
        mv: R::Move,
        /// What it cost.
        turn: Turn,
    },
    /// A game is over.
    Ended(Box<GameReport<R>>),
}

impl<R: Rules> Match<R> {
    /// Begins to play, after `standing` if the match was interrupted before.
    pub fn start(plan: Plan<R>, standing: Option<Standing>) -> Result<Self, MatchError> {
        Match::start_under(Control::default(), plan, standing)
    }

    /// The same under reins that may be drawn already.
    pub fn start_under(control: Control, plan: Plan<R>, standing: Option<Standing>) -> Result<Self, MatchError> {
        plan.check()?;
        if let Some(standing) = &standing {
            let names = plan.players.iter().map(|player| &player.name);
            if !standing.players.iter().eq(names) || !standing.is_whole() || standing.games() > plan.total() {
                return Err(MatchError::Standing);
            }
        }
        worker::try_all(&plan).map_err(|(player, error)| MatchError::Player {
            name: plan.players[player].name.clone(),
            error,
        })?;
        let standing = standing.unwrap_or_else(|| Standing::new(plan.players.iter().map(|player| player.name.clone())));
        let concurrency = plan.concurrency.get();
        let sprt = plan.sprt;
        let shared = Arc::new(Shared {
            pairings: plan.pairings(),
            done: standing.progress.clone(),
            next: AtomicU64::new(0),
            control: control.clone(),
            plan,
        });
        let (sender, events) = sync_channel(EVENTS);
        let mut running = Match {
            events,
            control,
            sprt,
            ahead: BTreeMap::new(),
            expected: 0,
            workers: Vec::new(),
            standing,
        };
        // Bound after the match, so that it is dropped first: a match waits until nobody can send any more.
        let sender = sender;
        running.skip_counted();
        if running.standing.decision.is_some() {
            running.control.finish();
        }
        for number in 0..concurrency {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            let worker = thread::Builder::new()
                .name(format!("arena-{number}"))
                .spawn(move || worker::work(&shared, number, &sender));
            match worker {
                Ok(worker) => running.workers.push(worker),
                // Some threads will do; without any there is no match.
                Err(_) if number > 0 => break,
                Err(error) => return Err(MatchError::Thread(error.to_string())),
            }
        }
        Ok(running)
    }

    /// Waits for what happens next; `None` when all games are over.
    ///
    /// Ends of games come in the order of their numbers, so that the standing, an SPRT and what is written down do
    /// not depend on which game happened to be quicker. After the verdict of an SPRT nothing is counted any more.
    #[expect(
        clippy::should_implement_trait,
        reason = "the standing is read between events, which a loop over it forbids"
    )]
    pub fn next(&mut self) -> Option<Event<R>> {
        loop {
            if let Ok(event) = self.next_within(Duration::MAX) {
                return event;
            }
        }
    }

    /// The same for whoever has something else to do: waits no longer than this.
    pub fn next_within(&mut self, wait: Duration) -> Result<Option<Event<R>>, Quiet> {
        loop {
            if let Some(report) = self.ahead.remove(&self.expected) {
                return Ok(self.count(report));
            }
            match self.events.recv_timeout(wait) {
                Ok(Event::Ended(report)) => {
                    self.ahead.insert(report.task.number, report);
                }
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Timeout) => return Err(Quiet),
                // Nothing more comes: what was broken off leaves gaps.
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(self.ahead.pop_first().and_then(|(_, report)| self.count(report)));
                }
            }
        }
    }

    /// Counts a game, unless the match is decided.
    fn count(&mut self, report: Box<GameReport<R>>) -> Option<Event<R>> {
        if self.standing.decision.is_some() {
            self.ahead.clear();
            return self.next();
        }
        self.standing.add(&report.counted());
        self.skip_counted();
        if let Some(sprt) = self.sprt {
            self.standing.decide(&sprt);
            if self.standing.decision.is_some() {
                self.control.finish();
            }
        }
        Some(Event::Ended(report))
    }

    /// Moves on to the next game that has not been counted.
    fn skip_counted(&mut self) {
        while self.standing.progress.contains(self.expected) {
            self.expected += 1;
        }
        self.control.count(self.expected);
    }

    /// The results so far.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The reins; a clone may be held elsewhere.
    pub const fn control(&self) -> &Control {
        &self.control
    }
}

impl<R: Rules> Drop for Match<R> {
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

/// Nothing has happened in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet;

/// Events that may wait to be taken.
const EVENTS: usize = 64;

/// Why a match cannot begin.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The plan is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A player cannot play.
    #[error("{name} cannot play: {error}")]
    Player {
        /// Which.
        name: String,
        /// Why.
        error: BotError,
    },
    /// A standing that is not of this match.
    #[error("the results so far do not belong to these players and games, or are damaged")]
    Standing,
    /// The system gives no thread.
    #[error("no thread to play on: {0}")]
    Thread(String),
}
