//! Scores as Elo differences.
//!
//! The scale is the logistic one of FIDE and of every engine list: 400 points are odds of ten to one.

use std::fmt;

use serde::Serialize;

use crate::statistics::Results;

/// How many standard deviations either side of the mean hold 95 % of a normal distribution.
pub(super) const NORMAL_95: f64 = 1.959_964;

/// An Elo difference with its uncertainty, as seen by the first player of a pairing.
///
/// Elo is infinite after nothing but wins or losses, and the margin is infinite where the results do not rule those
/// out. JSON has no word for that: a serialised infinity is `null`.
///
/// ```
/// use arena::statistics::{Estimate, Pentanomial, Results};
///
/// let pairs = Pentanomial { counts: [8, 35, 104, 48, 15] };
/// let results = Results { pairs, ..Results::default() };
/// assert_eq!(Estimate::of(&results).to_string(), "+22.4 ± 21.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The first player's Elo less the second's.
    pub elo: f64,
    /// Half the width of the interval that holds the true difference with 95 %.
    pub margin: f64,
    /// Probability that the first player is the stronger one, before anything else is known about the two.
    pub likelihood: f64,
}

impl Estimate {
    /// The estimate from `results`: from the pairs if any is complete, else from the games.
    ///
    /// The mean score is taken as normal with the spread observed. The margin is half the distance between the Elo of
    /// the two ends of its interval, which stop at 0 and 1.
    pub fn of(results: &Results) -> Self {
        let Some(mean) = results.mean() else {
            return Estimate {
                elo: 0.0,
                margin: f64::INFINITY,
                likelihood: 0.5,
            };
        };
        let reach = NORMAL_95 * mean.error;
        let low = elo_of_score((mean.score - reach).max(0.0));
        let high = elo_of_score((mean.score + reach).min(1.0));
        Estimate {
            elo: elo_of_score(mean.score),
            margin: (high - low) / 2.0,
            likelihood: normal_below((mean.score - 0.5) / mean.error),
        }
    }
}

impl fmt::Display for Estimate {
    /// Elo and margin: `+34.9 ± 12.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} ± {:.1}", self.elo, self.margin)
    }
}

/// The Elo difference at which `score`, from 0 to 1, is expected; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score, from 0 to 1, expected of a player who is `elo` points stronger.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The share of a standard normal distribution below `x`.
///
/// The Taylor series of Marsaglia, "Evaluating the Normal Distribution" (2004): for `x` ≥ 0 all its terms are
/// positive, so nothing cancels.
fn normal_below(x: f64) -> f64 {
    // Beyond eight deviations one double away from 0 or 1, and the series would only grow longer.
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let mut term = x;
    let mut sum = x;
    let mut divisor = 1.0;
    while term.abs() > f64::EPSILON * sum.abs() {
        divisor += 2.0;
        term *= x * x / divisor;
        sum += term;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Points;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -35.5, 0.0, 1.0, 240.0] {
            assert!((elo_of_score(expected_score(elo)) - elo).abs() < 1e-9);
        }
        // Ten to one is 400 points by definition.
        assert!((elo_of_score(10.0 / 11.0) - 400.0).abs() < 1e-9);
    }

    #[test]
    fn the_normal_distribution_agrees_with_its_tables() {
        // Abramowitz and Stegun, table 26.1.
        for (x, share) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274),
            (1.0, 0.841_344_746_069),
            (1.96, 0.975_002_104_852),
            (3.0, 0.998_650_101_968),
            (5.0, 0.999_999_713_348),
        ] {
            assert!((normal_below(x) - share).abs() < 1e-12, "{x}");
            assert!((normal_below(-x) - (1.0 - share)).abs() < 1e-12, "-{x}");
        }
    }

    #[test]
    fn what_cannot_be_known_is_infinite() {
        let mut results = Results::default();
        assert_eq!(Estimate::of(&results).to_string(), "+0.0 ± inf");
        assert!((Estimate::of(&results).likelihood - 0.5).abs() < f64::EPSILON);

        results.add_pair(Points::Win, Points::Win);
        assert_eq!(Estimate::of(&results).to_string(), "+inf ± inf");
        assert_eq!(Estimate::of(&results.reversed()).to_string(), "-inf ± inf");
        let once = Estimate::of(&results).likelihood;
        results.add_pair(Points::Win, Points::Win);
        assert!(0.5 < once && once < Estimate::of(&results).likelihood);
    }

    #[test]
    fn pairs_that_are_all_alike_are_not_certain() {
        let mut results = Results::default();
        results.add_pair(Points::Win, Points::Loss);
        assert_eq!(Estimate::of(&results).to_string(), "+0.0 ± inf");
        for _ in 1..100 {
            results.add_pair(Points::Win, Points::Loss);
        }
        // .5 / 100 pairs is a standard error of .005; 1.96 of it are .0098, and 400 lg(.5098 / .4902) is 6.8.
        assert_eq!(Estimate::of(&results).to_string(), "+0.0 ± 6.8");
    }
}
