//! Tables in a directory: one append-only file each, an index of summaries, and the names of players.
//!
//! A claim is an exclusive lock on the file of the table, so that two processes can play different games in one
//! directory and never the same one. A write that is reported as done is on disk. No file is ever deleted: a damaged
//! log is moved to `damaged/`, a save of version 0.1 to `before-0.2/`.

mod claim;
mod disk;
mod index;
mod journal;
mod log;
mod migrate;
mod players;
mod scan;

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, SeekFrom, Write},
    path::PathBuf,
};

pub use self::disk::SyncPolicy;
use self::{
    claim::{Claim, Written, lock, next_epoch},
    disk::{failed, move_aside, sync_directory},
    index::{Index, Indexed},
    log::{Log, LogFault},
    players::Players,
};
use super::{AfterAppend, Append, Claimed, Damaged, Epoch, Listing, NewTable, Query, SeatToken, Store, StoreError};
use crate::{PlayerId, StoredEvent, Summary, TableId};

/// How names of logs end.
const LOG: &str = "log";
/// Stores tables in a directory.
#[derive(Debug)]
pub struct FileStore {
    directory: PathBuf,
    index: Index,
    players: Players,
    claims: HashMap<TableId, Claim>,
    sync: SyncPolicy,
    /// Shared by everybody who has the directory open; who has it alone may rewrite the index.
    lock: File,
}

impl FileStore {
    /// Opens the store in a directory, which is created if it does not exist.
    ///
    /// Saves of version 0.1 become logs; `local` becomes the player of the people in them who have no name.
    pub fn open(directory: impl Into<PathBuf>, local: PlayerId) -> Result<Self, StoreError> {
        FileStore::open_with(directory, local, SyncPolicy::Always)
    }

    /// Opens a store with a given sync policy.
    pub fn open_with(directory: impl Into<PathBuf>, local: PlayerId, sync: SyncPolicy) -> Result<Self, StoreError> {
        let directory = directory.into();
        fs::create_dir_all(&directory).map_err(failed(&directory))?;
        let lock_path = directory.join("lock");
        let lock = File::create(&lock_path).map_err(failed(&lock_path))?;
        let is_alone = lock.try_lock().is_ok();
        if !is_alone {
            lock.lock_shared().map_err(failed(&lock_path))?;
        }
        let mut store = FileStore {
            index: Index::open(&directory, sync)?,
            players: Players::open(&directory, sync)?,
            directory,
            claims: HashMap::new(),
            sync,
            lock,
        };
        let mut contents = store.contents()?;
        if is_alone && !contents.saves.is_empty() {
            store.migrate(contents.saves, local)?;
            contents = store.contents()?;
        }
        store.read_changed_logs(&contents.logs)?;
        if is_alone {
            store.index.compact(sync)?;
            // A process that opens the directory between the two locks finds nothing left to rewrite.
            store.lock.lock_shared().map_err(failed(&lock_path))?;
        }
        Ok(store)
    }

    fn path(&self, table: &TableId) -> PathBuf {
        self.directory.join(format!("{table}.{LOG}"))
    }

    /// The log of a table, read from an open file.
    fn read(&self, table: &TableId, mut file: &File) -> Result<Log, StoreError> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0))
            .and_then(|_| file.read_to_end(&mut bytes))
            .map_err(failed(&self.path(table)))?;
        log::read(table, &bytes).map_err(|fault| match fault {
            LogFault::Unfinished if self.index.get(table).is_none() => StoreError::NoTable(table.clone()),
            LogFault::Unfinished => StoreError::Damaged {
                table: table.clone(),
                fault: "its beginning is missing".to_owned(),
            },
            LogFault::Newer => StoreError::Newer(format!("table {table}")),
            LogFault::Damaged(fault) => StoreError::Damaged {
                table: table.clone(),
                fault,
            },
        })
    }

    /// Reads the log of a table, claimed or not.
    fn read_log(&self, table: &TableId) -> Result<Log, StoreError> {
        match self.claims.get(table) {
            Some(claim) => self.read(table, &claim.file),
            None => self.read(table, &self.open_log(table, OpenOptions::new().read(true))?),
        }
    }

    fn open_log(&self, table: &TableId, options: &OpenOptions) -> Result<File, StoreError> {
        let path = self.path(table);
        options.open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => StoreError::NoTable(table.clone()),
            _ => failed(&path)(error),
        })
    }

    /// Opens and locks the file of a table; a file that is locked already stays so.
    fn lock_log(&mut self, table: &TableId) -> Result<File, StoreError> {
        if let Some(claim) = self.claims.remove(table) {
            return Ok(claim.file);
        }
        let file = self.open_log(table, OpenOptions::new().read(true).write(true))?;
        lock(&file, table, &self.path(table))?;
        Ok(file)
    }

    /// Writes the lines of an entry, without waiting for the disk.
    fn write(&mut self, entry: &Append) -> Result<Outcome, StoreError> {
        let path = self.path(&entry.table);
        let conflict = || StoreError::Conflict(entry.table.clone());
        let Some(claim) = self.claims.get_mut(&entry.table) else {
            return Err(if path.exists() {
                conflict()
            } else {
                StoreError::NoTable(entry.table.clone())
            });
        };
        if claim.epoch != entry.epoch || !entry.is_numbered() {
            return Err(conflict());
        }
        if entry.expected > claim.written.events {
            return Err(StoreError::Behind {
                table: entry.table.clone(),
                seq: claim.written.events,
            });
        }
        if entry.expected < claim.written.events {
            let log = self.read_log(&entry.table)?;
            let tail = log.events.get(entry.expected as usize..);
            let is_repeated = tail == Some(entry.events.as_slice());
            return is_repeated.then_some(Outcome::Repeated).ok_or_else(conflict);
        }
        self.players.write(&entry.names, self.sync)?;
        let lines = log::append(
            &entry.events,
            &entry.tokens,
            Some(&claim.written.summary),
            &entry.summary,
        );
        claim.write(&lines).map_err(failed(&path))?;
        claim.written.events += entry.events.len() as u64;
        claim.written.summary = entry.summary.clone();
        Ok(Outcome::Written)
    }

    /// A new file with a table in it, locked and on disk.
    fn write_new(&self, table: &NewTable) -> Result<(File, Written), StoreError> {
        let path = self.path(&table.table);
        let created = OpenOptions::new().read(true).write(true).create_new(true).open(&path);
        let file = created.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::Exists(table.table.clone()),
            _ => failed(&path)(error),
        })?;
        lock(&file, &table.table, &path)?;
        let text = text_of(table);
        let written = (&file)
            .write_all(text.as_bytes())
            .and_then(|()| self.sync.sync(&file))
            .map_err(failed(&path))
            .and_then(|()| sync_directory(&self.directory, self.sync));
        if let Err(error) = written {
            // The table was never created, and its code can be used again. If the file can be neither emptied nor
            // removed, the next start reads it as a table that nobody has a link to.
            drop(file.set_len(0).and_then(|()| fs::remove_file(&path)));
            return Err(error);
        }
        let written = Written {
            length: text.len() as u64,
            events: table.events.len() as u64,
            summary: table.summary.clone(),
        };
        Ok((file, written))
    }
}

/// What became of an entry before it was brought to the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Written,
    /// It was there already.
    Repeated,
}

impl Store for FileStore {
    fn create(&mut self, table: &NewTable) -> Result<Epoch, StoreError> {
        if self.path(&table.table).exists() {
            return Err(StoreError::Exists(table.table.clone()));
        }
        self.players.write(&table.names, self.sync)?;
        let (file, written) = self.write_new(table)?;
        let epoch = next_epoch();
        self.index.note([Indexed {
            length: written.length,
            summary: table.summary.clone(),
        }]);
        let claim = Claim {
            epoch,
            file,
            written,
            has_remains: false,
        };
        self.claims.insert(table.table.clone(), claim);
        Ok(epoch)
    }

    fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreError> {
        let file = self.lock_log(table)?;
        let log = self.read(table, &file)?;
        let mut claim = Claim {
            epoch: next_epoch(),
            file,
            written: Written {
                length: log.length,
                events: log.events.len() as u64,
                summary: log.summary.clone(),
            },
            has_remains: false,
        };
        let length = claim.file.metadata().map_err(failed(&self.path(table)))?.len();
        if length > claim.written.length {
            claim.cut().map_err(failed(&self.path(table)))?;
        }
        self.players.follow()?;
        let claimed = Claimed {
            epoch: claim.epoch,
            events: log.events,
            names: self.players.at(&log.summary),
            summary: log.summary,
        };
        self.claims.insert(table.clone(), claim);
        Ok(claimed)
    }

    fn append(&mut self, group: &[Append]) -> Vec<Result<(), StoreError>> {
        let mut before: HashMap<&TableId, Written> = HashMap::new();
        let mut results: Vec<Result<Outcome, StoreError>> = Vec::with_capacity(group.len());
        for entry in group {
            if let Some(claim) = self.claims.get(&entry.table) {
                before.entry(&entry.table).or_insert_with(|| claim.written.clone());
            }
            results.push(self.write(entry));
        }
        let mut indexed = Vec::new();
        for (table, before) in before {
            let entries = || group.iter().zip(0..).filter(|(entry, _)| entry.table == *table);
            let Some(claim) = self.claims.get_mut(table) else {
                continue;
            };
            if entries().all(|(_, number): (_, usize)| results[number] != Ok(Outcome::Written)) {
                continue;
            }
            match self.sync.sync(&claim.file) {
                Ok(()) => indexed.push(Indexed {
                    length: claim.written.length,
                    summary: claim.written.summary.clone(),
                }),
                Err(error) => {
                    // The system may have dropped what it could not write: nothing of this group counts.
                    claim.written = before;
                    claim.has_remains = true;
                    drop(claim.cut());
                    let error = failed(&self.directory.join(format!("{table}.{LOG}")))(error);
                    for (_, number) in entries() {
                        if results[number].is_ok() {
                            results[number] = Err(error.clone());
                        }
                    }
                }
            }
        }
        self.index.note(indexed);
        for (entry, result) in group.iter().zip(&results) {
            if entry.claim == AfterAppend::Release && result.is_ok() {
                self.claims.remove(&entry.table);
            }
        }
        results.into_iter().map(|result| result.map(|_| ())).collect()
    }

    fn may_lose(&self) -> bool {
        false
    }

    fn release(&mut self, table: &TableId, epoch: Epoch) -> Result<(), StoreError> {
        if self.claims.get(table).is_some_and(|claim| claim.epoch == epoch) {
            self.claims.remove(table);
        }
        Ok(())
    }

    fn load(&mut self, table: &TableId) -> Result<Vec<StoredEvent>, StoreError> {
        Ok(self.read_log(table)?.events)
    }

    fn list(&mut self, query: &Query) -> Result<Vec<Listing>, StoreError> {
        self.index.follow()?;
        self.players.follow()?;
        let listing = |summary: &Summary| Listing {
            names: summary
                .seats
                .iter()
                .map(|occupant| self.players.name(occupant.person()?).map(str::to_owned))
                .collect(),
            summary: summary.clone(),
        };
        let summaries = self.index.iter().map(|indexed| &indexed.summary);
        Ok(query.select(summaries).into_iter().map(listing).collect())
    }

    fn tokens(&mut self, table: &TableId) -> Result<Vec<SeatToken>, StoreError> {
        Ok(self.read_log(table)?.tokens)
    }

    fn rename(&mut self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        self.players.follow()?;
        self.players.write(&[(player, name.to_owned())], self.sync)
    }

    fn names(&mut self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.players.follow()?;
        Ok(self.players.of(players.iter().copied()))
    }

    fn put_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        let path = self.path(table);
        let file = self.lock_log(table)?;
        if let Err(error @ StoreError::Newer(_)) = self.read(table, &file) {
            return Err(error);
        }
        move_aside(&self.directory, &path, fault, self.sync)?;
        self.index.remove(table);
        Ok(())
    }

    fn damaged(&mut self) -> Result<Vec<Damaged>, StoreError> {
        disk::damaged(&self.directory)
    }
}

/// The text of a file that holds a new table.
fn text_of(table: &NewTable) -> String {
    let mut text = log::header(&table.table);
    text.push_str(&log::append(&table.events, &table.tokens, None, &table.summary));
    text
}

#[cfg(test)]
mod tests;
