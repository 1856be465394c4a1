//! Clocks that do not depend on the machine, for the tests of all levels.

use std::{cell::Cell, time::Duration};

use play::Watch;

/// A clock that stands still: what is decided by depth is decided the same on every machine.
pub(crate) struct Frozen;

impl Watch for Frozen {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A clock that moves on by a fixed step whenever it is looked at.
pub(crate) struct Ticking {
    pub(crate) step: Duration,
    pub(crate) looks: Cell<u32>,
}

impl Watch for Ticking {
    fn elapsed(&self) -> Duration {
        self.looks.set(self.looks.get() + 1);
        self.step * self.looks.get()
    }
}
