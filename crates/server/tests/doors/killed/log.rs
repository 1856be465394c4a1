//! The stored log, read while no server runs.

use std::{collections::HashMap, path::Path};

use host::{Store, TableId};
use serde_json::Value;
use server::SqliteStore;

/// The logs of all tables.
pub(super) struct Log {
    store: SqliteStore,
    /// Events by table.
    read: HashMap<String, Vec<Value>>,
}

impl Log {
    pub(super) fn open(data: &Path) -> Self {
        Log {
            store: SqliteStore::open(data).expect("nobody else has it open"),
            read: HashMap::new(),
        }
    }

    /// The events of a table.
    pub(super) fn events(&mut self, table: &str) -> &[Value] {
        self.read.entry(table.to_owned()).or_insert_with(|| {
            let id: TableId = table.parse().expect("a code");
            let stored = self.store.load(&id).expect("a table that was answered for exists");
            let json = |text: &str| text.split_once(' ').expect("a checksum and JSON").1.to_owned();
            stored
                .iter()
                .map(|event| serde_json::from_str(&json(&event.text)).expect("JSON"))
                .collect()
        })
    }

    /// The names of the events that a command caused, in their order.
    pub(super) fn caused(&mut self, table: &str, client: u64, command: u64) -> Vec<String> {
        let caused = |event: &&Value| event["cause"]["client"] == client && event["cause"]["command"] == command;
        let events = self.events(table).iter().filter(caused);
        events
            .map(|event| event["event"].as_str().expect("a name").to_owned())
            .collect()
    }
}
