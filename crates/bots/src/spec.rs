//! Which bot is meant, as text and as data.
//!
//! The texts are those of the command line: `easy`, `hard?depth=8&movetime=200`, `elo:1500`, `uci:stockfish?Hash=64`. What is
//! read can be printed back, and reading that gives the same bot.

mod parameters;
mod program;
mod ransom;

use std::{fmt, str::FromStr};

use chess::Position;
use engine::{EngineError, Technique};
use play::{Bot, BotError, GameId, Rules, Setup, SpecError, TurnGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Easy, Guest, Level, Master, Plan, evaluation::Weights};
use parameters::Parameters;
pub use ransom::RansomSpec;

/// A game whose bots have texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Chess.
    Chess,
    /// Ransom.
    Ransom,
    /// Kung Fu Chess, which no [`BotSpec`] plays.
    Kungfu,
}

impl Game {
    /// The id of the game, which a registry of turn games may know.
    pub const fn id(self) -> GameId {
        match self {
            Game::Chess => Position::ID,
            Game::Ransom => ::ransom::Position::ID,
            Game::Kungfu => GameId::new("kungfu"),
        }
    }
}

/// Every mind that can sit on a seat; as data it is its game and its text, so that there is one way in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub enum BotSpec {
    /// Captures and checks at random.
    Easy,
    /// Four plies.
    Medium(Tuning),
    /// Six plies, more knowledge.
    Hard(Tuning),
    /// The engine at full strength.
    Master(MasterSpec),
    /// The engine at a rating, one of [`engine::RATINGS`].
    Elo(u32),
    /// Another program.
    Uci(UciSpec),
    /// A level of Ransom.
    Ransom(RansomSpec),
}

/// Changes to Medium or Hard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// Plies to look ahead, 1 to 20.
    pub depth: Option<u32>,
    /// The longest to think about a move in milliseconds, above zero.
    pub movetime: Option<u64>,
    /// Factors on the evaluation.
    pub weights: Weights,
}

/// Limits of Master, and what it does without.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MasterSpec {
    /// The deepest search in plies.
    pub depth: Option<u32>,
    /// The longest to think about a move in milliseconds, above zero.
    pub movetime: Option<u64>,
    /// Positions for a move; above zero.
    pub nodes: Option<u64>,
    /// Threads of its search, 1 to 256.
    pub threads: Option<u32>,
    /// A technique of the search that is switched off, to see what it is worth.
    pub without: Option<Technique>,
}

/// A guest program and how to talk to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UciSpec {
    /// The program: a path, or a name to be found as the shell would.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Options to set before the game, in order.
    pub options: Vec<(String, String)>,
    /// Thinking time for a move in milliseconds; above zero.
    pub movetime: Option<u64>,
    /// Depth for a move; above zero.
    pub depth: Option<u32>,
    /// Positions for a move; above zero.
    pub nodes: Option<u64>,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sitter {
    /// A person.
    Human,
    /// A bot.
    Bot(BotSpec),
}

impl BotSpec {
    /// Reads a spec for `game`.
    pub fn read(game: Game, text: &str) -> Result<Self, SpecError> {
        match game {
            Game::Chess => read_chess(text),
            Game::Ransom => RansomSpec::read(text).map(BotSpec::Ransom),
            Game::Kungfu => Err(SpecError::Unknown {
                game: "Kung Fu Chess",
                name: text.to_owned(),
                known: "those of threefold arena --game kungfu: it has no turns",
            }),
        }
    }

    /// The game it plays.
    pub const fn game(&self) -> Game {
        match self {
            BotSpec::Easy
            | BotSpec::Medium(_)
            | BotSpec::Hard(_)
            | BotSpec::Master(_)
            | BotSpec::Elo(_)
            | BotSpec::Uci(_) => Game::Chess,
            BotSpec::Ransom(_) => Game::Ransom,
        }
    }

    /// Opens a bot of chess; a guest program is started and greeted here.
    pub fn open(&self, setup: Setup) -> Result<Box<dyn Bot<Position>>, BotError> {
        let level = |plan: Plan, tuning: Tuning| {
            let level = Level::new(tuning.applied(plan), setup);
            level.map(Box::new).map_err(|error| BotError::Start {
                name: self.to_string(),
                reason: error.to_string(),
            })
        };
        let master = |opened: Result<Master, EngineError>| {
            opened.map(Box::new).map_err(|error| BotError::Start {
                name: self.to_string(),
                reason: error.to_string(),
            })
        };
        Ok(match self {
            BotSpec::Easy => Box::new(Easy::new(setup.seed)),
            BotSpec::Medium(tuning) => level(Plan::medium(), *tuning)?,
            BotSpec::Hard(tuning) => level(Plan::hard(), *tuning)?,
            BotSpec::Master(spec) => master(Master::new(spec, setup))?,
            BotSpec::Elo(rating) => master(Master::rated(*rating, setup))?,
            BotSpec::Uci(spec) => Box::new(Guest::start(spec)?),
            BotSpec::Ransom(_) => return Err(self.plays_another_game()),
        })
    }

    fn plays_another_game(&self) -> BotError {
        BotError::Start {
            name: self.to_string(),
            reason: format!("it plays {}", self.game()),
        }
    }
}

/// A game whose bots can be opened.
pub trait Playable: Rules {
    /// Opens a bot; one of another game cannot start.
    fn open(spec: &BotSpec, setup: Setup) -> Result<Box<dyn Bot<Self>>, BotError>;
}

impl Playable for Position {
    fn open(spec: &BotSpec, setup: Setup) -> Result<Box<dyn Bot<Self>>, BotError> {
        spec.open(setup)
    }
}

impl Playable for ::ransom::Position {
    fn open(spec: &BotSpec, setup: Setup) -> Result<Box<dyn Bot<Self>>, BotError> {
        let BotSpec::Ransom(ransom) = spec else {
            return Err(spec.plays_another_game());
        };
        let level = crate::ransom::Level::new(ransom.plan(), setup);
        match level {
            Ok(level) => Ok(Box::new(level)),
            Err(error) => Err(BotError::Start {
                name: spec.to_string(),
                reason: error.to_string(),
            }),
        }
    }
}

/// A spec as data.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    game: Game,
    bot: String,
}

impl TryFrom<Written> for BotSpec {
    type Error = SpecError;

    fn try_from(written: Written) -> Result<Self, SpecError> {
        BotSpec::read(written.game, &written.bot)
    }
}

impl From<BotSpec> for Written {
    fn from(spec: BotSpec) -> Self {
        Written {
            game: spec.game(),
            bot: spec.to_string(),
        }
    }
}

impl Sitter {
    /// Reads `human` or a bot's spec.
    pub fn read(game: Game, text: &str) -> Result<Self, SpecError> {
        match text.trim() {
            "human" => Ok(Sitter::Human),
            text => BotSpec::read(game, text).map(Sitter::Bot),
        }
    }
}

impl Tuning {
    fn applied(self, plan: Plan) -> Plan {
        Plan {
            depth: self.depth.unwrap_or(plan.depth),
            time: self.movetime.map_or(plan.time, std::time::Duration::from_millis),
            weights: self.weights,
            ..plan
        }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotSpec::Easy => f.write_str("easy"),
            BotSpec::Medium(tuning) => write!(f, "medium{}", parameters::of_tuning(tuning)),
            BotSpec::Hard(tuning) => write!(f, "hard{}", parameters::of_tuning(tuning)),
            BotSpec::Master(spec) => write!(f, "master{}", parameters::of_master(spec)),
            BotSpec::Elo(rating) => write!(f, "elo:{rating}"),
            BotSpec::Ransom(spec) => spec.fmt(f),
            BotSpec::Uci(spec) => write!(f, "uci:{}{}", program::write(spec), parameters::of_guest(spec)),
        }
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sitter::Human => f.write_str("human"),
            Sitter::Bot(spec) => spec.fmt(f),
        }
    }
}

impl FromStr for Game {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        match text {
            "chess" => Ok(Game::Chess),
            "ransom" => Ok(Game::Ransom),
            "kungfu" => Ok(Game::Kungfu),
            other => Err(UnknownGame(other.to_owned())),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Game::Chess => "chess",
            Game::Ransom => "Ransom",
            Game::Kungfu => "Kung Fu Chess",
        })
    }
}

/// No game of this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no game is called '{0}'; known are chess, ransom and kungfu")]
pub struct UnknownGame(pub String);

pub(crate) fn read_chess(text: &str) -> Result<BotSpec, SpecError> {
    let text = text.trim();
    let (name, given) = text.split_once('?').unwrap_or((text, ""));
    if let Some(program) = name.strip_prefix("uci:") {
        let (program, args) = program::read(program)?;
        return Parameters::read(given)?.guest(program, args).map(BotSpec::Uci);
    }
    if let Some(rating) = name.strip_prefix("elo:") {
        return read_rating(rating, given).map(BotSpec::Elo);
    }
    match name {
        "easy" if given.is_empty() => Ok(BotSpec::Easy),
        "easy" => Err(SpecError::NoParameters {
            bot: "easy",
            given: given.to_owned(),
        }),
        "medium" => Parameters::read(given)?.tuning("medium").map(BotSpec::Medium),
        "hard" => Parameters::read(given)?.tuning("hard").map(BotSpec::Hard),
        "master" => Parameters::read(given)?.master().map(BotSpec::Master),
        other => Err(SpecError::Unknown {
            game: Position::NAME,
            name: other.to_owned(),
            known: "easy, medium, hard, elo:RATING, master and uci:PROGRAM, and human where a person may sit",
        }),
    }
}

fn read_rating(text: &str, given: &str) -> Result<u32, SpecError> {
    if !given.is_empty() {
        return Err(SpecError::NoParameters {
            bot: "elo",
            given: given.to_owned(),
        });
    }
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let rating = text
        .parse()
        .ok()
        .filter(|rating| digits && engine::RATINGS.contains(rating));
    rating.ok_or_else(|| SpecError::Rating {
        given: text.to_owned(),
        allowed: engine::RATINGS,
    })
}
