//! What every turn game, every table and every bot agree on.
//!
//! This crate knows what it is to play: sides take turns making moves ([`Rules`]), moves and positions are written
//! down ([`Notation`]), a game is its start and its moves ([`Record`]) and ends for a reason ([`Outcome`]); a
//! [`Clock`] counts down, and a [`Bot`] is asked what it would do within a [`Budget`].
//!
//! It leaves out every game: no piece, board or square is known here. It does no I/O, starts no thread and, but for
//! [`Stopwatch`], reads no clock.

mod bot;
mod budget;
mod clock;
#[cfg(feature = "laws")]
pub mod laws;
mod notation;
mod offered;
mod outcome;
mod perft;
mod record;
mod rules;
mod score;
mod side;
mod undos;

pub use bot::{About, Ask, Bot, BotError, BotKind, Choice, DrawAnswer, Purpose, Thought};
pub use budget::{Budget, Stop, Stopwatch, Watch};
pub use clock::{Clock, TimeControl, TimeControlError};
pub use notation::{Notation, Reading};
pub use offered::OfferedBot;
pub use outcome::{Fault, Ground, Outcome, Reason, result_text};
pub use perft::{divide, perft};
pub use record::{Claim, Moment, Record, Refusal};
pub use rules::{Repetition, Rules, Verdict};
pub use score::Score;
pub use side::Side;
pub use undos::Undos;
