//! Which games, bots, boards and speeds clients are offered, so that a page needs no list of its own.

use host::{Speed, TableKind};
use kungfu_bots::OFFERS;
use play::{Army, GameId, Registry};

use crate::api::body::{BoardOffer, GameOffer, LevelOffer, LiveBoard, SpeedOffer};

/// The one live game.
pub(crate) const LIVE_GAME: GameId = GameId::new("kungfu");

/// Every game, in the order in which games are offered.
pub(crate) fn offers(registry: &Registry) -> Vec<GameOffer> {
    let turn = registry.games().map(|game| GameOffer {
        game: game.id(),
        name: game.name(),
        kind: TableKind::Turn,
        levels: game
            .levels()
            .iter()
            .map(|level| LevelOffer {
                spec: level.spec,
                name: level.name,
                words: level.words,
                rating: level.rating,
            })
            .collect(),
        boards: Vec::new(),
        speeds: Vec::new(),
    });
    turn.chain([live_offer()]).collect()
}

fn live_offer() -> GameOffer {
    GameOffer {
        game: LIVE_GAME,
        name: "Kung Fu",
        kind: TableKind::Live,
        levels: OFFERS
            .iter()
            .map(|offer| LevelOffer {
                spec: offer.spec,
                name: offer.name,
                words: offer.words,
                rating: None,
            })
            .collect(),
        boards: vec![
            BoardOffer {
                board: LiveBoard::Standard,
                name: "8×8",
                seats: vec!["White", "Black"],
            },
            BoardOffer {
                board: LiveBoard::Four,
                name: "Cross",
                seats: Army::ALL.iter().map(|army| army.name()).collect(),
            },
        ],
        speeds: vec![
            SpeedOffer {
                speed: Speed::Standard,
                name: "Standard",
            },
            SpeedOffer {
                speed: Speed::Lightning,
                name: "Lightning",
            },
        ],
    }
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
