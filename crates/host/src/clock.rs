//! The time at the tables: the wall clock, or a manual clock for tests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use play::Moment;

/// A clock that never goes back.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    Wall { opened: Moment, since: Instant },
    Manual(Arc<AtomicU64>),
}

impl Clock {
    /// The wall clock.
    pub fn wall() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock(Source::Wall {
            opened: Moment(since.as_millis() as u64),
            since: Instant::now(),
        })
    }

    /// A clock that only [`Host::pass`](crate::Host::pass) advances; for tests, which must not wait.
    pub fn manual() -> Self {
        Clock(Source::Manual(Arc::new(AtomicU64::new(1_000_000_000_000))))
    }

    /// The current time.
    pub fn now(&self) -> Moment {
        match &self.0 {
            Source::Wall { opened, since } => Moment(opened.0 + since.elapsed().as_millis() as u64),
            Source::Manual(at) => Moment(at.load(Ordering::SeqCst)),
        }
    }

    /// How long to wait until a time, to the nanosecond: rounding up would make a tick late. `None` for a manual clock.
    pub(crate) fn until(&self, moment: Moment) -> Option<Duration> {
        match &self.0 {
            Source::Wall { opened, since } => {
                let ahead = Duration::from_millis(moment.0.saturating_sub(opened.0));
                Some(ahead.saturating_sub(since.elapsed()))
            }
            Source::Manual(_) => None,
        }
    }

    /// Advances a manual clock.
    pub(crate) fn pass(&self, time: Duration) {
        match &self.0 {
            Source::Wall { .. } => {}
            Source::Manual(at) => {
                at.fetch_add(time.as_millis() as u64, Ordering::SeqCst);
            }
        }
    }
}
