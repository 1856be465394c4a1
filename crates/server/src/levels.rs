//! Which bots clients are offered, so that a page needs no list of its own.

use host::TableKind;
use kungfu_bots::OFFERS;
use play::{GameId, Registry};

use crate::api::body::{GameLevel, GameLevels};

/// The one live game.
pub(crate) const LIVE_GAME: GameId = GameId::new("kungfu");

/// The levels of every game, in the order in which games are offered.
pub(crate) fn all(registry: &Registry) -> Vec<GameLevels> {
    let turn = registry.games().map(|game| GameLevels {
        game: game.id(),
        name: game.name().to_owned(),
        kind: TableKind::Turn,
        levels: game
            .levels()
            .iter()
            .map(|level| GameLevel {
                spec: level.spec.to_owned(),
                name: level.name.to_owned(),
                words: level.words.to_owned(),
                rating: level.rating,
            })
            .collect(),
    });
    let live = GameLevels {
        game: LIVE_GAME,
        name: "Kung Fu Chess".to_owned(),
        kind: TableKind::Live,
        levels: OFFERS
            .iter()
            .map(|offer| GameLevel {
                spec: offer.spec.to_owned(),
                name: offer.name.to_owned(),
                words: offer.words.to_owned(),
                rating: None,
            })
            .collect(),
    };
    turn.chain([live]).collect()
}

/// Whether clients may choose this bot; other specs can name any program of this machine.
pub(crate) fn is_offered(registry: &Registry, game: GameId, spec: &str) -> bool {
    if game == LIVE_GAME {
        return OFFERS.iter().any(|offer| offer.spec == spec);
    }
    registry
        .get(game)
        .is_ok_and(|game| game.levels().iter().any(|level| level.spec == spec))
}
