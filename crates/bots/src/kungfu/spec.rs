//! Which mind is meant, as text: `random`, `level1` to `level4`, `level4?pace=3`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Level, Mind, RandomMover, Traits};
use crate::SpecError;

/// A mind for Kung Fu Chess; what is read can be printed back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum KungfuSpec {
    /// Random moves.
    Random,
    /// One of the levels.
    Level {
        /// 1 to 4.
        level: u8,
        /// The level whose delays it keeps; its own unless given.
        pace: Option<u8>,
    },
}

impl KungfuSpec {
    /// Opens the mind; everything left to chance follows from the seed.
    pub fn open(self, seed: u64) -> Box<dyn Mind> {
        match self {
            KungfuSpec::Random => Box::new(RandomMover::new(seed)),
            KungfuSpec::Level { level, pace } => {
                let traits = Traits::of_level(level);
                let traits = pace.map_or(traits, |pace| traits.at_pace_of(pace));
                Box::new(Level::new(traits, seed))
            }
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
        let level = match name {
            "random" => None,
            "level1" => Some((1, "level1")),
            "level2" => Some((2, "level2")),
            "level3" => Some((3, "level3")),
            "level4" => Some((4, "level4")),
            other => {
                return Err(SpecError::Unknown {
                    game: "Kung Fu Chess",
                    name: other.to_owned(),
                    known: "random, level1, level2, level3 and level4",
                });
            }
        };
        let Some((level, bot)) = level else {
            return given.map_or(Ok(KungfuSpec::Random), |given| {
                Err(SpecError::NoParameters {
                    bot: "random",
                    given: given.to_owned(),
                })
            });
        };
        let pace = given.map(|given| read_pace(bot, given)).transpose()?;
        Ok(KungfuSpec::Level { level, pace })
    }
}

/// `pace=3`.
fn read_pace(bot: &'static str, given: &str) -> Result<u8, SpecError> {
    let (name, value) = given
        .split_once('=')
        .ok_or_else(|| SpecError::NoValue(given.to_owned()))?;
    if name != "pace" {
        return Err(SpecError::UnknownParameter {
            bot,
            name: name.to_owned(),
            allowed: "pace (the level whose delays it keeps, 1 to 4)",
        });
    }
    match value {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(3),
        "4" => Ok(4),
        _ => Err(SpecError::Value {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: "a level from 1 to 4",
        }),
    }
}

impl fmt::Display for KungfuSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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
