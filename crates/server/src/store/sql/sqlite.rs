//! A connection to a `SQLite` database.

use std::{path::Path, time::Duration};

use host::StoreError;
use rusqlite::{
    Connection as Sqlite, params_from_iter,
    types::{ToSqlOutput, ValueRef},
};

use super::{Access, Cell, Connection, Ended, Row, Value};

/// A connection beside the one that writes games.
pub(crate) struct SqliteConnection {
    connection: Sqlite,
    place: String,
}

impl SqliteConnection {
    /// Connects to a database that exists and has its tables.
    pub(crate) fn open(path: &Path) -> Result<Self, StoreError> {
        let place = path.display().to_string();
        SqliteConnection::prepared(Sqlite::open(path), place)
    }

    /// A database of its own, in memory.
    pub(crate) fn in_memory() -> Result<Self, StoreError> {
        SqliteConnection::prepared(Sqlite::open_in_memory(), "memory".to_owned())
    }

    fn prepared(connection: rusqlite::Result<Sqlite>, place: String) -> Result<Self, StoreError> {
        let prepared = connection.and_then(|connection| {
            // The thread that writes games holds its lock for the time of one group.
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.set_prepared_statement_cache_capacity(128);
            Ok(connection)
        });
        match prepared {
            Ok(connection) => Ok(SqliteConnection { connection, place }),
            Err(error) => Err(failed(&place, &error)),
        }
    }

    fn query(&self, statement: &str, values: &[Value]) -> rusqlite::Result<Vec<Row>> {
        let mut statement = self.connection.prepare_cached(statement)?;
        let columns = statement.column_count();
        let mut rows = statement.query(params_from_iter(values))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let cells = (0..columns).map(|column| Ok(cell(row.get_ref(column)?)));
            found.push(Row(cells.collect::<rusqlite::Result<_>>()?));
        }
        Ok(found)
    }
}

impl Connection for SqliteConnection {
    fn begin(&mut self, access: Access) -> Result<(), StoreError> {
        self.run_all(match access {
            Access::Read => "BEGIN;",
            // A transaction that begins by reading could not write after another connection has written.
            Access::Write => "BEGIN IMMEDIATE;",
        })
    }

    fn run(&mut self, statement: &str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        self.query(statement, values)
            .map_err(|error| failed(&self.place, &error))
    }

    fn commit(&mut self) -> Result<Ended, StoreError> {
        self.run_all("COMMIT;").map(|()| Ended::Done)
    }

    fn roll_back(&mut self) -> Ended {
        // SQLite has ended it already after some faults.
        drop(self.connection.execute_batch("ROLLBACK"));
        Ended::Done
    }

    fn run_all(&mut self, statements: &str) -> Result<(), StoreError> {
        self.connection
            .execute_batch(statements)
            .map_err(|error| failed(&self.place, &error))
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Text(text) => text.to_sql(),
            Value::Int(number) => number.to_sql(),
            Value::Real(number) => number.to_sql(),
            Value::Null => Ok(ToSqlOutput::from(rusqlite::types::Null)),
        }
    }
}

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Int(number),
        ValueRef::Real(number) => Cell::Real(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => Cell::Text(String::from_utf8_lossy(text).into_owned()),
    }
}

fn failed(place: &str, error: &rusqlite::Error) -> StoreError {
    StoreError::Failed {
        place: place.to_owned(),
        fault: error.to_string(),
    }
}
