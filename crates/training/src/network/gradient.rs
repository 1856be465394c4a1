//! The loss of positions and its gradient.
//!
//! The loss is the squared difference of the expected result and the target. A batch is cut into [`PARTS`]; threads
//! take one part after the other, and each part has a gradient of its own.

use std::{
    iter,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use engine::network::HIDDEN;

use super::{
    model::{BIAS, Model, OUTPUT, OUTPUT_BIAS, WEIGHTS},
    packed::{Inputs, Packed},
};

/// What the network should say of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// Centipawns where the expected result is 1/(1+1/e).
    pub(super) scale: f32,
    /// Centipawns of an output of 1.
    pub(super) unit: f32,
    /// The share of the result.
    pub(super) result_share: f32,
}

/// Sums over one part of a batch.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) loss: f64,
    pub(super) gradient: Vec<f32>,
}

/// Parts of a batch. Each costs a pass over a gradient of its own, and more threads than parts have nothing to do.
pub(super) const PARTS: usize = 8;

impl Part {
    pub(super) fn empty() -> Self {
        Part {
            loss: 0.0,
            gradient: vec![0.0; WEIGHTS],
        }
    }
}

impl Target {
    fn of(self, packed: Packed) -> f32 {
        let score = sigmoid(f32::from(packed.score) / self.scale);
        score + self.result_share * (packed.points() - score)
    }

    /// The expected result where the network's output is this.
    fn expected(self, output: f32) -> f32 {
        sigmoid(output * self.unit / self.scale)
    }
}

/// Fills the parts of a batch.
pub(super) fn gradient(model: &Model, batch: &[Packed], target: Target, parts: &mut [Part], threads: usize) {
    let size = batch.len().div_ceil(parts.len()).max(1);
    in_threads(threads, parts, |place, part| {
        part.loss = 0.0;
        part.gradient.fill(0.0);
        let positions = batch.get(place * size..).unwrap_or_default();
        for packed in positions.iter().take(size) {
            part.loss += f64::from(descend(model, *packed, target, &mut part.gradient));
        }
    });
}

/// The sum of the losses of positions.
pub(super) fn loss(model: &Model, positions: &[Packed], target: Target, threads: usize) -> f64 {
    let size = positions.len().div_ceil(PARTS).max(1);
    let mut sums = [0.0; PARTS];
    in_threads(threads, &mut sums, |place, sum| {
        let positions = positions.get(place * size..).unwrap_or_default();
        for packed in positions.iter().take(size) {
            let inputs = packed.inputs();
            let expected = target.expected(Layer::of(model, &inputs).output(model, &inputs));
            *sum += f64::from((expected - target.of(*packed)).powi(2));
        }
    });
    sums.iter().sum()
}

/// The sums of the hidden layer for the side to move and for the other.
struct Layer([[f32; HIDDEN]; 2]);

impl Layer {
    fn of(model: &Model, inputs: &Inputs) -> Self {
        let mut sums = [[0.0; HIDDEN]; 2];
        for (sums, features) in sums.iter_mut().zip([&inputs.own, &inputs.other]) {
            sums.copy_from_slice(&model.0[BIAS..OUTPUT]);
            for feature in &features[..inputs.count] {
                let row = &model.0[Model::row(*feature)];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        Layer(sums)
    }

    fn output(&self, model: &Model, inputs: &Inputs) -> f32 {
        let weights = &model.0[Model::output(inputs.bucket)];
        // Sums side by side, which the compiler may not reorder by itself.
        let mut lanes = [0.0; LANES];
        for (sums, weights) in self.0.iter().zip(weights.chunks_exact(HIDDEN)) {
            for (sums, weights) in sums.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
                for lane in 0..LANES {
                    let clamped = sums[lane].clamp(0.0, 1.0);
                    lanes[lane] += clamped * clamped * weights[lane];
                }
            }
        }
        lanes.iter().sum::<f32>() + model.0[OUTPUT_BIAS + inputs.bucket]
    }
}

const LANES: usize = 16;

/// Adds the gradient of one position; its loss.
fn descend(model: &Model, packed: Packed, target: Target, gradient: &mut [f32]) -> f32 {
    let inputs = packed.inputs();
    let layer = Layer::of(model, &inputs);
    let expected = target.expected(layer.output(model, &inputs));
    let error = expected - target.of(packed);
    let slope = 2.0 * error * expected * (1.0 - expected) * target.unit / target.scale;
    gradient[OUTPUT_BIAS + inputs.bucket] += slope;
    let output = Model::output(inputs.bucket);
    for (side, features) in [&inputs.own, &inputs.other].into_iter().enumerate() {
        let range = output.start + side * HIDDEN..output.start + (side + 1) * HIDDEN;
        let mut below = [0.0; HIDDEN];
        let weights = &model.0[range.clone()];
        for (((sum, weight), below), slope_of_weight) in layer.0[side]
            .iter()
            .zip(weights)
            .zip(&mut below)
            .zip(&mut gradient[range])
        {
            let clamped = sum.clamp(0.0, 1.0);
            *slope_of_weight += slope * clamped * clamped;
            // Outside 0..1 the curve is flat.
            let inside = if *sum > 0.0 && *sum < 1.0 { 1.0 } else { 0.0 };
            *below = inside * slope * weight * 2.0 * clamped;
        }
        let rows = features[..inputs.count].iter().map(|feature| Model::row(*feature));
        for row in rows.chain(iter::once(BIAS..OUTPUT)) {
            gradient[row]
                .iter_mut()
                .zip(&below)
                .for_each(|(sum, slope)| *sum += slope);
        }
    }
    error * error
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Does some work for each of `items`, by several threads, the last of which is this one.
fn in_threads<T: Send>(threads: usize, items: &mut [T], work: impl Fn(usize, &mut T) + Sync) {
    let count = items.len();
    let next = AtomicUsize::new(0);
    let items: Vec<_> = items.iter_mut().map(std::sync::Mutex::new).collect();
    let take = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return };
            let mut item = item.lock().expect("each item is taken once");
            work(place, &mut item);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.clamp(1, count.max(1)) {
            scope.spawn(take);
        }
        take();
    });
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;
    use crate::{GameResult, Sample};

    const TARGET: Target = Target {
        scale: 200.0,
        unit: 100.0,
        result_share: 0.3,
    };

    const FENS: [&str; 3] = [
        "r3k2r/pp3ppp/8/3q4/8/8/PP1Q1PPP/R3K2R w KQkq - 0 1",
        "8/8/4k3/8/8/3BN3/4K3/8 b - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    ];

    fn position(fen: &str) -> Chess {
        let fen: Fen = fen.parse().unwrap();
        fen.into_position(CastlingMode::Standard).unwrap()
    }

    fn positions() -> Vec<Packed> {
        let ends = [
            (40, GameResult::Draw),
            (900, GameResult::WhiteWins),
            (500, GameResult::BlackWins),
        ];
        let sample = |(fen, (score, result))| {
            let position = position(fen);
            Packed::of(&Sample {
                position,
                score,
                result,
            })
        };
        FENS.into_iter().zip(ends).map(sample).collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (model, positions) = (Model::random(3), positions());
        let mut parts = vec![Part::empty(); 2];
        gradient(&model, &positions, TARGET, &mut parts, 2);
        let total = |place: usize| parts.iter().map(|part| part.gradient[place]).sum::<f32>();
        let steep = (0..WEIGHTS).filter(|place| total(*place).abs() > 1e-3);
        let mut checked = 0;
        for place in steep.step_by(97).chain([OUTPUT_BIAS, BIAS + 5, OUTPUT + 9]) {
            let moved = |by: f32| {
                let mut other = model.clone();
                other.0[place] += by;
                loss(&other, &positions, TARGET, 1)
            };
            let slope = (moved(1e-2) - moved(-1e-2)) / 2e-2;
            let found = f64::from(total(place));
            assert!(
                (slope - found).abs() < 2e-3 + 0.1 * found.abs(),
                "{place}: {slope} {found}"
            );
            checked += 1;
        }
        assert!(checked > 15, "{checked}");
    }

    #[test]
    fn threads_change_nothing() {
        let (model, positions) = (Model::random(4), positions().repeat(50));
        let sums = [1, 3].map(|threads| {
            let mut parts = vec![Part::empty(); PARTS];
            gradient(&model, &positions, TARGET, &mut parts, threads);
            parts
                .into_iter()
                .map(|part| (part.loss, part.gradient))
                .collect::<Vec<_>>()
        });
        assert!(sums[0] == sums[1]);
    }

    #[test]
    fn whole_numbers_say_nearly_the_same() {
        let (model, positions) = (Model::random(5), positions());
        let network = model.quantised(50, "").unwrap();
        for (packed, fen) in positions.iter().zip(FENS) {
            let inputs = packed.inputs();
            let value = Layer::of(&model, &inputs).output(&model, &inputs) * 50.0;
            let whole = network.evaluate(&position(fen)) as f32;
            assert!((value - whole).abs() < 4.0, "{value} {whole}");
        }
    }
}
