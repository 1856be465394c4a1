//! Account management for operators, while the server runs or not.

use std::path::Path;

use host::StoreError;
use thiserror::Error;

use super::{AccountName, Players, PlayersError, SessionToken, now};
use crate::{
    name::NameError,
    store::{
        self,
        postgres::Database,
        sql::{Connection, SqliteConnection, values},
    },
};

/// The accounts of a server, for those who run it.
pub struct Operators {
    players: Players,
}

/// An account in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLine {
    /// Its name.
    pub name: String,
    /// When it was opened, in milliseconds since 1970.
    pub created: u64,
    /// When it was last used, if it has a session.
    pub seen: Option<u64>,
    /// Finished games in its list.
    pub games: u64,
}

/// Why something was not done for an operator.
#[derive(Debug, Error)]
pub enum OperatorError {
    /// The database fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Nobody has this name.
    #[error("no account is called '{0}'")]
    NoAccount(String),
    /// The system gives no random numbers.
    #[error("no link can be made: {0}")]
    Random(#[from] getrandom::Error),
}

/// How long a reset link is good.
const LINK: i64 = 60 * 60_000;

impl Operators {
    #[cfg(test)]
    pub(super) const fn of(players: Players) -> Self {
        Operators { players }
    }

    /// The accounts in a data directory, beside a server that may run there.
    pub fn of_directory(directory: &Path) -> Result<Self, OperatorError> {
        let path = store::existing_database(directory)?;
        let connection: Box<dyn Connection> = Box::new(SqliteConnection::open(&path)?);
        Ok(Operators {
            players: Players::new(vec![connection]),
        })
    }

    /// The accounts in a database of several nodes.
    pub fn of_database(url: &str) -> Result<Self, OperatorError> {
        let players = store::postgres::players(&Database::read(url)?, 1)?;
        Ok(Operators { players })
    }

    /// Every account, by name.
    pub fn list(&self) -> Result<Vec<AccountLine>, OperatorError> {
        let rows = self.players.pool.read(|db| {
            db.run(
                "SELECT a.name, a.created, (SELECT MAX(s.seen) FROM sessions s WHERE s.player = a.player),
                     (SELECT COUNT(*) FROM player_games g WHERE g.player = a.player)
                 FROM accounts a ORDER BY a.name",
                &[],
            )
        })?;
        let line = |row: &crate::store::sql::Row| AccountLine {
            name: row.text(0).to_owned(),
            created: row.int(1) as u64,
            seen: row.int_if_any(2).map(|seen| seen as u64),
            games: row.int(3) as u64,
        };
        Ok(rows.iter().map(line).collect())
    }

    /// Makes a link that gives the account another password; the secret for its address.
    pub fn reset(&self, name: &str) -> Result<String, OperatorError> {
        let player = self.find(name)?;
        let token = SessionToken::new()?;
        let until = now() + LINK;
        self.players.pool.write(|db| {
            db.run("DELETE FROM reset_links WHERE until < $1", values![now()])?;
            db.run(
                "INSERT INTO reset_links (hash, player, until) VALUES ($1, $2, $3)",
                values![token.hash(), &player, until],
            )
        })?;
        Ok(token.as_str().to_owned())
    }

    /// Closes an account.
    pub fn close(&self, name: &str) -> Result<(), OperatorError> {
        let player = super::player_id(&self.find(name)?)?;
        match self.players.close_account(player) {
            Ok(_) => Ok(()),
            Err(PlayersError::Store(error)) => Err(error.into()),
            Err(_) => Err(OperatorError::NoAccount(name.to_owned())),
        }
    }

    fn find(&self, name: &str) -> Result<String, OperatorError> {
        let missing = || OperatorError::NoAccount(name.to_owned());
        let read: Result<AccountName, NameError> = AccountName::read(name);
        match self.players.named(&read.map_err(|_| missing())?) {
            Ok(account) => Ok(account.player.to_string()),
            Err(PlayersError::Store(error)) => Err(error.into()),
            Err(_) => Err(missing()),
        }
    }
}
