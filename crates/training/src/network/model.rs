//! The weights while they are trained: one row of 32-bit floats, in the order of the network's file.

use std::ops::Range;

use engine::network::{BUCKETS, FEATURES, HIDDEN, HIDDEN_UNIT, Network, NetworkError, OUTPUT_UNIT, Weights};
use fastrand::Rng;

/// All weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Model(pub(super) Vec<f32>);

pub(super) const BIAS: usize = FEATURES * HIDDEN;
pub(super) const OUTPUT: usize = BIAS + HIDDEN;
pub(super) const OUTPUT_BIAS: usize = OUTPUT + BUCKETS * 2 * HIDDEN;
/// How many weights there are.
pub(super) const WEIGHTS: usize = OUTPUT_BIAS + BUCKETS;
/// No weight but an output bias leaves this range: its product with a clamped sum must fit into 16 bits.
pub(super) const CLIP: f32 = 1.98;

/// Centipawns of an output of 1, where the expected result is 1/(1+1/e) at `scale`. With a quarter of that scale,
/// output weights are four times as large, so rounding them to integers has a quarter of the effect; few of them reach
/// the bound.
pub(super) fn unit(scale: u16) -> u16 {
    (scale / 4).max(1)
}

impl Model {
    /// Small weights at random: sums of some twenty inputs begin well inside 0..1 for half of the neurons.
    pub(super) fn random(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let mut within = |most: f32| (2.0 * random.f32() - 1.0) * most;
        let mut weights = vec![0.0; WEIGHTS];
        weights[..BIAS].fill_with(|| within(0.1));
        weights[OUTPUT..OUTPUT_BIAS].fill_with(|| within(0.24));
        Model(weights)
    }

    /// The weights of a network whose output of 1 is to mean `unit` centipawns.
    pub(super) fn of(network: &Network, unit: u16) -> Self {
        let weights = network.weights();
        let parts = [
            (weights.features, HIDDEN_UNIT),
            (weights.bias, HIDDEN_UNIT),
            (weights.output, OUTPUT_UNIT),
            (weights.output_bias, HIDDEN_UNIT * OUTPUT_UNIT),
        ];
        let floats =
            |(part, unit): (Vec<i16>, i32)| part.into_iter().map(move |weight| f32::from(weight) / unit as f32);
        let mut model = Model(parts.into_iter().flat_map(floats).collect());
        let factor = f32::from(network.scale()) / f32::from(unit);
        model.0[OUTPUT..].iter_mut().for_each(|weight| *weight *= factor);
        model.0[OUTPUT..OUTPUT_BIAS]
            .iter_mut()
            .for_each(|weight| *weight = weight.clamp(-CLIP, CLIP));
        model
    }

    /// The weights of an input.
    #[inline]
    pub(super) fn row(feature: u16) -> Range<usize> {
        let start = usize::from(feature) * HIDDEN;
        start..start + HIDDEN
    }

    /// The output weights of a bucket.
    #[inline]
    pub(super) fn output(bucket: usize) -> Range<usize> {
        let start = OUTPUT + bucket * 2 * HIDDEN;
        start..start + 2 * HIDDEN
    }

    /// The network of whole numbers, where an output of 1 means `unit` centipawns.
    pub(super) fn quantised(&self, unit: u16, note: &str) -> Result<Network, NetworkError> {
        let whole = |range: Range<usize>, unit: i32| {
            let round = |weight: &f32| (weight * unit as f32).round() as i16;
            self.0[range].iter().map(round).collect()
        };
        let weights = Weights {
            features: whole(0..BIAS, HIDDEN_UNIT),
            bias: whole(BIAS..OUTPUT, HIDDEN_UNIT),
            output: whole(OUTPUT..OUTPUT_BIAS, OUTPUT_UNIT),
            output_bias: whole(OUTPUT_BIAS..WEIGHTS, HIDDEN_UNIT * OUTPUT_UNIT),
        };
        Network::new(&weights, unit, note)
    }
}
