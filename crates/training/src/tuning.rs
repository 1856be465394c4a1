//! The fit of the evaluation's weights to games.
//!
//! The evaluation is linear in its weights, so a position is a short list of counts and the gradient of its loss is that
//! list times its error. [`tune`] goes down the gradient of the logistic loss with Adam, in batches that a seed shuffles. It
//! keeps true that the same data, seed and epochs give the same weights with any number of threads: sums are made in
//! pieces of fixed size and added in their order. What a position counts is the engine's business; see docs/tuning.md.

mod adam;
mod dataset;
mod fit;
mod loss;
mod pieces;
mod source;

pub use dataset::{DataError, Dataset};
pub use fit::{Epoch, Fit, TuningPlan, tune};
pub use source::weight_table;

/// A middlegame and an endgame value for every weight, in centipawns.
type Table = Vec<[f64; 2]>;
