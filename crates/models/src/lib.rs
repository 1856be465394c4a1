//! Models of neural networks in ONNX files, as evaluators of positions.
//!
//! This crate reads a file ([`Model::read`]), computes its cost before running it, and recognises its [`Layout`] by the
//! names and shapes of its inputs and outputs. A [`Session`] evaluates positions on a thread of its own, so that a slow
//! model can be given up. [`Search`] finds moves with it: by the policy alone, or by a PUCT tree search. `rten` runs
//! the operators; it is part of the program if the feature `onnx` is on.
//!
//! It contains no behaviour of a player (claims, draw offers, random choice), which is in the crate `bots`, and no
//! rules.

mod error;
mod graph;
mod layout;
mod lc0;
mod model;
mod operators;
mod puct;
mod runner;
mod session;
mod shapes;
mod value;
mod wire;

pub use error::ModelError;
pub use graph::{Dimension, Element, Port};
pub use layout::{Layout, Lc0Value, ValueGame};
pub use lc0::{Lc0Evaluator, policy_index, write_planes};
pub use model::{LARGEST_FILE, LARGEST_MEMORY, MOST_WORK, Model};
pub use puct::{Evaluation, Evaluator, Found, Limits, MOST_NODES, Proof, RootMove, Search};
pub use session::{Deadline, Session};
pub use value::{ValueEvaluator, ValueInputs};
