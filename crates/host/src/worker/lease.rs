//! The lease of the node, as a worker sees it.

use super::Worker;
use crate::{
    CloseReason,
    any_table::{AnyTable, at},
};

impl Worker {
    /// Suspends every table when the lease has expired, and resumes them when it has been renewed.
    pub(super) fn check_lease(&mut self) {
        self.now = self.shared.clock.now();
        let now = self.now;
        let suspended = !self.shared.lease.is_held(now);
        if suspended == self.suspended {
            return;
        }
        self.suspended = suspended;
        if suspended {
            let since = self.shared.lease.ends().map_or(now, |end| end.min(now));
            self.with_all(|any, _| at!(any, actor => actor.suspend(since)));
        } else {
            self.with_all(|any, around| at!(any, actor => actor.resume(now, around)));
        }
    }

    /// Closes every table; its clients connect again. What it still writes is refused if its claim is void.
    pub(super) fn abandon(&mut self) {
        self.with_all(|any, _| at!(any, actor => actor.close(CloseReason::Reload)));
    }
}
