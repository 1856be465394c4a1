//! Games and secrets in `SQLite`.
//!
//! A game is a row of events, each what changed of its text; what the newest text holds is not written over, and what is
//! reported as written is on disk. A text is read by going through the events of its game.

mod migrations;
mod store;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use hall::{SeatNumber, TableId};
use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;

use crate::secret::Trace;
pub(crate) use store::DatabaseStore;

/// The database of a hall.
pub(crate) struct Database {
    path: PathBuf,
    /// For secrets; games have a connection of their own.
    connection: Mutex<Connection>,
}

impl Database {
    /// Opens the database in a directory, which is made if it is not there.
    pub(crate) fn open(directory: &Path) -> Result<Self, DatabaseError> {
        let path = directory.join("hall.sqlite");
        let unusable = |words: String| DatabaseError::Unusable {
            path: path.clone(),
            words,
        };
        fs::create_dir_all(directory).map_err(|error| unusable(error.to_string()))?;
        let mut connection = connect(&path).map_err(|error| unusable(error.to_string()))?;
        migrations::run(&mut connection).map_err(|error| unusable(error.to_string()))?;
        Ok(Database {
            path,
            connection: Mutex::new(connection),
        })
    }

    /// The part that keeps games.
    pub(crate) fn store(&self) -> Result<DatabaseStore, DatabaseError> {
        Ok(DatabaseStore::new(connect(&self.path)?, self.path.clone()))
    }

    /// Lets a secret open a seat.
    pub(crate) fn keep_secret(&self, table: &TableId, seat: SeatNumber, trace: Trace) -> Result<(), DatabaseError> {
        self.connection().execute(
            "INSERT INTO seats (game, seat, trace) VALUES (?1, ?2, ?3)",
            params![table.to_string(), seat.0, trace.bytes()],
        )?;
        Ok(())
    }

    /// The secrets of a table.
    pub(crate) fn secrets(&self, table: &TableId) -> Result<Vec<(SeatNumber, Trace)>, DatabaseError> {
        let connection = self.connection();
        let mut query = connection.prepare_cached("SELECT seat, trace FROM seats WHERE game = ?1")?;
        let rows = query.query_map([table.to_string()], |row| {
            Ok((SeatNumber(row.get(0)?), Trace::read(&row.get::<_, Vec<u8>>(1)?)))
        })?;
        let mut secrets = Vec::new();
        for row in rows {
            if let (seat, Some(trace)) = row? {
                secrets.push((seat, trace));
            }
        }
        Ok(secrets)
    }

    /// The table where the players of another go on.
    pub(crate) fn rematch(&self, table: &TableId) -> Result<Option<TableId>, DatabaseError> {
        let next: Option<String> = self
            .connection()
            .query_row(
                "SELECT next FROM rematches WHERE game = ?1",
                [table.to_string()],
                |row| row.get(0),
            )
            .optional()?;
        Ok(next.and_then(|next| next.parse().ok()))
    }

    /// Keeps where they go on, and tells it: of two who ask at once, the first decides.
    pub(crate) fn keep_rematch(&self, table: &TableId, next: &TableId) -> Result<TableId, DatabaseError> {
        self.connection().execute(
            "INSERT OR IGNORE INTO rematches (game, next) VALUES (?1, ?2)",
            params![table.to_string(), next.to_string()],
        )?;
        Ok(self.rematch(table)?.unwrap_or_else(|| next.clone()))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic elsewhere leaves no half of a statement behind.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that survives a crash of the machine with all it has told to be written.
fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    Ok(connection)
}

/// Why games cannot be kept.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// The directory or the file in it is of no use.
    #[error("games cannot be kept in {path}: {words}; another directory can be named with --data", path = path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why.
        words: String,
    },
    /// `SQLite` would not.
    #[error("the database of the hall does not work: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::secret::Secret;

    #[test]
    fn secrets_are_kept_for_their_table_and_seat() {
        let directory = tempfile::tempdir().unwrap();
        let [one, two] = [1, 2].map(TableId::numbered);
        let secret = Secret::new().unwrap();
        {
            let database = Database::open(directory.path()).unwrap();
            database.keep_secret(&one, SeatNumber(1), secret.trace()).unwrap();
        }
        let database = Database::open(directory.path()).unwrap();
        let secrets = database.secrets(&one).unwrap();
        assert!(secrets == [(SeatNumber(1), secret.trace())]);
        assert!(database.secrets(&two).unwrap().is_empty());
    }

    #[test]
    fn what_is_no_database_is_left_alone_and_named() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("hall.sqlite");
        fs::write(&path, "not a database, but long enough to be taken for one".repeat(100)).unwrap();
        let before = fs::read(&path).unwrap();
        let error = Database::open(directory.path()).err().unwrap();
        assert!(error.to_string().contains("hall.sqlite"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }

    #[test]
    fn a_database_of_a_later_release_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        drop(Database::open(directory.path()).unwrap());
        let connection = Connection::open(directory.path().join("hall.sqlite")).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        let error = Database::open(directory.path()).err().unwrap();
        assert!(error.to_string().contains("later release"), "{error}");
    }
}
