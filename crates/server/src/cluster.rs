//! A server as one of several nodes on one `PostgreSQL` database.
//!
//! A table belongs to the node that has claimed it. Requests and sockets that arrive at another node are forwarded to
//! the owner ([`forward`]). A node renews its lease and declares nodes with an expired lease dead ([`keeper`]). Which
//! node may write is not decided here, but by the epoch in every write.

mod check;
mod forward;
mod keeper;
mod migrate;
mod peers;

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use host::{Flush, Host, Listing, Query, StoreError, TableId, Visibility};
use tokio::sync::{Mutex, watch};
use tracing::{info, warn};

use crate::{
    limits,
    store::postgres::{Database, Fault, Link, NodeNumber, Parameters, Wanted, list},
};
pub use check::{Finding, check_database, check_directory};
pub(crate) use forward::{ask_owner, to_owner};
pub(crate) use keeper::Keeper;
pub use migrate::{MigrateError, Moved, migrate};
pub(crate) use peers::{Nodes, PassedOn, from_peer};

/// The duration of a lease.
pub(crate) const LEASE: Duration = Duration::from_secs(4);
/// The time limit for writing and releasing all tables of a node.
const DRAIN: Duration = Duration::from_secs(10);

/// The settings of a node.
#[derive(Clone, Debug)]
pub struct NodeSettings {
    /// The address of the database.
    pub database: String,
    /// The name of the node, for people.
    pub name: String,
    /// Where other nodes reach it.
    pub peer_listen: SocketAddr,
    /// The address by which other nodes reach it, if they cannot use the one it listens on.
    pub peer_address: Option<SocketAddr>,
}

/// What a node knows of the others.
pub(crate) struct Cluster {
    pub(crate) name: String,
    pub(crate) number: NodeNumber,
    /// Proves that a request comes from another node.
    secret: String,
    links: [Mutex<Link>; 4],
    next_link: AtomicUsize,
    /// The nodes that live, as of the last renewal.
    pub(crate) nodes: watch::Receiver<Nodes>,
    pub(crate) draining: AtomicBool,
    /// Sockets that are currently forwarded to other nodes.
    pub(crate) passed: AtomicUsize,
    lobby: Mutex<Option<(Instant, Vec<Listing>)>>,
}

/// Whose a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// This node's, or nobody's, or a dead node's, or there is no such table: it is answered here.
    Here,
    /// As before, but this node takes no more tables.
    Nobody,
    /// Another node's.
    Node {
        /// Its number.
        number: i32,
        /// Where it is reached.
        address: SocketAddr,
    },
}

impl Cluster {
    /// Reads the secret of the cluster.
    pub(crate) async fn join(
        database: &Database,
        name: String,
        number: NodeNumber,
        nodes: watch::Receiver<Nodes>,
    ) -> Result<Self, StoreError> {
        let mut link = Link::new(database.clone(), Flush::Now);
        let rows = link.read("SELECT secret FROM cluster", &[]).await;
        let rows = rows.map_err(|fault| fault.at(&database.place()))?;
        let secret = rows.first().map(|row| row.get(0)).ok_or_else(|| StoreError::Failed {
            place: database.place(),
            fault: "the cluster has no secret".to_owned(),
        })?;
        let new = || Mutex::new(Link::new(database.clone(), Flush::Now));
        Ok(Cluster {
            name,
            number,
            secret,
            links: [Mutex::new(link), new(), new(), new()],
            next_link: AtomicUsize::new(0),
            nodes,
            draining: AtomicBool::new(false),
            passed: AtomicUsize::new(0),
            lobby: Mutex::default(),
        })
    }

    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whose a table is, by the database.
    async fn owner(&self, table: &TableId) -> Result<Owner, Fault> {
        let statement = "SELECT n.id, n.address FROM games g JOIN nodes n ON n.id = g.owner
            WHERE g.id = $1 AND g.fault IS NULL AND NOT n.dead AND n.id <> $2";
        let number = self.number.get();
        let rows = self
            .link()
            .lock()
            .await
            .read(statement, &[&table.as_str(), &number])
            .await?;
        let owner = rows.first().and_then(|row| {
            let address = row.get::<_, String>(1).parse().ok()?;
            let number = row.get(0);
            Some(Owner::Node { number, address })
        });
        Ok(owner.unwrap_or(if self.is_draining() { Owner::Nobody } else { Owner::Here }))
    }

    /// Another node that accepts tables, if there is one.
    fn another(&self) -> Option<(i32, SocketAddr)> {
        self.nodes.borrow().another(self.number.get())
    }

    /// All other nodes that live.
    fn others(&self) -> Vec<(i32, SocketAddr)> {
        self.nodes.borrow().others(self.number.get())
    }

    /// Returns when a node that lives is declared dead.
    async fn death(&self, number: i32) {
        let mut nodes = self.nodes.clone();
        for lives in [true, false] {
            if nodes.wait_for(|nodes| nodes.lives(number) == lives).await.is_err() {
                // This node no longer hears of others.
                std::future::pending::<()>().await;
            }
        }
    }

    /// Public tables that a living node has open, at most a second old.
    pub(crate) async fn lobby(&self) -> Result<Vec<Listing>, StoreError> {
        const FRESH: Duration = Duration::from_secs(1);
        let mut cached = self.lobby.lock().await;
        if let Some((at, listed)) = cached.as_ref()
            && at.elapsed() < FRESH
        {
            return Ok(listed.clone());
        }
        let query = Query {
            visibility: Some(Visibility::Public),
            limit: limits::LISTED,
            ..Query::default()
        };
        let mut link = self.link().lock().await;
        let listed = list(&mut link, &query, Wanted::Open).await;
        let listed = listed.map_err(|fault| fault.at("the database"))?;
        *cached = Some((Instant::now(), listed.clone()));
        Ok(listed)
    }

    /// Reports how many people are connected to this node.
    pub(crate) async fn count_online(&self, people: usize) -> Result<(), StoreError> {
        let statement = "INSERT INTO online (node, people) VALUES ($1, $2)
            ON CONFLICT (node) DO UPDATE SET people = excluded.people, at = now()";
        let people = i32::try_from(people).unwrap_or(i32::MAX);
        let counted = self.read(statement, &[&self.number.get(), &people]).await;
        counted.map(drop).map_err(|fault| fault.at("the database"))
    }

    /// How many people are connected to all nodes; somebody at two nodes counts twice.
    pub(crate) async fn online(&self) -> Result<usize, StoreError> {
        let statement = "SELECT coalesce(sum(people), 0)::bigint FROM online WHERE at > now() - interval '10 seconds'";
        let rows = self.read(statement, &[]).await;
        let rows = rows.map_err(|fault| fault.at("the database"))?;
        Ok(rows
            .first()
            .map_or(0, |row| usize::try_from(row.get::<_, i64>(0)).unwrap_or(0)))
    }

    /// Runs a statement that may be run twice.
    pub(crate) async fn read(
        &self,
        statement: &'static str,
        values: Parameters<'_>,
    ) -> Result<Vec<tokio_postgres::Row>, Fault> {
        self.link().lock().await.read(statement, values).await
    }

    fn link(&self) -> &Mutex<Link> {
        let next = self.next_link.fetch_add(1, Ordering::Relaxed);
        &self.links[next % self.links.len()]
    }

    /// Accepts no more tables, releases all, and removes the node from the list of nodes.
    pub(crate) async fn drain(self: &Arc<Self>, host: Host) {
        self.draining.store(true, Ordering::Relaxed);
        let number = self.number.get();
        self.update_node("UPDATE nodes SET draining = true WHERE id = $1", number)
            .await;
        let drained = tokio::task::spawn_blocking(move || host.drain(DRAIN)).await;
        if !drained.unwrap_or(false) {
            warn!("some tables could not be given up; their lease will run out");
            return;
        }
        info!("every table was given up");
        self.update_node("UPDATE nodes SET dead = true, until = now() WHERE id = $1", number)
            .await;
    }

    async fn update_node(&self, statement: &'static str, number: i32) {
        if let Err(fault) = self.link().lock().await.read(statement, &[&number]).await {
            warn!("the other nodes could not be notified: {fault:?}");
        }
    }
}
