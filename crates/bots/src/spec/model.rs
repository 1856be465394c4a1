//! A model by text: `onnx:maia.onnx`, `onnx:maia.onnx?temperature=0.5`, `onnx:net.onnx?nodes=400&seed=1`.

use std::{fmt, ops::Range};

use play::SpecError;

use super::{
    parameters::{self, Parameters},
    program,
};

/// A model from a file and how to play with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelSpec {
    /// The file.
    pub file: String,
    /// How freely it chooses among good moves, in hundredths; 0 plays the best.
    pub temperature: u32,
    /// Rounds of its search, at most [`models::MOST_NODES`]; 0 plays by the first evaluation alone.
    pub nodes: u32,
    /// Decides what is left to chance, whatever the game says.
    pub seed: Option<u64>,
}

impl ModelSpec {
    /// Reads the text of a model; `None` if it names another kind of bot.
    pub(crate) fn of(text: &str) -> Option<Result<Self, SpecError>> {
        let (file, given) = text
            .trim()
            .strip_prefix("onnx:")
            .map(|rest| rest.split_once('?').unwrap_or((rest, "")))?;
        let file = program::decoded(file);
        if file.trim().is_empty() {
            return Some(Err(SpecError::NoModel));
        }
        Some(Parameters::read(given).and_then(|parameters| parameters.model(file)))
    }

    /// Without a search it moves as fast as Easy, and waits as long before the move is shown.
    pub(crate) const fn pause(&self) -> Option<Range<u64>> {
        match self.nodes {
            0 => Some(1_000..1_900),
            _ => None,
        }
    }
}

impl fmt::Display for ModelSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "onnx:{}{}", program::encoded(&self.file), parameters::of_model(self))
    }
}
