//! Which games, bots, boards and speeds clients are offered, so that a page needs no list of its own.

use host::{Speed, TableKind};
use kungfu_bots::{KungfuSpec, OFFERS, bot_traits};
use play::{
    Ability, Army, BotTraits, GameId, GameModule, GameVariant, Ladder, Level, OfferedBot, Registry, Rung, Start,
    StartError,
};

use crate::api::body::{
    AbilityOffer, BoardOffer, GameOffer, LevelOffer, LiveBoard, SpeedOffer, TimeOffer, VariantOffer,
};

/// The one live game.
pub(crate) const LIVE_GAME: GameId = GameId::new("kungfu");

/// Every game, in the order in which games are offered.
pub(crate) fn offers(registry: &Registry) -> Vec<GameOffer> {
    let turn = registry.games().map(|game| GameOffer {
        game: game.id(),
        name: game.name(),
        kind: TableKind::Turn,
        levels: turn_levels(game.as_ref()),
        usual: usual_level(game.levels()),
        boards: Vec::new(),
        speeds: Vec::new(),
        last_start: last_start(game.as_ref()),
        variants: game.variants().iter().map(variant_offer).collect(),
        editor: game.has_editor(),
    });
    turn.chain([live_offer()]).collect()
}

/// Makes the level next to a training rating the usual one of chess, whose bots have ratings.
pub(crate) fn fit_to_training(offers: &mut [GameOffer], registry: &Registry, rating: u32) {
    let chess = registry.games().find(|game| game.id().as_str() == "chess");
    let Some(game) = chess else { return };
    let ladder = Ladder::of(game.levels());
    if let Some(offer) = offers.iter_mut().find(|offer| offer.game == game.id())
        && let Some(rung) = ladder.near(rating)
    {
        offer.usual = rung.level.spec;
    }
}

/// The highest number of a game's numbered starts.
fn last_start(game: &dyn GameModule) -> Option<u16> {
    match game.begin(&Start::Numbered(u16::MAX)) {
        Err(StartError::Number { last, .. }) => Some(last),
        Ok(_) | Err(StartError::Position(_) | StartError::NotNumbered(_)) => None,
    }
}

const fn variant_offer(variant: &GameVariant) -> VariantOffer {
    let &GameVariant { id, name, words, start } = variant;
    VariantOffer { id, name, words, start }
}

/// The ladder of a turn game, weakest first.
fn turn_levels(game: &dyn GameModule) -> Vec<LevelOffer> {
    let offer = |rung: &Rung| {
        let choices = OfferedBot::choices(game, &rung.level);
        let traits = game.traits(&choices[0].spec);
        let times = choices[1..].iter().map(|bot| TimeOffer {
            spec: bot.spec.to_string(),
            name: bot.to_string(),
            words: bot.time_words(),
        });
        level_offer(rung, &traits, times.collect())
    };
    Ladder::of(game.levels()).rungs().iter().map(offer).collect()
}

/// The ladder of the live game, weakest first.
fn live_levels() -> Vec<LevelOffer> {
    let offer = |rung: &Rung| {
        let traits = rung.level.spec.parse::<KungfuSpec>().map(bot_traits);
        level_offer(rung, &traits.unwrap_or_default(), Vec::new())
    };
    Ladder::of(OFFERS).rungs().iter().map(offer).collect()
}

fn level_offer(rung: &Rung, traits: &BotTraits, times: Vec<TimeOffer>) -> LevelOffer {
    let ability = |ability: &Ability| AbilityOffer {
        ability: *ability,
        words: ability.words(),
    };
    LevelOffer {
        spec: rung.level.spec,
        name: rung.level.name,
        words: rung.level.words,
        rating: rung.level.rating,
        label: rung.label(),
        strength: rung.strength.to_string(),
        kind: traits.kind,
        author: traits.maker.map(|maker| maker.author),
        version: traits.maker.map(|maker| maker.version),
        abilities: traits.abilities.iter().map(ability).collect(),
        times,
    }
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
        levels: live_levels(),
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
        variants: Vec::new(),
        editor: false,
    }
}

/// Whether clients may choose this bot: a level, as it is or with one of the thinking times on offer. Other specs can
/// name any program of this machine, or an unlimited time.
pub(crate) fn is_offered(registry: &Registry, game: GameId, spec: &str) -> bool {
    if game == LIVE_GAME {
        return OFFERS.iter().any(|offer| offer.spec == spec);
    }
    registry
        .get(game)
        .is_ok_and(|game| OfferedBot::find(game.as_ref(), spec).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_offered_with_bounded_thinking_times_only() {
        let registry = games::registry();
        let chess = GameId::new("chess");
        for spec in [
            "easy",
            "elo:1200",
            "master",
            "master?movetime=3000",
            "hard?movetime=10000",
        ] {
            assert!(is_offered(&registry, chess, spec), "{spec}");
        }
        for spec in [
            "master?movetime=86400000",
            "master?movetime=3001",
            "master?threads=8",
            "master?movetime=3000&threads=8",
            "easy?movetime=3000",
            "elo:1250",
            "elo:1200?movetime=3000",
            "uci:sh",
            "onnx:/etc/passwd",
            "",
            "?movetime=3000",
        ] {
            assert!(!is_offered(&registry, chess, spec), "{spec}");
        }
        // No level of Ransom thinks longer than five seconds.
        let ransom = GameId::new("ransom");
        assert!(is_offered(&registry, ransom, "master?movetime=3000"));
        assert!(!is_offered(&registry, ransom, "master?movetime=10000"));
        assert!(!is_offered(&registry, LIVE_GAME, "level4?movetime=3000"));
    }

    #[test]
    fn every_level_says_what_it_is() {
        for game in offers(&games::registry()) {
            for level in game.levels {
                assert!(level.author.is_some() && level.version.is_some(), "{}", level.spec);
                assert!(
                    !level.abilities.is_empty() && !level.strength.is_empty(),
                    "{}",
                    level.spec
                );
                let specs: Vec<&str> = level.times.iter().map(|time| time.spec.as_str()).collect();
                assert!(specs.iter().all(|spec| spec.starts_with(level.spec)), "{specs:?}");
            }
        }
    }
}
