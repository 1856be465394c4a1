//! The lease of a node: until when it may act for its tables without renewal in the store.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use play::Moment;

/// The lease of a node, by the clock of its host; clones share it.
///
/// The epoch in every write decides who may write. The lease only decides when another node may take over: a node whose
/// lease has expired handles no inputs until it is renewed, so its players do not play on at a table that has moved.
#[derive(Clone, Debug)]
pub struct Lease(Arc<AtomicU64>);

/// The end of a lease that has none.
const FOREVER: u64 = u64::MAX;

impl Lease {
    /// A lease without end, for a store that nobody else uses.
    pub fn forever() -> Self {
        Lease::until(Moment(FOREVER))
    }

    /// A lease until a moment.
    pub fn until(end: Moment) -> Self {
        Lease(Arc::new(AtomicU64::new(end.0)))
    }

    /// Whether it holds.
    pub fn is_held(&self, now: Moment) -> bool {
        self.ends().is_none_or(|end| now < end)
    }

    /// When it ends, if it does.
    pub(crate) fn ends(&self) -> Option<Moment> {
        let end = self.0.load(Ordering::SeqCst);
        (end != FOREVER).then_some(Moment(end))
    }

    /// Sets its end and returns the one before; a lease without end stays so.
    pub(crate) fn renew(&self, end: Moment) -> Moment {
        let renewed = |before: u64| (before != FOREVER).then_some(end.0);
        let before = self.0.fetch_update(Ordering::SeqCst, Ordering::SeqCst, renewed);
        Moment(before.unwrap_or(FOREVER))
    }
}
