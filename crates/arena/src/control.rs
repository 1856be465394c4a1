//! How a running match is paused, stepped, slowed down and stopped.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use play::Stop;

/// Controls a running match; clones control the same one.
#[derive(Clone, Default)]
pub struct Control(Arc<Inner>);

#[derive(Default)]
struct Inner {
    state: Mutex<State>,
    changed: Condvar,
    /// Set when bots must move at once.
    stop: Stop,
}

#[derive(Default)]
struct State {
    pace: Pace,
    /// How long every game waits before a move, or before a tick where there are no turns.
    gap: Duration,
    ending: Ending,
    /// All games below this have been counted.
    counted: u64,
    /// All games below this have been planned.
    planned: u64,
    /// Whether more games will be planned.
    planning: Planning,
    /// Whether a worker has panicked.
    has_lost_worker: bool,
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

/// Whether more games will be planned after the current ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Planning {
    /// More may follow.
    #[default]
    Open,
    /// These are all.
    Complete,
}

/// How far games may run ahead of the first that is still being played.
const AHEAD: u64 = 256;

/// Whether a worker may continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permit {
    Granted,
    Denied,
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

    /// Makes every game wait this long before each of its moves, so that people can follow; clocks do not run
    /// meanwhile.
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

    /// Aborts running games; they do not count.
    pub fn stop(&self) {
        self.change(|state| state.ending = Ending::Stopped);
        self.0.stop.raise();
    }

    /// Whether running games are aborted.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.is_raised()
    }

    /// Games below this have been counted: others may run further ahead.
    pub(crate) fn count(&self, below: u64) {
        self.change(|state| state.counted = below);
    }

    /// Games below this may be played.
    pub(crate) fn plan(&self, below: u64, planning: Planning) {
        self.change(|state| (state.planned, state.planning) = (below, planning));
    }

    /// Waits until game `number` has been planned and is not too far ahead of the counted games: results are counted in
    /// order, and waiting results must fit into memory.
    pub(crate) fn before_start(&self, number: u64) -> Permit {
        let mut state = self.state();
        loop {
            let is_beyond = state.planning == Planning::Complete && number >= state.planned;
            if state.ending != Ending::Open || is_beyond {
                return Permit::Denied;
            }
            if number < state.planned.min(state.counted + AHEAD) {
                return Permit::Granted;
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits while the match is paused, and for the delay before a move.
    pub(crate) fn before_move(&self) -> Permit {
        let asked = Instant::now();
        let mut state = self.state();
        loop {
            if state.ending == Ending::Stopped {
                return Permit::Denied;
            }
            match &mut state.pace {
                Pace::Running => {
                    let left = state.gap.saturating_sub(asked.elapsed());
                    if left.is_zero() {
                        return Permit::Granted;
                    }
                    let waited = self.0.changed.wait_timeout(state, left);
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                Pace::Paused(0) => {
                    state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                Pace::Paused(moves) => {
                    *moves -= 1;
                    return Permit::Granted;
                }
            }
        }
    }

    /// Whether a worker has panicked.
    pub(crate) fn has_lost_worker(&self) -> bool {
        self.state().has_lost_worker
    }

    /// Held by a worker as long as it works.
    pub(crate) const fn panic_guard(&self) -> PanicGuard<'_> {
        PanicGuard(self)
    }

    pub(crate) fn stop_flag(&self) -> &Stop {
        &self.0.stop
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.0.changed.notify_all();
    }

    /// The state is a few plain values, so it is valid even if a thread panicked while holding the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the match when its worker panics; otherwise the others would wait for its game forever.
pub(crate) struct PanicGuard<'a>(&'a Control);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.change(|state| state.has_lost_worker = true);
            self.0.finish();
        }
    }
}
