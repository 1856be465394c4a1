//! Adam: steps of even size down a noisy gradient (Kingma and Ba, 2015).

use super::Table;

/// The moving means of the gradient and of its square, one of each for every number.
#[derive(Debug)]
pub(super) struct Adam {
    means: Table,
    squares: Table,
    steps: i32,
}

/// How slowly the means move; the usual values.
const MEAN: f64 = 0.9;
const SQUARE: f64 = 0.999;
/// Keeps a weight that hardly ever counts from steps out of all proportion.
const LEAST: f64 = 1e-8;

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Adam {
            means: vec![[0.0; 2]; weights],
            squares: vec![[0.0; 2]; weights],
            steps: 0,
        }
    }

    /// Moves the weights against the gradient; `rate` is the size of a sure step in centipawns.
    pub(super) fn step(&mut self, weights: &mut [[f64; 2]], gradient: &[[f64; 2]], rate: f64) {
        self.steps += 1;
        let (mean_share, square_share) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            for half in 0..2 {
                mean[half] = MEAN * mean[half] + (1.0 - MEAN) * slope[half];
                square[half] = SQUARE * square[half] + (1.0 - SQUARE) * slope[half] * slope[half];
                let size = (square[half] / square_share).sqrt() + LEAST;
                weight[half] -= rate * mean[half] / mean_share / size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_down_a_bowl() {
        let mut weights = vec![[100.0, -40.0], [0.0, 5.0]];
        let mut adam = Adam::new(2);
        for step in 0..2_000 {
            let gradient: Table = weights
                .iter()
                .map(|weight| [weight[0] - 7.0, 30.0 * weight[1]])
                .collect();
            adam.step(&mut weights, &gradient, 1.0 - f64::from(step) / 2_000.0);
        }
        for weight in weights {
            assert!((weight[0] - 7.0).abs() < 0.1 && weight[1].abs() < 0.1, "{weight:?}");
        }
    }
}
