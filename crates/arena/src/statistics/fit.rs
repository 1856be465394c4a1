//! The best distribution of a given mean.
//!
//! From Michel Van den Bergh's notes for fishtest (`support_MLE_multinomial.pdf`, proposition 1.1, with the Python of
//! `LLRcalc.py` beside it): let qᵢ be the shares of the pairs observed at the scores aᵢ. Among all distributions on
//! these scores with mean s, the results are likeliest under
//!
//! > pᵢ = qᵢ / (1 + x (aᵢ − s)), where x is the root of Σ qᵢ (aᵢ − s) / (1 + x (aᵢ − s)) = 0.
//!
//! The sum falls steadily in x between the poles −1/(1 − s) and 1/s, so there is exactly one root.

use crate::statistics::Pentanomial;

/// What a kind of pair that never occurred counts as, so that no mean is ruled out by its absence; fishtest's amount.
const UNSEEN: f64 = 1e-3;

/// The distribution with a given mean under which some pairs are likeliest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    mean: f64,
    /// x of the module's formula.
    multiplier: f64,
}

impl Fit {
    /// The best distribution for `pairs` among those of `mean`, which lies strictly between 0 and 1.
    pub(super) fn new(pairs: &Pentanomial, mean: f64) -> Self {
        let terms = weights(pairs).map(|(weight, score)| (weight, score - mean));
        let mut low = -1.0 / (1.0 - mean);
        let mut high = 1.0 / mean;
        // Newton's steps; where one would leave the bracket, as it may close to a pole, the bracket is halved.
        let mut x = 0.0;
        loop {
            let (mut sum, mut slope) = (0.0, 0.0);
            for (weight, offset) in terms {
                let ratio = offset / (1.0 + x * offset);
                sum += weight * ratio;
                slope -= weight * ratio * ratio;
            }
            if sum > 0.0 {
                low = x;
            } else {
                high = x;
            }
            let newton = x - sum / slope;
            let next = if low < newton && newton < high {
                newton
            } else {
                f64::midpoint(low, high)
            };
            // A relative error of 1e-12 in x is far below what two decimals of a ratio show.
            if (next - x).abs() <= 1e-12 * (1.0 + x.abs()) {
                return Fit { mean, multiplier: next };
            }
            x = next;
        }
    }

    /// The log-likelihood of `pairs` here, less that of their own shares qᵢ, which no mean changes: Σ nᵢ ln(pᵢ / qᵢ).
    pub(super) fn log_likelihood(&self, pairs: &Pentanomial) -> f64 {
        -weights(pairs)
            .map(|(weight, score)| weight * (self.multiplier * (score - self.mean)).ln_1p())
            .iter()
            .sum::<f64>()
    }
}

/// The counts, none of them zero, with their scores.
fn weights(pairs: &Pentanomial) -> [(f64, f64); 5] {
    std::array::from_fn(|kind| ((pairs.counts[kind] as f64).max(UNSEEN), Pentanomial::SCORES[kind]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::expected_score;

    fn shares(fit: &Fit, pairs: &Pentanomial) -> [f64; 5] {
        let total: f64 = weights(pairs).iter().map(|(weight, _)| weight).sum();
        weights(pairs).map(|(weight, score)| weight / total / (1.0 + fit.multiplier * (score - fit.mean)))
    }

    #[test]
    fn the_fit_is_a_distribution_of_its_mean() {
        for counts in [
            [5, 40, 100, 60, 9],
            [0, 0, 0, 0, 1],
            [0, 0, 40_000, 0, 0],
            [1, 0, 0, 0, 0],
            [900, 0, 0, 0, 2],
        ] {
            let pairs = Pentanomial { counts };
            for mean in [0.004, 0.3, 0.5, 0.514_389, 0.9968] {
                let shares = shares(&Fit::new(&pairs, mean), &pairs);
                let total: f64 = shares.iter().sum();
                let score: f64 = shares.iter().zip(Pentanomial::SCORES).map(|(p, a)| p * a).sum();
                assert!((total - 1.0).abs() < 1e-6, "{counts:?} at {mean}: {shares:?}");
                assert!((score - mean).abs() < 1e-6, "{counts:?} at {mean}: {shares:?}");
            }
        }
    }

    #[test]
    fn the_observed_mean_is_fitted_best() {
        let pairs = Pentanomial {
            counts: [5, 40, 100, 60, 9],
        };
        let mean = pairs.mean().unwrap();
        let best = Fit::new(&pairs, mean).log_likelihood(&pairs);
        assert!(best.abs() < 1e-9, "{best}");
        for offset in [-0.1, -0.01, 0.01, 0.1] {
            assert!(Fit::new(&pairs, mean + offset).log_likelihood(&pairs) < 0.0);
        }
    }

    fn ratio(pairs: &Pentanomial, s0: f64, s1: f64) -> f64 {
        Fit::new(pairs, s1).log_likelihood(pairs) - Fit::new(pairs, s0).log_likelihood(pairs)
    }

    /// If only two kinds of pairs occur, the mean determines the distribution: won pairs have share s and lost pairs 1
    /// − s. The ratio is Wald's for a coin: w ln(s1 / s0) + l ln((1 − s1) / (1 − s0)).
    #[test]
    fn with_two_kinds_of_pairs_the_test_is_that_of_a_coin() {
        for (lost, won, elo0, elo1) in [
            (40_u32, 60_u32, 0.0, 20.0),
            (300, 200, -30.0, -5.0),
            (7, 1, -100.0, 100.0),
        ] {
            let (s0, s1) = (expected_score(elo0), expected_score(elo1));
            let coin = f64::from(won) * (s1 / s0).ln() + f64::from(lost) * ((1.0 - s1) / (1.0 - s0)).ln();
            let counts = [lost.into(), 0, 0, 0, won.into()];
            let llr = ratio(&Pentanomial { counts }, s0, s1);
            // The kinds that did not occur count as a thousandth each.
            assert!((llr - coin).abs() < 0.004, "{llr} {coin}");
        }
    }

    /// For close hypotheses the ratio tends to n (s1 − s0) (2s − s0 − s1) / (2 var) (Van den Bergh,
    /// `GSPRT_approximation.pdf`), here with mean and variance written out: n = 1000; the scores sum to
    /// 160/4 + 500/2 + 280·3/4 + 30 = 530, and squared to 160/16 + 500/4 + 280·9/16 + 30 = 322.5.
    #[test]
    fn close_hypotheses_follow_the_normal_approximation() {
        let (mean, variance) = (0.530, 0.3225 - 0.530 * 0.530);
        let (s0, s1) = (expected_score(15.0), expected_score(20.0));
        let expected = 1000.0 * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let counts = [30, 160, 500, 280, 30];
        let llr = ratio(&Pentanomial { counts }, s0, s1);
        assert!((llr / expected - 1.0).abs() < 0.01, "{llr} {expected}");
    }
}
