//! The settings of a server and the reasons why it does not start.

use std::{io, net::SocketAddr};

use host::StoreError;
use play::Registry;
use thiserror::Error;

use crate::subnet::Subnet;

/// What a server is opened with, beside its store.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The address for `/metrics`, which is served nowhere else.
    pub metrics: Option<SocketAddr>,
    /// The names under which the server answers, beside `localhost` and addresses.
    pub hosts: Vec<String>,
    /// Proxies whose headers give the address of a visitor.
    pub proxies: Vec<Subnet>,
    /// One address may have and do so many times as much as usual.
    pub per_address: u32,
    /// Bytes that one address may have stored in an hour.
    pub stored_per_hour: u64,
    /// Tables that may be open at once.
    pub tables: usize,
    /// Whether people can talk at the tables.
    pub chat: bool,
    /// The turn games it knows.
    pub registry: Registry,
    /// The time at the tables.
    pub time: Time,
}

/// The time at the tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    /// The wall clock.
    #[default]
    Wall,
    /// Time is stopped until `POST /test/pass` advances it; for tests, and on the loopback alone.
    Driven,
}

impl Settings {
    /// So many tables are open at once unless said otherwise.
    pub const TABLES: usize = 1_500;
    /// One address may have so many bytes stored in an hour unless said otherwise.
    pub const STORED_PER_HOUR: u64 = 64 << 20;

    /// A server on an address, with the usual limits.
    pub const fn new(listen: SocketAddr, registry: Registry) -> Self {
        Settings {
            listen,
            metrics: None,
            hosts: Vec::new(),
            proxies: Vec::new(),
            per_address: 1,
            stored_per_hour: Settings::STORED_PER_HOUR,
            tables: Settings::TABLES,
            chat: true,
            registry,
            time: Time::Wall,
        }
    }
}

/// Why the server cannot open.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is in use or not local.
    #[error("cannot listen on {address}: {error}; another address can be named with --listen")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        error: io::Error,
    },
    /// A test clock on a public address: anybody could advance the time.
    #[error("the test clock works only on the loopback, not on {0}")]
    DrivenTime(SocketAddr),
    /// The games cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Other nodes could not reach it.
    #[error("other nodes cannot reach {0}; name an address with --peer-address")]
    PeerAddress(SocketAddr),
    /// The system gives no threads or signals.
    #[error("the server cannot run: {0}")]
    Runtime(#[from] io::Error),
}
