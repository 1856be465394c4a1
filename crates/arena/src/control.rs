//! The reins of a match: pause, step, stop.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use play::Stop;

/// Holds a running match; clones hold the same one.
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
pub(crate) enum Leave {
    GoOn,
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

    /// Games below this have been counted: others may run further ahead.
    pub(crate) fn count(&self, below: u64) {
        self.change(|state| state.counted = below);
    }

    /// Waits until game `number` is not too far ahead of those that have been counted: results are counted in order,
    /// and what waits for its turn must fit into memory.
    pub(crate) fn before_start(&self, number: u64) -> Leave {
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

    /// Waits while the match is paused.
    pub(crate) fn before_move(&self) -> Leave {
        let mut state = self.state();
        loop {
            if state.ending == Ending::Stopped {
                return Leave::Stop;
            }
            match &mut state.pace {
                Pace::Running => return Leave::GoOn,
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
