//! A match while it runs: a stream of events, a standing, and the reins.

use std::{
    sync::{
        Arc,
        atomic::AtomicU64,
        mpsc::{Receiver, sync_channel},
    },
    thread::{self, JoinHandle},
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
    workers: Vec<JoinHandle<()>>,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event<R: Rules> {
    /// A game begins; told only if the plan wants moves.
    Started {
        /// Which.
        task: Task,
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
    /// A player that broke down could not be opened again; its game was not played.
    Failed {
        /// Which player.
        player: usize,
        /// Why.
        error: BotError,
    },
}

impl<R: Rules> Match<R> {
    /// Begins to play, after `standing` if the match was interrupted before.
    pub fn start(plan: Plan<R>, standing: Option<Standing>) -> Result<Self, MatchError> {
        plan.check()?;
        worker::try_all(&plan).map_err(|(player, error)| MatchError::Player {
            name: plan.players[player].name.clone(),
            error,
        })?;
        let standing = standing.unwrap_or_else(|| Standing::new(plan.players.iter().map(|player| player.name.clone())));
        let control = Control::default();
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
            standing,
            sprt,
            workers: Vec::new(),
        };
        for number in 0..concurrency {
            let (shared, sender) = (Arc::clone(&shared), sender.clone());
            let worker = thread::Builder::new()
                .name(format!("arena-{number}"))
                .spawn(move || worker::work(&shared, &sender))
                .map_err(|error| MatchError::Thread(error.to_string()))?;
            running.workers.push(worker);
        }
        Ok(running)
    }

    /// Waits for what happens next; `None` when all games are over.
    #[expect(
        clippy::should_implement_trait,
        reason = "the standing is read between events, which a loop over it forbids"
    )]
    pub fn next(&mut self) -> Option<Event<R>> {
        let event = self.events.recv().ok()?;
        match &event {
            Event::Ended(report) => {
                self.standing.add(report);
                let decided = self
                    .sprt
                    .is_some_and(|sprt| sprt.verdict(&self.standing.table.results(0, 1).pairs).is_some());
                if decided {
                    self.control.finish();
                }
            }
            Event::Failed { .. } => self.control.finish(),
            Event::Started { .. } | Event::Moved { .. } => {}
        }
        Some(event)
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
            // A worker that panicked has already said so.
            drop(worker.join());
        }
    }
}

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
    /// The system gives no thread.
    #[error("no thread to play on: {0}")]
    Thread(String),
}
