//! The browser hall: the hall's tables over HTTP and sockets.
//!
//! It knows axum, sockets, secrets of seats, `SQLite` and the embedded page. A table is asked and listened to through the
//! hall's inbox alone; what a viewer may not see has been cut away before it comes here.
//!
//! It leaves out every rule, and screens.

mod api;
mod database;
mod levels;
mod limits;
mod metrics;
mod name;
mod openapi;
mod page;
mod rooms;
mod secret;
mod serve;
mod socket;
mod store;
mod wire;

pub use database::DatabaseError;
pub use serve::{ServeError, Server, Settings};
pub use store::SqliteStore;
