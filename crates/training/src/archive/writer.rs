//! Adding games to an archive, a new one or one that was begun.

use std::{
    collections::HashSet,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use super::{ArchiveError, GameReader, HEADER, Header, Origin, record};
use crate::TrainingGame;

/// Adds games at the end of a file, each with one write.
#[derive(Debug)]
pub(crate) struct GameWriter {
    file: File,
    path: PathBuf,
}

/// What a file held when it was opened.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// The numbers of its whole games.
    pub(crate) numbers: HashSet<u32>,
    /// The samples in them.
    pub(crate) samples: u64,
    /// Bytes of damaged games before the last whole one.
    pub(crate) lost: u64,
}

impl GameWriter {
    /// Opens a file to append games of an origin, and returns what it contains. Data after the last complete game are
    /// removed: a killed program was writing that game.
    pub(crate) fn open(path: &Path, origin: Origin) -> Result<(Self, Held), ArchiveError> {
        let fault = |source| ArchiveError::File {
            path: path.to_owned(),
            source,
        };
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fault)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ArchiveError::Busy(path.to_owned()),
            TryLockError::Error(source) => fault(source),
        })?;
        let held = if is_new(&file, origin).map_err(fault)? {
            file.set_len(0).map_err(fault)?;
            file.write_all(&origin.header()).map_err(fault)?;
            Held::default()
        } else {
            let mut reader = GameReader::new(&file).map_err(fault)?;
            check(reader.header(), path, origin)?;
            let held = read_through(&mut reader).map_err(fault)?;
            let end = reader.end();
            file.set_len(end).map_err(fault)?;
            file.seek(SeekFrom::Start(end)).map_err(fault)?;
            held
        };
        let path = path.to_owned();
        Ok((GameWriter { file, path }, held))
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, game: &TrainingGame) -> Result<(), ArchiveError> {
        let written = match record::write(game) {
            Some(record) => self.file.write_all(&record),
            None => Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a game is too long for its record",
            )),
        };
        written.map_err(|source| ArchiveError::File {
            path: self.path.clone(),
            source,
        })
    }
}

/// Whether a file is empty, or was left while its header was being written.
fn is_new(mut file: &File, origin: Origin) -> io::Result<bool> {
    let mut bytes = Vec::new();
    file.take(HEADER as u64).read_to_end(&mut bytes)?;
    file.rewind()?;
    Ok(bytes.len() < HEADER && origin.header().starts_with(&bytes))
}

fn check(header: Header, path: &Path, wanted: Origin) -> Result<(), ArchiveError> {
    let path = path.to_owned();
    match header {
        Header::Whole(origin) if origin == wanted => Ok(()),
        Header::Whole(origin) => Err(ArchiveError::OtherOrigin { path, origin }),
        Header::OtherVersion(version) => Err(ArchiveError::Version { path, version }),
        Header::Missing => Err(ArchiveError::NoHeader(path)),
    }
}

fn read_through(reader: &mut GameReader<&File>) -> io::Result<Held> {
    let mut held = Held::default();
    while let Some(game) = reader.next().transpose()? {
        held.samples += game.samples().count() as u64;
        held.numbers.insert(game.number);
        held.lost = reader.lost();
    }
    Ok(held)
}
