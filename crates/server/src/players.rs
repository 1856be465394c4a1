//! Stored data about players in addition to their seats: accounts, sessions, ratings and lists of games.
//!
//! A device identifies an anonymous player. An account has a unique name, a password and sessions, and adopts anonymous
//! players with their games. The same code serves `SQLite` and `PostgreSQL` ([`crate::store::sql`]). Secrets are stored
//! only as hashes.

mod account_name;
mod accounts;
mod adoption;
mod challenges;
mod failures;
mod games;
mod moving;
mod operators;
mod password;
mod recorder;
mod results;
mod schema;
mod secret;
mod sessions;
mod standing;
mod statistics;
#[cfg(test)]
mod tests;

use host::{MemoryStore, PlayerId, Store, StoreError};
use thiserror::Error;

use crate::store::sql::{Connection, Pool, SqliteConnection};

pub(crate) use account_name::{AccountName, AccountNameError, FORMER};
pub(crate) use accounts::{Account, NewAccount};
pub(crate) use challenges::{ChallengeState, ReceivedChallenge};
pub(crate) use failures::{FailedSignIns, Subject};
pub(crate) use games::{GameFilter, GameResult, PlayedGame};
pub use operators::{AccountLine, OperatorError, Operators};
pub(crate) use password::{Hashing, Password, PasswordError, QueueFull};
pub(crate) use recorder::{Recorded, Recorder, record};
pub(crate) use schema::{CHALLENGES, TABLES};
pub(crate) use secret::{RecoveryCode, SessionToken, codes};
pub(crate) use sessions::{CookieKind, Session};
pub(crate) use standing::{Standings, list_of};
pub(crate) use statistics::{CurvePoint, ListRating, Statistics};

/// A store of games that knows where its players are stored.
pub trait GameStore: Store {
    /// Opens connections for what is stored about players.
    fn players(&self) -> Result<Players, StoreError>;
}

/// What is stored about players; every call is one transaction and waits for the database.
pub struct Players {
    pool: Pool,
}

impl Players {
    pub(crate) fn new(connections: Vec<Box<dyn Connection>>) -> Self {
        Players {
            pool: Pool::new(connections),
        }
    }
}

impl GameStore for MemoryStore {
    /// A database in memory. It does not have the games, so that none is recorded or rated.
    fn players(&self) -> Result<Players, StoreError> {
        let mut connection = SqliteConnection::in_memory()?;
        connection.run_all("CREATE TABLE games (id TEXT PRIMARY KEY, is_over BIGINT, fault TEXT);")?;
        connection.run_all("CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT NOT NULL);")?;
        connection.run_all(TABLES)?;
        connection.run_all(CHALLENGES)?;
        Ok(Players::new(vec![Box::new(connection)]))
    }
}

/// Why a request about players failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PlayersError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("this name, or one that looks like it, is taken")]
    NameTaken,
    #[error("name or password is wrong")]
    WrongPassword,
    #[error("name or recovery code is wrong")]
    WrongCode,
    #[error("the link is too old or was used")]
    WrongLink,
    #[error("this device belongs to an account; sign in")]
    DeviceAdopted,
    #[error("no player has this name")]
    NoPlayer,
    #[error("you cannot challenge yourself")]
    OwnChallenge,
    #[error("this player has too many challenges; try again later")]
    TooManyChallenges,
}

/// The milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// A player's id from a column that holds one.
fn player_id(text: &str) -> Result<PlayerId, StoreError> {
    text.parse().map_err(|_| StoreError::Failed {
        place: "the database".to_owned(),
        fault: format!("'{text}' is no player"),
    })
}
