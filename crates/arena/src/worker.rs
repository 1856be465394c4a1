//! Threads that play games, one after the other.

use std::sync::{
    Arc, PoisonError, RwLock,
    atomic::{AtomicU64, Ordering},
    mpsc::SyncSender,
};

use host::LiveScene;
use play::MoveIndex;

use crate::{
    Control, GameBoard, GamePlan, GameReport, MatchError, Plan, PlayedGames, Round, Task, Turn, control::Permit,
    live::LiveLoop, turn::TurnLoop,
};

/// Plays one game after the other on the thread of a worker.
pub(crate) trait GameLoop {
    /// Plays a game to its end; nothing if the match is stopped before.
    fn play(&mut self, task: Task, post: &Post) -> Result<Option<GameReport>, MatchError>;
}

/// What a worker reports.
pub(crate) enum Message {
    Started {
        task: Task,
        worker: usize,
        board: GameBoard,
    },
    Moved {
        game: u64,
        mv: MoveIndex,
        turn: Turn,
    },
    Ticked {
        game: u64,
        scene: Box<LiveScene>,
    },
    Finished(Box<GameReport>),
    Failed(MatchError),
}

/// A worker's way to the match.
pub(crate) struct Post {
    /// The worker's number.
    pub(crate) worker: usize,
    pub(crate) control: Control,
    pub(crate) messages: SyncSender<Message>,
}

impl Post {
    pub(crate) fn send(&self, message: Message) {
        // A match that was dropped has stopped its workers.
        drop(self.messages.send(message));
    }
}

/// What all workers of a match share.
pub(crate) struct Shared {
    pub(crate) plan: Arc<Plan>,
    pub(crate) schedule: RwLock<Schedule>,
    /// Games that were played before.
    pub(crate) done: PlayedGames,
    /// The next game nobody has taken.
    pub(crate) next: AtomicU64,
}

impl Shared {
    /// The next game to play.
    fn take(&self, control: &Control) -> Option<Task> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if self.done.contains(number) {
                continue;
            }
            return match control.before_start(number) {
                Permit::Granted => {
                    let schedule = self.schedule.read().unwrap_or_else(PoisonError::into_inner);
                    schedule.task(number)
                }
                Permit::Denied => None,
            };
        }
    }
}

/// Plays until there is nothing left to play.
pub(crate) fn work(shared: &Shared, post: &Post) {
    let _guard = post.control.panic_guard();
    let mut games: Box<dyn GameLoop> = match &shared.plan.game {
        GamePlan::Turn(_) => Box::new(TurnLoop::new(Arc::clone(&shared.plan))),
        GamePlan::Live(_) => Box::new(LiveLoop::new(Arc::clone(&shared.plan))),
    };
    while let Some(task) = shared.take(&post.control) {
        match games.play(task, post) {
            Ok(Some(report)) => post.send(Message::Finished(Box::new(report))),
            Ok(None) => {}
            Err(error) => return post.send(Message::Failed(error)),
        }
    }
}

/// The rounds that have been planned.
#[derive(Default)]
pub(crate) struct Schedule {
    rounds: Vec<Placed>,
}

/// A round with the numbers of its first game and its first opening.
struct Placed {
    first: u64,
    opening: u64,
    round: Round,
}

impl Schedule {
    pub(crate) fn push(&mut self, round: Round) {
        self.rounds.push(Placed {
            first: self.planned(),
            opening: self
                .rounds
                .last()
                .map_or(0, |last| last.opening + last.round.openings()),
            round,
        });
    }

    /// Games so far.
    pub(crate) fn planned(&self) -> u64 {
        self.rounds.last().map_or(0, |last| last.first + last.round.total())
    }

    /// A game that has been planned.
    fn task(&self, number: u64) -> Option<Task> {
        let after = self.rounds.partition_point(|placed| placed.first <= number);
        let Placed { first, opening, round } = self.rounds.get(after.checked_sub(1)?)?;
        let index = number - first;
        (index < round.total()).then(|| round.task(index, number, *opening))
    }
}
