//! One game between two bots, with its clocks and its notes.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use play::{
    Ask, Bot, BotError, Choice, Clock, Fault, Purpose, Record, Rules, Score, Side, Stopwatch, Thought, TimeControl,
};

use crate::{Adjudication, Control, Counted, Limits, Task, adjudication::Streaks, control::Leave};

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct GameReport<R: Rules> {
    /// Which game of the match.
    pub task: Task,
    /// The name of its opening.
    pub opening: String,
    /// The game, over.
    pub record: Record<R>,
    /// Moves that came from the opening.
    pub book: usize,
    /// A note for every move after that.
    pub turns: Vec<Turn>,
    /// What went wrong, in words, if something did.
    pub trouble: Option<String>,
    /// The side whose bot cannot go on.
    pub broken: Option<Side>,
}

impl<R: Rules> GameReport<R> {
    /// What a standing wants to know of it.
    pub fn counted(&self) -> Counted {
        let outcome = self.record.outcome();
        let sides = self.record.turns().skip(self.book).map(|(position, _)| position.turn());
        Counted {
            task: self.task,
            winner: outcome.and_then(|outcome| outcome.winner),
            reason: outcome.map_or_else(String::new, |outcome| outcome.reason.to_string()),
            opening: self.opening.clone(),
            plies: self.record.moves().len() as u64,
            fingerprint: self.fingerprint(),
            turns: sides
                .map(|side| self.task.seats()[side.index()])
                .zip(self.turns.iter().copied())
                .collect(),
            trouble: self.trouble.clone(),
        }
    }

    fn fingerprint(&self) -> u64 {
        let positions = (0..=self.record.moves().len()).filter_map(|ply| self.record.position_after(ply));
        positions.fold(0, |sum: u64, position| {
            sum.rotate_left(5).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ position.key()
        })
    }
}

/// What a bot spent on a move and thought of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// By the arena's clock.
    pub elapsed: Duration,
    /// Plies looked ahead, if it told.
    pub depth: Option<u32>,
    /// Its judgement, for itself.
    pub score: Option<Score>,
    /// Positions looked at, if it told.
    pub nodes: Option<u64>,
    /// What was left on its clock afterwards.
    pub clock: Option<Duration>,
}

/// Who sits there and what a move may cost.
pub(crate) struct Seat<'a, R: Rules> {
    pub(crate) bot: &'a mut dyn Bot<R>,
    pub(crate) limits: Limits,
}

/// Plays a game to its end, or not at all if it is broken off; `moved` is told after every move.
pub(crate) fn play<R: Rules>(
    task: Task,
    (record, opening): (Record<R>, String),
    mut seats: [Seat<'_, R>; 2],
    adjudication: &Adjudication<R>,
    control: &Control,
    moved: &mut dyn FnMut(&Record<R>, Turn),
) -> Option<GameReport<R>> {
    let mut clock = clock([seats[0].limits.control, seats[1].limits.control]);
    let mut streaks = Streaks::default();
    let mut report = GameReport {
        task,
        opening,
        book: record.moves().len(),
        record,
        turns: Vec::new(),
        trouble: None,
        broken: None,
    };
    while report.record.outcome().is_none() {
        if report.record.claim().is_some() {
            settle(report.record.claim_draw());
            break;
        }
        if control.before_move() == Leave::Stop {
            return None;
        }
        let side = report.record.turn();
        let seat = &mut seats[side.index()];
        let answer = ask(seat, &report.record, clock, control);
        if control.stop_flag().is_raised() {
            return None;
        }
        let choice = match answer.choice {
            Ok(choice) => choice,
            Err(error) => {
                report.trouble = Some(error.to_string());
                report.broken = Some(side);
                settle(report.record.forfeit(side, error.fault().unwrap_or(Fault::Crash)));
                break;
            }
        };
        let Some(turn) = charge(answer.turn, side, &seat.limits, &mut clock) else {
            report.trouble = Some(format!(
                "{side} answered after {:.3} s",
                answer.turn.elapsed.as_secs_f64()
            ));
            settle(report.record.flag(side));
            break;
        };
        match choice {
            Choice::Move(mv) if report.record.play(mv).is_ok() => {
                report.turns.push(turn);
                moved(&report.record, turn);
                if report.record.outcome().is_none()
                    && let Some((winner, ground)) = adjudication.judge(&mut streaks, &report.record, side, turn.score)
                {
                    settle(report.record.adjudicate(winner, ground));
                }
            }
            Choice::Resign => settle(report.record.resign(side)),
            // The arena has claimed what can be claimed; a claim of anything else is as good as an illegal move.
            Choice::Move(_) | Choice::ClaimDraw => {
                report.trouble = Some(format!("{side} made a move or a claim that is not possible"));
                report.broken = Some(side);
                settle(report.record.forfeit(side, Fault::IllegalMove));
            }
        }
    }
    Some(report)
}

/// A game that cannot be played because the bot of `side` is not there: lost.
pub(crate) fn absent<R: Rules>(
    task: Task,
    (mut record, opening): (Record<R>, String),
    side: Side,
    error: &BotError,
) -> GameReport<R> {
    let book = record.moves().len();
    if record.outcome().is_none() {
        settle(record.forfeit(side, Fault::Crash));
    }
    GameReport {
        task,
        opening,
        record,
        book,
        turns: Vec::new(),
        trouble: Some(error.to_string()),
        broken: None,
    }
}

/// The clock of a game if anybody plays with one; who does not is shown to the other with the same time.
fn clock(controls: [Option<TimeControl>; 2]) -> Option<Clock> {
    let [white, black] = controls;
    Some(Clock::with_odds([white.or(black)?, black.or(white)?]))
}

struct Answer<M> {
    choice: Result<Choice<M>, BotError>,
    turn: Turn,
}

fn ask<R: Rules>(
    seat: &mut Seat<'_, R>,
    record: &Record<R>,
    clock: Option<Clock>,
    control: &Control,
) -> Answer<R::Move> {
    let mut last: Option<Thought<R::Move>> = None;
    let clock = clock.filter(|_| seat.limits.control.is_some());
    let asked = Instant::now();
    let choice = guarded(|| {
        seat.bot.choose(&mut Ask {
            record,
            budget: seat.limits.budget(clock),
            stop: control.stop_flag(),
            watch: &Stopwatch::start(),
            purpose: Purpose::Game,
            report: &mut |thought| last = Some(thought),
        })
    });
    let elapsed = asked.elapsed();
    let turn = Turn {
        elapsed,
        depth: last.as_ref().map(|thought| thought.depth),
        score: last.as_ref().map(|thought| thought.score),
        nodes: last.as_ref().map(|thought| thought.nodes),
        clock: None,
    };
    Answer { choice, turn }
}

/// Does what a bot does; one that panics has died, and only it.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, BotError>) -> Result<T, BotError> {
    // The bot is not used again, so that nothing half-done in it is ever seen.
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(BotError::Died {
            name: "the bot".to_owned(),
            detail: format!("panic: {}", words.unwrap_or("without words")),
        })
    })
}

/// Charges a turn to the clock; `None` if its time was up, the grace included.
fn charge(mut turn: Turn, side: Side, limits: &Limits, clock: &mut Option<Clock>) -> Option<Turn> {
    if limits.move_time.is_some_and(|time| turn.elapsed > time + limits.grace) {
        return None;
    }
    if let Some(clock) = clock.as_mut().filter(|_| limits.control.is_some()) {
        let left = clock.remaining(side);
        if turn.elapsed > left + limits.grace {
            return None;
        }
        // Within the grace an answer uses up the time, but the flag stays up.
        let charged = turn.elapsed.min(left.saturating_sub(Duration::from_nanos(1)));
        clock.spend(side, charged);
        turn.clock = Some(clock.remaining(side));
    }
    Some(turn)
}

/// Ends of a game that was running a moment ago cannot be refused.
fn settle(done: Result<(), play::Refusal>) {
    done.expect("the game was running");
}
