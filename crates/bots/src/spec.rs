//! Bot specs of chess, as text and as data.
//!
//! The texts are those of the command line: `easy`, `hard?depth=8&movetime=200`, `elo:1500`, `uci:stockfish?Hash=64`,
//! `onnx:maia.onnx`. A parsed spec prints as a text that parses to the same spec.

mod model;
mod parameters;
mod program;
mod ransom;

use std::{fmt, ops::Range, str::FromStr};

use chess::Position;
use engine::{EngineError, Technique};
use play::{Bot, BotError, BotKind, BotPlace, BotTraits, Setup, SpecError, TurnGame};

use crate::{Easy, Guest, Level, Master, ModelBot, Plan, abilities, evaluation::Weights};
pub use model::ModelSpec;
use parameters::Parameters;
pub use ransom::RansomSpec;

/// A bot of chess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessSpec {
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
    /// A model from a file.
    Model(ModelSpec),
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
    /// Nodes for a move; above zero.
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
    /// Nodes for a move; above zero.
    pub nodes: Option<u64>,
}

impl ChessSpec {
    /// The data of the bot for hosting, before it is opened.
    pub(crate) const fn traits(&self) -> BotTraits {
        let (place, kind) = match self {
            ChessSpec::Uci(_) => (BotPlace::Program, BotKind::Uci),
            ChessSpec::Model(_) => (BotPlace::Inside, BotKind::Model),
            ChessSpec::Easy | ChessSpec::Medium(_) | ChessSpec::Hard(_) | ChessSpec::Master(_) | ChessSpec::Elo(_) => {
                (BotPlace::Inside, BotKind::Internal)
            }
        };
        BotTraits {
            place,
            pause: self.pause(),
            kind,
            maker: abilities::maker(kind),
            abilities: abilities::of_chess(self),
        }
    }

    /// How long to wait, in milliseconds, before the move of a fast bot is shown: one to two seconds for Easy, and for
    /// a rating-limited bot about as long as a person takes for a move.
    const fn pause(&self) -> Option<Range<u64>> {
        match self {
            ChessSpec::Easy => Some(1_000..1_900),
            ChessSpec::Elo(_) => Some(1_200..4_500),
            ChessSpec::Model(spec) => spec.pause(),
            ChessSpec::Medium(_) | ChessSpec::Hard(_) | ChessSpec::Master(_) | ChessSpec::Uci(_) => None,
        }
    }

    /// Opens the bot; a guest program is started and greeted here.
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
            ChessSpec::Easy => Box::new(Easy::new(setup.seed)),
            ChessSpec::Medium(tuning) => level(Plan::medium(), *tuning)?,
            ChessSpec::Hard(tuning) => level(Plan::hard(), *tuning)?,
            ChessSpec::Master(spec) => master(Master::new(spec, setup))?,
            ChessSpec::Elo(rating) => master(Master::rated(*rating, setup))?,
            ChessSpec::Uci(spec) => Box::new(Guest::start(spec)?),
            ChessSpec::Model(spec) => Box::new(ModelBot::<Position>::open(spec, setup)?),
        })
    }
}

impl FromStr for ChessSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, given) = text.split_once('?').unwrap_or((text, ""));
        if let Some(program) = name.strip_prefix("uci:") {
            let (program, args) = program::read(program)?;
            return Parameters::read(given)?.guest(program, args).map(ChessSpec::Uci);
        }
        if let Some(spec) = ModelSpec::of(text) {
            return spec.map(ChessSpec::Model);
        }
        if let Some(rating) = name.strip_prefix("elo:") {
            return read_rating(rating, given).map(ChessSpec::Elo);
        }
        match name {
            "easy" if given.is_empty() => Ok(ChessSpec::Easy),
            "easy" => Err(SpecError::NoParameters {
                bot: "easy",
                given: given.to_owned(),
            }),
            "medium" => Parameters::read(given)?.tuning("medium").map(ChessSpec::Medium),
            "hard" => Parameters::read(given)?.tuning("hard").map(ChessSpec::Hard),
            "master" => Parameters::read(given)?.master().map(ChessSpec::Master),
            other => Err(SpecError::Unknown {
                game: Position::NAME,
                name: other.to_owned(),
                known: "easy, medium, hard, elo:RATING, master, uci:PROGRAM and onnx:FILE, and human where a person may sit",
            }),
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

impl fmt::Display for ChessSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ChessSpec::Easy => f.write_str("easy"),
            ChessSpec::Medium(tuning) => write!(f, "medium{}", parameters::of_tuning(tuning)),
            ChessSpec::Hard(tuning) => write!(f, "hard{}", parameters::of_tuning(tuning)),
            ChessSpec::Master(spec) => write!(f, "master{}", parameters::of_master(spec)),
            ChessSpec::Elo(rating) => write!(f, "elo:{rating}"),
            ChessSpec::Uci(spec) => write!(f, "uci:{}{}", program::write(spec), parameters::of_guest(spec)),
            ChessSpec::Model(spec) => spec.fmt(f),
        }
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
