//! The hall: tables where people and bots sit down to play.
//!
//! It knows seats, clocks, offers and take-backs, what each viewer is shown, and how games are kept on disk. Front ends
//! send an [`Input`] and are [`Told`] what happened; no rule of a game is needed to draw a [`View`] or to send a wish.
//!
//! It leaves out screens and sockets: there is no ratatui, axum or tokio here.

mod board;
mod clerk;
mod clock;
mod game;
mod hall;
mod import;
mod kept;
mod live;
mod message;
mod offered;
mod plan;
mod pool;
mod reflex;
mod saved;
mod scene;
mod store;
mod table;
mod thinking;
mod view;
mod writer;

pub use board::{Army, Board, Piece, Shape, Square, SquareError};
pub use clock::Clock;
pub use hall::{Delivery, Desk, Hall, Mailbox, ResumeError, Settings, Timekeeper};
pub use import::{ImportError, Imported};
pub use live::{LiveEvent, LiveFrame, LiveMay, LivePiece, LiveSeat, LiveView, Phase, Place, Premove, Replayed, Speed};
pub use message::{Event, Input, Judged, Mistake, Thought, Told};
pub use offered::offered_bots;
pub use plan::{
    Control, Listing, LiveBoard, LivePlan, LiveSitter, Manners, Opened, Plan, PlanError, Start, TableId, TableIdError,
};
pub use saved::SaveError;
pub use scene::{LiveScene, Pictured};
pub use store::{Damaged, FileStore, MemoryStore, Page, Store, StoreError};
pub use table::{Format, SitError};
pub use view::{Asked, Choice, ClockFace, End, Entry, Frame, Kind, May, Offer, Scene, Seat, SeatNumber, Sitting, View};
