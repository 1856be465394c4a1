//! The inputs in the repository, and those that broke something.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// The inputs of a target.
pub struct Corpus {
    /// In the order of their names.
    pub inputs: Vec<(String, Vec<u8>)>,
}

impl Corpus {
    /// Reads the folder of a target.
    pub fn of(target: &str) -> io::Result<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        let mut paths = fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<Vec<PathBuf>>>()?;
        paths.sort();
        let input = |path: PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok((name, fs::read(&path)?))
        };
        Ok(Corpus {
            inputs: paths.into_iter().map(input).collect::<io::Result<_>>()?,
        })
    }

    /// The inputs without their names.
    pub fn bytes(&self) -> Vec<&[u8]> {
        self.inputs.iter().map(|(_, bytes)| bytes.as_slice()).collect()
    }
}

/// Writes an input that broke a target, so that it can become part of the corpus.
pub fn keep(target: &str, input: &[u8]) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{target}-{:08x}", crc32fast::hash(input)));
    fs::write(&path, input)?;
    Ok(path)
}
