//! The time at a table: whose clock runs, since when, and when a flag falls.
//!
//! Moments come from outside. Clocks stand while nobody looks on; what was used of a turn until then is kept.

use std::time::Duration;

use play::{Budget, Clock, Moment, Side, TimeControl};

use crate::{ClockFace, Control};

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Option<Control>,
    /// The clock at the start and after every turn; empty without one.
    faces: Vec<Clock>,
    /// What was used of the present turn before `since`.
    used: Duration,
    since: Option<Moment>,
}

impl Clocks {
    /// The clocks of a game about to begin; they stand.
    pub(crate) fn new(control: Option<Control>) -> Self {
        Clocks {
            control,
            faces: match control {
                Some(Control::Clock(control)) => vec![Clock::new(control)],
                Some(Control::EachMove(_)) | None => Vec::new(),
            },
            used: Duration::ZERO,
            since: None,
        }
    }

    pub(crate) const fn control(&self) -> Option<Control> {
        self.control
    }

    /// Lets the clock of the present turn run.
    pub(crate) fn run(&mut self, now: Moment) {
        self.since.get_or_insert(now);
    }

    /// Lets it stand.
    pub(crate) fn stand(&mut self, now: Moment) {
        self.used = self.used(now);
        self.since = None;
    }

    /// What was used of the present turn.
    pub(crate) fn used(&self, now: Moment) -> Duration {
        let running = self.since.map_or(0, |since| now.0.saturating_sub(since.0));
        self.used + Duration::from_millis(running)
    }

    /// What was used of the present turn of a game that is resumed.
    pub(crate) const fn set_used(&mut self, used: Duration) {
        self.used = used;
    }

    /// What `side` has left at the beginning of its turn.
    fn stock(&self, side: Side) -> Option<Duration> {
        match self.control? {
            Control::EachMove(time) => Some(time),
            Control::Clock(_) => self.faces.last().map(|clock| clock.remaining(side)),
        }
    }

    /// What the side to move has left.
    pub(crate) fn left(&self, turn: Side, now: Moment) -> Option<Duration> {
        self.stock(turn).map(|stock| stock.saturating_sub(self.used(now)))
    }

    /// When the flag of the side to move falls, if its clock runs.
    pub(crate) fn flag_falls(&self, turn: Side) -> Option<Moment> {
        let left = self.stock(turn)?.saturating_sub(self.used);
        self.since.map(|since| Moment(since.0 + left.as_millis() as u64))
    }

    /// The turn of `side` ends in time; what it has left, in milliseconds.
    pub(crate) fn end_turn(&mut self, side: Side, now: Moment) -> Option<u64> {
        let used = self.used(now);
        self.used = Duration::ZERO;
        self.since = self.since.map(|_| now);
        let mut clock = *self.faces.last()?;
        clock.spend(side, used);
        self.faces.push(clock);
        Some(clock.remaining(side).as_millis() as u64)
    }

    /// A turn of a game that is resumed, after which `side` had so much left.
    pub(crate) fn replay(&mut self, side: Side, left: Option<u64>) {
        let Some(mut clock) = self.faces.last().copied() else {
            return;
        };
        let before = clock.remaining(side) + clock.control(side).increment;
        if let Some(left) = left {
            clock.spend(side, before.saturating_sub(Duration::from_millis(left)));
        }
        self.faces.push(clock);
    }

    /// Back to the beginning of the turn after `plies` turns.
    pub(crate) fn back_to(&mut self, plies: usize) {
        self.faces.truncate(plies + 1);
        self.used = Duration::ZERO;
        self.since = None;
    }

    /// What a bot may spend on its turn.
    pub(crate) fn budget(&self, turn: Side, now: Moment) -> Budget {
        match (self.control, self.faces.last()) {
            (Some(Control::EachMove(_)), _) => {
                let left = self.left(turn, now).unwrap_or_default();
                Budget::move_time(left.saturating_sub(MARGIN).max(left / 2))
            }
            (_, Some(clock)) => {
                let stock = |side| {
                    let used = if side == turn { self.used(now) } else { Duration::ZERO };
                    TimeControl {
                        base: clock.remaining(side).saturating_sub(used),
                        increment: clock.control(side).increment,
                    }
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
    pub(crate) fn face(&self, side: Side, turn: Option<Side>, now: Moment) -> Option<ClockFace> {
        let moving = turn == Some(side);
        let left = if moving { self.left(side, now) } else { self.stock(side) };
        left.map(|left| ClockFace {
            left: left.as_millis() as u64,
            runs: moving && self.since.is_some(),
        })
    }
}

/// Kept back of a fixed time for the way between a bot's answer and the table.
const MARGIN: Duration = Duration::from_millis(100);
