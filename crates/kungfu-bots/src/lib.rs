//! Bots for Kung Fu Chess.
//!
//! A [`LiveBot`] receives what its player sees and returns a move and the tick at which it wants to look again. It gets
//! nothing else, so it cannot use what a player may not see. Levels 1 to 5 are one bot ([`LevelBot`]) whose parameters
//! ([`Level`]) switch on parts of its evaluation. The evaluation is based on [`Reach`], the arrival times of all
//! pieces, which is updated incrementally. Section 8 of `docs/kungfu.md` describes the decisions.
//!
//! Scores are whole numbers in hundredths of a point; a pawn is worth ten points. Random choices follow from a seed.
//! Bots decide synchronously. A caller that asks on another thread checks with [`Thought`] whether the decision is
//! still valid. [`table`] plays bots against each other.
//!
//! The crate contains no turn games, screens, threads or real time.

mod about;
mod age;
mod attention;
mod blunders;
mod candidate;
mod chances;
mod draws;
mod exchange;
mod judgement;
mod level_bot;
mod levels;
mod motions;
mod offers;
mod opponents;
mod paced;
mod random;
mod reach;
mod rollout;
mod spec;
mod still;
pub mod table;
mod thought;
mod weights;

use kungfu::{Command, Sight, Slot, Square, Tick};

pub use about::bot_traits;
pub use attention::Attention;
pub use blunders::Blunders;
pub use candidate::{Candidate, Occasion};
pub use draws::accepts_draw;
pub use level_bot::LevelBot;
pub use levels::Level;
pub use offers::OFFERS;
pub use paced::Paced;
pub use random::RandomMover;
pub use reach::Reach;
pub use spec::{KungfuSpec, SpecError};
pub use still::Still;
pub use thought::Thought;
pub use weights::Weights;

/// The game's stable name in logs, on the command line and on the wire.
pub const GAME: play::GameId = play::GameId::new("kungfu");

/// A bot that plays Kung Fu Chess.
pub trait LiveBot: Send {
    /// Decides on at most one move, and when to look again.
    fn look(&mut self, sight: &Sight) -> Decision;

    /// Sets how much of its usual work the next looks may do, in percent: a busy host asks for less.
    fn set_share(&mut self, _percent: u32) {}

    /// The best candidates of the last decision, best first; none if it considered no moves. For logs and statistics.
    fn considered(&self) -> &[Candidate] {
        &[]
    }
}

/// The result of a look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The move to make; the game may refuse it.
    pub order: Option<Order>,
    /// The bot need not look before this tick, unless a piece starts, arrives, becomes ready or is captured.
    pub wake: Tick,
}

/// A move by the slot of its piece, within one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The piece to move.
    pub slot: Slot,
    /// Its destination.
    pub to: Square,
}

impl Order {
    /// The command for the game that `sight` shows.
    pub fn command(self, sight: &Sight) -> Command {
        let piece = sight.field().get(self.slot).id;
        Command::new(piece, i32::from(self.to.row()), i32::from(self.to.col()))
    }
}
