//! The occupants of seats, and the names of people.

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

use serde::{Deserialize, Serialize};

use crate::{BotSpec, PlayerId};

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "is", content = "who")]
pub enum Occupant {
    /// Nobody yet; anyone who comes may take it.
    Open,
    /// A person.
    Person(PlayerId),
    /// A bot.
    Bot(BotSpec),
}

impl Occupant {
    /// The person, if it is one.
    pub const fn person(&self) -> Option<PlayerId> {
        match self {
            Occupant::Person(player) => Some(*player),
            Occupant::Open | Occupant::Bot(_) => None,
        }
    }
}

/// Display names of the people at open tables. The store holds the names of everybody; clones share one directory.
#[derive(Clone, Debug, Default)]
pub struct Directory(Arc<RwLock<HashMap<PlayerId, Arc<str>>>>);

impl Directory {
    /// The name of a player, if one is known.
    pub fn name(&self, player: PlayerId) -> Option<Arc<str>> {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&player)
            .cloned()
    }

    /// Remembers names.
    pub(crate) fn learn(&self, names: impl IntoIterator<Item = (PlayerId, String)>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.extend(names.into_iter().map(|(player, name)| (player, Arc::from(name))));
    }
}
