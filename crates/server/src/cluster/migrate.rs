//! Moves the games of a `SQLite` server into `PostgreSQL`.
//!
//! Every game is copied completely or not at all, so an interrupted migration continues with the missing games. At the
//! end both databases are counted and every log is compared.

use std::{net::Ipv4Addr, path::Path};

use host::{Clock, NewTable, Query, Store, StoreError, TableId};
use thiserror::Error;
use tokio::runtime;

use super::keeper::Keeper;
use crate::{
    players::GameStore,
    store::{
        SqliteStore,
        postgres::{Database, NodeNumber, PostgresStore},
    },
};

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// Games that are in both databases now.
    pub games: usize,
    /// Of these, moved by this run.
    pub new: usize,
    /// Their events.
    pub events: usize,
    /// Their seat tokens.
    pub tokens: usize,
    /// Names of players.
    pub players: usize,
    /// Damaged games that were put aside before; they stay where they are.
    pub aside: usize,
}

/// Why a server could not be moved.
#[derive(Debug, Error)]
pub enum MigrateError {
    /// One of the databases fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is another game under the same code.
    #[error("table {0} is another game in the new database")]
    Differs(TableId),
    /// Something is missing that was moved.
    #[error("{there} of {here} {what} arrived")]
    Missing {
        /// Of what.
        what: &'static str,
        /// So many there are.
        here: usize,
        /// So many arrived.
        there: usize,
    },
    /// The system gives no threads.
    #[error("the databases cannot be reached: {0}")]
    Runtime(#[from] std::io::Error),
}

/// Moves every game; `progress` receives how many of how many are done.
pub fn migrate(from: &Path, to: &str, mut progress: impl FnMut(usize, usize)) -> Result<Moved, MigrateError> {
    let mut here = SqliteStore::open(from)?;
    let database = Database::read(to)?;
    let number = NodeNumber::default();
    let mut there = PostgresStore::open(&database, number.clone())?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let nowhere = (Ipv4Addr::UNSPECIFIED, 0).into();
    let entered = Keeper::register(&database, NAME.to_owned(), nowhere, Clock::wall(), number);
    let _keeper = runtime.block_on(entered)?;
    let listed = here.list(&Query::default())?;
    let mut moved = Moved {
        aside: here.damaged()?.len(),
        ..Moved::default()
    };
    let total = listed.len();
    for (done, listing) in listed.into_iter().enumerate() {
        progress(done, total);
        let table = listing.summary.table.clone();
        let events = here.load(&table)?;
        let tokens = here.tokens(&table)?;
        (moved.events, moved.tokens) = (moved.events + events.len(), moved.tokens + tokens.len());
        let new = NewTable {
            table: table.clone(),
            events,
            summary: listing.summary,
            tokens,
            names: Vec::new(),
        };
        match there.create(&new) {
            Ok(_) => moved.new += 1,
            Err(StoreError::Exists(_)) => {}
            Err(error) => return Err(error.into()),
        }
        // The other node may have played on; what was here must be the beginning of it.
        if !there.load(&table)?.starts_with(&new.events) || !there.tokens(&table)?.starts_with(&new.tokens) {
            return Err(MigrateError::Differs(table));
        }
    }
    progress(total, total);
    let players = here.named_players()?;
    moved.players = players.len();
    for (player, name) in &players {
        if there.names(&[*player])?.is_empty() {
            there.rename(*player, name)?;
        }
    }
    here.players()?.move_to(&there.players()?)?;
    there.give_up_all(NAME)?;
    moved.games = there.list(&Query::default())?.len();
    if moved.games < total {
        let (here, there) = (total, moved.games);
        let what = "games";
        return Err(MigrateError::Missing { what, here, there });
    }
    Ok(moved)
}

/// The node that moves.
const NAME: &str = "migrate";
