//! Which bots clients are offered, so that a page needs no list of its own.

use host::{Speed, TableKind};
use kungfu_bots::OFFERS;
use play::{Army, GameId, Registry};

use crate::api::body::{BoardOffer, GameLevel, GameLevels, LiveBoard, SpeedOffer};

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
        boards: Vec::new(),
        speeds: Vec::new(),
    });
    let live = GameLevels {
        game: LIVE_GAME,
        name: "Kung Fu".to_owned(),
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
        boards: boards(),
        speeds: speeds(),
    };
    turn.chain([live]).collect()
}

fn boards() -> Vec<BoardOffer> {
    let board = |board, name: &str, seats: &[&str]| BoardOffer {
        board,
        name: name.to_owned(),
        seats: seats.iter().map(|&seat| seat.to_owned()).collect(),
    };
    vec![
        board(LiveBoard::Standard, "8×8", &["White", "Black"]),
        board(LiveBoard::Four, "Cross", &Army::ALL.map(Army::name)),
    ]
}

fn speeds() -> Vec<SpeedOffer> {
    [(Speed::Standard, "Standard"), (Speed::Lightning, "Lightning")]
        .map(|(speed, name)| SpeedOffer {
            speed,
            name: name.to_owned(),
        })
        .into()
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
