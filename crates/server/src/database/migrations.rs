//! How the database came to be as it is: every step once, in order.

use rusqlite::{Connection, TransactionBehavior};
use thiserror::Error;

/// A step is never changed once it has been released; another one follows it.
const STEPS: [&str; 1] = ["
    CREATE TABLE events (
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        -- How many bytes of the text before stay, and what follows them.
        kept INTEGER NOT NULL,
        tail TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
    CREATE TABLE aside (
        game TEXT PRIMARY KEY,
        fault TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        game TEXT NOT NULL,
        seat INTEGER NOT NULL,
        trace BLOB NOT NULL
    );
    CREATE INDEX seats_of_game ON seats (game);
    CREATE TABLE rematches (
        game TEXT PRIMARY KEY,
        next TEXT NOT NULL
    ) WITHOUT ROWID;
"];

/// Takes the steps that are missing, all or none of them.
pub(super) fn run(connection: &mut Connection) -> Result<(), MigrationError> {
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let taken: u32 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let missing = STEPS.get(taken as usize..).ok_or(MigrationError::Later)?;
    for step in missing {
        change.execute_batch(step)?;
    }
    change.pragma_update(None, "user_version", STEPS.len() as u32)?;
    Ok(change.commit()?)
}

/// Why a database cannot be brought up to date.
#[derive(Debug, Error)]
pub(super) enum MigrationError {
    #[error("it was written by a later release")]
    Later,
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
}
