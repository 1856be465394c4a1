//! Minds for Kung Fu Chess.
//!
//! A [`Mind`] is shown what its player sees and says what to do and when to look again; it is given nothing else, so it
//! cannot know what a player may not see. Levels 1 to 4 are one mind with terms switched on ([`Traits`]); their judgement
//! rests on [`Reach`], who can be where and when, kept up to date from look to look.
//!
//! Scores are whole numbers in hundredths of a point, a pawn being worth ten points; what is left to chance follows from
//! a seed. Thinking is synchronous here; whoever asks on another thread
//! checks with [`Thought`] whether the answer still holds.

mod attention;
mod candidate;
mod chances;
mod exchange;
mod judgement;
mod level;
mod motions;
mod offers;
mod opponents;
mod random;
mod reach;
mod rollout;
mod spec;
pub mod table;
mod thought;
mod traits;

use kungfu::{Sight, Slot, Square, Tick};

pub use attention::Attention;
pub use candidate::{Candidate, Occasion};
pub use level::Level;
pub use offers::OFFERS;
pub use random::RandomMover;
pub use reach::Reach;
pub use spec::{KungfuSpec, SpecError};
pub use thought::Thought;
pub use traits::Traits;

/// Anything that plays Kung Fu Chess.
pub trait Mind: Send {
    /// Looks at what is seen now: at most one command, and when to look again.
    fn look(&mut self, sight: &Sight) -> Decision;

    /// The best candidates of the last look that weighed any, best first; for logs.
    fn considered(&self) -> &[Candidate] {
        &[]
    }
}

/// What a mind wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// A piece to send and where; the game may refuse it.
    pub order: Option<Order>,
    /// Not before this tick need it be asked again, unless something starts, arrives, wakes or dies.
    pub wake: Tick,
}

/// A piece to send and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Which piece.
    pub slot: Slot,
    /// Where.
    pub to: Square,
}

impl Order {
    /// As a command for the game the sight is of.
    pub fn command(self, sight: &Sight) -> kungfu::Command {
        let piece = sight.field().get(self.slot).id;
        kungfu::Command::new(piece, i32::from(self.to.row()), i32::from(self.to.col()))
    }
}
