//! The steps of the test command, and the table of their times.

use std::{
    fmt,
    io::Write,
    time::{Duration, Instant},
};

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
#[derive(Debug, Default)]
pub(crate) struct Steps {
    made: Vec<(&'static str, Duration, Outcome)>,
}

impl Steps {
    /// Makes a step; an error is printed and counts as a failure, and the steps after it are made nevertheless.
    pub(crate) fn make(&mut self, name: &'static str, work: impl FnOnce() -> anyhow::Result<Outcome>) -> Outcome {
        println!("== {name}");
        // What follows comes from other processes; this line must be before it.
        std::io::stdout().flush().ok();
        let start = Instant::now();
        let outcome = work().unwrap_or_else(|error| {
            eprintln!("{name}: {error:#}");
            Outcome::Failed { passed: 0, failed: 1 }
        });
        self.made.push((name, start.elapsed(), outcome));
        outcome
    }

    /// All tests that passed, all that failed, and the steps that were skipped.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        self.made
            .iter()
            .fold((0, 0, 0), |(passed, failed, skipped), (_, _, outcome)| match *outcome {
                Outcome::Passed(more) => (passed + more, failed, skipped),
                Outcome::Skipped => (passed, failed, skipped + 1),
                Outcome::Failed {
                    passed: more,
                    failed: worse,
                } => (passed + more, failed + worse, skipped),
            })
    }
}

impl fmt::Display for Steps {
    /// A table: the time of each step, what it did, and the time of all.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, time, outcome) in &self.made {
            write!(f, "{:>8}  {name}", minutes(*time))?;
            match outcome {
                Outcome::Passed(0) => writeln!(f)?,
                Outcome::Passed(count) => writeln!(f, ": {count} passed")?,
                Outcome::Skipped => writeln!(f, ": skipped")?,
                Outcome::Failed { passed, failed } => writeln!(f, ": {passed} passed, {failed} FAILED")?,
            }
        }
        let all = self.made.iter().map(|(_, time, _)| *time).sum();
        write!(f, "{:>8}  in all", minutes(all))
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
        let mut steps = Steps::default();
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
    fn times_are_minutes_and_seconds() {
        assert_eq!(minutes(Duration::from_secs(61)), "1:01");
        assert_eq!(minutes(Duration::from_hours(1)), "60:00");
    }
}
