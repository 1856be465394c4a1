//! A program without the library.

use crate::{ModelError, model::Inputs};

/// A model that cannot be loaded.
pub(crate) enum Runner {}

/// A core to compute on.
pub(crate) struct Core;

impl Runner {
    pub(crate) fn load(_bytes: Vec<u8>, _inputs: &[&str], _outputs: &[&str]) -> Result<Self, ModelError> {
        Err(ModelError::NotBuilt)
    }

    pub(crate) fn run(&self, _inputs: Inputs, _core: &Core) -> Result<Vec<Vec<f32>>, ModelError> {
        match *self {}
    }
}

impl Core {
    pub(crate) fn new() -> Self {
        Core
    }

    pub(crate) fn enter(&self, work: impl FnOnce() + Send) {
        work();
    }
}
