//! The hall: tables where people and bots sit down to play.
//!
//! It knows seats, clocks, offers and take-backs, what each viewer is shown, and how games are kept on disk. Front ends
//! send an [`Input`] and are [`Told`] what happened; no rule of a game is needed to draw a [`View`] or to send a wish.
//!
//! It leaves out screens and sockets: there is no ratatui, axum or tokio here.

mod board;
mod message;
mod plan;
mod view;

pub use board::{Army, Board, Piece, Shape, Square, SquareError};
pub use message::{Event, Input, Judged, Mistake, Thought, Told};
pub use plan::{Control, Manners, Plan, Start, TableId, TableIdError};
pub use view::{Asked, Choice, ClockFace, End, Entry, Frame, Kind, May, Offer, Scene, Seat, SeatNumber, Sitting, View};
