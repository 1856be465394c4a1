//! A store that lasts as long as the program; clones share it, so that two hosts can be tested on one store.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use play::Moment;

use super::{
    AfterAppend, Append, Claimed, Damaged, Epoch, Listing, NewTable, Query, SeatToken, Store, StoreError, Summary,
    check_format, replace_tokens,
};
use crate::{PlayerId, StoredEvent, TableId};

/// Stores tables in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    contents: Arc<Mutex<Contents>>,
    /// The node that uses it; without one every claim succeeds.
    node: Option<u32>,
}

#[derive(Debug, Default)]
struct Contents {
    tables: BTreeMap<TableId, Stored>,
    names: HashMap<PlayerId, String>,
    aside: Vec<Damaged>,
    failing: bool,
    /// Nodes whose tables anybody may claim.
    dead: HashSet<u32>,
}

#[derive(Debug)]
struct Stored {
    /// The node that has claimed it.
    owner: Option<u32>,
    epoch: Epoch,
    events: Vec<StoredEvent>,
    summary: Summary,
    tokens: Vec<SeatToken>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        MemoryStore::default()
    }

    /// Makes every write fail from now on, or succeed again; for tests.
    pub fn set_failing(&self, failing: bool) {
        self.contents().failing = failing;
    }

    /// Lets every request wait until the result is dropped; for tests.
    pub fn hold(&self) -> impl Drop + use<'_> {
        self.contents()
    }

    /// The same store as a node uses it: what another node has claimed cannot be claimed until that node is dead.
    #[must_use]
    pub fn of_node(&self, node: u32) -> MemoryStore {
        MemoryStore {
            node: Some(node),
            ..self.clone()
        }
    }

    /// Marks a node as dead: others may claim its tables.
    pub fn bury(&self, node: u32) {
        self.contents().dead.insert(node);
    }

    /// Deletes the last events of a table, like a database that was reset to an earlier state; for tests.
    pub fn lose(&self, table: &TableId, events: usize) {
        if let Ok(stored) = self.contents().table(table) {
            let left = stored.events.len().saturating_sub(events);
            stored.events.truncate(left);
        }
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn table(&mut self, table: &TableId) -> Result<&mut Stored, StoreError> {
        self.tables
            .get_mut(table)
            .ok_or_else(|| StoreError::NoTable(table.clone()))
    }

    fn check_writable(&self) -> Result<(), StoreError> {
        if self.failing {
            return Err(StoreError::Failed {
                place: "memory".to_owned(),
                fault: "the store fails on purpose".to_owned(),
            });
        }
        Ok(())
    }

    fn append(&mut self, entry: &Append, node: Option<u32>) -> Result<(), StoreError> {
        self.check_writable()?;
        let stored = self.table(&entry.table)?;
        let length = stored.events.len() as u64;
        if stored.owner != node || stored.epoch != entry.epoch || !entry.is_numbered() {
            return Err(StoreError::Conflict(entry.table.clone()));
        }
        if length < entry.expected {
            return Err(StoreError::Behind {
                table: entry.table.clone(),
                seq: length,
            });
        }
        if length != entry.expected {
            let tail = stored.events.get(entry.expected as usize..);
            let repeated = tail.is_some_and(|tail| tail == entry.events);
            return if repeated {
                Ok(())
            } else {
                Err(StoreError::Conflict(entry.table.clone()))
            };
        }
        stored.events.extend(entry.events.iter().cloned());
        stored.summary = entry.summary.clone();
        replace_tokens(&mut stored.tokens, &entry.tokens);
        if entry.claim == AfterAppend::Release {
            stored.release();
        }
        self.names.extend(entry.names.iter().cloned());
        Ok(())
    }

    fn names(&self, players: &[PlayerId]) -> Vec<(PlayerId, String)> {
        let known = players
            .iter()
            .filter_map(|player| Some((*player, self.names.get(player)?.clone())));
        known.collect()
    }
}

impl Stored {
    fn release(&mut self) {
        self.owner = None;
        self.epoch = Epoch(self.epoch.0 + 1);
    }
}

impl Store for MemoryStore {
    fn create(&mut self, table: &NewTable) -> Result<Epoch, StoreError> {
        let mut contents = self.contents();
        contents.check_writable()?;
        if contents.tables.contains_key(&table.table) {
            return Err(StoreError::Exists(table.table.clone()));
        }
        contents.names.extend(table.names.iter().cloned());
        let stored = Stored {
            owner: self.node,
            epoch: Epoch(1),
            events: table.events.clone(),
            summary: table.summary.clone(),
            tokens: table.tokens.clone(),
        };
        contents.tables.insert(table.table.clone(), stored);
        Ok(Epoch(1))
    }

    fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreError> {
        let mut contents = self.contents();
        contents.check_writable()?;
        let owner = contents.table(table)?.owner;
        if owner != self.node && owner.is_some_and(|owner| !contents.dead.contains(&owner)) {
            return Err(StoreError::Claimed(table.clone()));
        }
        let stored = contents.table(table)?;
        check_format(table, &stored.events)?;
        stored.owner = self.node;
        stored.epoch = Epoch(stored.epoch.0 + 1);
        let (epoch, events, summary) = (stored.epoch, stored.events.clone(), stored.summary.clone());
        let people: Vec<PlayerId> = summary.seats.iter().filter_map(crate::Occupant::person).collect();
        Ok(Claimed {
            epoch,
            events,
            summary,
            names: contents.names(&people),
        })
    }

    fn append(&mut self, group: &[Append]) -> Vec<Result<(), StoreError>> {
        let mut contents = self.contents();
        group.iter().map(|entry| contents.append(entry, self.node)).collect()
    }

    /// For tests, see [`MemoryStore::lose`].
    fn may_lose(&self) -> bool {
        true
    }

    fn release(&mut self, table: &TableId, epoch: Epoch) -> Result<(), StoreError> {
        if let Ok(stored) = self.contents().table(table)
            && (stored.owner, stored.epoch) == (self.node, epoch)
        {
            stored.release();
        }
        Ok(())
    }

    fn load(&mut self, table: &TableId) -> Result<Vec<StoredEvent>, StoreError> {
        let mut contents = self.contents();
        let events = &contents.table(table)?.events;
        check_format(table, events)?;
        Ok(events.clone())
    }

    fn list(&mut self, query: &Query) -> Result<Vec<Listing>, StoreError> {
        let contents = self.contents();
        let listing = |summary: &Summary| Listing {
            names: summary
                .seats
                .iter()
                .map(|occupant| contents.names.get(&occupant.person()?).cloned())
                .collect(),
            summary: summary.clone(),
        };
        let summaries = contents.tables.values().map(|stored| &stored.summary);
        Ok(query.select(summaries).into_iter().map(listing).collect())
    }

    fn tokens(&mut self, table: &TableId) -> Result<Vec<SeatToken>, StoreError> {
        self.contents().table(table).map(|stored| stored.tokens.clone())
    }

    fn rename(&mut self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.check_writable()?;
        contents.names.insert(player, name.to_owned());
        Ok(())
    }

    fn names(&mut self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        Ok(self.contents().names(players))
    }

    fn put_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        let mut contents = self.contents();
        contents.table(table)?;
        contents.tables.remove(table);
        contents.aside.push(Damaged {
            path: PathBuf::from(table.to_string()),
            fault: fault.to_owned(),
        });
        Ok(())
    }

    fn damaged(&mut self) -> Result<Vec<Damaged>, StoreError> {
        Ok(self.contents().aside.clone())
    }

    fn expire(&mut self, untouched_since: Moment, except: &[TableId]) -> Result<usize, StoreError> {
        let mut contents = self.contents();
        contents.check_writable()?;
        let before = contents.tables.len();
        contents.tables.retain(|table, stored| {
            let Summary {
                plies, touched, save, ..
            } = &stored.summary;
            *plies > 0 || *touched >= untouched_since || save.is_some() || except.contains(table)
        });
        Ok(before - contents.tables.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn with_store(law: impl FnOnce(&mut dyn Store)) {
        law(&mut MemoryStore::new());
    }

    crate::store_tests!(with_store);

    #[test]
    fn two_hosts_never_both_write_a_table() {
        let mut store = MemoryStore::new();
        testing::two_writers(&mut store.clone(), &mut store);
    }

    #[test]
    fn of_two_nodes_one_writes() {
        let store = MemoryStore::new();
        testing::two_writers(&mut store.of_node(1), &mut store.of_node(2));
        let store = MemoryStore::new();
        testing::a_dead_node_is_taken_over(&mut store.of_node(1), &mut store.of_node(2), || store.bury(1));
    }

    #[test]
    fn a_store_that_fails_changes_nothing() {
        let mut store = MemoryStore::new();
        let table = testing::table(1);
        store.create(&table).unwrap();
        store.set_failing(true);
        let entry = testing::append(&table, Epoch(1), 1, 1);
        assert!(matches!(
            store.append(std::slice::from_ref(&entry))[..],
            [Err(StoreError::Failed { .. })]
        ));
        store.set_failing(false);
        assert_eq!(store.load(&table.table).unwrap(), table.events);
        assert_eq!(store.append(&[entry]), [Ok(())]);
    }
}
