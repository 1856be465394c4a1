//! Which bots a page may offer, so that it needs no list of its own.

use bots::{Game, Offer, offers};
use serde::Serialize;
use utoipa::ToSchema;

/// The levels of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Levels {
    #[schema(value_type = String)]
    game: Game,
    /// Each with its `spec`, its `name` and `words` about it.
    #[schema(value_type = Vec<Object>)]
    levels: &'static [Offer],
}

impl Levels {
    /// Of every game with turns.
    pub(crate) fn all() -> [Levels; 2] {
        [Game::Chess, Game::Ransom].map(|game| Levels {
            game,
            levels: offers(game),
        })
    }
}
