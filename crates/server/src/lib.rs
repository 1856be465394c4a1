//! Threefold for browsers: the tables of a host over HTTP and sockets.
//!
//! It knows axum, sockets, seat tokens, anonymous players, `SQLite` and the embedded page. Tables are reached through the
//! host's clients alone; what a viewer may not see has been cut away before it comes here.
//!
//! It leaves out every rule, and screens.

mod api;
mod context;
mod health;
mod levels;
mod limits;
mod metered;
mod metrics;
mod name;
mod openapi;
mod page;
mod seat_token;
mod seats;
mod serve;
mod socket;
mod test_clock;
mod wire;

pub use serve::{ServeError, Server, Settings, Time};
