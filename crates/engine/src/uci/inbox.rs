//! The queue of commands from the reader thread to the search thread.
//!
//! The reader never waits for a search. Commands for a running search reach it at once through its [`Task`]; the others
//! are executed in order. There is only one task at a time: the newest one, waiting or running, until it answers. The
//! queue is bounded; flooding it during a search ends that search.

use std::{
    collections::VecDeque,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{command::Command, task::Task};

/// The queue and the task under way, shared by both threads.
#[derive(Default)]
pub(super) struct Inbox {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The newest task, until it is finished.
    under_way: Option<Arc<Task>>,
    /// Nothing more will come.
    closed: bool,
}

/// A command to carry out.
pub(super) struct Job {
    /// The command.
    pub(super) command: Command,
    /// How it can be ended early.
    pub(super) task: Arc<Task>,
}

impl Inbox {
    /// Takes in a command; one that starts a task ends the task before it, which still answers.
    pub(super) fn put(&self, command: Command) {
        let starts_task = command.starts_task();
        let task = Arc::new(Task::of(&command));
        let mut state = self.lock();
        if starts_task || state.waiting.len() >= MOST_WAITING {
            state.stop();
        }
        // With its search stopped, the other thread is on its way to take the next.
        while state.waiting.len() >= MOST_WAITING && !state.closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return;
        }
        if starts_task {
            state.under_way = Some(Arc::clone(&task));
        }
        state.waiting.push_back(Job { command, task });
        self.changed.notify_all();
    }

    /// Waits for the next job; `None` when nothing more will come.
    pub(super) fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.waiting.pop_front() {
                self.changed.notify_all();
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The task is about to write its answer, its last output.
    ///
    /// Called before the answer is written: a program may send `isready` right after the answer, and it must not be
    /// handled as during a search.
    pub(super) fn finished(&self, task: &Arc<Task>) {
        let mut state = self.lock();
        if state
            .under_way
            .as_ref()
            .is_some_and(|current| Arc::ptr_eq(current, task))
        {
            state.under_way = None;
            self.changed.notify_all();
        }
    }

    /// Whether a task waits or runs.
    pub(super) fn is_busy(&self) -> bool {
        self.lock().under_way.is_some()
    }

    /// Whether nothing more is taken in.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Ends the task under way, if there is one.
    pub(super) fn stop(&self) {
        self.lock().stop();
    }

    /// The move that the task under way expects was played.
    pub(super) fn ponderhit(&self) {
        if let Some(task) = &self.lock().under_way {
            task.ponderhit();
        }
    }

    /// No more input: what has an end of its own is still done, the rest is ended.
    pub(super) fn end(&self) {
        let mut state = self.lock();
        if let Some(task) = &state.under_way
            && task.waits_for_a_word()
        {
            task.stop();
        }
        state.closed = true;
        self.changed.notify_all();
    }

    /// Ends a count or a bench that goes on for longer than this.
    pub(super) fn end_work_after(&self, patience: Duration) {
        let busy = |state: &mut State| state.under_way.is_some();
        let waited = self.changed.wait_timeout_while(self.lock(), patience, busy);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if state.under_way.as_ref().is_some_and(|task| task.is_work()) {
            state.stop();
        }
    }

    /// Takes in nothing more; what was asked before is answered, a search at once.
    pub(super) fn quit(&self) {
        let mut state = self.lock();
        state.stop();
        state.closed = true;
        self.changed.notify_all();
    }

    /// Ends everything: the output is closed.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.stop();
        state.waiting.clear();
        state.closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // No invariant spans two statements under this lock, so a poisoned lock is harmless.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn stop(&self) {
        if let Some(task) = &self.under_way {
            task.stop();
        }
    }
}

/// Commands that may wait; a program sends a handful between two answers.
const MOST_WAITING: usize = 256;

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::uci::go::Go;

    fn go(text: &str) -> Command {
        Command::Go(Go::read(text))
    }

    #[test]
    fn jobs_come_in_order_and_then_the_end() {
        let inbox = Inbox::default();
        inbox.put(Command::NewGame);
        inbox.put(go("depth 3"));
        inbox.end();
        inbox.put(Command::Board);
        assert_eq!(inbox.take().unwrap().command, Command::NewGame);
        let job = inbox.take().unwrap();
        assert!(
            !job.task.signal.is_stopped(),
            "a search with an end is done before the end"
        );
        assert!(inbox.take().is_none());
    }

    #[test]
    fn the_end_of_input_ends_what_has_no_end() {
        for text in ["infinite", "", "ponder wtime 1000"] {
            let inbox = Inbox::default();
            inbox.put(go(text));
            inbox.end();
            inbox.take().unwrap().task.wait_for_leave();
        }
    }

    #[test]
    fn a_new_task_ends_the_one_before() {
        let inbox = Inbox::default();
        inbox.put(go("infinite"));
        inbox.put(Command::Perft(3));
        let (first, second) = (inbox.take().unwrap(), inbox.take().unwrap());
        assert!(first.task.signal.is_stopped() && !second.task.signal.is_stopped());
        inbox.finished(&first.task);
        assert!(inbox.is_busy());
        inbox.finished(&second.task);
        assert!(!inbox.is_busy());
    }

    #[test]
    fn what_was_asked_before_quitting_is_answered() {
        let inbox = Inbox::default();
        inbox.put(go("infinite"));
        let running = inbox.take().unwrap();
        inbox.put(Command::Board);
        inbox.quit();
        inbox.put(Command::Evaluate);
        assert!(running.task.signal.is_stopped());
        assert_eq!(inbox.take().unwrap().command, Command::Board);
        assert!(inbox.take().is_none());
    }

    #[test]
    fn without_anybody_to_hear_nothing_is_done() {
        let inbox = Inbox::default();
        inbox.put(Command::Board);
        inbox.abandon();
        assert!(inbox.take().is_none());
    }

    #[test]
    fn the_end_of_input_ends_counts_and_benches_that_take_long() {
        for (command, ends) in [
            (Command::Perft(12), true),
            (Command::Bench(Some(60)), true),
            (go("depth 60"), false),
        ] {
            let inbox = Inbox::default();
            inbox.put(command);
            let job = inbox.take().unwrap();
            inbox.end();
            assert!(!job.task.signal.is_stopped());
            inbox.end_work_after(Duration::ZERO);
            assert_eq!(job.task.signal.is_stopped(), ends);
        }
    }

    #[test]
    fn a_ponder_search_may_answer_after_the_hit() {
        let inbox = Arc::new(Inbox::default());
        inbox.put(go("ponder wtime 1000"));
        let job = inbox.take().unwrap();
        let waits = thread::spawn(move || job.task.wait_for_leave());
        inbox.ponderhit();
        waits.join().unwrap();
    }

    #[test]
    fn a_flood_during_a_search_ends_the_search_and_loses_nothing() {
        let inbox = Arc::new(Inbox::default());
        inbox.put(go("infinite"));
        let thinker = Arc::clone(&inbox);
        let carried_out = thread::spawn(move || {
            thinker.take().unwrap().task.wait_for_leave();
            std::iter::from_fn(|| thinker.take()).count()
        });
        for _ in 0..2 * MOST_WAITING {
            inbox.put(Command::Board);
        }
        inbox.end();
        assert_eq!(carried_out.join().unwrap(), 2 * MOST_WAITING);
    }
}
