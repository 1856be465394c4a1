//! What a bot may spend on an answer, and how it is stopped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{Clock, Side};

/// The limits of one answer; whichever is reached first ends the thinking.
///
/// A bot may have tighter limits of its own. The default has no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Exactly this long, or less.
    pub move_time: Option<Duration>,
    /// The game's clock, to be managed by the bot.
    pub clock: Option<Clock>,
    /// At most this many plies deep.
    pub depth: Option<u32>,
    /// At most this many positions.
    pub nodes: Option<u64>,
}

impl Budget {
    /// No limit but the bot's own.
    pub const UNLIMITED: Budget = Budget {
        move_time: None,
        clock: None,
        depth: None,
        nodes: None,
    };

    /// A fixed time for this move.
    pub const fn move_time(time: Duration) -> Self {
        Budget {
            move_time: Some(time),
            ..Budget::UNLIMITED
        }
    }

    /// How long `side` should think now, if anything bounds it: the move time, and of a clock a thirtieth of what is
    /// left with most of the increment, never so much that the time could run out before the answer arrives.
    pub fn allotment(&self, side: Side) -> Option<Duration> {
        let by_clock = self.clock.map(|clock| {
            let left = clock.remaining(side);
            let share = left / 30 + clock.control(side).increment * 3 / 4;
            share.min(left.saturating_sub(MARGIN) / 2)
        });
        [self.move_time, by_clock].into_iter().flatten().min()
    }
}

/// Reserved for the delay between a bot's answer and the clock.
const MARGIN: Duration = Duration::from_millis(50);

/// A flag that asks a thinking bot to answer now; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    pub fn new() -> Self {
        Stop::default()
    }

    /// Asks the bot to answer with what it has.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The flag itself, for bots that poll it themselves.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// Whether the bot should answer now.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How long ago a bot was asked; a seam, so that tests can let time pass as they like.
pub trait Watch {
    /// Time since the question.
    fn elapsed(&self) -> Duration;
}

/// The real time.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts at zero.
    pub fn start() -> Self {
        Stopwatch(Instant::now())
    }
}

impl Watch for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TimeControl;

    #[test]
    fn the_tightest_limit_counts() {
        let clock = Clock::new(TimeControl::read_minutes("5+4").unwrap());
        let mut budget = Budget {
            clock: Some(clock),
            ..Budget::UNLIMITED
        };
        assert_eq!(budget.allotment(Side::White), Some(Duration::from_secs(13)));
        budget.move_time = Some(Duration::from_secs(1));
        assert_eq!(budget.allotment(Side::White), Some(Duration::from_secs(1)));
        assert_eq!(Budget::UNLIMITED.allotment(Side::White), None);
    }

    #[test]
    fn a_short_clock_is_never_overspent() {
        for milliseconds in [1, 30, 60, 100, 500, 2_000] {
            let mut clock = Clock::new(TimeControl {
                base: Duration::from_millis(milliseconds),
                increment: Duration::from_secs(10),
            });
            let budget = Budget {
                clock: Some(clock),
                ..Budget::UNLIMITED
            };
            let thought = budget.allotment(Side::Black).unwrap();
            clock.spend(Side::Black, thought);
            assert_eq!(clock.fallen(), None, "{milliseconds} ms");
        }
    }

    #[test]
    fn a_raised_flag_is_seen_by_its_clones() {
        let stop = Stop::new();
        let seen = stop.clone();
        assert!(!seen.is_raised());
        stop.raise();
        assert!(seen.is_raised());
    }
}
