//! How much help a visitor may have at once: hints, analysis and reviews, over all tables.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{Refusal, VisitorId};

/// Tables at which the engine may help one visitor at the same time.
const TABLES: usize = 4;

/// Gives permits for help; clones share the count.
#[derive(Clone, Debug, Default)]
pub(crate) struct HelpLimits(Arc<Mutex<HashMap<VisitorId, usize>>>);

/// Allows a visitor help at one table until it is dropped.
#[derive(Debug)]
pub(crate) struct HelpPermit {
    limits: HelpLimits,
    visitor: VisitorId,
}

impl HelpLimits {
    /// A permit, unless the visitor has help at too many tables already.
    pub(crate) fn permit(&self, visitor: VisitorId) -> Result<HelpPermit, Refusal> {
        let mut given = self.lock();
        let count = given.entry(visitor).or_default();
        if *count >= TABLES {
            return Err(Refusal::TooMuchHelp { tables: TABLES });
        }
        *count += 1;
        Ok(HelpPermit {
            limits: self.clone(),
            visitor,
        })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<VisitorId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HelpPermit {
    fn drop(&mut self) {
        let mut given = self.limits.lock();
        if let Some(count) = given.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                given.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_are_bounded_for_each_visitor_and_come_back() {
        let limits = HelpLimits::default();
        let [anna, bert] = [1, 2].map(VisitorId);
        let mut permits: Vec<HelpPermit> = (0..TABLES).map(|_| limits.permit(anna).unwrap()).collect();
        assert_eq!(
            limits.permit(anna).unwrap_err(),
            Refusal::TooMuchHelp { tables: TABLES }
        );
        let other = limits.permit(bert).unwrap();
        permits.pop();
        permits.push(limits.permit(anna).unwrap());
        drop((permits, other));
        assert!(limits.lock().is_empty());
    }
}
