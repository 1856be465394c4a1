//! Bots as text: `still`, `random`, `level1` to `level5`, `level4?pace=3`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Level, LevelBot, LiveBot, Paced, RandomMover, Still};

/// Names a bot of Kung Fu Chess; its text form parses back to the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum KungfuSpec {
    /// [`Still`].
    Still,
    /// [`RandomMover`].
    Random,
    /// [`LevelBot`].
    Level {
        /// From 1 to 5.
        level: u8,
        /// The level whose delays it uses instead of its own, from 1 to 4.
        pace: Option<u8>,
    },
}

/// Why a text names no bot of Kung Fu Chess.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No bot has this name.
    #[error("no Kung Fu bot is called '{0}'; known are random, level1, level2, level3, level4 and level5")]
    Unknown(String),
    /// A bot without parameters was followed by this parameter text.
    #[error("{0} takes no parameters, but '{1}' was given")]
    NoParameters(&'static str, String),
    /// This parameter text has no `=`.
    #[error("'{0}' is not a parameter; write name=value")]
    NoValue(String),
    /// A level was given a parameter other than `pace`.
    #[error("{bot} has no parameter '{name}'; it takes pace (the level whose delays it keeps, 1 to 4)")]
    UnknownParameter {
        /// The level, as `level1`.
        bot: &'static str,
        /// The name before the `=`.
        name: String,
    },
    /// A bot with a pace of its own was to be asked at another one.
    #[error("{0} names a pace of its own; leave it out in a match at one pace")]
    TwoPaces(String),
    /// `pace` was given this value, which is no level.
    #[error("pace={0} is not possible; pace is a level from 1 to 4")]
    Pace(String),
}

impl KungfuSpec {
    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            KungfuSpec::Still => "Sparring partner",
            KungfuSpec::Random => "Random",
            KungfuSpec::Level { level: 1, .. } => "Novice",
            KungfuSpec::Level { level: 2, .. } => "Intermediate",
            KungfuSpec::Level { level: 3, .. } => "Advanced",
            KungfuSpec::Level { level: 4, .. } => "Master",
            KungfuSpec::Level { .. } => "Grandmaster",
        }
    }

    /// Creates the bot; its random choices follow from the seed.
    pub fn open(self, seed: u64) -> Box<dyn LiveBot> {
        match self {
            KungfuSpec::Still => Box::new(Still),
            KungfuSpec::Random => Box::new(RandomMover::new(seed)),
            KungfuSpec::Level { level, pace } => {
                let level = Level::new(level);
                let level = pace.map_or(level, |pace| level.at_pace_of(pace));
                Box::new(LevelBot::new(level, seed))
            }
        }
    }

    /// Creates the bot for a match at one pace: a level decides only after the delays of level `pace`, and never within
    /// a delay. Bots without a level have their own times.
    pub fn open_paced(self, pace: u8, seed: u64) -> Result<Box<dyn LiveBot>, SpecError> {
        match self {
            KungfuSpec::Level { pace: Some(_), .. } => Err(SpecError::TwoPaces(self.to_string())),
            KungfuSpec::Level { level, pace: None } => {
                let bot = LevelBot::new(Level::new(level).without_delay(), seed);
                // The pauses must not follow the random choices of the bot.
                Ok(Box::new(Paced::new(Box::new(bot), Level::new(pace), seed ^ 0x5EED)))
            }
            KungfuSpec::Still | KungfuSpec::Random => Ok(self.open(seed)),
        }
    }
}

impl FromStr for KungfuSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, given) = text
            .split_once('?')
            .map_or((text, None), |(name, given)| (name, Some(given)));
        let plain = |spec, name| given.map_or(Ok(spec), |given| Err(SpecError::NoParameters(name, given.to_owned())));
        let (level, bot) = match name {
            "still" => return plain(KungfuSpec::Still, "still"),
            "random" => return plain(KungfuSpec::Random, "random"),
            "level1" => (1, "level1"),
            "level2" => (2, "level2"),
            "level3" => (3, "level3"),
            "level4" => (4, "level4"),
            "level5" => (5, "level5"),
            other => return Err(SpecError::Unknown(other.to_owned())),
        };
        let pace = given.map(|given| read_pace(bot, given)).transpose()?;
        Ok(KungfuSpec::Level { level, pace })
    }
}

/// Parses `pace=3`.
fn read_pace(bot: &'static str, given: &str) -> Result<u8, SpecError> {
    let (name, value) = given
        .split_once('=')
        .ok_or_else(|| SpecError::NoValue(given.to_owned()))?;
    if name != "pace" {
        return Err(SpecError::UnknownParameter {
            bot,
            name: name.to_owned(),
        });
    }
    match value {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(3),
        "4" => Ok(4),
        _ => Err(SpecError::Pace(value.to_owned())),
    }
}

impl fmt::Display for KungfuSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KungfuSpec::Still => f.write_str("still"),
            KungfuSpec::Random => f.write_str("random"),
            KungfuSpec::Level { level, pace: None } => write!(f, "level{level}"),
            KungfuSpec::Level {
                level,
                pace: Some(pace),
            } => write!(f, "level{level}?pace={pace}"),
        }
    }
}

impl TryFrom<String> for KungfuSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Self, SpecError> {
        text.parse()
    }
}

impl From<KungfuSpec> for String {
    fn from(spec: KungfuSpec) -> String {
        spec.to_string()
    }
}
