//! The file of training games: a header, then one record per game.
//!
//! Every record begins with a mark and has a checksum, so a reader resynchronises after damage and loses only the
//! damaged games. Games are only appended; a program killed during a write leaves an incomplete record that the next
//! run truncates. All numbers are little-endian. The layout is described in docs/training.md.

mod reader;
mod record;
mod writer;

use std::{io, path::PathBuf};

use thiserror::Error;

pub use reader::GameReader;
pub(crate) use writer::GameWriter;

/// The origin of the games of an archive, from the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The seed of everything left to chance.
    pub seed: u64,
    /// The positions a move is given, more or less.
    pub nodes: u64,
}

/// Why an archive cannot be read or gone on with.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file cannot be opened, read or written.
    #[error("{} cannot be used", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// Another program has it.
    #[error("{} is being written by another program", .0.display())]
    Busy(PathBuf),
    /// It does not begin with a whole header: it is something else, or the header is damaged.
    #[error("{} does not begin as training games do; its games may still be read, but none are added", .0.display())]
    NoHeader(PathBuf),
    /// It was written by another version of the program.
    #[error("{} is of version {version}; this program knows version {}", path.display(), VERSION)]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
    /// Its games were made otherwise than those to be added.
    #[error(
        "{} holds games of seed {} with {} nodes a move; go on with those, or write to another file",
        path.display(), origin.seed, origin.nodes
    )]
    OtherOrigin {
        /// The file.
        path: PathBuf,
        /// What its games came from.
        origin: Origin,
    },
}

/// The first bytes of an archive.
const MAGIC: [u8; 8] = *b"3FGAMES\n";
/// The version of header and records.
const VERSION: u16 = 1;
/// Magic, version, seed, nodes, checksum.
const HEADER: usize = 8 + 2 + 8 + 8 + 4;

/// What the first bytes of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Header {
    Whole(Origin),
    OtherVersion(u16),
    Missing,
}

impl Origin {
    fn header(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..18].copy_from_slice(&self.seed.to_le_bytes());
        bytes[18..26].copy_from_slice(&self.nodes.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..26]);
        bytes[26..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }
}

impl Header {
    fn read(bytes: &[u8]) -> Self {
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Header::Missing;
        };
        if header[..8] != MAGIC || header[26..] != crc32fast::hash(&header[..26]).to_le_bytes() {
            return Header::Missing;
        }
        let number = |from: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&header[from..from + 8]);
            u64::from_le_bytes(bytes)
        };
        match u16::from_le_bytes([header[8], header[9]]) {
            VERSION => Header::Whole(Origin {
                seed: number(10),
                nodes: number(18),
            }),
            version => Header::OtherVersion(version),
        }
    }
}

#[cfg(test)]
mod tests;
