//! How many people are connected to this server, each counted once.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use host::VisitorId;

/// Counts people by what they are known by; clones share the count.
#[derive(Clone, Default)]
pub(crate) struct Online(Arc<Mutex<HashMap<VisitorId, usize>>>);

/// Somebody who is connected, until it is dropped.
pub(crate) struct Present {
    online: Online,
    visitor: VisitorId,
}

impl Online {
    /// Somebody connects, perhaps not for the first time.
    pub(crate) fn enter(&self, visitor: VisitorId) -> Present {
        *self.counts().entry(visitor).or_default() += 1;
        Present {
            online: self.clone(),
            visitor,
        }
    }

    pub(crate) fn people(&self) -> usize {
        self.counts().len()
    }

    fn counts(&self) -> MutexGuard<'_, HashMap<VisitorId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut counts = self.online.counts();
        if let Some(count) = counts.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_with_two_windows_is_one_person() {
        let online = Online::default();
        let first = online.enter(VisitorId::of("anna"));
        let second = online.enter(VisitorId::of("anna"));
        let _bert = online.enter(VisitorId::of("bert"));
        assert_eq!(online.people(), 2);
        drop(first);
        assert_eq!(online.people(), 2);
        drop(second);
        assert_eq!(online.people(), 1);
    }
}
