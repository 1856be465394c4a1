//! Reads the directory at start-up.

use std::{collections::HashSet, fs};

use super::{
    FileStore, LOG,
    disk::failed,
    index::Indexed,
    log::{self, LogFault},
    migrate,
};
use crate::{Store, StoreError, TableId};

/// The files of a directory.
#[derive(Default)]
pub(super) struct Contents {
    /// The tables that have a log, with its length.
    pub(super) logs: Vec<(TableId, u64)>,
    /// The names of files of version 0.1.
    pub(super) saves: Vec<String>,
}

impl FileStore {
    /// The files of the directory.
    pub(super) fn contents(&self) -> Result<Contents, StoreError> {
        let mut contents = Contents::default();
        for entry in fs::read_dir(&self.directory).map_err(failed(&self.directory))? {
            let entry = entry.map_err(failed(&self.directory))?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                continue;
            };
            if let Some(table) = table_of(name) {
                let length = entry.metadata().map_err(failed(&self.directory))?.len();
                contents.logs.push((table, length));
            } else if migrate::is_save(name) {
                contents.saves.push(name.to_owned());
            }
        }
        Ok(contents)
    }

    /// Reads the logs whose length is not the one that the index has noted.
    pub(super) fn read_changed_logs(&mut self, logs: &[(TableId, u64)]) -> Result<(), StoreError> {
        let known = logs.iter().filter(|(table, _)| self.index.get(table).is_some());
        if known.count() < self.index.len() {
            let found: HashSet<&TableId> = logs.iter().map(|(table, _)| table).collect();
            let gone = self.index.iter().map(|indexed| &indexed.summary.table);
            let gone: Vec<TableId> = gone.filter(|table| !found.contains(table)).cloned().collect();
            for table in gone {
                self.index.remove(&table);
            }
        }
        let is_changed = |(table, length): &&(TableId, u64)| {
            let indexed = self.index.get(table);
            indexed.is_none_or(|indexed| indexed.length != *length)
        };
        let changed: Vec<TableId> = logs.iter().filter(is_changed).map(|(table, _)| table.clone()).collect();
        let mut indexed = Vec::new();
        for table in changed {
            let bytes = fs::read(self.path(&table)).map_err(failed(&self.path(&table)))?;
            match log::read(&table, &bytes) {
                Ok(log) => indexed.push(Indexed {
                    length: log.length,
                    summary: log.summary,
                }),
                Err(LogFault::Damaged(fault)) => match self.put_aside(&table, &fault) {
                    // Its owner will find out.
                    Ok(()) | Err(StoreError::Claimed(_)) => {}
                    Err(error) => return Err(error),
                },
                Err(LogFault::Newer | LogFault::Unfinished) => {}
            }
        }
        self.index.note(indexed);
        Ok(())
    }
}

/// The table whose log has this file name.
fn table_of(name: &str) -> Option<TableId> {
    name.strip_suffix(LOG)?.strip_suffix('.')?.parse().ok()
}
