//! What makes the engine stronger: games it plays against itself, and a network trained on them.
//!
//! [`generate`] plays games and keeps them in an archive that can be gone on with; [`GameReader`] reads one again, whole or
//! damaged, and [`TrainingGame::samples`] picks the quiet positions. [`train`] trains a network, [`onnx`] writes it for other
//! programs; [`ResultCounts`] fits the win-draw-loss model, [`Errors`] counts how the engine errs at a rating. The crate knows the engine and its own files; it leaves out
//! screens, the command line and every other bot.

mod archive;
mod blunders;
mod chances;
mod game;
mod generation;
mod network;
mod samples;
mod selfplay;

pub use archive::{ArchiveError, GameReader, Origin};
pub use blunders::BlunderCounts;
pub use chances::ResultCounts;
pub use game::{GameResult, ScoredMove, TrainingGame};
pub use generation::{GenerationError, Plan, Progress, generate};
pub use network::{NetworkEnd, NetworkPlan, NetworkProgress, TrainError, onnx, train};
pub use samples::{FIRST_PLY, Sample};
