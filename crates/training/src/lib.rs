//! What makes the engine stronger: games it plays against itself, a fit of its evaluation and a network trained on them.
//!
//! [`generate`] plays games and keeps them in an archive that can be gone on with; [`GameReader`] reads one again, whole or
//! damaged, and [`TrainingGame::samples`] picks the quiet positions. [`tune`] fits every weight of the evaluation to them,
//! [`train`] trains a network; [`Errors`] tells how the engine errs at a rating. The crate knows the engine and its own files; it leaves out screens,
//! the command line and every other bot.

mod archive;
mod errors;
mod game;
mod generation;
mod network;
mod samples;
mod selfplay;
mod tuning;

pub use archive::{ArchiveError, GameReader, Origin};
pub use errors::Errors;
pub use game::{GameResult, ScoredMove, TrainingGame};
pub use generation::{GenerationError, Plan, Progress, generate};
pub use network::{Labels, NetworkEnd, NetworkPlan, NetworkProgress, TrainError, train};
pub use samples::{FIRST_PLY, Sample};
pub use tuning::{DataError, Dataset, Epoch, Fit, TuningPlan, tune, weight_table};
