//! Checks a configuration before the server starts.

use std::{net::SocketAddr, path::Path, time::Instant};

use host::{Flush, StoreError};
use tokio::runtime;

use super::{LEASE, NodeSettings};
use crate::store::{
    SqliteStore,
    postgres::{Database, Link},
};

/// One line of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was checked.
    pub what: &'static str,
    /// A confirmation, or the error.
    pub result: Result<String, String>,
}

/// Whether games can be stored in a directory, and the address is free.
pub fn check_directory(listen: SocketAddr, data: &Path) -> Vec<Finding> {
    let stored = SqliteStore::open(data).map(|_| data.display().to_string());
    vec![
        address("address", listen),
        Finding {
            what: "games",
            result: stored.map_err(|error| error.to_string()),
        },
    ]
}

/// Whether a server can be a node: its addresses are free, and the database is there and quick.
pub fn check_database(listen: SocketAddr, node: &NodeSettings) -> Vec<Finding> {
    let mut findings = vec![
        address("address", listen),
        address("address for nodes", node.peer_listen),
    ];
    let reached = node.peer_address.unwrap_or(node.peer_listen);
    findings.push(Finding {
        what: "reached by nodes at",
        result: if reached.ip().is_unspecified() {
            Err(format!("{reached} names no machine; name one with --peer-address"))
        } else {
            Ok(reached.to_string())
        },
    });
    let database = match Database::read(&node.database) {
        Ok(database) => database,
        Err(error) => {
            findings.push(found("database", Err(error)));
            return findings;
        }
    };
    match runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => findings.extend(runtime.block_on(ask(&database))),
        Err(error) => findings.push(Finding {
            what: "database",
            result: Err(error.to_string()),
        }),
    }
    findings
}

async fn ask(database: &Database) -> Vec<Finding> {
    let mut link = Link::new(database.clone(), Flush::Now);
    let settings = "SELECT current_setting('server_version'), current_setting('synchronous_commit'),
        current_setting('fsync'), pg_is_in_recovery(), to_regclass('schema_steps') IS NOT NULL";
    let rows = match link.once(settings, &[]).await {
        Ok(rows) => rows,
        Err(fault) => return vec![found("database", Err(fault.at(&database.place())))],
    };
    let row = &rows[0];
    let (version, commit, fsync): (String, String, String) = (row.get(0), row.get(1), row.get(2));
    let (standby, known): (bool, bool) = (row.get(3), row.get(4));
    let since = Instant::now();
    let answered = link.once("SELECT 1", &[]).await.is_ok();
    let quick = since.elapsed();
    let finding = |what, is_right: bool, words: String| Finding {
        what,
        result: if is_right { Ok(words) } else { Err(words) },
    };
    let games = if known {
        "known to Threefold"
    } else {
        "new to Threefold"
    };
    let mut findings = vec![
        finding(
            "database",
            !standby,
            format!("{}, PostgreSQL {version}, {games}", database.place()),
        ),
        finding("fsync", fsync == "on", fsync),
        finding("synchronous_commit", commit != "off", commit),
        finding(
            "answers within",
            answered && quick < LEASE / 8,
            format!("{} ms", quick.as_millis()),
        ),
    ];
    if known {
        let alive = "SELECT name, address FROM nodes WHERE NOT dead AND until > now() ORDER BY name";
        let nodes = link.once(alive, &[]).await.unwrap_or_default();
        let nodes: Vec<String> = nodes
            .iter()
            .map(|row| format!("{} at {}", row.get::<_, String>(0), row.get::<_, String>(1)))
            .collect();
        findings.push(finding(
            "nodes that live",
            true,
            if nodes.is_empty() {
                "none".to_owned()
            } else {
                nodes.join(", ")
            },
        ));
    }
    findings
}

fn address(what: &'static str, listen: SocketAddr) -> Finding {
    let bound = std::net::TcpListener::bind(listen);
    Finding {
        what,
        result: match bound {
            Ok(_) => Ok(listen.to_string()),
            Err(error) => Err(format!("{listen}: {error}")),
        },
    }
}

fn found(what: &'static str, result: Result<String, StoreError>) -> Finding {
    Finding {
        what,
        result: result.map_err(|error| error.to_string()),
    }
}
