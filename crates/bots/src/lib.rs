//! Bots for the turn games.
//!
//! This crate contains the levels of chess and of Ransom, the minimax they share, Master, which is the engine, UCI
//! programs, and models from ONNX files. A [`ChessSpec`] or a [`RansomSpec`] names a bot as text or data, and opening
//! it gives a [`play::Bot`]. [`ChessBots`] and [`RansomBots`] are the catalogs of the two turn games for a
//! [`play::Registry`]: bots, openings, solved endings and files.
//!
//! ```
//! use bots::{ChessSpec, Setup};
//! use play::{Ask, Budget, Choice, Notation, Purpose, Record, Stop, Stopwatch};
//!
//! let mate_in_one = chess::Position::read_position("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")?.position;
//! let record = Record::new(mate_in_one);
//! let mut bot = "medium".parse::<ChessSpec>()?.open(Setup::seeded(1))?;
//! let choice = bot.choose(&mut Ask {
//!     record: &record,
//!     budget: Budget::UNLIMITED,
//!     stop: &Stop::new(),
//!     watch: &Stopwatch::start(),
//!     purpose: Purpose::Game,
//!     report: &mut |thought| println!("{} {}", thought.depth, thought.score),
//! })?;
//! let Choice::Move(mv) = choice else { unreachable!("there is a mate") };
//! assert_eq!(record.position().label(mv), "Rd8#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It contains no screens, sockets, tables or rules, and not Kung Fu Chess, which has no turns.

mod abilities;
mod behaviour;
mod chess_bots;
mod easy;
pub mod evaluation;
mod level;
mod level_search;
mod master;
pub mod minimax;
mod model;
mod move_class;
pub mod ransom;
mod ransom_bots;
mod small_talk;
mod spec;
mod uci;

pub use chess_bots::ChessBots;
pub use easy::Easy;
pub use level::{Level, Plan};
pub use master::Master;
pub use model::{ModelBot, ModelGame, OfferedModel, WithModels};
pub use play::{Setup, SpecError};
pub use ransom_bots::RansomBots;
pub use spec::{ChessSpec, MasterSpec, ModelSpec, RansomSpec, Tuning, UciSpec};
pub use uci::{Guest, Patience};
