//! Errors of models.

use std::{io, time::Duration};

use thiserror::Error;

/// Why a file is no model that can play, or why a model gave no answer.
#[derive(Debug, Error)]
pub enum ModelError {
    /// The file cannot be read.
    #[error("the file cannot be read: {0}")]
    File(io::Error),
    /// The name is that of a directory, a pipe or a device.
    #[error("it is not a file")]
    NotAFile,
    /// The file is larger than this program reads.
    #[error("the file has {size} MB; models of up to {limit} MB are read")]
    FileSize {
        /// Its size in megabytes.
        size: u64,
        /// The limit.
        limit: u64,
    },
    /// The bytes are no ONNX model.
    #[error("it is not a whole ONNX model: {0}")]
    NotOnnx(&'static str),
    /// The model keeps weights outside of its file.
    #[error("its weights are in another file ({0}); only models of one file are read")]
    ExternalWeights(String),
    /// The model uses an operator that this program does not run.
    #[error("it uses the operator {0}, which is not supported")]
    Operator(String),
    /// A step of the model cannot be computed from its inputs.
    #[error("its step {step} ({operator}) does not fit its inputs: {reason}")]
    Step {
        /// The name of the step.
        step: String,
        /// What it does.
        operator: String,
        /// What is wrong.
        reason: String,
    },
    /// The model has more steps than this program runs.
    #[error("it has {found} steps; up to {limit} are allowed")]
    Steps {
        /// Its steps.
        found: usize,
        /// The limit.
        limit: usize,
    },
    /// Running the model would take more memory than is allowed.
    #[error("it would need {needed} MB of memory; up to {limit} MB are allowed")]
    Memory {
        /// What it needs, in MB.
        needed: u64,
        /// The limit, in MB.
        limit: u64,
    },
    /// One evaluation would take too long.
    #[error("one evaluation takes {needed} million multiplications; up to {limit} million are allowed")]
    Work {
        /// What it needs, in millions.
        needed: u64,
        /// The limit, in millions.
        limit: u64,
    },
    /// Inputs and outputs are of no layout that this program knows.
    #[error("it is of no known layout; it has {found}; supported are {supported}")]
    Layout {
        /// Its inputs and outputs.
        found: String,
        /// The layouts.
        supported: &'static str,
    },
    /// The model is of another game.
    #[error("it is a model of {model}, not of {asked}")]
    Game {
        /// The game it was made for.
        model: &'static str,
        /// The game that is played.
        asked: &'static str,
    },
    /// The program has no library to run models.
    #[error("this program was built without the feature onnx and runs no models")]
    NotBuilt,
    /// The library that runs models refused it.
    #[error("it cannot be loaded: {0}")]
    Load(String),
    /// The library that runs models failed.
    #[error("it cannot be evaluated: {0}")]
    Run(String),
    /// An output is not a number.
    #[error("its output {0} is not a number")]
    NotANumber(&'static str),
    /// One evaluation did not end in time.
    #[error("one evaluation took longer than {0:.1?}")]
    Late(Duration),
    /// An answer was wanted before there was one.
    #[error("it was stopped before its first evaluation")]
    Stopped,
}

// Not the source of the error: its words are in the message.
impl From<io::Error> for ModelError {
    fn from(error: io::Error) -> Self {
        ModelError::File(error)
    }
}
