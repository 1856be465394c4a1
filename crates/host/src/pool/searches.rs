//! The search threads, and the thread that preempts searches.

use std::{
    ops::Deref,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use super::{MemoryPool, Work, queue::FairQueue};
use crate::{
    SearchCounts, VisitorId,
    job::{Brake, Priority},
};

/// The turn of a hint, a slice of analysis, or a move among bots, while others wait.
const SLICE: Duration = Duration::from_millis(150);
/// The turn of a bot's move while one other waits for the same thread: as long as Master thinks without a clock.
const MOVE: Duration = Duration::from_secs(2);
/// The turn of a bot's move while very many wait.
const SHORTEST_MOVE: Duration = Duration::from_millis(250);

/// Searches that wait or run.
pub(super) struct Searches {
    threads: usize,
    state: Mutex<State>,
    /// A search waits, or the pool closes.
    work: Condvar,
    /// A search waits or begins, so that others may be preempted, or the pool closes.
    changed: Condvar,
}

struct State {
    waiting: FairQueue<(Brake, Work)>,
    running: Vec<Running>,
    begun: u64,
    closing: bool,
}

/// A search on a thread.
struct Running {
    number: u64,
    priority: Priority,
    since: Instant,
    brake: Brake,
}

/// A handle to the searches; after it is dropped, threads end as soon as no search waits.
pub(super) struct Closer(Arc<Searches>);

impl Deref for Closer {
    type Target = Searches;

    fn deref(&self) -> &Searches {
        &self.0
    }
}

impl Drop for Closer {
    fn drop(&mut self) {
        self.0.lock().closing = true;
        self.0.work.notify_all();
        self.0.changed.notify_all();
    }
}

impl Searches {
    pub(super) fn start(threads: usize, memory: &Arc<MemoryPool>) -> (Closer, Vec<JoinHandle<()>>) {
        let searches = Arc::new(Searches {
            threads,
            state: Mutex::new(State {
                waiting: FairQueue::new(),
                running: Vec::new(),
                begun: 0,
                closing: false,
            }),
            work: Condvar::new(),
            changed: Condvar::new(),
        });
        let search = |_| {
            let (searches, memory) = (Arc::clone(&searches), Arc::clone(memory));
            thread::spawn(move || searches.serve(&memory))
        };
        let mut started: Vec<JoinHandle<()>> = (0..threads).map(search).collect();
        let watched = Arc::clone(&searches);
        started.push(thread::spawn(move || watched.watch()));
        (Closer(searches), started)
    }

    pub(super) fn push(&self, priority: Priority, visitor: VisitorId, brake: Brake, work: Work) {
        self.lock().waiting.push(priority, visitor, (brake, work));
        self.work.notify_one();
        self.changed.notify_one();
    }

    pub(super) fn counts(&self) -> SearchCounts {
        let state = self.lock();
        SearchCounts {
            running: state.running.len(),
            waiting: state.waiting.len(),
            begun: state.begun,
        }
    }

    /// A thread: one search after another.
    fn serve(&self, memory: &MemoryPool) {
        let mut state = self.lock();
        loop {
            let Some((priority, (brake, work))) = state.waiting.pop() else {
                if state.closing {
                    return;
                }
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let number = state.begin(priority, brake, Instant::now());
            drop(state);
            self.changed.notify_one();
            work(memory);
            state = self.lock();
            state.running.retain(|running| running.number != number);
        }
    }

    /// Preempts searches when their turn is over.
    fn watch(&self) {
        let mut state = self.lock();
        while !state.closing {
            let now = Instant::now();
            state = match state.give_way(self.threads, now) {
                Some(next) => {
                    let wait = next.saturating_duration_since(now);
                    self.changed
                        .wait_timeout(state, wait)
                        .unwrap_or_else(PoisonError::into_inner)
                        .0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn begin(&mut self, priority: Priority, brake: Brake, since: Instant) -> u64 {
        self.begun += 1;
        self.running.push(Running {
            number: self.begun,
            priority,
            since,
            brake,
        });
        self.begun
    }

    /// Preempts as many searches as others wait, the least urgent and longest running first; returns when the turn of
    /// the next one ends.
    fn give_way(&mut self, threads: usize, now: Instant) -> Option<Instant> {
        let asked = self
            .running
            .iter()
            .filter(|running| running.brake.has_given_way())
            .count();
        let mut wanted = self.waiting.len().saturating_sub(asked);
        self.running
            .sort_by_key(|running| (std::cmp::Reverse(running.priority), running.since));
        let mut next = None;
        for running in self.running.iter().filter(|running| !running.brake.has_given_way()) {
            let rivals = self.waiting.rivals(running.priority);
            if wanted == 0 || rivals == 0 {
                break;
            }
            wanted -= 1;
            let over = running.since + turn(running.priority, rivals, threads);
            if over <= now {
                running.brake.give_way();
            } else {
                next = Some(next.map_or(over, |next: Instant| next.min(over)));
            }
        }
        next
    }
}

/// How long a search may run while others wait.
fn turn(priority: Priority, rivals: usize, threads: usize) -> Duration {
    match priority {
        Priority::Move => {
            let share = MOVE.mul_f64(threads as f64 / (rivals + 1) as f64);
            share.clamp(SHORTEST_MOVE, MOVE)
        }
        Priority::Hint | Priority::Background => SLICE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State {
            waiting: FairQueue::new(),
            running: Vec::new(),
            begun: 0,
            closing: false,
        }
    }

    fn wait(state: &mut State, priority: Priority) {
        state
            .waiting
            .push(priority, VisitorId(1), (Brake::default(), Box::new(|_| {})));
    }

    #[test]
    fn analysis_goes_on_until_somebody_waits_and_then_for_a_slice() {
        let (mut state, start) = (state(), Instant::now());
        let analysis = Brake::default();
        state.begin(Priority::Background, analysis.clone(), start);
        assert_eq!(state.give_way(1, start + Duration::from_mins(1)), None);
        assert!(!analysis.has_given_way());
        wait(&mut state, Priority::Move);
        assert_eq!(state.give_way(1, start + SLICE / 2), Some(start + SLICE));
        assert!(!analysis.has_given_way());
        assert_eq!(state.give_way(1, start + SLICE), None);
        assert!(analysis.has_given_way());
        assert!(analysis.stop().is_raised());
    }

    #[test]
    fn a_move_gives_way_to_moves_only_and_the_sooner_the_more_wait() {
        let (mut state, start) = (state(), Instant::now());
        let thinking = Brake::default();
        state.begin(Priority::Move, thinking.clone(), start);
        for _ in 0..5 {
            wait(&mut state, Priority::Hint);
            wait(&mut state, Priority::Background);
        }
        assert_eq!(state.give_way(1, start + Duration::from_mins(1)), None);
        wait(&mut state, Priority::Move);
        assert_eq!(state.give_way(1, start), Some(start + MOVE / 2));
        wait(&mut state, Priority::Move);
        wait(&mut state, Priority::Move);
        assert_eq!(state.give_way(1, start), Some(start + MOVE / 4));
        assert_eq!(state.give_way(4, start), Some(start + MOVE));
        for _ in 0..100 {
            wait(&mut state, Priority::Move);
        }
        assert_eq!(state.give_way(1, start), Some(start + SHORTEST_MOVE));
        assert!(!thinking.has_given_way());
    }

    #[test]
    fn no_more_searches_give_way_than_others_wait_and_the_least_urgent_first() {
        let (mut state, start) = (state(), Instant::now());
        let later = start + Duration::from_secs(10);
        let brakes = [Priority::Hint, Priority::Background, Priority::Background].map(|priority| {
            let brake = Brake::default();
            state.begin(priority, brake.clone(), start + Duration::from_millis(state.begun));
            brake
        });
        let asked = |brakes: &[Brake; 3]| brakes.each_ref().map(Brake::has_given_way);
        wait(&mut state, Priority::Move);
        state.give_way(3, later);
        assert_eq!(asked(&brakes), [false, true, false]);
        // It has not returned yet, so no other search is preempted.
        state.give_way(3, later);
        assert_eq!(asked(&brakes), [false, true, false]);
        wait(&mut state, Priority::Move);
        wait(&mut state, Priority::Hint);
        state.give_way(3, later);
        assert_eq!(asked(&brakes), [true, true, true]);
    }

    #[test]
    fn threads_end_when_nothing_waits_any_more() {
        let memory = Arc::new(MemoryPool::for_threads(2));
        let (searches, threads) = Searches::start(2, &memory);
        let (sender, done) = std::sync::mpsc::channel();
        for number in 0..20 {
            let sender = sender.clone();
            let work = Box::new(move |_: &MemoryPool| {
                sender.send(number).unwrap();
            });
            searches.push(Priority::Background, VisitorId(number), Brake::default(), work);
        }
        drop((sender, searches));
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(done.iter().count(), 20);
    }
}
