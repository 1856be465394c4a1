//! Tables in a directory: one append-only file each, an index of summaries, and the names of players.
//!
//! A claim is an exclusive lock on the file of the table, so that two processes can play different games in one
//! directory and never the same one. What is reported as done is on disk. No file is ever deleted: a damaged log is moved
//! to `damaged/`, a save of version 0.1 to `before-0.2/`.

mod index;
mod journal;
mod log;
mod migrate;
mod players;

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use self::{
    index::{Index, Indexed},
    log::{Log, LogFault},
    players::Players,
};
use super::{Append, Claimed, Damaged, Epoch, Listing, NewTable, Query, SeatToken, Store, StoreError};
use crate::{PlayerId, StoredEvent, Summary, TableId};

/// How names of logs end.
const LOG: &str = "log";
/// How names of texts end that say what is wrong with a log.
const FAULT: &str = "fault";

/// Claims of this process are numbered through. Those of other processes hold other locks and are never compared.
static EPOCHS: AtomicU64 = AtomicU64::new(1);

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

/// Whether writes reach the disk before they are reported as done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyncPolicy {
    /// Always.
    #[default]
    Always,
    /// When the system likes, for generators of test data: a crash of the machine may lose them.
    Never,
}

/// A table that this store may write.
#[derive(Debug)]
struct Claim {
    epoch: Epoch,
    /// Locked.
    file: File,
    written: Written,
    /// Whether something that failed may stand behind `written`.
    has_remains: bool,
}

/// What a log holds.
#[derive(Clone, Debug)]
struct Written {
    length: u64,
    events: u64,
    summary: Summary,
}

impl FileStore {
    /// Opens the store in a directory, which is created if it does not exist.
    ///
    /// Saves of version 0.1 become logs; `local` becomes the player of the people in them who have no name.
    pub fn open(directory: impl Into<PathBuf>, local: PlayerId) -> Result<Self, StoreError> {
        FileStore::open_with(directory, local, SyncPolicy::Always)
    }

    /// Opens a store that syncs as it is told.
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
            // Whoever opens the directory between the two locks finds nothing left to rewrite.
            store.lock.lock_shared().map_err(failed(&lock_path))?;
        }
        Ok(store)
    }

    /// The files of the directory.
    fn contents(&self) -> Result<Contents, StoreError> {
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
    fn read_changed_logs(&mut self, logs: &[(TableId, u64)]) -> Result<(), StoreError> {
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
        if claim.epoch != entry.epoch || !entry.is_numbered() || entry.expected > claim.written.events {
            return Err(conflict());
        }
        if entry.expected < claim.written.events {
            let log = self.read_log(&entry.table)?;
            let is_repeated = log.events[entry.expected as usize..] == entry.events;
            return is_repeated.then_some(Outcome::Repeated).ok_or_else(conflict);
        }
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
            // Without its beginning the file is no table; if even that fails, the next start reads it as a table that
            // nobody was told of.
            drop(file.set_len(0));
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

/// The files of a directory.
#[derive(Default)]
struct Contents {
    /// The tables that have a log, with its length.
    logs: Vec<(TableId, u64)>,
    /// The names of files of version 0.1.
    saves: Vec<String>,
}

/// What became of an entry before it was brought to the disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Written,
    /// It was there already.
    Repeated,
}

impl Claim {
    fn write(&mut self, lines: &str) -> io::Result<()> {
        if self.has_remains {
            self.cut()?;
        }
        self.has_remains = true;
        self.file.seek(SeekFrom::Start(self.written.length))?;
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            // If the file cannot be cut now it is cut before the next append, or as a torn end when it is read.
            drop(self.cut());
            return Err(error);
        }
        self.has_remains = false;
        self.written.length += lines.len() as u64;
        Ok(())
    }

    /// Cuts off what stands behind the last append.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.written.length)?;
        self.has_remains = false;
        Ok(())
    }
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
            let named = self.players.write(&entry.names, self.sync);
            results.push(named.and_then(|()| self.write(entry)));
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
        results.into_iter().map(|result| result.map(|_| ())).collect()
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
        let directory = self.directory.join("damaged");
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(&directory)(error)),
        };
        let mut damaged = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed(&directory))?.path();
            if path.extension().is_none_or(|extension| extension != FAULT) {
                let fault = fs::read_to_string(fault_path(&path));
                let fault = fault.unwrap_or_else(|_| "it could not be read".to_owned());
                damaged.push(Damaged { path, fault });
            }
        }
        damaged.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        Ok(damaged)
    }
}

impl SyncPolicy {
    fn sync(self, file: &File) -> io::Result<()> {
        match self {
            SyncPolicy::Always => file.sync_data(),
            SyncPolicy::Never => Ok(()),
        }
    }
}

/// The text of a file that holds a new table.
fn text_of(table: &NewTable) -> String {
    let mut text = log::header(&table.table);
    text.push_str(&log::append(&table.events, &table.tokens, None, &table.summary));
    text
}

/// The table whose log has this file name.
fn table_of(name: &str) -> Option<TableId> {
    name.strip_suffix(LOG)?.strip_suffix('.')?.parse().ok()
}

fn next_epoch() -> Epoch {
    Epoch(EPOCHS.fetch_add(1, Ordering::Relaxed))
}

fn lock(file: &File, table: &TableId, path: &Path) -> Result<(), StoreError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Claimed(table.clone()),
        TryLockError::Error(error) => failed(path)(error),
    })
}

/// Moves a file to `damaged/` under a name that is free there, with its fault beside it.
fn move_aside(directory: &Path, path: &Path, fault: &str, sync: SyncPolicy) -> Result<(), StoreError> {
    let damaged = directory.join("damaged");
    let target = move_into(&damaged, path)?;
    let noted = fs::write(fault_path(&target), fault);
    noted.map_err(failed(&target))?;
    sync_directory(&damaged, sync)?;
    sync_directory(directory, sync)
}

/// Moves a file into a directory, which is created if it does not exist, under a name that is free there.
fn move_into(directory: &Path, path: &Path) -> Result<PathBuf, StoreError> {
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = std::iter::once(name.clone()).chain((2_u32..).map(|number| format!("{number}-{name}")));
    let mut free = names.map(|name| directory.join(name)).filter(|path| !path.exists());
    let target = free.next().unwrap_or_else(|| directory.join(&name));
    fs::rename(path, &target).map_err(failed(path))?;
    Ok(target)
}

fn fault_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(FAULT);
    PathBuf::from(name)
}

/// Brings new names in a directory to the disk.
fn sync_directory(directory: &Path, sync: SyncPolicy) -> Result<(), StoreError> {
    // Other systems cannot open a directory as a file; there the names come to the disk with the files.
    if cfg!(unix) && sync == SyncPolicy::Always {
        let synced = File::open(directory).and_then(|directory| directory.sync_all());
        synced.map_err(failed(directory))?;
    }
    Ok(())
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let place = path.display().to_string();
    move |error| StoreError::Failed {
        place,
        fault: error.to_string(),
    }
}

#[cfg(test)]
mod tests;
