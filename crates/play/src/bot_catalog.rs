//! The bots of a game: how they are offered, named and opened.

use std::{
    fmt,
    ops::{Range, RangeInclusive},
    path::Path,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Ability, Bot, BotError, BotKind, ImportError, ImportedGame, OpeningBook, OpeningError, OpeningSource,
    SolvedEndings, TurnGame,
};

/// The bots of a turn game, beside the other things that are not rules: openings, solved endings and files.
pub trait BotCatalog<R: TurnGame>: Send + Sync + 'static {
    /// The bots that people are offered, weakest first.
    fn levels(&self) -> &'static [Level];

    /// The canonical text of a spec.
    fn read(&self, text: &str) -> Result<String, SpecError>;

    /// What hosting must know of a bot before it is opened.
    fn traits(&self, spec: &str) -> BotTraits;

    /// Opens a bot by its canonical text.
    fn open(&self, spec: &str, setup: Setup) -> Result<Box<dyn Bot<R>>, BotError>;

    /// The canonical text of the bot that gives hints and reviews games.
    fn adviser(&self) -> &'static str;

    /// Lines that a bot says while it thinks.
    fn small_talk(&self) -> &'static [&'static str] {
        &[]
    }

    /// Openings for matches; without a file, the game's own balanced set.
    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError>;

    /// Solved endings in a directory.
    fn solved_endings(&self, _directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError> {
        Err(OpeningError::NoSolvedEndings(R::NAME))
    }

    /// Games in a file.
    fn import(&self, _bytes: &[u8]) -> Vec<Result<ImportedGame, ImportError>> {
        vec![Err(ImportError {
            line: 1,
            words: format!("games of {} cannot be read from files", R::NAME),
        })]
    }
}

/// A bot as people are offered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// The text that opens it.
    pub spec: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What to expect of it.
    pub words: &'static str,
    /// Its strength on the ladder of docs/strength.md, as far as it was measured.
    pub rating: Option<u32>,
}

impl Level {
    /// A level whose strength was measured.
    pub const fn rated(spec: &'static str, name: &'static str, words: &'static str, rating: u32) -> Self {
        Level {
            spec,
            name,
            words,
            rating: Some(rating),
        }
    }
}

/// What hosting must know of a bot before it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotTraits {
    /// Where it may think.
    pub place: BotPlace,
    /// How long it waits before a move is shown to a person, if it needs hardly any time itself; in milliseconds.
    pub pause: Option<Range<u64>>,
    /// Where it comes from.
    pub kind: BotKind,
    /// Who made it; none for a bot that says so only when it is open.
    pub maker: Option<Maker>,
    /// Its abilities.
    pub abilities: &'static [Ability],
}

/// Who made a bot, and which release it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maker {
    /// Who made it.
    pub author: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Maker {
    /// Of the bots that are part of this program.
    pub const HOUSE: Maker = Maker {
        author: "the Threefold authors",
        version: env!("CARGO_PKG_VERSION"),
    };
}

/// Where a bot thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BotPlace {
    /// In this program.
    #[default]
    Inside,
    /// In a program of its own, so that asking it means waiting.
    Program,
}

/// A bot of a game, named by its canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(transparent)]
pub struct BotSpec(String);

impl BotSpec {
    /// A text that [`BotCatalog::read`] has made canonical, or that was stored as one.
    pub fn stored(text: impl Into<String>) -> Self {
        BotSpec(text.into())
    }

    /// The canonical text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A name for a bot that has not given one itself: `Hard`, or the file name of a program or model.
    pub fn short_name(&self) -> String {
        let name = self.0.split('?').next().unwrap_or(&self.0);
        if let Some(program) = name.strip_prefix("uci:") {
            let program = program.split(' ').next().unwrap_or(program);
            return program.rsplit('/').next().unwrap_or(program).to_owned();
        }
        if let Some(file) = name.strip_prefix("onnx:") {
            let file = file.rsplit('/').next().unwrap_or(file);
            return file.strip_suffix(".onnx").unwrap_or(file).to_owned();
        }
        if let Some(model) = name.strip_prefix("model:") {
            return model.to_owned();
        }
        let mut letters = name.chars();
        let first = letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect());
        first.unwrap_or_default()
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What opening a bot needs beside its spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Decides what is left to chance.
    pub seed: u64,
    /// Memory for a search in MiB.
    pub hash: usize,
    /// Whose memory it is.
    pub memory: MemorySource,
}

impl Setup {
    /// This seed, and 16 MiB of its own.
    pub const fn seeded(seed: u64) -> Self {
        Setup {
            seed,
            hash: 16,
            memory: MemorySource::Own,
        }
    }
}

/// Where the memory of a bot's search comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemorySource {
    /// The bot has its own from the beginning.
    Own,
    /// It is lent for each question with [`GameBot::lend`]; a bot that gets none allocates it when it is asked.
    Lent,
}

/// Why a text names no bot of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No bot of this name.
    #[error("no bot of {game} is called '{name}'; known are {known}")]
    Unknown {
        /// The game's name.
        game: &'static str,
        /// The name given.
        name: String,
        /// The names there are, as a list for people.
        known: &'static str,
    },
    /// A bot that takes no parameters got one.
    #[error("{bot} takes no parameters, but '{given}' was given")]
    NoParameters {
        /// The bot.
        bot: &'static str,
        /// The text after the question mark.
        given: String,
    },
    /// A parameter this bot does not know.
    #[error("{bot} has no parameter '{name}'; it takes {allowed}")]
    UnknownParameter {
        /// The bot.
        bot: &'static str,
        /// The parameter.
        name: String,
        /// What it takes, with ranges.
        allowed: &'static str,
    },
    /// A value out of its range.
    #[error("{name}={value} is not possible; {name} is {allowed}")]
    Value {
        /// The parameter.
        name: String,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A rating that nobody plays at.
    #[error("elo:{given} is not possible; a rating is a whole number from {} to {}", allowed.start(), allowed.end())]
    Rating {
        /// The text after `elo:`.
        given: String,
        /// The ratings there are.
        allowed: RangeInclusive<u32>,
    },
    /// A parameter given twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// Parameters that are not `name=value`.
    #[error("'{0}' is not a parameter; write name=value")]
    NoValue(String),
    /// `uci:` without a program.
    #[error("uci: needs a program, as in uci:stockfish")]
    NoProgram,
    /// `onnx:` without a file.
    #[error("onnx: needs the file of a model, as in onnx:maia.onnx")]
    NoModel,
    /// No model is offered under this name.
    #[error("no model of {game} is offered as '{name}'; offered are {known}")]
    NoSuchModel {
        /// The game's name.
        game: &'static str,
        /// The name given.
        name: String,
        /// The names there are, as a list for people.
        known: String,
    },
    /// A quote that is not closed.
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
}
