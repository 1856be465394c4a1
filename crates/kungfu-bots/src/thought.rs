//! The answer of a bot that decided on another thread while the game went on (8.10).

use kungfu::{Command, Condition, Field, Game, Sight};

use crate::{Decision, LiveBot};

/// A bot, what it saw and what it decided.
pub struct Thought {
    /// The bot, to be asked again; none if it panicked.
    pub bot: Option<Box<dyn LiveBot>>,
    /// What it saw when it was asked.
    pub sight: Box<Sight>,
    /// What it decided.
    pub decision: Decision,
}

impl Thought {
    /// The command, unless its piece or its target has changed since the bot looked.
    pub fn command(&self, game: &Game) -> Option<Command> {
        let order = self.decision.order?;
        let (seen, now) = (self.sight.field().get(order.slot), game.field().get(order.slot));
        let same_piece = now.condition == Condition::Ready && now.square == seen.square && now.kind == seen.kind;
        let target = |field: &Field| field.standing(order.to);
        let same_target = target(self.sight.field()) == target(game.field());
        (same_piece && same_target).then(|| order.command(&self.sight))
    }
}
