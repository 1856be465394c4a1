//! The state of a sequential test, and its decision.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub llr: f64,
    /// Where `elo0` is accepted.
    pub lower: f64,
    /// Where `elo1` is accepted.
    pub upper: f64,
    /// Elo of the hypothesis to beat.
    pub elo0: f64,
    /// Elo of the hypothesis hoped for.
    pub elo1: f64,
}

impl SprtState {
    /// The hypothesis accepted here, if any.
    pub fn verdict(&self) -> Option<Hypothesis> {
        if self.llr <= self.lower {
            Some(Hypothesis::H0)
        } else if self.llr >= self.upper {
            Some(Hypothesis::H1)
        } else {
            None
        }
    }
}

impl fmt::Display for SprtState {
    /// Ratio, bounds and hypotheses: `llr 1.23 (-2.94, 2.94) [0, 10]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "llr {:.2} ({:.2}, {:.2}) ", self.llr, self.lower, self.upper)?;
        write!(f, "[{}, {}]", self.elo0, self.elo1)
    }
}

/// What a test decides between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The difference is `elo0`, or less.
    H0,
    /// The difference is `elo1`, or more.
    H1,
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hypothesis::H0 => "H0",
            Hypothesis::H1 => "H1",
        })
    }
}
