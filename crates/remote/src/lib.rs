//! A client of a Threefold server, for programs without a browser.
//!
//! It takes a seat over HTTP and follows a table over a socket, with threads and without an async runtime. It does not
//! interpret messages: it passes them on as text.

mod address;
mod line;
mod seat;
#[cfg(feature = "tls")]
mod tls;

pub use address::{Address, AddressError, ServerAddress};
pub use line::{Incoming, Line};
pub use seat::{Guest, RemoteError, SeatAt, SeekTerms};
