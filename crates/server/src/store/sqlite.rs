//! Tables in a `SQLite` database.
//!
//! A group of appends is one transaction, and so is a new table with its seat tokens, its summary and its names. The
//! summaries are columns with indexes, so that a list is a query and opening the database reads no game. One process
//! has the database open; a second one is refused.

mod migrate;
mod rows;
mod schema;
mod sync;
mod vacuum;

use std::{
    fs::{self, File, TryLockError},
    path::{Path, PathBuf},
};

use host::{
    AfterAppend, Append, Claimed, Damaged, Epoch, Flush, Listing, NewTable, Occupant, PlayerId, Query, SeatToken,
    Store, StoreError, StoredEvent, Summary, TableId, check_format,
};
use play::Moment;
use rusqlite::{Connection, Transaction, TransactionBehavior, params, params_from_iter};

use crate::{
    players::{GameStore, Players},
    store::sql::SqliteConnection,
};
pub(crate) use schema::existing as existing_database;
use sync::LazySync;
pub use vacuum::{VacuumPolicy, Vacuumed};

/// Stores tables in a `SQLite` database.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    sync: LazySync,
    path: PathBuf,
    /// The file that was opened.
    file: FileIdentity,
    /// Locked for as long as the database is open.
    _lock: File,
}

impl SqliteStore {
    /// Opens the database in a directory, which is created if it does not exist.
    ///
    /// A database of version 0.1 is copied to `hall.sqlite.before-0.2` and converted.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        let path = directory.join("hall.sqlite");
        fs::create_dir_all(directory).map_err(|error| unusable(directory, &error))?;
        let lock_path = directory.join("hall.sqlite.lock");
        let lock = File::create(&lock_path).map_err(|error| unusable(&lock_path, &error))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => StoreError::InUse(path.display().to_string()),
            TryLockError::Error(error) => unusable(&lock_path, &error),
        })?;
        let connection = schema::open(&path)?;
        let file = FileIdentity::of(&path).map_err(|error| unusable(&path, &error))?;
        Ok(SqliteStore {
            connection,
            sync: LazySync::default(),
            file,
            path,
            _lock: lock,
        })
    }

    /// Everybody who has a name.
    pub(crate) fn named_players(&self) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.read(rows::players)
    }

    /// Runs something in one transaction, all or nothing.
    fn change<T>(&mut self, run: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, StoreError> {
        let synced = self.sync.require(&self.connection).map_err(Fault::from);
        synced
            .and_then(|()| in_transaction(&mut self.connection, run))
            .map_err(|fault| fault.at(&self.path))
    }

    /// Appends a group in one transaction.
    fn append_group(&mut self, group: &[Append]) -> Result<Vec<Result<(), StoreError>>, Fault> {
        self.sync.prepare(&self.connection, group)?;
        in_transaction(&mut self.connection, |change| {
            group.iter().map(|entry| append(change, entry)).collect()
        })
    }

    /// Reads something.
    fn read<T>(&self, run: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, StoreError> {
        run(&self.connection).map_err(|fault| fault.at(&self.path))
    }
}

impl Store for SqliteStore {
    fn create(&mut self, table: &NewTable) -> Result<Epoch, StoreError> {
        let epoch = Epoch(1);
        self.change(|change| {
            if rows::is_used(change, &table.table)? {
                return Err(StoreError::Exists(table.table.clone()).into());
            }
            rows::insert_game(change, &table.summary, epoch, table.events.len() as u64)?;
            rows::insert_seats(change, &table.summary)?;
            rows::insert_events(change, &table.table, &table.events)?;
            rows::insert_tokens(change, &table.table, &table.tokens)?;
            rows::set_names(change, &table.names)?;
            Ok(epoch)
        })
    }

    fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreError> {
        self.change(|change| {
            let missing = || StoreError::NoTable(table.clone());
            let summary = rows::summary(change, table)?.ok_or_else(missing)?;
            let events = rows::log(change, table)?;
            let epoch = change
                .prepare_cached("UPDATE games SET epoch = epoch + 1 WHERE id = ?1 RETURNING epoch")?
                .query_row([table.as_str()], |row| row.get::<_, i64>(0))?;
            let people: Vec<PlayerId> = summary.seats.iter().filter_map(Occupant::person).collect();
            Ok(Claimed {
                epoch: Epoch(epoch as u64),
                events,
                names: rows::names(change, &people)?,
                summary,
            })
        })
    }

    fn append(&mut self, group: &[Append]) -> Vec<Result<(), StoreError>> {
        let results = self.append_group(group).map_err(|fault| fault.at(&self.path));
        // A transaction that failed stored nothing of the whole group.
        results.unwrap_or_else(|error| group.iter().map(|_| Err(error.clone())).collect())
    }

    fn may_lose(&self) -> bool {
        false
    }

    fn release(&mut self, table: &TableId, epoch: Epoch) -> Result<(), StoreError> {
        self.change(|change| release(change, table, epoch))
    }

    fn load(&mut self, table: &TableId) -> Result<Vec<StoredEvent>, StoreError> {
        self.read(|connection| rows::log(connection, table))
    }

    fn list(&mut self, query: &Query) -> Result<Vec<Listing>, StoreError> {
        self.read(|connection| {
            let (text, values) = rows::list_query(query)?;
            let mut statement = connection.prepare_cached(&text)?;
            let found = statement.query_map(params_from_iter(values), |row| Ok(rows::read_summary(row)))?;
            let mut listings = Vec::new();
            for summary in found {
                let summary: Summary = summary??;
                let name = |occupant: &Occupant| -> Result<Option<String>, Fault> {
                    match occupant.person() {
                        Some(person) => rows::name(connection, person),
                        None => Ok(None),
                    }
                };
                let names = summary.seats.iter().map(name).collect::<Result<_, _>>()?;
                listings.push(Listing { summary, names });
            }
            Ok(listings)
        })
    }

    fn tokens(&mut self, table: &TableId) -> Result<Vec<SeatToken>, StoreError> {
        self.read(|connection| {
            rows::check_exists(connection, table)?;
            rows::tokens(connection, table)
        })
    }

    fn rename(&mut self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        self.change(|change| rows::set_names(change, &[(player, name.to_owned())]))
    }

    fn names(&mut self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.read(|connection| rows::names(connection, players))
    }

    fn put_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        self.change(|change| {
            rows::check_exists(change, table)?;
            check_format(table, &rows::events(change, table, 0)?)?;
            change
                .prepare_cached("UPDATE games SET fault = ?2, epoch = epoch + 1 WHERE id = ?1")?
                .execute(params![table.as_str(), fault])?;
            Ok(())
        })
    }

    fn damaged(&mut self) -> Result<Vec<Damaged>, StoreError> {
        let rows = self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, fault FROM games WHERE fault IS NOT NULL UNION ALL SELECT game, fault FROM unreadable \
                 ORDER BY 1",
            )?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            Ok(rows.collect::<rusqlite::Result<Vec<(String, String)>>>()?)
        })?;
        let damaged = rows.into_iter().map(|(game, fault)| Damaged {
            path: self.path.join(game),
            fault,
        });
        Ok(damaged.collect())
    }

    fn check(&mut self) -> Result<(), StoreError> {
        match FileIdentity::of(&self.path) {
            Ok(file) if file == self.file => Ok(()),
            Ok(_) => Err(StoreError::Failed {
                place: self.path.display().to_string(),
                fault: "another file is in the place of the database".to_owned(),
            }),
            Err(error) => Err(unusable(&self.path, &error)),
        }
    }

    fn expire(&mut self, untouched_since: Moment, except: &[TableId]) -> Result<usize, StoreError> {
        self.change(|change| vacuum::delete_empty(change, untouched_since, except))
    }
}

impl GameStore for SqliteStore {
    fn players(&self) -> Result<Players, StoreError> {
        /// Some may read while one writes.
        const CONNECTIONS: usize = 3;
        let connection = |_| -> Result<Box<dyn crate::store::sql::Connection>, StoreError> {
            Ok(Box::new(SqliteConnection::open(&self.path)?))
        };
        Ok(Players::new(
            (0..CONNECTIONS).map(connection).collect::<Result<_, _>>()?,
        ))
    }
}

/// Stores an entry, or says why not; the outer fault fails the whole group.
fn append(change: &Transaction<'_>, entry: &Append) -> Result<Result<(), StoreError>, Fault> {
    let conflict = || Err(StoreError::Conflict(entry.table.clone()));
    let Some(stored) = rows::Stored::of(change, &entry.table)? else {
        return Ok(Err(StoreError::NoTable(entry.table.clone())));
    };
    if stored.epoch != entry.epoch.0 || !entry.is_numbered() {
        return Ok(conflict());
    }
    if stored.seq < entry.expected {
        return Ok(Err(StoreError::Behind {
            table: entry.table.clone(),
            seq: stored.seq,
        }));
    }
    if stored.seq != entry.expected {
        let is_repeated = rows::events(change, &entry.table, entry.expected)? == entry.events;
        return Ok(if is_repeated { Ok(()) } else { conflict() });
    }
    rows::insert_events(change, &entry.table, &entry.events)?;
    let seq = entry.expected + entry.events.len() as u64;
    if entry.flush == Flush::Soon && stored.lists_like(&entry.summary)? {
        rows::update_counts(change, &entry.summary, seq)?;
    } else {
        rows::update_game(change, &entry.summary, seq)?;
        if !stored.has_seats_of(&entry.summary)? {
            rows::insert_seats(change, &entry.summary)?;
        }
    }
    rows::replace_tokens(change, &entry.table, &entry.tokens)?;
    rows::set_names(change, &entry.names)?;
    if entry.claim == AfterAppend::Release {
        release(change, &entry.table, entry.epoch)?;
    }
    Ok(Ok(()))
}

fn release(change: &Transaction<'_>, table: &TableId, epoch: Epoch) -> Result<(), Fault> {
    change
        .prepare_cached("UPDATE games SET epoch = epoch + 1 WHERE id = ?1 AND epoch = ?2")?
        .execute(params![table.as_str(), epoch.0 as i64])?;
    Ok(())
}

fn in_transaction<T>(
    connection: &mut Connection,
    run: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
) -> Result<T, Fault> {
    // A transaction that begins by reading could not write after another connection has written.
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = run(&change)?;
    change.commit()?;
    Ok(done)
}

/// Why a statement or a group of them failed.
#[derive(Debug)]
enum Fault {
    /// The store refuses.
    Store(StoreError),
    /// The database fails.
    Sqlite(rusqlite::Error),
    /// A column holds something that cannot be there.
    Column(serde_json::Error),
}

impl Fault {
    fn at(self, path: &Path) -> StoreError {
        let fault = match self {
            Fault::Store(error) => return error,
            Fault::Sqlite(error) => error.to_string(),
            Fault::Column(error) => format!("a column cannot be read: {error}"),
        };
        StoreError::Failed {
            place: path.display().to_string(),
            fault,
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Fault::Store(error)
    }
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Fault::Sqlite(error)
    }
}

impl From<serde_json::Error> for Fault {
    fn from(error: serde_json::Error) -> Self {
        Fault::Column(error)
    }
}

/// The identity of a file, independent of its name; writes to a deleted database succeed all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileIdentity {
    #[cfg(unix)]
    inode: (u64, u64),
}

impl FileIdentity {
    fn of(path: &Path) -> std::io::Result<Self> {
        let metadata = fs::metadata(path)?;
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            FileIdentity {
                inode: (metadata.dev(), metadata.ino()),
            }
        };
        #[cfg(not(unix))]
        let identity = {
            drop(metadata);
            FileIdentity {}
        };
        Ok(identity)
    }
}

fn unusable(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Failed {
        place: path.display().to_string(),
        fault: error.to_string(),
    }
}

#[cfg(test)]
mod tests;
