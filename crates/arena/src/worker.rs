//! A thread that plays games, one after the other, with bots of its own.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
    mpsc::SyncSender,
};

use play::{Bot, BotError, Rules, Side};

use crate::{
    Control, Detail, Event, GameReport, Plan, Progress, Task,
    control::Leave,
    game::{self, Seat},
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
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.total() {
                return None;
            }
            if !self.done.contains(number) {
                let leave = self.control.before_start(number);
                return (leave == Leave::GoOn).then(|| Task::of(number, &self.pairings));
            }
        }
    }
}

/// Plays until there is nothing left to play.
pub(crate) fn work<R: Rules>(shared: &Arc<Shared<R>>, worker: usize, events: &SyncSender<Event<R>>) {
    let _alarm = shared.control.alarm();
    let mut bots: Vec<Option<Box<dyn Bot<R>>>> = shared.plan.players.iter().map(|_| None).collect();
    while let Some(task) = shared.take() {
        let Some(report) = play(shared, worker, task, &mut bots, events) else {
            continue;
        };
        // Nobody listens any more: the match was dropped.
        if events.send(Event::Ended(Box::new(report))).is_err() {
            return;
        }
    }
}

/// Plays one game; a bot that broke down is opened again for the next, and one that cannot be opened loses.
fn play<R: Rules>(
    shared: &Shared<R>,
    worker: usize,
    task: Task,
    bots: &mut [Option<Box<dyn Bot<R>>>],
    events: &SyncSender<Event<R>>,
) -> Option<GameReport<R>> {
    let plan = &shared.plan;
    let begun = plan.openings.begin(task.opening, plan.seed);
    let [white_index, black_index] = task.seats();
    let mut seated = Vec::with_capacity(2);
    for (side, index) in Side::BOTH.into_iter().zip(task.seats()) {
        let player = &plan.players[index];
        let seed = mixed(mixed(plan.seed, task.number), index as u64);
        let bot = bots[index].take();
        let bot = game::guarded(|| {
            let mut bot = bot.map_or_else(|| player.open(), Ok)?;
            bot.begin(seed)?;
            Ok(bot)
        });
        match bot {
            Ok(bot) => seated.push(bot),
            Err(error) => return Some(game::absent(task, begun, side, &error)),
        }
    }
    let [mut white, mut black]: [Box<dyn Bot<R>>; 2] = seated.try_into().ok()?;
    if plan.moves == Detail::Moves {
        let record = begun.0.clone();
        events.send(Event::Started { task, worker, record }).ok()?;
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
    let report = game::play(task, begun, seats, &plan.adjudication, &shared.control, &mut moved)?;
    bots[white_index] = Some(white).filter(|_| report.broken != Some(Side::White));
    bots[black_index] = Some(black).filter(|_| report.broken != Some(Side::Black));
    Some(report)
}

/// Opens every player once, so that a bot that cannot play is told before the match and not in it.
pub(crate) fn try_all<R: Rules>(plan: &Plan<R>) -> Result<(), (usize, BotError)> {
    for (index, player) in plan.players.iter().enumerate() {
        game::guarded(|| player.open()).map_err(|error| (index, error))?;
    }
    Ok(())
}
