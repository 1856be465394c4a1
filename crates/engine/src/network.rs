//! The network that evaluates positions.
//!
//! Every piece on its square is an input, seen from each side in turn: own before enemy, ranks counted from the own
//! side, files mirrored so that the own king is on files a to d. One hidden layer is summed for each side (an
//! *accumulator*), the side to move comes first, each sum is clamped to 0..1 and squared (`SCReLU`), and the output
//! weights are chosen by the number of pieces. All weights are whole numbers of 16 bits and all sums of 32 bits, so
//! every processor gives the same value.
//!
//! [`Network`] holds the weights, [`Accumulators`] follow the moves of a search, [`Path`] is the vector code. Training
//! is left to the crate `training`, which counts inputs by [`feature`].

mod accumulators;
mod feature;
mod file;
mod vector;

use std::{
    fmt,
    sync::{Arc, LazyLock},
};

use shakmaty::{Chess, Color, Position as _};

pub(crate) use accumulators::Accumulators;
pub use feature::{FEATURES, feature};
pub use file::NetworkError;
pub(crate) use vector::Path;
use vector::Row;

/// Neurons of the hidden layer, for each side.
pub const HIDDEN: usize = 256;
/// Sets of output weights.
pub const BUCKETS: usize = 8;
/// The quantised value of 1 in the first layer.
pub const HIDDEN_UNIT: i32 = 255;
/// The quantised value of 1 in the output weights.
pub const OUTPUT_UNIT: i32 = 64;

/// The weights of a network, and what is known of its training.
pub struct Network {
    /// A row of the first layer for each input.
    features: Box<[Row]>,
    bias: Row,
    /// For each bucket the weights of the side to move, then of the other.
    output: Box<[[Row; 2]]>,
    output_bias: [i16; BUCKETS],
    /// Centipawns where the expected result is 1/(1+1/e).
    scale: u16,
    note: String,
}

/// The weights in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// [`HIDDEN`] for each of [`FEATURES`], in units of [`HIDDEN_UNIT`].
    pub features: Vec<i16>,
    /// [`HIDDEN`], in the same units.
    pub bias: Vec<i16>,
    /// Twice [`HIDDEN`] for each of [`BUCKETS`], in units of [`OUTPUT_UNIT`].
    pub output: Vec<i16>,
    /// One for each of [`BUCKETS`], in units of both.
    pub output_bias: Vec<i16>,
}

impl Network {
    /// A network of these weights; refuses sizes other than this program's and weights whose sums could overflow.
    pub fn new(weights: &Weights, scale: u16, note: &str) -> Result<Self, NetworkError> {
        let sizes = [
            (weights.features.len(), FEATURES * HIDDEN),
            (weights.bias.len(), HIDDEN),
            (weights.output.len(), BUCKETS * 2 * HIDDEN),
            (weights.output_bias.len(), BUCKETS),
        ];
        if sizes.iter().any(|(found, wanted)| found != wanted) {
            return Err(NetworkError::Architecture);
        }
        if !weights.fit() || scale == 0 {
            return Err(NetworkError::Range);
        }
        let mut output_bias = [0; BUCKETS];
        output_bias.copy_from_slice(&weights.output_bias);
        let pair = |pair: &[i16]| [Row::of(&pair[..HIDDEN]), Row::of(&pair[HIDDEN..])];
        Ok(Network {
            features: weights.features.chunks_exact(HIDDEN).map(Row::of).collect(),
            bias: Row::of(&weights.bias),
            output: weights.output.chunks_exact(2 * HIDDEN).map(pair).collect(),
            output_bias,
            scale,
            note: note.to_owned(),
        })
    }

    /// The network that is part of the program; docs/network.md says how it was made.
    pub fn embedded() -> Arc<Self> {
        static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
            let network = Network::from_bytes(include_bytes!("../networks/generation2.tfn"));
            Arc::new(network.expect("the network of the program is whole, as a test reads it"))
        });
        Arc::clone(&EMBEDDED)
    }

    /// Its weights.
    pub fn weights(&self) -> Weights {
        let numbers = |rows: &mut dyn Iterator<Item = &Row>| rows.flat_map(Row::values).copied().collect();
        Weights {
            features: numbers(&mut self.features.iter()),
            bias: self.bias.values().to_vec(),
            output: numbers(&mut self.output.iter().flatten()),
            output_bias: self.output_bias.to_vec(),
        }
    }

    /// Centipawns where the expected result is 1/(1+1/e).
    pub fn scale(&self) -> u16 {
        self.scale
    }

    /// How it was trained, in words.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// The value of a position in centipawns for the side to move.
    pub fn evaluate(&self, position: &Chess) -> i32 {
        let (board, turn, path) = (position.board(), position.turn(), Path::best());
        let sums = |side: Color| {
            let king = board.king_of(side).expect("both sides have a king");
            let mut sums = self.bias.clone();
            for (square, piece) in board {
                path.add(&mut sums, self.row(feature(side, king, piece, square)));
            }
            sums
        };
        self.value(&sums(turn), &sums(!turn), board.occupied().count(), path)
    }

    /// The value in centipawns of two sums of the hidden layer, the side to move first.
    fn value(&self, own: &Row, other: &Row, pieces: usize, path: Path) -> i32 {
        let bucket = bucket(pieces);
        let sum = path.output(own, other, &self.output[bucket]);
        let units = sum / HIDDEN_UNIT + i32::from(self.output_bias[bucket]);
        units * i32::from(self.scale) / (HIDDEN_UNIT * OUTPUT_UNIT)
    }

    fn row(&self, feature: usize) -> &Row {
        &self.features[feature]
    }
}

impl Weights {
    /// Whether no sum can leave its number: 32 pieces in 16 bits, products in 16 bits, all products in 32 bits.
    fn fit(&self) -> bool {
        let most = |weights: &[i16]| weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0);
        let hidden = 32 * u32::from(most(&self.features)) + u32::from(most(&self.bias));
        let product = i32::from(most(&self.output)) * HIDDEN_UNIT;
        let sums = self.output.chunks(2 * HIDDEN).map(|bucket| {
            let weights: i64 = bucket.iter().map(|weight| i64::from(weight.unsigned_abs())).sum();
            weights * i64::from(HIDDEN_UNIT * HIDDEN_UNIT)
        });
        i16::try_from(hidden).is_ok() && product <= i32::from(i16::MAX) && sums.max() <= Some(i64::from(i32::MAX))
    }
}

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("scale", &self.scale)
            .field("note", &self.note)
            .finish_non_exhaustive()
    }
}

/// The set of output weights for a number of pieces, kings and pawns included.
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(2) / 4).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests;
