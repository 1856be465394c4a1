//! Threefold for browsers: the tables of a host over HTTP and sockets.
//!
//! It contains axum, sockets, seat tokens, anonymous players, `SQLite`, `PostgreSQL` with several nodes, and the
//! embedded page. It reaches tables only through the host's clients; hidden information has been removed before it
//! arrives here.
//!
//! It contains no rules and no screens.

mod api;
mod chat;
mod cluster;
mod context;
mod guard;
mod health;
mod hosts;
mod levels;
mod limits;
mod listen;
mod metered;
mod metrics;
mod name;
mod online;
mod openapi;
mod page;
mod pairing;
mod players;
mod seat_token;
mod seats;
mod serve;
mod share;
mod socket;
mod store;
mod subnet;
mod test_clock;
mod visitor;
mod visitors;
mod wire;

pub use cluster::{Finding, MigrateError, Moved, NodeSettings, check_database, check_directory, migrate};
pub use players::{AccountLine, GameStore, OperatorError, Operators, Players};
pub use serve::{ServeError, Server, Settings, Time};
pub use store::{SqliteStore, VacuumPolicy, Vacuumed};
pub use subnet::{Subnet, SubnetError};
