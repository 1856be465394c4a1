//! The games that can be played: those of the registry, and the live game.

use std::sync::Arc;

use host::Host;
use play::{GameId, GameModule};

use crate::{
    form::{FieldOption, FormSpec},
    setups::{LiveSetup, TurnSetup},
};

/// The live game's name in logs and on the command line.
pub(crate) const LIVE: GameId = GameId::new("kungfu");

/// A game that can be played.
#[derive(Clone)]
pub(crate) enum OfferedGame {
    /// A turn game of the registry.
    Turn(Arc<dyn GameModule>),
    /// Kung Fu Chess.
    Live,
}

impl OfferedGame {
    /// All games, in the order in which they are offered.
    pub(crate) fn all(host: &Host) -> Vec<OfferedGame> {
        let registry = host.registry();
        let turn = registry.games().cloned().map(OfferedGame::Turn);
        turn.chain([OfferedGame::Live]).collect()
    }

    /// The game with this id.
    pub(crate) fn find(host: &Host, id: GameId) -> Option<OfferedGame> {
        OfferedGame::all(host).into_iter().find(|game| game.id() == id)
    }

    pub(crate) fn id(&self) -> GameId {
        match self {
            OfferedGame::Turn(module) => module.id(),
            OfferedGame::Live => LIVE,
        }
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            OfferedGame::Turn(module) => module.name(),
            OfferedGame::Live => "Kung Fu Chess",
        }
    }

    /// Its name in a narrow menu.
    pub(crate) fn short_name(&self) -> &'static str {
        match self {
            OfferedGame::Turn(module) => module.name(),
            OfferedGame::Live => "Kung Fu",
        }
    }

    /// A few words about it.
    pub(crate) fn summary(&self) -> &'static str {
        match self {
            OfferedGame::Turn(module) => module.summary(),
            OfferedGame::Live => "chess without turns, for two or four",
        }
    }

    /// Its rules for people.
    pub(crate) fn rules(&self) -> &'static str {
        match self {
            OfferedGame::Turn(module) => module.rules(),
            OfferedGame::Live => host::LIVE_RULES,
        }
    }

    /// Its bots as choices: value is the spec.
    pub(crate) fn levels(&self) -> Vec<FieldOption> {
        let level =
            |spec: &str, name: &str, words: &str| FieldOption::new(spec, name).with_help(format!("{name}: {words}."));
        match self {
            OfferedGame::Turn(module) => {
                let levels = module.levels().iter();
                levels.map(|bot| level(bot.spec, bot.name, bot.words)).collect()
            }
            OfferedGame::Live => {
                let levels = kungfu_bots::OFFERS.iter();
                levels.map(|bot| level(bot.spec, bot.name, bot.words)).collect()
            }
        }
    }

    /// The name of a bot: its level's, or its spec.
    pub(crate) fn bot_name(&self, spec: &str) -> String {
        let level = self.levels().into_iter().find(|level| level.value == spec);
        level.map_or_else(|| spec.to_owned(), |level| level.label)
    }

    /// Its set-up form.
    pub(crate) fn setup(&self) -> Box<dyn FormSpec> {
        match self {
            OfferedGame::Turn(module) => Box::new(TurnSetup::new(Arc::clone(module))),
            OfferedGame::Live => Box::new(LiveSetup),
        }
    }
}
