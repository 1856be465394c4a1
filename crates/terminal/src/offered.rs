//! The games that can be played: those of the registry, and the live game.

use std::{slice, sync::Arc};

use host::{BotSpec, Host};
use kungfu_bots::KungfuSpec;
use play::{BotKind, BotTraits, GameId, GameModule, Ladder, Level, OfferedBot, Rung, Strength};

use crate::{
    form::{FieldOption, FormSpec, Trial},
    setups::{LiveSetup, TurnSetup, guest_trial},
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

    /// A test whether a bot can start; nothing for one that is part of the program.
    pub(crate) fn trial(&self, spec: &BotSpec) -> Option<Trial> {
        match self {
            OfferedGame::Turn(module) => guest_trial(module, slice::from_ref(spec)),
            OfferedGame::Live => None,
        }
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

    /// The name of a bot: that of its level, with the thinking time if it was changed, or its spec. A program or a
    /// model has the name of its file.
    pub(crate) fn bot_name(&self, spec: &str) -> String {
        if let Some(bot) = self.find_bot(spec) {
            return bot.to_string();
        }
        let spec = BotSpec::stored(spec);
        match self.bot_traits(&spec).kind {
            BotKind::Internal => spec.to_string(),
            BotKind::Uci | BotKind::Model => spec.short_name(),
        }
    }

    /// The level that a spec names, and its thinking time.
    pub(crate) fn find_bot(&self, spec: &str) -> Option<OfferedBot> {
        match self {
            OfferedGame::Turn(module) => OfferedBot::find(module.as_ref(), spec),
            OfferedGame::Live => {
                let level = kungfu_bots::OFFERS.iter().find(|level| level.spec == spec)?;
                Some(OfferedBot::untimed(level))
            }
        }
    }

    /// A level as it is, and with each of the thinking times it takes.
    pub(crate) fn timed(&self, level: &Level) -> Vec<OfferedBot> {
        match self {
            OfferedGame::Turn(module) => OfferedBot::choices(module.as_ref(), level),
            OfferedGame::Live => vec![OfferedBot::untimed(level)],
        }
    }

    fn bot_traits(&self, spec: &BotSpec) -> BotTraits {
        match self {
            OfferedGame::Turn(module) => module.traits(spec),
            OfferedGame::Live => {
                let spec = spec.as_str().parse::<KungfuSpec>();
                spec.map(kungfu_bots::bot_traits).unwrap_or_default()
            }
        }
    }

    /// What a bot is and does, as names and words; words without a name come first.
    pub(crate) fn bot_facts(&self, spec: &str) -> Vec<(&'static str, String)> {
        let traits = self.bot_traits(&BotSpec::stored(spec));
        let ladder = self.ladder();
        let bot = self.find_bot(spec);
        let rung = bot.as_ref().and_then(|bot| ladder.get(bot.level.spec));
        let strength = rung.map_or(Strength::Unknown, |rung| rung.strength);
        let abilities: Vec<&str> = traits.abilities.iter().map(|ability| ability.words()).collect();
        let unnamed = "named by itself when it plays";
        let mut facts = Vec::new();
        if let Some(bot) = &bot {
            facts.push(("", format!("{} {}.", bot.level.name, bot.level.words)));
        }
        facts.extend([
            ("Name", self.bot_name(spec)),
            ("Author", traits.maker.map_or(unnamed, |maker| maker.author).to_owned()),
            (
                "Version",
                traits.maker.map_or(unnamed, |maker| maker.version).to_owned(),
            ),
            ("Kind", kind_words(traits.kind).to_owned()),
            ("Strength", strength.to_string()),
            ("Does", abilities.join(", ")),
        ]);
        facts
    }

    /// Its set-up form.
    pub(crate) fn setup(&self) -> Box<dyn FormSpec> {
        match self {
            OfferedGame::Turn(module) => Box::new(TurnSetup::new(Arc::clone(module))),
            OfferedGame::Live => Box::new(LiveSetup),
        }
    }
}

/// Where a bot comes from.
const fn kind_words(kind: BotKind) -> &'static str {
    match kind {
        BotKind::Internal => "part of Threefold",
        BotKind::Uci => "a UCI program",
        BotKind::Model => "a model from a file",
    }
}
