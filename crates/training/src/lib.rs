//! Self-play games of the engine, and the training of its network.
//!
//! [`generate`] plays games and stores them in an archive that can be continued; [`GameReader`] reads an archive, even
//! a damaged one, and [`TrainingGame::samples`] picks the quiet positions. [`train`] trains a network, [`onnx`] writes
//! it for other programs; [`ResultCounts`] fits the win-draw-loss model, [`BlunderCounts`] counts the blunders of the
//! engine at a rating. The crate uses the engine and its own files; it contains no screens, no command line and no
//! other bots.

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
