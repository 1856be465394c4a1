//! Whether time runs at a live table, and when a tick is due.
//!
//! Ticks are due at absolute times: a late table catches up, and delays do not add up.

use kungfu::{COUNTDOWN, TICKS_A_SECOND, Tick};
use play::Moment;

/// Whether time runs. It belongs to the session: after a restart it is stopped, even if the log says that it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LiveClock {
    /// It is stopped.
    Stopped,
    /// It will run from a moment on.
    Countdown { until: Moment },
    /// It has run since the moment at which the game was at a tick.
    Running { since: Moment, tick: Tick },
}

impl LiveClock {
    /// Three seconds to look around (5.4).
    pub(super) const fn countdown(now: Moment) -> Self {
        LiveClock::Countdown {
            until: Moment(now.0 + milliseconds(COUNTDOWN)),
        }
    }

    /// The time at which a finished countdown ended.
    pub(super) fn counted_down(self, now: Moment) -> Option<Moment> {
        match self {
            LiveClock::Countdown { until } if until <= now => Some(until),
            LiveClock::Stopped | LiveClock::Countdown { .. } | LiveClock::Running { .. } => None,
        }
    }

    /// When a tick is due; it must not be before the first tick of the clock.
    pub(super) const fn due(self, tick: Tick) -> Option<Moment> {
        match self {
            LiveClock::Running { since, tick: first } => Some(Moment(since.0 + milliseconds(tick.since(first)))),
            LiveClock::Stopped | LiveClock::Countdown { .. } => None,
        }
    }

    /// For how many milliseconds a tick has been due; `None` before it is.
    pub(super) fn late(self, tick: Tick, now: Moment) -> Option<u64> {
        now.0.checked_sub(self.due(tick)?.0)
    }

    /// When time alone causes the next event, if the game is at this tick.
    pub(super) fn next(self, tick: Tick) -> Option<Moment> {
        match self {
            LiveClock::Countdown { until } => Some(until),
            LiveClock::Stopped | LiveClock::Running { .. } => self.due(tick + 1),
        }
    }

    /// The same clock after a pause of some milliseconds: all ticks are due that much later.
    pub(super) const fn moved_on(self, stood: u64) -> Self {
        match self {
            LiveClock::Stopped => LiveClock::Stopped,
            LiveClock::Countdown { until } => LiveClock::Countdown {
                until: Moment(until.0 + stood),
            },
            LiveClock::Running { since, tick } => LiveClock::Running {
                since: Moment(since.0 + stood),
                tick,
            },
        }
    }

    pub(super) const fn is_running(self) -> bool {
        matches!(self, LiveClock::Running { .. })
    }
}

/// The duration of so many ticks, always from the same start, so that rounding errors do not add up.
const fn milliseconds(ticks: u32) -> u64 {
    ticks as u64 * 1_000 / TICKS_A_SECOND as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rounding_adds_up() {
        let clock = LiveClock::Running {
            since: Moment(5_000),
            tick: Tick(7),
        };
        assert_eq!(clock.due(Tick(7)), Some(Moment(5_000)));
        assert_eq!(clock.due(Tick(8)), Some(Moment(5_033)));
        assert_eq!(clock.late(Tick(8), Moment(5_032)), None);
        assert_eq!(clock.late(Tick(8), Moment(5_040)), Some(7));
        assert_eq!(clock.due(Tick(7 + 30 * 3_600)), Some(Moment(5_000 + 3_600_000)));
    }
}
