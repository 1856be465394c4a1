//! Converts saves of version 0.1 in the directory to logs, once, and moves the old files to `before-0.2/`.
//!
//! A log is completely written before its save is moved, so an interrupted migration continues at the next start.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

use super::{
    FileStore,
    disk::{failed, move_aside, move_into, sync_directory},
    text_of,
};
use crate::{
    NewTable, PlayerId, StoreError, TableId,
    store::legacy::{self, LegacyError},
};

/// How names of saves end.
const SAVE: &str = ".game.json";
/// What is in the names of saves that were damaged before.
const DAMAGED: &str = ".damaged-";

/// Whether a file was written by version 0.1: a save, or one that it found damaged.
pub(super) fn is_save(name: &str) -> bool {
    let is_save = |table: &str| table.parse::<TableId>().is_ok();
    name.strip_suffix(SAVE).is_some_and(is_save) || name.contains(DAMAGED)
}

impl FileStore {
    /// Turns saves into logs. Nobody else may have the directory open.
    pub(super) fn migrate(&mut self, mut names: Vec<String>, local: PlayerId) -> Result<(), StoreError> {
        names.sort_unstable();
        for name in names {
            let path = self.directory.join(&name);
            match name.strip_suffix(SAVE).and_then(|table| table.parse().ok()) {
                Some(table) => self.migrate_save(&table, &path, local)?,
                None => move_aside(&self.directory, &path, "it could not be read", self.sync)?,
            }
        }
        Ok(())
    }

    fn migrate_save(&mut self, table: &TableId, path: &Path, local: PlayerId) -> Result<(), StoreError> {
        let person = |_, name: Option<&str>| Some(name.map_or(local, legacy::player_of));
        let bytes = fs::read(path).map_err(failed(path))?;
        let converted = String::from_utf8(bytes)
            .map_err(|error| LegacyError::Fault(error.to_string()))
            .and_then(|text| legacy::convert(&text, None, person));
        let aside = |fault: &str| move_aside(&self.directory, path, fault, self.sync);
        match converted {
            Ok(new) if new.table == *table => {
                // A log that exists was written by a migration that was interrupted before it moved the save.
                if !self.path(table).exists() {
                    self.write_converted(&new)?;
                }
                move_into(&self.directory.join("before-0.2"), path)?;
                sync_directory(&self.directory, self.sync)
            }
            Ok(other) => aside(&format!("it is the game of table {}", other.table)),
            Err(LegacyError::Fault(fault)) => aside(&fault),
            Err(LegacyError::Newer(_)) => Ok(()),
        }
    }

    fn write_converted(&mut self, new: &NewTable) -> Result<(), StoreError> {
        self.players.write(&new.names, self.sync)?;
        let path = self.path(&new.table);
        let beside = path.with_extension("new");
        let write = || {
            let mut file = File::create(&beside)?;
            file.write_all(text_of(new).as_bytes())?;
            self.sync.sync(&file)?;
            fs::rename(&beside, &path)
        };
        write().map_err(failed(&path))?;
        sync_directory(&self.directory, self.sync)
    }
}
