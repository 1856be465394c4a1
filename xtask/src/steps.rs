//! The steps of the test command, and the table of their times.

use std::{
    fmt,
    io::Write,
    time::{Duration, Instant},
};

use crate::jobs::Done;

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is fine; so many tests passed in it.
    Passed(u64),
    /// What it needs does not exist on this machine.
    Skipped,
    /// So many tests failed, or the step itself.
    Failed { passed: u64, failed: u64 },
}

/// The steps that were made, in their order.
#[derive(Debug)]
pub(crate) struct Steps {
    begun: Instant,
    made: Vec<Row>,
}

/// A row of the table.
#[derive(Debug)]
struct Row {
    name: String,
    time: Duration,
    outcome: Outcome,
    /// Whether it ran beside other rows, so that its time is not added to theirs.
    beside: bool,
}

/// Jobs that take less than this are counted, but have no row of their own.
const SHORT: Duration = Duration::from_secs(5);

impl Steps {
    pub(crate) fn begin() -> Steps {
        Steps {
            begun: Instant::now(),
            made: Vec::new(),
        }
    }

    /// Makes a step; an error is printed and counts as a failure, and the steps after it are made nevertheless.
    pub(crate) fn make(&mut self, name: &str, work: impl FnOnce() -> anyhow::Result<Outcome>) -> Outcome {
        println!("== {name}");
        // What follows comes from other processes; this line must be before it.
        std::io::stdout().flush().ok();
        let start = Instant::now();
        let outcome = work().unwrap_or_else(|error| {
            eprintln!("{name}: {error:#}");
            Outcome::Failed { passed: 0, failed: 1 }
        });
        self.made.push(Row {
            name: name.to_owned(),
            time: start.elapsed(),
            outcome,
            beside: false,
        });
        outcome
    }

    /// Makes a step of jobs that run beside each other: a row for all, and one for each that is not short.
    pub(crate) fn make_jobs(&mut self, name: &str, work: impl FnOnce() -> Vec<Done>) {
        let mut done = Vec::new();
        self.make(name, || {
            done = work();
            Ok(Outcome::Passed(0))
        });
        done.sort_by_key(|job| std::cmp::Reverse(job.time));
        let (short, long): (Vec<Done>, Vec<Done>) = done
            .into_iter()
            .partition(|job| job.time < SHORT && matches!(job.outcome, Outcome::Passed(_)));
        self.made.extend(long.into_iter().map(Row::from));
        if !short.is_empty() {
            self.made.push(Row {
                name: format!("{} shorter ones", short.len()),
                time: short.iter().map(|job| job.time).sum(),
                outcome: Outcome::Passed(short.iter().map(|job| job.outcome.passed()).sum()),
                beside: true,
            });
        }
    }

    /// Adds a job that ran beside the steps.
    pub(crate) fn add(&mut self, done: Done) {
        self.made.push(done.into());
    }

    /// All tests that passed, all that failed, and the steps that were skipped.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        self.made
            .iter()
            .fold((0, 0, 0), |(passed, failed, skipped), row| match row.outcome {
                Outcome::Passed(more) => (passed + more, failed, skipped),
                Outcome::Skipped => (passed, failed, skipped + 1),
                Outcome::Failed {
                    passed: more,
                    failed: worse,
                } => (passed + more, failed + worse, skipped),
            })
    }
}

impl Outcome {
    /// How many tests passed.
    fn passed(self) -> u64 {
        match self {
            Outcome::Passed(passed) | Outcome::Failed { passed, .. } => passed,
            Outcome::Skipped => 0,
        }
    }
}

impl From<Done> for Row {
    fn from(done: Done) -> Row {
        Row {
            name: done.name,
            time: done.time,
            outcome: done.outcome,
            beside: true,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Passed(0) => write!(f, "done"),
            Outcome::Passed(count) => write!(f, "{count} passed"),
            Outcome::Skipped => write!(f, "skipped"),
            Outcome::Failed { passed, failed } => write!(f, "{passed} passed, {failed} FAILED"),
        }
    }
}

impl fmt::Display for Steps {
    /// A table: the time of each step, what it did, and the time of all. What ran beside other steps is indented.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.made {
            let indent = if row.beside { "      " } else { "" };
            writeln!(f, "{indent}{:>8}  {}: {}", minutes(row.time), row.name, row.outcome)?;
        }
        write!(f, "{:>8}  in all", minutes(self.begun.elapsed()))
    }
}

fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_after_a_failed_one_are_made_and_counted() {
        let mut steps = Steps::begin();
        steps.make("first", || anyhow::bail!("not today"));
        steps.make("second", || Ok(Outcome::Passed(3)));
        steps.make("third", || Ok(Outcome::Skipped));
        steps.make("fourth", || Ok(Outcome::Failed { passed: 7, failed: 2 }));
        assert_eq!(steps.counts(), (10, 3, 1));
        let table = steps.to_string();
        assert!(table.contains("0:00  first: 0 passed, 1 FAILED"), "{table}");
        assert!(table.ends_with("0:00  in all"), "{table}");
    }

    #[test]
    fn short_jobs_share_a_row_and_failed_ones_never_do() {
        let job = |name: &str, seconds, outcome| Done {
            name: name.to_owned(),
            time: Duration::from_secs(seconds),
            outcome,
        };
        let mut steps = Steps::begin();
        steps.make_jobs("tests", || {
            vec![
                job("short", 1, Outcome::Passed(2)),
                job("long", 90, Outcome::Passed(3)),
                job("shorter", 0, Outcome::Passed(1)),
                job("broken", 0, Outcome::Failed { passed: 1, failed: 1 }),
            ]
        });
        assert_eq!(steps.counts(), (7, 1, 0));
        let table = steps.to_string();
        assert!(table.contains("1:30  long: 3 passed"), "{table}");
        assert!(table.contains("0:00  broken: 1 passed, 1 FAILED"), "{table}");
        assert!(table.contains("0:01  2 shorter ones: 3 passed"), "{table}");
    }

    #[test]
    fn times_are_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(61)), "1:01");
        assert_eq!(minutes(Duration::from_hours(1)), "60:00");
    }
}
