//! The tables of the database, and how they are made.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use host::StoreError;
use rusqlite::Connection;

use super::{Fault, in_transaction, migrate};
use crate::players;

/// The version that this program writes; version 1 is that of Threefold 0.1.
const VERSION: i64 = 3;

/// All tables of version 2.
pub(super) const TABLES: &str = "
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        -- The number of the last claim, and of the last event.
        epoch INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        seats TEXT NOT NULL,
        plies INTEGER NOT NULL,
        state TEXT NOT NULL,
        is_over INTEGER NOT NULL,
        result TEXT,
        begun INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        save TEXT,
        live TEXT,
        visibility TEXT NOT NULL,
        -- The clock of a turn game as JSON.
        clock TEXT,
        -- What is wrong with a game that was put aside.
        fault TEXT
    ) WITHOUT ROWID;
    CREATE INDEX games_by_time ON games (is_over, touched DESC, id) WHERE fault IS NULL;
    CREATE INDEX games_by_visibility ON games (visibility, is_over, touched DESC, id) WHERE fault IS NULL;
    CREATE INDEX games_put_aside ON games (id) WHERE fault IS NOT NULL;
    CREATE TABLE events (
        game TEXT NOT NULL,
        seq INTEGER NOT NULL,
        text TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_of_player ON seats (player, game);
    CREATE TABLE seat_tokens (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        player TEXT NOT NULL,
        hash BLOB NOT NULL
    );
    CREATE INDEX seat_tokens_of_game ON seat_tokens (game);
    CREATE TABLE players (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL
    ) WITHOUT ROWID;
    -- Games of version 0.1 that could not be read, with their texts.
    CREATE TABLE unreadable (
        game TEXT PRIMARY KEY,
        fault TEXT NOT NULL,
        text TEXT NOT NULL
    ) WITHOUT ROWID;
";

/// Opens a database at the present version.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    open_checked(path).map_err(|fault| fault.at(path))
}

fn open_checked(path: &Path) -> Result<Connection, Fault> {
    let mut connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(5))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION {
        return Err(StoreError::Newer(path.display().to_string()).into());
    }
    // What is reported as done survives a crash of the machine.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.set_prepared_statement_cache_capacity(64);
    if version == 1 {
        migrate::back_up(&connection, path)?;
    }
    if version < VERSION {
        in_transaction(&mut connection, |change| {
            match version {
                0 => change.execute_batch(TABLES)?,
                1 => migrate::convert(change, path)?,
                _ => {}
            }
            // What version 3 adds.
            change.execute_batch(players::TABLES)?;
            Ok(change.pragma_update(None, "user_version", VERSION)?)
        })?;
    }
    add_clock(&connection)?;
    connection.execute_batch(players::CHALLENGES)?;
    Ok(connection)
}

/// Adds the column of clocks to a database of an earlier version. An earlier program ignores the column.
fn add_clock(connection: &Connection) -> Result<(), Fault> {
    let has_clock = "SELECT EXISTS (SELECT 1 FROM pragma_table_info('games') WHERE name = 'clock')";
    if !connection.query_row(has_clock, [], |row| row.get::<_, bool>(0))? {
        connection.execute_batch("ALTER TABLE games ADD COLUMN clock TEXT")?;
    }
    Ok(())
}

/// The database in a directory, which must be there at the present version; a server may have it open.
pub(crate) fn existing(directory: &Path) -> Result<PathBuf, StoreError> {
    let path = directory.join("hall.sqlite");
    let failed = |fault: &str| StoreError::Failed {
        place: path.display().to_string(),
        fault: fault.to_owned(),
    };
    if !path.exists() {
        return Err(failed("there is no server's database"));
    }
    let version = Connection::open(&path)
        .and_then(|connection| connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)))
        .map_err(|error| failed(&error.to_string()))?;
    match version {
        VERSION => Ok(path),
        version if version > VERSION => Err(StoreError::Newer(path.display().to_string())),
        _ => Err(failed("it is of an earlier version; start the server once")),
    }
}
