//! A thread that plays games, one after the other, with bots of its own.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
    mpsc::SyncSender,
};

use play::{Bot, BotError, Rules, Side};

use crate::{
    Control, Detail, Event, Plan, Progress, Task,
    control::Leave,
    game::{self, Played, Seat},
    openings::mixed,
};

/// What all workers of a match share.
pub(crate) struct Shared<R: Rules> {
    pub(crate) plan: Plan<R>,
    pub(crate) pairings: Vec<[usize; 2]>,
    /// Games that were played before.
    pub(crate) done: Progress,
    /// The next game nobody has taken.
    pub(crate) next: AtomicU64,
    pub(crate) control: Control,
}

impl<R: Rules> Shared<R> {
    /// The next game to play.
    fn take(&self) -> Option<Task> {
        loop {
            if self.control.before_game() == Leave::Stop {
                return None;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.total() {
                return None;
            }
            if !self.done.contains(number) {
                return Some(Task::of(number, &self.pairings));
            }
        }
    }
}

/// Plays until there is nothing left to play.
pub(crate) fn work<R: Rules>(shared: &Arc<Shared<R>>, events: &SyncSender<Event<R>>) {
    let plan = &shared.plan;
    let mut bots: Vec<Option<Box<dyn Bot<R>>>> = plan.players.iter().map(|_| None).collect();
    while let Some(task) = shared.take() {
        let event = play(shared, task, &mut bots, events);
        // Nobody listens any more: the match was dropped.
        if event.is_some_and(|event| events.send(event).is_err()) {
            return;
        }
    }
}

/// Plays one game; a bot that broke down is opened again for the next.
fn play<R: Rules>(
    shared: &Shared<R>,
    task: Task,
    bots: &mut [Option<Box<dyn Bot<R>>>],
    events: &SyncSender<Event<R>>,
) -> Option<Event<R>> {
    let plan = &shared.plan;
    let mut seated = Vec::with_capacity(2);
    for index in task.seats() {
        let bot = bots[index].take().map_or_else(|| plan.players[index].open(), Ok);
        match bot {
            Ok(mut bot) => {
                bot.begin(mixed(mixed(plan.seed, task.number), index as u64));
                seated.push(bot);
            }
            Err(error) => return Some(Event::Failed { player: index, error }),
        }
    }
    let [mut white, mut black]: [Box<dyn Bot<R>>; 2] = seated.try_into().ok()?;
    let [white_index, black_index] = task.seats();
    let begun = plan.openings.begin(task.opening, plan.seed);
    if plan.moves == Detail::Moves {
        let start = begun.0.clone();
        // Whoever does not listen does not mind.
        events.send(Event::Started { task, record: start }).ok()?;
    }
    let seats = [
        Seat {
            bot: &mut *white,
            limits: plan.players[white_index].limits,
        },
        Seat {
            bot: &mut *black,
            limits: plan.players[black_index].limits,
        },
    ];
    let mut moved = |record: &play::Record<R>, turn| {
        if plan.moves == Detail::Moves
            && let Some(&mv) = record.moves().last()
        {
            // Whoever does not listen does not mind.
            drop(events.send(Event::Moved { task, mv, turn }));
        }
    };
    match game::play(task, begun, seats, &plan.adjudication, &shared.control, &mut moved) {
        Played::Over(report) => {
            // Who broke the game, its loser, is opened again for the next one.
            let broken = report
                .trouble
                .as_ref()
                .and(report.record.outcome())
                .and_then(|outcome| outcome.winner);
            bots[white_index] = Some(white).filter(|_| broken != Some(Side::Black));
            bots[black_index] = Some(black).filter(|_| broken != Some(Side::White));
            Some(Event::Ended(Box::new(report)))
        }
        Played::BrokenOff => None,
    }
}

/// Opens every player once, so that a bot that cannot play is told before the match and not in it.
pub(crate) fn try_all<R: Rules>(plan: &Plan<R>) -> Result<(), (usize, BotError)> {
    for (index, player) in plan.players.iter().enumerate() {
        player.open().map_err(|error| (index, error))?;
    }
    Ok(())
}
