//! Time management: a soft and a hard limit from the clock. The soft limit is extended while the result is unstable.

use std::time::{Duration, Instant};

use shakmaty::Color;

use super::parameters::{time_effort, time_moves, time_stable_slope, time_unstable};
use crate::{GameClock, Limits};

/// When a search must stop, and when it should.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    start: Instant,
    limits: Option<Times>,
}

/// The two limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Times {
    /// No new depth begins after this, stretched or shrunk by [`Stability`]. None: all the time is to be used.
    soft: Option<Duration>,
    /// The search is stopped.
    hard: Duration,
}

/// How stable the result of a search is at the end of a depth.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stability {
    /// Depths in a row with the same best move.
    pub(crate) stable: u32,
    /// By how many centipawns the score fell since the last depth.
    pub(crate) fall: i32,
    /// The share of positions visited below the best move, in thousandths.
    pub(crate) effort: u32,
}

/// The minimum time for a move if there is time left.
const LEAST: Duration = Duration::from_millis(1);

impl Timer {
    pub(crate) fn new(limits: &Limits, turn: Color, overhead: Duration) -> Self {
        let fixed = limits.movetime.map(|movetime| {
            // The overhead takes at most a tenth of a short time.
            movetime.saturating_sub(overhead.min(movetime / 10)).max(LEAST)
        });
        let by_clock = limits.clock.map(|clock| Times::from_clock(&clock, turn, overhead));
        let times = match (fixed, by_clock) {
            (Some(hard), None) => Some(Times { soft: None, hard }),
            (Some(hard), Some(times)) => Some(Times {
                hard: times.hard.min(hard),
                ..times
            }),
            (None, times) => times,
        };
        Timer {
            start: Instant::now(),
            limits: times,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must stop.
    pub(crate) fn is_up(&self) -> bool {
        self.limits.is_some_and(|times| self.elapsed() >= times.hard)
    }

    /// Whether another depth is not worth beginning.
    pub(crate) fn is_enough(&self, stability: Stability) -> bool {
        let soft = self
            .limits
            .and_then(|times| Some(stability.stretch(times.soft?).min(times.hard)));
        soft.is_some_and(|soft| self.elapsed() >= soft)
    }

    /// Whether the clock, rather than a fixed time, limits this search: an only move is then answered at once.
    pub(crate) fn is_by_clock(&self) -> bool {
        self.limits.is_some_and(|times| times.soft.is_some())
    }
}

impl Times {
    fn from_clock(clock: &GameClock, turn: Color, overhead: Duration) -> Self {
        let increment = *clock.increment.get(turn);
        let left = clock.left.get(turn).saturating_sub(overhead).max(LEAST);
        // Without a count of moves a game is taken to last some two dozen more at every moment.
        let moves = clock
            .moves_to_go
            .map_or(time_moves() as u32, |moves| moves.clamp(1, 40));
        let share = left / moves + increment * 3 / 4;
        let (soft, hard) = if moves == 1 {
            (left.mul_f64(0.7), left.mul_f64(0.85))
        } else {
            (share.min(left.mul_f64(0.5)), (share * 5).min(left.mul_f64(0.6)))
        };
        Times {
            soft: Some(soft.max(LEAST)),
            hard: hard.max(LEAST),
        }
    }
}

impl Stability {
    /// The soft limit for a result of this stability: from a third of it to more than double.
    fn stretch(self, soft: Duration) -> Duration {
        let stability = f64::from(time_unstable() - time_stable_slope() * self.stable.min(9) as i32) / 100.0;
        let fall = 1.0 + f64::from(self.fall.clamp(-10, 60)) / 100.0;
        let effort = f64::from(time_effort()) / 100.0 - f64::from(self.effort.min(1000)) / 1000.0;
        soft.mul_f64((stability * fall * effort).clamp(0.3, 2.6))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::ByColor;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn times(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Times {
        let clock = GameClock {
            left: ByColor {
                white: left,
                black: SECOND,
            },
            increment: ByColor {
                white: increment,
                black: SECOND,
            },
            moves_to_go,
        };
        Times::from_clock(&clock, Color::White, Duration::from_millis(10))
    }

    #[test]
    fn a_clock_is_never_overrun() {
        for left in [0, 1, 5, 11, 50, 1_000, 60_000, 7_200_000] {
            for increment in [0, 10, 30_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let left = Duration::from_millis(left);
                    let times = times(left, Duration::from_millis(increment), moves);
                    let most = left.saturating_sub(Duration::from_millis(10)).max(LEAST);
                    assert!(
                        times.hard <= most && times.soft <= Some(times.hard),
                        "{left:?} {times:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn more_time_and_fewer_moves_mean_longer_thought() {
        let base = times(60 * SECOND, Duration::ZERO, None);
        assert!(times(120 * SECOND, Duration::ZERO, None).soft > base.soft);
        assert!(times(60 * SECOND, SECOND, None).soft > base.soft);
        assert!(times(60 * SECOND, Duration::ZERO, Some(5)).soft > base.soft);
    }

    #[test]
    fn an_unsure_search_takes_longer() {
        let sure = Stability {
            stable: 9,
            fall: -5,
            effort: 950,
        };
        let unsure = Stability {
            stable: 0,
            fall: 40,
            effort: 300,
        };
        assert!(sure.stretch(SECOND) < SECOND.mul_f64(0.6));
        assert!(unsure.stretch(SECOND) > SECOND.mul_f64(1.8));
    }

    #[test]
    fn a_move_time_beyond_the_clock_does_not_lose_on_time() {
        let limits = Limits {
            movetime: Some(2 * SECOND),
            clock: Some(GameClock {
                left: ByColor {
                    white: SECOND / 10,
                    black: SECOND,
                },
                ..GameClock::default()
            }),
            ..Limits::default()
        };
        let timer = Timer::new(&limits, Color::White, Duration::ZERO);
        assert!(timer.limits.is_some_and(|times| times.hard < SECOND / 10));
    }

    #[test]
    fn a_move_time_is_used_up() {
        let limits = Limits {
            movetime: Some(SECOND),
            ..Limits::default()
        };
        let timer = Timer::new(&limits, Color::White, Duration::ZERO);
        assert!(!timer.is_enough(Stability::default()) && !timer.is_by_clock());
    }
}
