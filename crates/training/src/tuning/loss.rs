//! How far values are from what came of the positions, and which way is down.
//!
//! A value becomes an expected result through a logistic curve; the target is a blend of the game's result and of what
//! the same curve makes of the search's score. The loss is the cross-entropy of the two.

use super::{
    Table,
    dataset::{Positions, Row},
    pieces::in_pieces,
};

/// The curve and the targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Loss {
    /// How steep the curve is, per centipawn.
    pub(super) steepness: f64,
    /// Threads to count with; they change no result.
    pub(super) threads: usize,
}

/// The result's share of the target. A result is the truth but says little of one position; a score is the reverse.
const RESULT: f64 = 0.4;
/// Positions added up by one thread at a time; the sums of the pieces are added in order.
const PIECE: usize = 1_024;

impl Loss {
    /// The loss with the curve that best tells results from scores. Scores keep their meaning so, and with them all
    /// margins of the search.
    pub(super) fn fitted(positions: &Positions, threads: usize) -> Self {
        // The steepness of usual curves lies far inside; the mean loss has one lowest point (golden section).
        let (mut low, mut high) = (0.000_5, 0.05);
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let loss = |steepness: f64| result_loss(positions, steepness, threads);
        let mut inner = [high - golden * (high - low), low + golden * (high - low)];
        let mut losses = inner.map(loss);
        for _ in 0..30 {
            if losses[0] < losses[1] {
                high = inner[1];
                inner = [high - golden * (high - low), inner[0]];
                losses = [loss(inner[0]), losses[0]];
            } else {
                low = inner[0];
                inner = [inner[1], low + golden * (high - low)];
                losses = [losses[1], loss(inner[1])];
            }
        }
        Loss {
            steepness: f64::midpoint(low, high),
            threads,
        }
    }

    /// The mean loss of positions.
    pub(super) fn mean(self, positions: &Positions, weights: &[[f64; 2]]) -> f64 {
        sum(positions, self.threads, |row| {
            let (value, _) = positions.value(row, weights);
            self.of(row, value)
        }) / positions.len().max(1) as f64
    }

    /// The mean loss of some positions and its gradient.
    pub(super) fn gradient(self, positions: &Positions, batch: &[u32], weights: &[[f64; 2]]) -> (f64, Table) {
        let pieces: Vec<&[u32]> = batch.chunks(PIECE).collect();
        let sums = in_pieces(self.threads, pieces.len(), |piece| {
            self.gradient_sum(positions, pieces[piece], weights)
        });
        let mut total = (0.0, vec![[0.0; 2]; weights.len()]);
        for (loss, gradient) in sums {
            total.0 += loss;
            for (sum, part) in total.1.iter_mut().zip(gradient) {
                sum[0] += part[0];
                sum[1] += part[1];
            }
        }
        let size = batch.len().max(1) as f64;
        let gradient = total.1.into_iter().map(|sum| sum.map(|half| half / size));
        (total.0 / size, gradient.collect())
    }

    fn gradient_sum(self, positions: &Positions, piece: &[u32], weights: &[[f64; 2]]) -> (f64, Table) {
        let mut loss = 0.0;
        let mut gradient = vec![[0.0; 2]; weights.len()];
        for index in piece {
            let row = &positions.rows()[*index as usize];
            let (value, factors) = positions.value(row, weights);
            loss += self.of(row, value);
            let error = self.steepness * (expected(value * self.steepness) - self.target(row));
            let slopes = factors.map(|factor| factor * error);
            for count in positions.counts(row) {
                let place = &mut gradient[usize::from(count.place)];
                place[0] += slopes[0] * f64::from(count.times);
                place[1] += slopes[1] * f64::from(count.times);
            }
        }
        (loss, gradient)
    }

    fn of(self, row: &Row, value: f64) -> f64 {
        cross_entropy(self.target(row), value * self.steepness)
    }

    fn target(self, row: &Row) -> f64 {
        let by_score = expected(f64::from(row.score) * self.steepness);
        RESULT * f64::from(row.points) + (1.0 - RESULT) * by_score
    }
}

/// The mean loss of scores as forecasts of results.
fn result_loss(positions: &Positions, steepness: f64, threads: usize) -> f64 {
    sum(positions, threads, |row| {
        cross_entropy(row.points.into(), f64::from(row.score) * steepness)
    }) / positions.len().max(1) as f64
}

/// The sum over all positions, piece by piece.
fn sum(positions: &Positions, threads: usize, of: impl Fn(&Row) -> f64 + Sync) -> f64 {
    let pieces: Vec<&[Row]> = positions.rows().chunks(PIECE).collect();
    let sums = in_pieces(threads, pieces.len(), |piece| {
        pieces[piece].iter().map(&of).sum::<f64>()
    });
    sums.into_iter().sum()
}

/// White's expected points.
fn expected(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

/// The cross-entropy of a target and the forecast of a logit, in a form that overflows for none.
fn cross_entropy(target: f64, logit: f64) -> f64 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cross_entropy_is_lowest_where_the_forecast_is_the_target() {
        for logit in [-40.0, -2.0, 0.0, 0.7, 3.0, 40.0] {
            let target = expected(logit);
            let lowest = cross_entropy(target, logit);
            assert!(lowest.is_finite() && lowest >= 0.0);
            // Far out the target is one, or nothing, but for what rounding leaves.
            assert!(cross_entropy(target, logit + 0.5) >= lowest - 1e-12);
            assert!(cross_entropy(target, logit - 0.5) >= lowest - 1e-12);
        }
        assert!((cross_entropy(1.0, 0.0) - 2.0_f64.ln()).abs() < 1e-12);
    }
}
