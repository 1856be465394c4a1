//! Which games, bots, boards and speeds clients are offered, so that a page needs no list of its own.

use host::{Speed, TableKind};
use kungfu_bots::OFFERS;
use play::{Army, GameId, GameModule, Ladder, Level, Registry, Start, StartError};

use crate::api::body::{BoardOffer, GameOffer, LevelOffer, LiveBoard, SpeedOffer};

/// The one live game.
pub(crate) const LIVE_GAME: GameId = GameId::new("kungfu");

/// Every game, in the order in which games are offered.
pub(crate) fn offers(registry: &Registry) -> Vec<GameOffer> {
    let turn = registry.games().map(|game| GameOffer {
        game: game.id(),
        name: game.name(),
        kind: TableKind::Turn,
        levels: level_offers(game.levels()),
        usual: usual_level(game.levels()),
        boards: Vec::new(),
        speeds: Vec::new(),
        last_start: last_start(game.as_ref()),
        editor: game.has_editor(),
    });
    turn.chain([live_offer()]).collect()
}

/// The highest number of a game's numbered starts.
fn last_start(game: &dyn GameModule) -> Option<u16> {
    match game.begin(&Start::Numbered(u16::MAX)) {
        Err(StartError::Number { last, .. }) => Some(last),
        Ok(_) | Err(StartError::Position(_) | StartError::NotNumbered(_)) => None,
    }
}

/// The ladder of a game, weakest first.
fn level_offers(levels: &[Level]) -> Vec<LevelOffer> {
    let ladder = Ladder::of(levels);
    let offer = |rung: &play::Rung| LevelOffer {
        spec: rung.level.spec,
        name: rung.level.name,
        words: rung.level.words,
        rating: rung.level.rating,
        label: rung.label(),
    };
    ladder.rungs().iter().map(offer).collect()
}

/// The level for somebody who has never played.
fn usual_level(levels: &[Level]) -> &'static str {
    Ladder::of(levels).usual().map_or("", |rung| rung.level.spec)
}

fn live_offer() -> GameOffer {
    GameOffer {
        game: LIVE_GAME,
        name: "Kung Fu",
        kind: TableKind::Live,
        levels: level_offers(OFFERS),
        usual: usual_level(OFFERS),
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
        last_start: None,
        editor: false,
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
