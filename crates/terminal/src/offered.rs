//! The games that can be played: those of the registry, and the live game.

use std::sync::Arc;

use host::{BotSpec, Host};
use play::{GameId, GameModule, Ladder, Rung};

use crate::{
    form::{FieldOption, FormSpec},
    setups::{LiveSetup, TurnSetup},
    visit::sentence,
};

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
            OfferedGame::Live => kungfu_bots::GAME,
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

    /// Its opponents, weakest first.
    pub(crate) fn ladder(&self) -> Ladder {
        match self {
            OfferedGame::Turn(module) => Ladder::of(module.levels()),
            OfferedGame::Live => Ladder::of(kungfu_bots::OFFERS),
        }
    }

    /// The rungs of the ladder as choices: value is the spec.
    pub(crate) fn levels(&self) -> Vec<FieldOption> {
        let option = |rung: &Rung| {
            let level = &rung.level;
            FieldOption::new(level.spec, rung.label()).with_help(format!("{} {}.", level.name, level.words))
        };
        self.ladder().rungs().iter().map(option).collect()
    }

    /// The spec of the level for somebody who has never played.
    pub(crate) fn usual_level(&self) -> &'static str {
        self.ladder().usual().map_or("", |rung| rung.level.spec)
    }

    /// The canonical text of a bot's spec, or why there is no such bot.
    pub(crate) fn read_bot(&self, spec: &str) -> Result<BotSpec, String> {
        match self {
            OfferedGame::Turn(module) => module.read_bot(spec).map_err(|error| sentence(&error.to_string())),
            OfferedGame::Live => {
                let read = spec.parse::<kungfu_bots::KungfuSpec>();
                let read = read.map_err(|error| sentence(&error.to_string()))?;
                Ok(BotSpec::stored(read.to_string()))
            }
        }
    }

    /// The name of a bot: its level's, or its spec.
    pub(crate) fn bot_name(&self, spec: &str) -> String {
        let ladder = self.ladder();
        let rung = ladder.get(spec);
        rung.map_or_else(|| spec.to_owned(), |rung| rung.level.name.to_owned())
    }

    /// Its set-up form.
    pub(crate) fn setup(&self) -> Box<dyn FormSpec> {
        match self {
            OfferedGame::Turn(module) => Box::new(TurnSetup::new(Arc::clone(module))),
            OfferedGame::Live => Box::new(LiveSetup),
        }
    }
}
