//! A client of a Threefold server, for programs without a browser.
//!
//! It knows how a seat is taken over HTTP and how a table is followed on a socket, with threads and without a runtime. It
//! leaves out what messages mean: they are given on as text.

mod address;
mod line;
mod seat;
#[cfg(feature = "tls")]
mod tls;

pub use address::{Address, AddressError, ServerAddress};
pub use line::{Incoming, Line};
pub use seat::{Guest, RemoteError, SeatAt, SeekTerms};
