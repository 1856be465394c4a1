//! Tables in a `PostgreSQL` database, for several nodes.
//!
//! The owner and the epoch of a row decide who may write it. A group of appends is one statement, so that a node that
//! is stopped in the middle of it holds no lock. A statement without a response is sent again: sequence numbers and
//! epoch identify what it already wrote.

mod append;
mod database;
mod link;
mod rows;
mod schema;
#[cfg(test)]
pub(crate) mod tests;
mod tls;

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicI32, Ordering},
    },
    time::Duration,
};

use host::{
    Append, Claimed, Damaged, Epoch, Flush, Listing, NewTable, PlayerId, Query, SeatToken, Store, StoreError,
    StoredEvent, TableId, check_format,
};
use play::Moment;
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::Row;

use crate::{
    players::{GameStore, Players},
    store::sql::{Connection, PoolRuntime, PostgresConnection},
};
pub(crate) use database::Database;
pub(crate) use link::{Fault, Link, Parameters};
pub(crate) use rows::{Wanted, list};

/// How long a statement is retried if the database does not respond.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Stores tables in a `PostgreSQL` database, as one of its nodes.
pub(crate) struct PostgresStore {
    /// Runs the connections.
    runtime: Runtime,
    /// For writes that must be on the disk when they are done.
    writer: Link,
    /// For writes that may reach the disk later.
    beats: Link,
    node: NodeNumber,
    database: Database,
    place: String,
}

/// The number of this node in the database; clones share it. A node that was declared dead gets another.
#[derive(Clone, Debug, Default)]
pub(crate) struct NodeNumber(Arc<AtomicI32>);

impl NodeNumber {
    pub(crate) fn get(&self) -> i32 {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn set(&self, number: i32) {
        self.0.store(number, Ordering::SeqCst);
    }
}

impl PostgresStore {
    /// Connects and brings the schema to the present version.
    pub(crate) fn open(database: &Database, node: NodeNumber) -> Result<Self, StoreError> {
        let place = database.place();
        let failed = |fault: String| StoreError::Failed {
            place: place.clone(),
            fault,
        };
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let mut writer = Link::new(database.clone(), Flush::Now);
        runtime
            .block_on(schema::prepare(&mut writer))
            .map_err(|fault| fault.at(&place))?;
        Ok(PostgresStore {
            runtime,
            writer,
            beats: Link::new(database.clone(), Flush::Soon),
            node,
            database: database.clone(),
            place,
        })
    }

    /// Gives up every claim of the nodes of a name, which are gone.
    pub(crate) fn give_up_all(&mut self, name: &str) -> Result<(), StoreError> {
        self.run(async |link, _| {
            let named = "SELECT id FROM nodes WHERE name = $1";
            let rows = link.ask(named, &[&name]).await?;
            let nodes: Vec<i32> = rows.iter().map(|row| row.get(0)).collect();
            let release = "UPDATE games SET owner = NULL WHERE owner = ANY($1::int[])";
            link.ask(release, &[&nodes]).await?;
            let bury = "UPDATE nodes SET dead = true WHERE id = ANY($1::int[])";
            link.ask(bury, &[&nodes]).await.map(drop)
        })
    }

    fn run<T>(&mut self, work: impl AsyncFnOnce(&mut Link, i32) -> Result<T, Fault>) -> Result<T, StoreError> {
        let node = self.node.get();
        let done = self.runtime.block_on(work(&mut self.writer, node));
        done.map_err(|fault| fault.at(&self.place))
    }
}

impl GameStore for PostgresStore {
    fn players(&self) -> Result<Players, StoreError> {
        /// Beside those for games; eight or so for a node in all.
        const CONNECTIONS: usize = 3;
        players(&self.database, CONNECTIONS)
    }
}

/// Connections for what is stored about players; they are made when they are first used.
pub(crate) fn players(database: &Database, connections: usize) -> Result<Players, StoreError> {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Failed {
        place: database.place(),
        fault: error.to_string(),
    })?;
    let runtime = Arc::new(PoolRuntime::new(runtime));
    let connection = |_| -> Box<dyn Connection> { Box::new(PostgresConnection::new(Arc::clone(&runtime), database)) };
    Ok(Players::new((0..connections).map(connection).collect()))
}

impl Store for PostgresStore {
    fn create(&mut self, table: &NewTable) -> Result<Epoch, StoreError> {
        self.run(async |link, node| rows::create(link, node, table).await)
    }

    fn claim(&mut self, table: &TableId) -> Result<Claimed, StoreError> {
        self.run(async |link, node| {
            let claimed = rows::claim(link, node, table).await?;
            if let Err(newer) = check_format(table, &claimed.events) {
                rows::release(link, node, table, claimed.epoch).await?;
                return Err(newer.into());
            }
            Ok(claimed)
        })
    }

    fn append(&mut self, group: &[Append]) -> Vec<Result<(), StoreError>> {
        let (node, place) = (self.node.get(), self.place.clone());
        let mut results: Vec<Result<(), StoreError>> = Vec::new();
        results.resize(group.len(), Ok(()));
        for round in append::rounds(group) {
            let of_flush = |flush: Flush| -> Vec<usize> {
                let wanted = round.iter().filter(|number| group[**number].flush == flush);
                wanted.copied().collect()
            };
            let [now, soon] = [Flush::Now, Flush::Soon].map(of_flush);
            let entries = |numbers: &[usize]| -> Vec<&Append> { numbers.iter().map(|n| &group[*n]).collect() };
            let (now_entries, soon_entries) = (entries(&now), entries(&soon));
            let (now_done, soon_done) = self.runtime.block_on(async {
                tokio::join!(
                    append::append(&mut self.writer, node, &now_entries, &place),
                    append::append(&mut self.beats, node, &soon_entries, &place),
                )
            });
            for (number, result) in now.into_iter().zip(now_done).chain(soon.into_iter().zip(soon_done)) {
                results[number] = result;
            }
        }
        results
    }

    fn may_lose(&self) -> bool {
        true
    }

    fn release(&mut self, table: &TableId, epoch: Epoch) -> Result<(), StoreError> {
        self.run(async |link, node| rows::release(link, node, table, epoch).await)
    }

    fn load(&mut self, table: &TableId) -> Result<Vec<StoredEvent>, StoreError> {
        self.run(async |link, _| {
            let events = rows::log(link, table).await?;
            check_format(table, &events)?;
            Ok(events)
        })
    }

    fn list(&mut self, query: &Query) -> Result<Vec<Listing>, StoreError> {
        self.run(async |link, _| rows::list(link, query, Wanted::All).await)
    }

    fn tokens(&mut self, table: &TableId) -> Result<Vec<SeatToken>, StoreError> {
        self.run(async |link, _| rows::tokens(link, table).await)
    }

    fn rename(&mut self, player: PlayerId, name: &str) -> Result<(), StoreError> {
        self.run(async |link, _| rows::rename(link, player, name).await)
    }

    fn names(&mut self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.run(async |link, _| rows::names(link, players).await)
    }

    fn put_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        self.run(async |link, _| {
            check_format(table, &rows::events(link, table, 0).await?)?;
            rows::put_aside(link, table, fault).await
        })
    }

    fn expire(&mut self, untouched_since: Moment, except: &[TableId]) -> Result<usize, StoreError> {
        self.run(async |link, _| rows::expire(link, untouched_since, except).await)
    }

    fn damaged(&mut self) -> Result<Vec<Damaged>, StoreError> {
        let rows: Vec<Row> = self.run(async |link, _| link.read(rows::DAMAGED, &[]).await)?;
        let damaged = rows.into_iter().map(|row| Damaged {
            path: PathBuf::from(&self.place).join(row.get::<_, String>(0)),
            fault: row.get(1),
        });
        Ok(damaged.collect())
    }
}
