//! The bots of Ransom by text: `beginner`, `easy`, `hard?depth=5`, `master?movetime=500`.

use std::{fmt, str::FromStr, time::Duration};

use play::{SpecError, TurnGame};
use ransom::Position;

use super::parameters::Parameters;
use crate::ransom::{Plan, Rank, Weights};

/// A level of Ransom with changes to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RansomSpec {
    /// Which level.
    pub rank: Rank,
    /// Turns to look ahead, 1 to 20.
    pub depth: Option<u32>,
    /// The longest to think about a move in milliseconds, 1 to 5,000.
    pub movetime: Option<u64>,
    /// Factors on the evaluation.
    pub weights: Weights,
}

impl RansomSpec {
    /// The level without changes.
    pub fn new(rank: Rank) -> Self {
        RansomSpec {
            rank,
            depth: None,
            movetime: None,
            weights: Plan::of(rank).weights,
        }
    }

    /// How the level thinks with its changes.
    pub fn plan(&self) -> Plan {
        let plan = Plan::of(self.rank);
        let movetime = self.movetime.map(Duration::from_millis);
        Plan {
            depth: self.depth.unwrap_or(plan.depth),
            time: movetime.unwrap_or(plan.time),
            longest: movetime.unwrap_or(plan.longest),
            weights: self.weights,
            ..plan
        }
    }
}

impl FromStr for RansomSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, given) = text.split_once('?').unwrap_or((text, ""));
        let rank = Rank::ALL
            .into_iter()
            .find(|rank| rank.word() == name)
            .ok_or_else(|| SpecError::Unknown {
                game: Position::NAME,
                name: name.to_owned(),
                known: "beginner, novice, easy, hard, master and onnx:FILE, and human where a person may sit",
            })?;
        Parameters::read(given)?.ransom(RansomSpec::new(rank))
    }
}

impl fmt::Display for RansomSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank.word(), super::parameters::of_ransom(self))
    }
}
