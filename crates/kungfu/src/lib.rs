//! Kung Fu Chess: chess without turns.
//!
//! This crate contains the rules for two players on 8×8 and four on the cross: what a command may do, what a tick does,
//! who collides with whom, when a game is over, and what each player may see of it. Numbers such as 3.4 in the
//! documentation are those of the rules in `docs/kungfu.md`.
//!
//! A [`Game`] is a plain value: [`Game::submit`] gives a command, [`Game::tick`] lets a thirtieth of a second pass. It
//! has no clock, no randomness and no heap memory, so copying is cheap and a tick allocates nothing. A [`Bout`] is a
//! game as a table plays it, with waiting commands and a [`Record`]; a [`Sight`] is what one player sees.
//!
//! ```
//! use kungfu::{Board, Command, Game, Player, Speed, Start};
//!
//! let mut game = Game::new(&Start::usual(Board::Standard, Speed::Standard));
//! let command = Command::new("P:1:6:4".parse()?, 4, 4);
//! game.submit(Player::ONE, command)?;
//! for _ in 0..61 {
//!     game.tick(&mut |event| println!("{event:?}"));
//! }
//! assert_eq!(game.piece("P:1:6:4".parse()?).unwrap().square.name(Board::Standard), "e4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! It does not contain wall-clock time, the countdown before the first tick, bots, screens or files.

mod board;
mod bout;
mod event;
mod field;
mod game;
mod motion;
mod piece;
mod player;
mod record;
mod refusal;
mod replay;
mod scenario;
mod sight;
mod speed;
mod start;
pub mod trace;

/// The rules for people who do not know the game; headings start with `#`, list items with `-`.
pub const RULES: &str = include_str!("../texts/rules.md");

pub use board::{Board, Square, Squares, Step};
pub use bout::{Answer, Bout};
pub use event::{End, Event, Outcome};
pub use field::{Field, FieldError, MOST_PIECES, Obstacles, Slot, Slots, Way};
pub use game::{Command, Game};
pub use motion::{Extent, Gait, Motion, SQUARE, Spot};
pub use piece::{Condition, IdError, Kind, Piece, PieceId};
pub use player::{Player, Players};
pub use record::{Deed, Entry, Record, VERSION};
pub use refusal::Refusal;
pub use replay::{Replay, ReplayError};
pub use scenario::{Aim, Goal, Scenario, ScenarioRun, ScriptedMove, Verdict};
pub use sight::Sight;
pub use speed::{BOTS_STAY_STILL, COUNTDOWN, Speed, TICKS_A_SECOND, Tick};
pub use start::{Start, StartError};
