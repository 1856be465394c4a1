//! Whether time runs, and when a tick falls due.

use kungfu::{COUNTDOWN, TICKS_A_SECOND, Tick};
use play::Moment;

/// How time goes at a table without turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Course {
    /// It stands until everybody is here and ready.
    Waiting,
    /// It will run from a moment on.
    Countdown { until: Moment },
    /// It has run since the moment at which the counter was at a tick.
    Runs { since: Moment, tick: Tick },
    /// A player has stopped it.
    Paused,
}

impl Course {
    /// Three seconds to look around (5.4).
    pub(super) const fn countdown(now: Moment) -> Self {
        Course::Countdown {
            until: Moment(now.0 + milliseconds(COUNTDOWN)),
        }
    }

    /// The course after a countdown that is over.
    pub(super) fn begun(self, tick: Tick, now: Moment) -> Option<Self> {
        match self {
            Course::Countdown { until } if until <= now => Some(Course::Runs { since: until, tick }),
            Course::Waiting | Course::Countdown { .. } | Course::Runs { .. } | Course::Paused => None,
        }
    }

    /// When the counter comes, or came, to a tick that is not before the course's first.
    pub(super) fn due(self, tick: Tick) -> Option<Moment> {
        match self {
            Course::Runs { since, tick: first } => Some(Moment(since.0 + milliseconds(tick.since(first)))),
            Course::Waiting | Course::Countdown { .. } | Course::Paused => None,
        }
    }

    /// For how many milliseconds a tick has been due; nothing before it is.
    pub(super) fn late(self, tick: Tick, now: Moment) -> Option<u64> {
        now.0.checked_sub(self.due(tick)?.0)
    }

    /// When something happens by time alone, the counter being at a tick.
    pub(super) fn next(self, tick: Tick) -> Option<Moment> {
        match self {
            Course::Countdown { until } => Some(until),
            Course::Waiting | Course::Runs { .. } | Course::Paused => self.due(tick + 1),
        }
    }
}

/// The time of so many ticks; always from the same beginning, so that no rounding adds up.
const fn milliseconds(ticks: u32) -> u64 {
    ticks as u64 * 1_000 / TICKS_A_SECOND as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rounding_adds_up() {
        let course = Course::Runs {
            since: Moment(5_000),
            tick: Tick(7),
        };
        assert_eq!(course.due(Tick(7)), Some(Moment(5_000)));
        assert_eq!(course.due(Tick(8)), Some(Moment(5_033)));
        assert_eq!(course.late(Tick(8), Moment(5_032)), None);
        assert_eq!(course.late(Tick(8), Moment(5_040)), Some(7));
        assert_eq!(course.due(Tick(7 + 30 * 3_600)), Some(Moment(5_000 + 3_600_000)));
    }
}
