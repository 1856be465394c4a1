//! Which bots a page may offer, so that it needs no list of its own.

use bots::Game;
use hall::offered_bots;
use play::OfferedBot;
use serde::Serialize;
use utoipa::ToSchema;

/// The levels of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Levels {
    #[schema(value_type = String)]
    game: Game,
    /// Each with its `spec`, its `name` and `words` about it.
    #[schema(value_type = Vec<Object>)]
    levels: &'static [OfferedBot],
}

impl Levels {
    /// Of every game.
    pub(crate) fn all() -> [Levels; 3] {
        [Game::Chess, Game::Ransom, Game::Kungfu].map(|game| Levels {
            game,
            levels: offered_bots(game),
        })
    }
}

/// Whether a page may choose this bot; other specs can name any program of this machine.
pub(crate) fn is_offered(game: Game, spec: &str) -> bool {
    offered_bots(game).iter().any(|offer| offer.spec == spec)
}

/// Whether a page may ask for this on a seat: a bot of some game, or nobody yet.
pub(crate) fn is_sitter(spec: &str) -> bool {
    spec == "link" || Levels::all().iter().any(|levels| is_offered(levels.game, spec))
}
