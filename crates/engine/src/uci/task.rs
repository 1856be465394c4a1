//! A search, a count or a bench, and the signals it can receive before it begins and while it runs.

use std::sync::{Condvar, Mutex, PoisonError};

use super::command::Command;
use crate::Signal;

/// The signals from the reader to a search, a count or a bench, before it begins and while it runs.
#[derive(Default)]
pub(super) struct Task {
    /// The flags that the search looks at.
    pub(super) signal: Signal,
    /// Only `stop` may end it.
    endless: bool,
    /// A count or a bench, whose answer is no move.
    work: bool,
    gate: Mutex<()>,
    changed: Condvar,
}

impl Task {
    /// The task that a command starts, or none to speak of.
    pub(super) fn of(command: &Command) -> Self {
        match command {
            Command::Go(go) => Task {
                signal: if go.ponder {
                    Signal::pondering()
                } else {
                    Signal::default()
                },
                endless: go.is_endless(),
                ..Task::default()
            },
            Command::Perft(_) | Command::Bench(_) => Task {
                work: true,
                ..Task::default()
            },
            _ => Task::default(),
        }
    }

    /// Whether it is a count or a bench.
    pub(super) const fn is_work(&self) -> bool {
        self.work
    }

    /// Ends it.
    pub(super) fn stop(&self) {
        self.signal.stop();
        self.wake();
    }

    /// The expected move was played.
    pub(super) fn ponderhit(&self) {
        self.signal.ponderhit();
        self.wake();
    }

    /// Whether it may not answer before it is asked to.
    pub(super) fn waits_for_a_word(&self) -> bool {
        !self.signal.is_stopped() && (self.endless || self.signal.is_pondering())
    }

    /// Waits until it may answer: an endless search when it is stopped, any other unless the opponent still thinks.
    pub(super) fn wait_for_leave(&self) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while self.waits_for_a_word() {
            gate = self.changed.wait(gate).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The flag is set before the gate is passed, so that nobody goes to sleep between looking and waiting.
    fn wake(&self) {
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
        drop(gate);
    }
}
