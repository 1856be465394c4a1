//! The time of a turn game: what each side has left, and when a flag falls.
//!
//! The stored part changes only with stored events. Whether the clock runs is part of the session: it stops while
//! nobody is connected, and the time used for the current move is stored when the last viewer leaves.

use std::time::Duration;

use play::{Budget, Clock, Control, Moment, Side, TimeControl};

use crate::ClockView;

/// Subtracted from a fixed time for the delay between a bot's reply and the table.
const MARGIN: Duration = Duration::from_millis(100);

/// The clocks as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clocks {
    control: Option<Control>,
    /// The clock at the start and after every move; empty without one.
    after: Vec<Clock>,
    /// What was used of the present move while the clock was stopped last.
    used: Duration,
    /// The side whose flag has fallen.
    flagged: Option<Side>,
}

/// The clock of the present move while the table is open.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RunningClock {
    since: Option<Moment>,
    /// What was used before `since`, beyond what is stored.
    before: Duration,
}

impl RunningClock {
    /// Starts it if it is stopped.
    pub(super) fn run(&mut self, now: Moment) {
        self.since.get_or_insert(now);
    }

    /// Stops it.
    pub(super) fn stand(&mut self, now: Moment) {
        self.before = self.elapsed(now);
        self.since = None;
    }

    /// Resets for the next move; it keeps running if it runs.
    pub(super) fn next_move(&mut self, now: Moment) {
        *self = RunningClock {
            since: self.since.map(|_| now),
            before: Duration::ZERO,
        };
    }

    pub(super) const fn is_running(&self) -> bool {
        self.since.is_some()
    }

    fn elapsed(&self, now: Moment) -> Duration {
        let running = self.since.map_or(0, |since| now.0.saturating_sub(since.0));
        self.before + Duration::from_millis(running)
    }
}

impl Clocks {
    pub(super) fn new(control: Option<Control>) -> Self {
        Clocks {
            control,
            after: match control {
                Some(Control::Clock(control)) => vec![Clock::new(control)],
                Some(Control::EachMove(_)) | None => Vec::new(),
            },
            used: Duration::ZERO,
            flagged: None,
        }
    }

    /// The flag of a side has fallen.
    pub(super) const fn flag(&mut self, side: Side) {
        self.flagged = Some(side);
    }

    pub(super) const fn control(&self) -> Option<Control> {
        self.control
    }

    /// A move of `side` took `used` in all.
    pub(super) fn end_move(&mut self, side: Side, used: Duration) {
        self.used = Duration::ZERO;
        if let Some(mut clock) = self.after.last().copied() {
            clock.spend(side, used);
            self.after.push(clock);
        }
    }

    /// The clock stopped in the middle of a move.
    pub(super) const fn stop(&mut self, used: Duration) {
        self.used = used;
    }

    /// Back to the beginning of the move after `plies` moves.
    pub(super) fn back_to(&mut self, plies: usize) {
        self.after.truncate(plies + 1);
        self.used = Duration::ZERO;
        self.flagged = None;
    }

    /// What the mover had left after a move, in milliseconds.
    pub(super) fn left_after(&self, ply: usize, side: Side) -> Option<u64> {
        let clock = self.after.get(ply + 1)?;
        Some(clock.remaining(side).as_millis() as u64)
    }

    /// What a side had left after so many plies, in milliseconds.
    pub(super) fn left_before(&self, ply: usize, side: Side) -> Option<u64> {
        let left = match self.control? {
            Control::EachMove(time) => time,
            Control::Clock(_) => self.after.get(ply)?.remaining(side),
        };
        Some(left.as_millis() as u64)
    }

    /// What was used of the present move.
    pub(super) fn used(&self, running: &RunningClock, now: Moment) -> Duration {
        self.used + running.elapsed(now)
    }

    /// What a side has at the beginning of its move.
    fn stock(&self, side: Side) -> Option<Duration> {
        match self.control? {
            Control::EachMove(time) => Some(time),
            Control::Clock(_) => self.after.last().map(|clock| clock.remaining(side)),
        }
    }

    /// When the flag of the side to move falls, if its clock runs.
    pub(super) fn flag_falls(&self, turn: Side, running: &RunningClock) -> Option<Moment> {
        let left = self.stock(turn)?.saturating_sub(self.used + running.before);
        running.since.map(|since| Moment(since.0 + left.as_millis() as u64))
    }

    /// What a bot may spend on its move.
    pub(super) fn budget(&self, turn: Side, running: &RunningClock, now: Moment) -> Budget {
        let used = self.used(running, now);
        match (self.control, self.after.last()) {
            (Some(Control::EachMove(time)), _) => {
                let left = time.saturating_sub(used);
                Budget::move_time(left.saturating_sub(MARGIN).max(left / 2))
            }
            (_, Some(clock)) => {
                let stock = |side| TimeControl {
                    base: clock
                        .remaining(side)
                        .saturating_sub(if side == turn { used } else { Duration::ZERO }),
                    increment: clock.control(side).increment,
                };
                Budget {
                    clock: Some(Clock::with_odds(Side::BOTH.map(stock))),
                    ..Budget::UNLIMITED
                }
            }
            (_, None) => Budget::UNLIMITED,
        }
    }

    /// The clock of a side as it is shown.
    pub(super) fn view(
        &self,
        side: Side,
        turn: Option<Side>,
        running: &RunningClock,
        now: Moment,
    ) -> Option<ClockView> {
        let moving = turn == Some(side);
        let stock = self.stock(side)?;
        let left = if self.flagged == Some(side) {
            Duration::ZERO
        } else if moving {
            stock.saturating_sub(self.used(running, now))
        } else {
            stock
        };
        Some(ClockView {
            left: left.as_millis() as u64,
            running: moving && running.is_running(),
        })
    }
}
