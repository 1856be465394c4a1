//! The sequential probability ratio test.
//!
//! After every pair the likelihood of the results under "the difference is `elo1`" is compared with that under "the
//! difference is `elo0`". The test ends when the logarithm of their ratio leaves the interval between two bounds, with
//! error probabilities of about `alpha` and `beta` (Wald 1945).
//!
//! An Elo difference fixes only the expected score and leaves open how the pairs spread, so each hypothesis is given
//! the distribution of that mean which fits the results best: the *generalised* test, in the form that Michel Van den
//! Bergh worked out for fishtest, Stockfish's test server. Elo is logistic, as elsewhere in this crate, and not
//! fishtest's normalised kind. A game without its partner is not used.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::statistics::{Hypothesis, Pentanomial, SprtState, expected_score, fit::Fit};

/// The largest Elo of a hypothesis: there a player loses one point in 317. Beyond that, rounding would soon make it a
/// score of 1, which no distribution with draws and losses has.
const LARGEST_ELO: f64 = 1000.0;

/// A test of `elo0` against `elo1`; valid once made.
///
/// ```
/// use arena::statistics::{Hypothesis, Pentanomial, Sprt};
///
/// let sprt: Sprt = "0,10".parse()?;
/// let pairs = Pentanomial { counts: [60, 280, 700, 340, 80] };
/// assert_eq!(sprt.verdict(&pairs), Some(Hypothesis::H1));
/// assert_eq!(sprt.state(&pairs).to_string(), "llr 4.14 (-2.94, 2.94) [0, 10]");
/// # Ok::<(), arena::statistics::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// The probability of either error where none is given.
    pub const DEFAULT_RISK: f64 = 0.05;

    /// A test that takes up `elo1` wrongly with probability `alpha` and `elo0` with `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            // Written so that NaN fails too.
            if !(-LARGEST_ELO..=LARGEST_ELO).contains(&elo) {
                return Err(SprtError::Elo(elo));
            }
        }
        if elo1 <= elo0 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 0.5) {
                return Err(SprtError::Risk { name, value });
            }
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Elo of the hypothesis to beat.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Elo of the hypothesis hoped for.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Probability of accepting `elo1` when `elo0` is true.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// Probability of accepting `elo0` when `elo1` is true.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// Where the log-likelihood ratio decides: for `elo0` at or below the first, for `elo1` at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of `elo1` to `elo0`; zero without pairs.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let [null, alternative] = [self.elo0, self.elo1].map(|elo| Fit::new(pairs, expected_score(elo)));
        alternative.log_likelihood(pairs) - null.log_likelihood(pairs)
    }

    /// The hypothesis that the results have decided for, if they have.
    pub fn verdict(&self, pairs: &Pentanomial) -> Option<Hypothesis> {
        self.state(pairs).verdict()
    }

    /// The state of the test.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        let (lower, upper) = self.bounds();
        SprtState {
            llr: self.llr(pairs),
            lower,
            upper,
            elo0: self.elo0,
            elo1: self.elo1,
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let unreadable = || SprtError::Unreadable(text.to_owned());
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| number.trim().parse().map_err(|_| unreadable()))
            .collect::<Result<_, _>>()?;
        match numbers[..] {
            [elo0, elo1] => Sprt::new(elo0, elo1, Sprt::DEFAULT_RISK, Sprt::DEFAULT_RISK),
            [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta),
            _ => Err(unreadable()),
        }
    }
}

impl fmt::Display for Sprt {
    /// All four numbers, as they are read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Why numbers are not a test.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// Not two or four numbers.
    #[error("'{0}' is not a test; write elo0,elo1 or elo0,elo1,alpha,beta, such as 0,10 or 0,10,0.05,0.05")]
    Unreadable(String),
    /// Infinite, not a number, or so large that no match could decide it.
    #[error("{0} is not an Elo difference from -{LARGEST_ELO} to {LARGEST_ELO}")]
    Elo(f64),
    /// The hypotheses are the wrong way round or the same.
    #[error("elo1 must exceed elo0, but {elo1} does not exceed {elo0}")]
    Order {
        /// The hypothesis to beat.
        elo0: f64,
        /// The hypothesis hoped for.
        elo1: f64,
    },
    /// A probability of error that is not between 0 and ½.
    #[error("{name} must lie between 0 and 0.5, but is {value}")]
    Risk {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The given value.
        value: f64,
    },
}

/// The numbers of a test as they are stored.
#[derive(Deserialize)]
struct Unchecked {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

impl TryFrom<Unchecked> for Sprt {
    type Error = SprtError;

    fn try_from(numbers: Unchecked) -> Result<Self, SprtError> {
        Sprt::new(numbers.elo0, numbers.elo1, numbers.alpha, numbers.beta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn tests_are_read_or_refused_with_words() {
        for (text, written) in [("0,10", "0,10,0.05,0.05"), (" -1.5 , 3,0.1, 0.01", "-1.5,3,0.1,0.01")] {
            assert_eq!(sprt(text).to_string(), written);
            assert_eq!(sprt(written), sprt(text));
        }
        for (text, word) in [
            ("", "write elo0,elo1"),
            ("5", "write elo0,elo1"),
            ("0,10,0.05", "write elo0,elo1"),
            ("0;10", "write elo0,elo1"),
            ("0,ten", "write elo0,elo1"),
            ("0,inf", "not an Elo"),
            ("nan,5", "not an Elo"),
            ("0,5000", "not an Elo"),
            ("10,0", "elo1 must exceed elo0"),
            ("5,5", "elo1 must exceed elo0"),
            ("0,5,0,0.05", "alpha must lie"),
            ("0,5,0.05,0.5", "beta must lie"),
            ("0,5,nan,0.05", "alpha must lie"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(word), "{text}: {error}");
        }
        let stored = serde_json::to_string(&sprt("0,10")).unwrap();
        assert_eq!(serde_json::from_str::<Sprt>(&stored).unwrap(), sprt("0,10"));
        assert!(serde_json::from_str::<Sprt>(r#"{"elo0":5,"elo1":0,"alpha":0.05,"beta":0.05}"#).is_err());
    }
}
