//! Jobs that run in parallel, so that one computes while another waits.

use std::{
    sync::{Mutex, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crate::steps::Outcome;

/// A part of the test command that needs nothing of the other parts.
pub(crate) struct Job<'a> {
    name: String,
    work: Box<dyn FnOnce() -> anyhow::Result<Outcome> + Send + 'a>,
}

/// A job that has ended.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) name: String,
    pub(crate) time: Duration,
    pub(crate) outcome: Outcome,
}

/// A job on a thread of its own.
pub(crate) struct Started {
    name: String,
    thread: JoinHandle<Done>,
}

impl<'a> Job<'a> {
    pub(crate) fn new(name: impl Into<String>, work: impl FnOnce() -> anyhow::Result<Outcome> + Send + 'a) -> Job<'a> {
        Job {
            name: name.into(),
            work: Box::new(work),
        }
    }

    /// Does the work; an error is printed and counts as a failure.
    fn run(self) -> Done {
        let start = Instant::now();
        let outcome = (self.work)().unwrap_or_else(|error| {
            eprintln!("{}: {error:#}", self.name);
            Outcome::Failed { passed: 0, failed: 1 }
        });
        let time = start.elapsed();
        println!("{:>7.1} s  {}: {outcome}", time.as_secs_f64(), self.name);
        Done {
            name: self.name,
            time,
            outcome,
        }
    }
}

impl Job<'static> {
    /// Begins the work on a thread of its own.
    pub(crate) fn start(self) -> Started {
        Started {
            name: self.name.clone(),
            thread: thread::spawn(|| self.run()),
        }
    }
}

impl Started {
    /// Waits for its end.
    pub(crate) fn join(self) -> Done {
        self.thread.join().unwrap_or(Done {
            name: self.name,
            time: Duration::ZERO,
            outcome: Outcome::Failed { passed: 0, failed: 1 },
        })
    }
}

/// Runs the jobs in their order, so many at a time, and returns them as they ended.
pub(crate) fn run(jobs: Vec<Job>, at_once: usize) -> Vec<Done> {
    let waiting = Mutex::new(jobs.into_iter());
    let done = Mutex::new(Vec::new());
    // A worker that panics leaves nothing half done in either list.
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for _ in 0..at_once.max(1) {
            scope.spawn(|| {
                while let Some(job) = next() {
                    let ended = job.run();
                    done.lock().unwrap_or_else(PoisonError::into_inner).push(ended);
                }
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// How many jobs run at once: one more than there are processors, since most of them wait for something now and then.
pub(crate) fn at_once() -> usize {
    thread::available_parallelism().map_or(2, usize::from) + 1
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn jobs_run_beside_each_other() {
        // Neither of the two ends before the other has begun.
        let barrier = Barrier::new(2);
        let waits = || {
            barrier.wait();
            Ok(Outcome::Passed(1))
        };
        let done = run(vec![Job::new("one", waits), Job::new("two", waits)], 2);
        assert_eq!(done.len(), 2);
    }

    #[test]
    fn a_job_that_fails_does_not_stop_the_others() {
        let jobs = vec![
            Job::new("bad", || anyhow::bail!("broken")),
            Job::new("good", || Ok(Outcome::Passed(3))),
        ];
        let done = run(jobs, 1);
        let outcomes: Vec<_> = done.iter().map(|done| (done.name.as_str(), done.outcome)).collect();
        let failed = Outcome::Failed { passed: 0, failed: 1 };
        assert_eq!(outcomes, [("bad", failed), ("good", Outcome::Passed(3))]);
    }
}
