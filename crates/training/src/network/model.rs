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

impl Model {
    /// Small weights at random: sums of some twenty inputs begin well inside 0..1 for half of the neurons.
    pub(super) fn random(seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let mut within = |most: f32| (2.0 * random.f32() - 1.0) * most;
        let mut weights = vec![0.0; WEIGHTS];
        weights[..BIAS].fill_with(|| within(0.1));
        weights[OUTPUT..OUTPUT_BIAS].fill_with(|| within(0.06));
        Model(weights)
    }

    /// The weights of a network.
    pub(super) fn of(network: &Network) -> Self {
        let weights = network.weights();
        let parts = [
            (weights.features, HIDDEN_UNIT),
            (weights.bias, HIDDEN_UNIT),
            (weights.output, OUTPUT_UNIT),
            (weights.output_bias, HIDDEN_UNIT * OUTPUT_UNIT),
        ];
        let floats =
            |(part, unit): (Vec<i16>, i32)| part.into_iter().map(move |weight| f32::from(weight) / unit as f32);
        Model(parts.into_iter().flat_map(floats).collect())
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

    /// The network of whole numbers.
    pub(super) fn quantised(&self, scale: u16, note: &str) -> Result<Network, NetworkError> {
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
        Network::new(&weights, scale, note)
    }
}
