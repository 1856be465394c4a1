//! A training on disk, to be resumed from.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{TrainError, adam::Adam, model::Model, model::WEIGHTS};

/// Everything that changes while training.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) model: Model,
    pub(super) adam: Adam,
    /// The sum of the losses of this epoch's batches.
    pub(super) loss: f64,
}

const MAGIC: [u8; 8] = *b"3FTRAIN\n";
const VERSION: u16 = 1;

impl State {
    pub(super) fn new(model: Model) -> Self {
        State {
            model,
            adam: Adam::new(WEIGHTS),
            loss: 0.0,
        }
    }

    /// The state a file holds for a plan, if there is a whole one; a torn file counts as none.
    pub(super) fn load(path: &Path, plan: u64) -> Result<Option<Self>, TrainError> {
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TrainError::file(path)(error)),
        };
        let Some((body, checksum)) = bytes.split_last_chunk::<4>() else {
            return Ok(None);
        };
        let whole = body.len() == HEAD + 3 * 4 * WEIGHTS
            && body.starts_with(&MAGIC)
            && body[8..10] == VERSION.to_le_bytes()
            && crc32fast::hash(body).to_le_bytes() == *checksum;
        if !whole {
            return Ok(None);
        }
        let number = |from: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&body[from..from + 8]);
            u64::from_le_bytes(bytes)
        };
        if number(10) != plan {
            return Err(TrainError::OtherCheckpoint(path.to_owned()));
        }
        let (floats, _) = body[HEAD..].as_chunks();
        let mut floats = floats.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let mut next = || floats.by_ref().take(WEIGHTS).collect();
        Ok(Some(State {
            model: Model(next()),
            adam: Adam {
                means: next(),
                squares: next(),
                steps: number(18),
            },
            loss: f64::from_bits(number(26)),
        }))
    }

    /// Writes the state; a program killed meanwhile leaves the file as it was.
    pub(super) fn save(&self, path: &Path, plan: u64) -> Result<(), TrainError> {
        let mut bytes = Vec::with_capacity(HEAD + 12 * WEIGHTS + 4);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        for number in [plan, self.adam.steps, self.loss.to_bits()] {
            bytes.extend(number.to_le_bytes());
        }
        for floats in [&self.model.0, &self.adam.means, &self.adam.squares] {
            bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        replace(path, &bytes)
    }
}

/// Magic, version, plan, steps, loss.
const HEAD: usize = 8 + 2 + 3 * 8;

/// Writes a file whole or not at all.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    let fresh = beside(path, "new");
    fs::write(&fresh, bytes).map_err(TrainError::file(&fresh))?;
    fs::rename(&fresh, path).map_err(TrainError::file(path))
}

/// The file with a further ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}
