//! One game between two bots, with its clocks and its notes.

use std::time::{Duration, Instant};

use play::{Ask, Bot, BotError, Choice, Clock, Fault, Purpose, Record, Rules, Score, Side, Stopwatch, Thought};

use crate::{Adjudication, Control, Limits, Task, adjudication::Streaks, control::Leave};

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
    /// What broke the game, in words, if something did.
    pub trouble: Option<String>,
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

/// What came of a game.
pub(crate) enum Played<R: Rules> {
    Over(GameReport<R>),
    /// Broken off; it does not count.
    BrokenOff,
}

/// Plays a game; `moved` is told after every move.
pub(crate) fn play<R: Rules>(
    task: Task,
    (record, opening): (Record<R>, String),
    mut seats: [Seat<'_, R>; 2],
    adjudication: &Adjudication<R>,
    control: &Control,
    moved: &mut dyn FnMut(&Record<R>, Turn),
) -> Played<R> {
    let mut clocks = [0, 1].map(|index: usize| seats[index].limits.control.map(Clock::new));
    let mut streaks = Streaks::default();
    let mut report = GameReport {
        task,
        opening,
        book: record.moves().len(),
        record,
        turns: Vec::new(),
        trouble: None,
    };
    while report.record.outcome().is_none() {
        if report.record.claim().is_some() {
            settle(report.record.claim_draw());
            break;
        }
        if control.before_move() == Leave::Stop {
            return Played::BrokenOff;
        }
        let side = report.record.turn();
        let seat = &mut seats[side.index()];
        let answer = ask(seat, &report.record, clocks[side.index()], control);
        if control.stop_flag().is_raised() {
            return Played::BrokenOff;
        }
        let turn = charge(answer.turn, side, &seat.limits, &mut clocks[side.index()]);
        let Some(turn) = turn else {
            settle(report.record.flag(side));
            break;
        };
        match answer.choice {
            Ok(Choice::Move(mv)) if report.record.play(mv).is_ok() => {
                report.turns.push(turn);
                moved(&report.record, turn);
                if report.record.outcome().is_none()
                    && let Some((winner, ground)) = adjudication.judge(&mut streaks, &report.record, side, turn.score)
                {
                    settle(report.record.adjudicate(winner, ground));
                }
            }
            Ok(Choice::Resign) => settle(report.record.resign(side)),
            // The arena has claimed what can be claimed; a claim of anything else is as good as an illegal move.
            Ok(Choice::Move(_) | Choice::ClaimDraw) => {
                report.trouble = Some("it made a move or a claim that is not possible".to_owned());
                settle(report.record.forfeit(side, Fault::IllegalMove));
            }
            Err(error) => {
                settle(report.record.forfeit(side, error.fault().unwrap_or(Fault::Crash)));
                report.trouble = Some(error.to_string());
            }
        }
    }
    Played::Over(report)
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
    let asked = Instant::now();
    let choice = seat.bot.choose(&mut Ask {
        record,
        budget: seat.limits.budget(clock),
        stop: control.stop_flag(),
        watch: &Stopwatch::start(),
        purpose: Purpose::Game,
        report: &mut |thought| last = Some(thought),
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

/// Charges a turn to the clock; `None` if its time was up, the grace included.
fn charge(mut turn: Turn, side: Side, limits: &Limits, clock: &mut Option<Clock>) -> Option<Turn> {
    if limits.move_time.is_some_and(|time| turn.elapsed > time + limits.grace) {
        return None;
    }
    if let Some(clock) = clock {
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
