//! A running match: a stream of events, a standing, and its control.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, PoisonError, RwLock,
        atomic::AtomicU64,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use host::LiveScene;
use play::MoveIndex;

use crate::{
    Control, GameBoard, GamePlan, GameReport, MatchError, Plan, Standing, Task, Turn,
    control::Planning,
    turn,
    worker::{self, Message, Post, Schedule, Shared},
};

/// A match being played; dropping it stops it.
///
/// Call [`Match::next`] until it returns `None`: it updates the standing. A match without a listener waits, because
/// only a few events are buffered.
pub struct Match {
    shared: Arc<Shared>,
    messages: Receiver<Message>,
    control: Control,
    standing: Standing,
    /// Games in all, as far as that is known.
    total: u64,
    planning: Planning,
    /// Games that have ended before an earlier one has.
    ahead: BTreeMap<u64, Box<GameReport>>,
    /// The next game to be counted.
    expected: u64,
    /// Events that come next.
    ready: VecDeque<Event>,
    failure: Option<MatchError>,
    is_over: bool,
    workers: Vec<JoinHandle<()>>,
}

/// What happens in a match.
#[derive(Debug)]
pub enum Event {
    /// A game begins; only with [`Detail::Moves`](crate::Detail::Moves).
    Started {
        /// The game.
        task: Task,
        /// The worker that plays it, counted from 0; it has no other game at the same time.
        worker: usize,
        /// Its board.
        board: GameBoard,
    },
    /// A move was made in a turn game; only with [`Detail::Moves`](crate::Detail::Moves).
    Moved {
        /// The number of the game.
        game: u64,
        /// The move.
        mv: MoveIndex,
        /// What it cost.
        turn: Turn,
    },
    /// Time has passed in a live game; reported now and then, only with [`Detail::Moves`](crate::Detail::Moves).
    Ticked {
        /// The number of the game.
        game: u64,
        /// Its board.
        scene: Box<LiveScene>,
    },
    /// A game is over and counted.
    Finished(Box<GameReport>),
    /// How far the match is, after every game and when it begins.
    Progress {
        /// The round that is played, counted from 1.
        round: usize,
        /// Games counted.
        games: u64,
        /// Games in all, as far as that is known.
        total: u64,
    },
    /// The match is over; the last event.
    Ended(MatchEnd),
}

/// How a match ended.
#[derive(Debug)]
pub enum MatchEnd {
    /// All games have been played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// It was stopped.
    Stopped,
    /// It failed.
    Failed(MatchError),
}

impl Match {
    /// Begins to play, after `standing` if the match was interrupted before.
    pub fn start(plan: Plan, standing: Option<Standing>) -> Result<Self, MatchError> {
        Match::start_under(Control::default(), plan, standing)
    }

    /// The same under a control that may be paused already.
    pub fn start_under(control: Control, plan: Plan, standing: Option<Standing>) -> Result<Self, MatchError> {
        plan.check()?;
        let standing = standing.unwrap_or_else(|| Standing::of(&plan));
        if !standing.is_whole(&plan) {
            return Err(MatchError::Standing);
        }
        let mut schedule = Schedule::default();
        for (index, played) in standing.rounds.iter().enumerate() {
            let round = plan.tournament.next_round(&standing.rounds[..index]);
            schedule.push(round.filter(|round| played.is_of(round)).ok_or(MatchError::Standing)?);
        }
        if let GamePlan::Turn(turns) = &plan.game {
            turn::try_all(turns).map_err(|(player, error)| MatchError::Player {
                name: plan.players[player].clone(),
                error,
            })?;
        }
        let shared = Arc::new(Shared {
            schedule: RwLock::new(schedule),
            done: standing.progress.clone(),
            next: AtomicU64::new(0),
            plan: Arc::new(plan),
        });
        let (sender, messages) = sync_channel(MESSAGES);
        let mut running = Match {
            shared: Arc::clone(&shared),
            messages,
            control,
            standing,
            total: 0,
            planning: Planning::Open,
            ahead: BTreeMap::new(),
            expected: 0,
            ready: VecDeque::new(),
            failure: None,
            is_over: false,
            workers: Vec::new(),
        };
        // Bound after the match, so that it is dropped first: a match waits until nobody can send any more.
        let sender = sender;
        running.plan_rounds();
        if running.standing.games() > running.planned() {
            return Err(MatchError::Standing);
        }
        running.skip_counted();
        running.report_progress();
        if running.standing.decision.is_some() {
            running.control.finish();
        }
        for worker in 0..shared.plan.concurrency.get() {
            let shared = Arc::clone(&shared);
            let post = Post {
                worker,
                control: running.control.clone(),
                messages: sender.clone(),
            };
            let spawned = thread::Builder::new()
                .name(format!("arena-{worker}"))
                .spawn(move || worker::work(&shared, &post));
            match spawned {
                Ok(thread) => running.workers.push(thread),
                // Some threads will do; without any there is no match.
                Err(_) if worker > 0 => break,
                Err(error) => return Err(MatchError::Thread(error)),
            }
        }
        Ok(running)
    }

    /// Waits for what happens next; `None` after the end.
    ///
    /// Games end in the order of their numbers, so the standing, an SPRT and the files do not depend on which game was
    /// quicker. After an SPRT is decided no game is counted.
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

    /// The same for callers with other work: waits no longer than this.
    pub fn next_within(&mut self, wait: Duration) -> Result<Option<Event>, TimedOut> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Ok(Some(event));
            }
            if self.is_over {
                return Ok(None);
            }
            if let Some(report) = self.ahead.remove(&self.expected) {
                self.count(report);
                continue;
            }
            match self.messages.recv_timeout(wait) {
                Ok(Message::Finished(report)) => drop(self.ahead.insert(report.result.task.number, report)),
                Ok(Message::Started { task, worker, board }) => {
                    return Ok(Some(Event::Started { task, worker, board }));
                }
                Ok(Message::Moved { game, mv, turn }) => return Ok(Some(Event::Moved { game, mv, turn })),
                Ok(Message::Ticked { game, scene }) => return Ok(Some(Event::Ticked { game, scene })),
                Ok(Message::Failed(error)) => {
                    self.control.finish();
                    self.failure.get_or_insert(error);
                }
                Err(RecvTimeoutError::Timeout) => return Err(TimedOut),
                // No more events: aborted games leave gaps.
                Err(RecvTimeoutError::Disconnected) => {
                    let Some((_, report)) = self.ahead.pop_first() else {
                        self.is_over = true;
                        return Ok(Some(Event::Ended(self.end())));
                    };
                    self.count(report);
                }
            }
        }
    }

    /// Counts a game, unless the match is decided.
    fn count(&mut self, report: Box<GameReport>) {
        if self.standing.decision.is_some() {
            self.ahead.clear();
            return;
        }
        self.standing.add(&report);
        self.skip_counted();
        if let Some(sprt) = &self.shared.plan.sprt {
            self.standing.decide(sprt);
            if self.standing.decision.is_some() {
                self.control.finish();
            }
        }
        self.plan_rounds();
        self.ready.push_back(Event::Finished(report));
        self.report_progress();
    }

    /// Plans the next round when all games so far have been counted.
    fn plan_rounds(&mut self) {
        let shared = Arc::clone(&self.shared);
        let mut schedule = shared.schedule.write().unwrap_or_else(PoisonError::into_inner);
        let (tournament, rounds) = (&shared.plan.tournament, &mut self.standing.rounds);
        let is_played = self.standing.progress.count() >= schedule.planned();
        if is_played || self.total == 0 {
            let complete = rounds.len() - usize::from(!is_played && !rounds.is_empty());
            self.total = tournament.total(&rounds[..complete]);
        }
        if is_played && self.planning == Planning::Open {
            let round = tournament.next_round(rounds);
            if round.is_none() || !tournament.format.has_rounds() {
                self.planning = Planning::Complete;
            }
            if let Some(round) = round {
                if tournament.format.has_rounds() {
                    rounds.push(round.begun());
                }
                schedule.push(round);
            }
        }
        self.control.plan(schedule.planned(), self.planning);
    }

    fn planned(&self) -> u64 {
        self.shared
            .schedule
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .planned()
    }

    fn report_progress(&mut self) {
        self.ready.push_back(Event::Progress {
            round: self.standing.rounds.len().max(1),
            games: self.standing.games(),
            total: self.total,
        });
    }

    /// Moves on to the next game that has not been counted.
    fn skip_counted(&mut self) {
        while self.standing.progress.contains(self.expected) {
            self.expected += 1;
        }
        self.control.count(self.expected);
    }

    fn end(&mut self) -> MatchEnd {
        if let Some(error) = self.failure.take() {
            MatchEnd::Failed(error)
        } else if self.standing.decision.is_some() {
            MatchEnd::Decided
        } else if self.is_finished() {
            MatchEnd::Complete
        } else if self.control.has_lost_worker() {
            MatchEnd::Failed(MatchError::Worker {
                games: self.standing.games(),
                total: self.total,
            })
        } else {
            MatchEnd::Stopped
        }
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.shared.plan
    }

    /// The results so far.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Games in all, as far as that is known.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Whether nothing is left to play.
    pub fn is_finished(&self) -> bool {
        let is_played = self.planning == Planning::Complete && self.standing.games() >= self.planned();
        is_played || self.standing.decision.is_some()
    }

    /// The control; a clone may be held elsewhere.
    pub const fn control(&self) -> &Control {
        &self.control
    }
}

impl Drop for Match {
    fn drop(&mut self) {
        self.control.stop();
        // Releases workers that wait for a listener, then joins them: no worker outlives its match.
        while self.messages.recv().is_ok() {}
        for worker in self.workers.drain(..) {
            // A worker that panicked has reported it on stderr and ended the match early.
            drop(worker.join());
        }
    }
}

/// Nothing has happened in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedOut;

/// Messages of workers that may wait to be taken.
const MESSAGES: usize = 64;
