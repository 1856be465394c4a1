//! The reins of a match: pause, step, pace, stop.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use play::Stop;

/// Holds a running match; clones hold the same one. Any game loop that asks it before its games and moves can be held.
#[derive(Clone, Default)]
pub struct Control(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    changed: Condvar,
    /// Raised when bots shall answer at once.
    stop: Stop,
}

#[derive(Default)]
struct State {
    pace: Pace,
    /// So long every game waits before a move.
    gap: Duration,
    ending: Ending,
    /// All games below this have been counted.
    counted: u64,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Pace {
    #[default]
    Running,
    /// So many moves may still be made.
    Paused(u32),
}

#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd)]
enum Ending {
    #[default]
    Open,
    /// No new games.
    Finishing,
    /// No new moves either.
    Stopped,
}

/// How far games may run ahead of the first that is still being played.
const AHEAD: u64 = 256;

/// What a worker may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// What it is about to do.
    GoOn,
    /// Nothing more of this kind.
    Stop,
}

impl Control {
    /// Stops before the next move of every game; clocks do not run meanwhile.
    pub fn pause(&self) {
        self.change(|state| state.pace = Pace::Paused(0));
    }

    /// Goes on.
    pub fn resume(&self) {
        self.change(|state| state.pace = Pace::Running);
    }

    /// Lets one move be made in a paused match.
    pub fn step(&self) {
        self.change(|state| {
            if let Pace::Paused(moves) = &mut state.pace {
                *moves += 1;
            }
        });
    }

    /// Lets every game wait so long before each of its moves, so that people can follow; clocks do not run meanwhile.
    pub fn set_gap(&self, gap: Duration) {
        self.change(|state| state.gap = gap);
    }

    /// Begins no further games.
    pub fn finish(&self) {
        self.change(|state| {
            if state.ending == Ending::Open {
                state.ending = Ending::Finishing;
            }
        });
    }

    /// Breaks running games off; they do not count.
    pub fn stop(&self) {
        self.change(|state| state.ending = Ending::Stopped);
        self.0.stop.raise();
    }

    /// Whether running games are broken off.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.is_raised()
    }

    /// Games below this have been counted: others may run further ahead.
    pub fn count(&self, below: u64) {
        self.change(|state| state.counted = below);
    }

    /// Waits until game `number` is not too far ahead of those that have been counted: results are counted in order,
    /// and what waits for its turn must fit into memory.
    pub fn before_start(&self, number: u64) -> Leave {
        let mut state = self.state();
        loop {
            if state.ending != Ending::Open {
                return Leave::Stop;
            }
            if number < state.counted + AHEAD {
                return Leave::GoOn;
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits while the match is paused, and for the gap before a move.
    pub fn before_move(&self) -> Leave {
        let asked = Instant::now();
        let mut state = self.state();
        loop {
            if state.ending == Ending::Stopped {
                return Leave::Stop;
            }
            match &mut state.pace {
                Pace::Running => {
                    let left = state.gap.saturating_sub(asked.elapsed());
                    if left.is_zero() {
                        return Leave::GoOn;
                    }
                    let waited = self.0.changed.wait_timeout(state, left);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                Pace::Paused(0) => {
                    state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                Pace::Paused(moves) => {
                    *moves -= 1;
                    return Leave::GoOn;
                }
            }
        }
    }

    /// Held by a worker as long as it works.
    pub fn alarm(&self) -> Alarm<'_> {
        Alarm(self)
    }

    pub(crate) fn stop_flag(&self) -> &Stop {
        &self.0.stop
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.0.changed.notify_all();
    }

    /// The state is a few plain values: whoever panicked while holding it left it whole.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets the match end when its worker panics: nobody would play the game that all others wait for.
pub struct Alarm<'a>(&'a Control);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.finish();
        }
    }
}
