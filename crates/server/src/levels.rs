//! Which bots a page may offer, so that it needs no list of its own.

use bots::Game;
use serde::Serialize;
use utoipa::ToSchema;

/// The levels of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct Levels {
    #[schema(value_type = String)]
    game: Game,
    levels: Vec<Level>,
}

/// A level.
#[derive(Serialize, ToSchema)]
struct Level {
    /// What to ask for.
    spec: &'static str,
    /// What people call it.
    name: &'static str,
    /// What to expect.
    words: &'static str,
}

impl Levels {
    /// Of every game with turns.
    pub(crate) fn all() -> Vec<Levels> {
        [Game::Chess, Game::Ransom].map(Levels::of).into()
    }

    fn of(game: Game) -> Self {
        let levels = bots::offers(game).iter().map(|level| Level {
            spec: level.spec,
            name: level.name,
            words: level.words,
        });
        Levels {
            game,
            levels: levels.collect(),
        }
    }
}
