//! The training of the engine's network from games.
//!
//! Positions of all files are packed into 32 bytes each and scattered over scratch files ([`scratch`]), so that data
//! larger than memory is still shuffled across games. [`train`] descends the gradient ([`gradient`]) in batches with
//! [`adam`], measures the loss on held-out games, writes checkpoints from which it can resume, and returns a quantised
//! network. The same files, seed and epochs give the same network with any number of threads, because a batch is split
//! into parts of fixed size whose sums are added in order.

mod adam;
mod checkpoint;
mod curve;
mod gradient;
mod model;
mod onnx;
mod packed;
mod scratch;
mod session;

use std::{
    io,
    path::{Path, PathBuf},
};

use engine::network::NetworkError;
use thiserror::Error;

use crate::ArchiveError;
pub use onnx::onnx;
pub use session::train;

/// What to train, and how.
#[derive(Clone, Debug)]
pub struct NetworkPlan {
    /// The files of games.
    pub data: Vec<PathBuf>,
    /// The network to start from; none starts from chance.
    pub start: Option<PathBuf>,
    /// The network; the checkpoint and scratch files are written beside it.
    pub out: PathBuf,
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions to a step.
    pub batch: usize,
    /// The learning rate of the first step; it falls along a cosine to a hundredth.
    pub rate: f32,
    /// The share of the game's result in the target; the rest is the search's score.
    pub result_share: f32,
    /// Threads to count with; they change no result.
    pub threads: usize,
    /// Everything left to chance follows from it.
    pub seed: u64,
}

/// How far a training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NetworkProgress {
    /// The games were read.
    Read {
        /// Positions to train on.
        training: u64,
        /// Positions held out.
        held_out: u64,
        /// Centipawns where the expected result is 1/(1+1/e), fitted to the games.
        scale: u16,
        /// Bytes that belong to no whole game.
        lost: u64,
        /// Batches done before, by an earlier run.
        resumed: u64,
    },
    /// On the way through an epoch.
    Step {
        /// The epoch, from 1.
        epoch: u32,
        /// Positions seen by this run.
        seen: u64,
        /// The mean loss of the epoch so far.
        loss: f64,
    },
    /// An epoch is over.
    Epoch {
        /// The epoch, from 1.
        epoch: u32,
        /// Positions seen by this run.
        seen: u64,
        /// The mean loss during the epoch.
        loss: f64,
        /// The mean loss of the positions held out, at the end.
        held_out: f64,
    },
}

/// How a training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkEnd {
    /// The network is written.
    Done,
    /// It was stopped; the checkpoint is written, and the same plan goes on from it.
    Stopped,
}

/// Why there is no network.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file of games cannot be opened.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file cannot be read or written.
    #[error("{} cannot be used", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// There are too few positions for a batch and some held out.
    #[error("{0} positions are too few to train on")]
    TooFew(u64),
    /// The checkpoint is of another plan or of other data.
    #[error("{} was made with another plan or other data; delete it to begin anew", .0.display())]
    OtherCheckpoint(PathBuf),
    /// The weights make no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

impl TrainError {
    /// An error of the system with the file it is about.
    fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| TrainError::File {
            path: path.to_owned(),
            source,
        }
    }
}
