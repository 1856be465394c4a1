//! Which missions a learner has done.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{Belt, Mission, missions};

/// The names of the missions that were done. Names of missions that no longer exist are preserved.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MissionProgress {
    done: BTreeSet<String>,
}

impl MissionProgress {
    /// Whether a mission was done.
    pub fn has(&self, mission: &Mission) -> bool {
        self.done.contains(mission.name())
    }

    /// Counts a mission as done; returns whether it is new.
    pub fn add(&mut self, mission: &Mission) -> bool {
        self.done.insert(mission.name().to_owned())
    }

    /// The first mission that was not done; none when all are.
    pub fn next(&self) -> Option<&'static Mission> {
        missions().iter().find(|mission| !self.has(mission))
    }

    /// How many missions of a belt were done, and how many it has.
    pub fn of_belt(&self, belt: Belt) -> [usize; 2] {
        let own = missions().iter().filter(|mission| mission.belt == belt);
        let done = own.clone().filter(|mission| self.has(mission));
        [done.count(), own.count()]
    }
}
