//! `AdamW`: steps scaled by the running gradient statistics of each weight, with decoupled weight decay.

use super::model::{CLIP, OUTPUT_BIAS};

/// The two running means of every weight's gradient.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Adam {
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    /// Steps so far.
    pub(super) steps: u64,
}

/// How much of the mean a step keeps, and of the mean square.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Added to every root so that weights without gradient stay.
const EPSILON: f32 = 1e-8;
/// The share of a weight that a step of rate 1 would take away.
const DECAY: f32 = 0.01;

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        Adam {
            means: vec![0.0; weights],
            squares: vec![0.0; weights],
            steps: 0,
        }
    }

    /// One step against the sum of some parts of a gradient, each divided by `count`. Threads share the weights.
    pub(super) fn step(&mut self, weights: &mut [f32], parts: &[&[f32]], count: usize, rate: f32, threads: usize) {
        self.steps += 1;
        let exponent = self.steps.min(1_000_000) as i32;
        let unbias = KEPT.map(|kept| 1.0 / (1.0 - kept.powi(exponent)));
        let size = weights.len().div_ceil(threads.max(1));
        let means = self.means.chunks_mut(size).zip(self.squares.chunks_mut(size));
        std::thread::scope(|scope| {
            for (place, (weights, (means, squares))) in weights.chunks_mut(size).zip(means).enumerate() {
                let first = place * size;
                let work = move || {
                    let mut gradient = vec![0.0; weights.len()];
                    for part in parts {
                        let part = &part[first..first + weights.len()];
                        gradient.iter_mut().zip(part).for_each(|(sum, slope)| *sum += slope);
                    }
                    let each = 1.0 / count.max(1) as f32;
                    for (index, weight) in weights.iter_mut().enumerate() {
                        let slope = gradient[index] * each;
                        means[index] = KEPT[0] * means[index] + (1.0 - KEPT[0]) * slope;
                        squares[index] = KEPT[1] * squares[index] + (1.0 - KEPT[1]) * slope * slope;
                        let sure = means[index] * unbias[0] / ((squares[index] * unbias[1]).sqrt() + EPSILON);
                        *weight -= rate * (sure + DECAY * *weight);
                    }
                    let clipped = OUTPUT_BIAS.saturating_sub(first).min(weights.len());
                    weights[..clipped]
                        .iter_mut()
                        .for_each(|weight| *weight = weight.clamp(-CLIP, CLIP));
                };
                scope.spawn(work);
            }
        });
    }
}
