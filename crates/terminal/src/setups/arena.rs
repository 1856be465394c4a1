//! A match between bots: which game, who plays, how often, from where and how fast.

use std::num::NonZeroUsize;

use arena::{LiveOptions, Motion, Pace, Settings, WatchSettings};
use host::{BotSpec, Host, LiveBoard};

use super::{
    guests::{self, Guest},
    live::{board, board_field, speed, speed_field},
};
use crate::{
    context::AppContext,
    form::{Answers, Field, FieldId, FieldOption, FormSpec, Trial},
    offered::OfferedGame,
    screens::{Screen, arena::Arena, boxed},
};

const GAME: FieldId = FieldId::new("game");
const BOT: &str = "bot";
const GAMES: FieldId = FieldId::new("games");
const AT_ONCE: FieldId = FieldId::new("at-once");
const OPENINGS: FieldId = FieldId::new("openings");
const PACE: FieldId = FieldId::new("pace");
const STEPWISE: &str = "step by step";

/// The form of a match between bots.
pub(crate) struct ArenaSetup {
    games: Vec<OfferedGame>,
}

/// A match to be begun.
pub(crate) struct MatchPlan {
    /// The game's name for people.
    pub(crate) game: &'static str,
    pub(crate) settings: WatchSettings,
    /// What the players are called; bots with the same name are numbered.
    pub(crate) names: Vec<String>,
    /// The name of its files, without an ending.
    pub(crate) file_name: String,
}

impl ArenaSetup {
    /// The form with all games.
    pub(crate) fn new(host: &Host) -> ArenaSetup {
        ArenaSetup {
            games: OfferedGame::all(host),
        }
    }

    fn game(&self, answers: &Answers) -> Option<&OfferedGame> {
        let chosen = self.games.iter().find(|game| game.id().as_str() == answers.get(GAME));
        chosen.or_else(|| self.games.first())
    }

    fn seats(&self, answers: &Answers) -> u8 {
        match self.game(answers) {
            Some(OfferedGame::Live) if board(answers) == LiveBoard::Four => 4,
            _ => 2,
        }
    }

    /// The bots in the order of their seats.
    fn bots(&self, answers: &Answers) -> Result<Vec<BotSpec>, String> {
        let game = self.game(answers).ok_or("There is no game to play.")?;
        let bot = |seat: u8| {
            let value = answers.get(FieldId(BOT, seat));
            match (game, Guest::chosen(value)) {
                (OfferedGame::Turn(module), Some(guest)) => guest.read(seat, answers, module.as_ref()),
                _ => game.read_bot(value),
            }
        };
        (0..self.seats(answers)).map(bot).collect()
    }

    fn plan(&self, answers: &Answers, context: &mut AppContext) -> Result<MatchPlan, String> {
        let game = self.game(answers).ok_or("There is no game to play.")?;
        let specs = self.bots(answers)?;
        let texts: Vec<String> = specs.iter().map(BotSpec::to_string).collect();
        let mut settings = Settings::usual(game.id(), texts.clone());
        settings.games = answers.get(GAMES).parse().ok();
        settings.concurrency = answers.get(AT_ONCE).parse::<NonZeroUsize>().ok();
        settings.seed = u64::from(context.random.u32(..));
        match game {
            OfferedGame::Turn(_) => settings.random_plies = answers.get(OPENINGS).parse().ok(),
            OfferedGame::Live => {
                settings.live = LiveOptions {
                    board: Some(board(answers)),
                    speed: Some(speed(answers)),
                    pace: None,
                };
            }
        }
        let pace = Pace::ALL
            .into_iter()
            .find(|pace| pace_words(*pace) == answers.get(PACE));
        let mut names: Vec<String> = Vec::new();
        let called: Vec<String> = specs.iter().map(|spec| game.bot_name(spec.as_str())).collect();
        for (player, name) in called.iter().enumerate() {
            let earlier = called[..player].iter().filter(|earlier| *earlier == name).count();
            names.push(if earlier == 0 {
                name.clone()
            } else {
                format!("{name} {}", earlier + 1)
            });
        }
        Ok(MatchPlan {
            game: game.name(),
            settings: WatchSettings {
                settings,
                pace: pace.unwrap_or_default(),
                motion: if pace.is_some() {
                    Motion::Running
                } else {
                    Motion::Paused
                },
                folder: context.temporary(),
            },
            file_name: format!("arena-{}-{}", game.id(), texts.join("-"))
                .replace(|letter: char| !letter.is_ascii_alphanumeric(), "-"),
            names,
        })
    }
}

impl FormSpec for ArenaSetup {
    fn name(&self) -> String {
        "arena".to_owned()
    }

    fn title(&self) -> String {
        "New match between bots".to_owned()
    }

    fn fields(&self, answers: &Answers) -> Vec<Field> {
        let numbers = |all: &[u32]| {
            all.iter()
                .map(|number| FieldOption::new(number.to_string(), number.to_string()))
                .collect()
        };
        let games = self
            .games
            .iter()
            .map(|game| FieldOption::new(game.id().as_str(), game.name()));
        let mut fields = vec![Field::choice(
            GAME,
            "Game",
            "Which game the bots play.",
            games.collect(),
        )];
        let is_live = matches!(self.game(answers), Some(OfferedGame::Live));
        if is_live {
            fields.extend([board_field(), speed_field()]);
        }
        let ordinals = ["First bot", "Second bot", "Third bot", "Fourth bot"];
        for (seat, label) in (0..self.seats(answers)).zip(ordinals) {
            let mut levels = self.game(answers).map(OfferedGame::levels).unwrap_or_default();
            // Every second bot is stronger, so that a match has something to show.
            let usual = self.game(answers).map_or("", OfferedGame::usual_level);
            let place = levels.iter().position(|level| level.value == usual).unwrap_or(0);
            let stronger = levels.get(place + 1).filter(|_| seat % 2 == 1);
            let chosen = stronger.map_or(usual.to_owned(), |level| level.value.clone());
            if let Some(OfferedGame::Turn(module)) = self.game(answers) {
                levels.extend(Guest::options(module.as_ref()));
            }
            let field = Field::choice(FieldId(BOT, seat), label, "", levels);
            fields.push(field.usually(&chosen));
            if let (false, Some(guest)) = (is_live, Guest::chosen(answers.get(FieldId(BOT, seat)))) {
                fields.push(guest.field(seat));
            }
        }
        let help = "Sides are swapped from game to game.";
        fields.push(Field::choice(GAMES, "Games", help, numbers(&[2, 10, 20, 40, 100, 200, 500, 1_000])).usually("40"));
        let help = "How many games run and are shown at once. Slow bots share the processor.";
        fields.push(Field::choice(AT_ONCE, "At once", help, numbers(&[1, 2, 3, 4, 6, 8, 12, 16])).usually("4"));
        if !is_live {
            let random =
                [4, 8, 12].map(|plies| FieldOption::new(plies.to_string(), format!("{plies} random half-moves")));
            let openings = [FieldOption::new("set", "a balanced set")].into_iter().chain(random);
            let help = "Every opening is played twice, with sides swapped.";
            fields.push(Field::choice(OPENINGS, "Openings", help, openings.collect()));
        }
        let paces = Pace::ALL.into_iter().map(pace_words).chain([STEPWISE]);
        let paces = paces.map(|pace| FieldOption::new(pace, pace));
        let help = "The pause before a move; it can be changed at any time.";
        fields.push(Field::choice(PACE, "Pace", help, paces.collect()).usually(pace_words(Pace::Calm)));
        fields
    }

    /// Programs are started, and models are read, once before the match begins.
    fn trial(&self, answers: &Answers) -> Option<Trial> {
        match self.game(answers)? {
            OfferedGame::Turn(module) => guests::trial(module, &self.bots(answers).ok()?),
            OfferedGame::Live => None,
        }
    }

    fn submit(&self, answers: &Answers, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        let plan = self.plan(answers, context)?;
        context.remember(&self.name(), answers, None);
        Arena::begin(plan, context).map(boxed)
    }
}

/// A pace in words.
pub(crate) const fn pace_words(pace: Pace) -> &'static str {
    match pace {
        Pace::Slow => "slow",
        Pace::Calm => "calm",
        Pace::Quick => "quick",
        Pace::Full => "full speed",
    }
}
