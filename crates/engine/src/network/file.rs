//! The file of a network.
//!
//! Little-endian: magic, version, architecture, sizes, units, the note, the weights, and a CRC-32 of all before it. Any
//! other file is refused; docs/network.md has the layout.

use std::{fs, io, path::Path as FilePath, path::PathBuf};

use thiserror::Error;

use super::{BUCKETS, FEATURES, HIDDEN, HIDDEN_UNIT, Network, OUTPUT_UNIT, Row, Weights};

/// Why a network cannot be used.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("{} cannot be read", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It does not begin as a network does.
    #[error("this is not a network of this engine")]
    Foreign,
    /// It is of another version of the format.
    #[error("the network is of version {0}; this program knows version {VERSION}")]
    Version(u16),
    /// Its layers are not those of this program.
    #[error("the network has another architecture than this program")]
    Architecture,
    /// It ends too early.
    #[error("the network is cut off after {0} bytes")]
    Truncated(usize),
    /// Its checksum is wrong, or something follows its end.
    #[error("the network is damaged")]
    Damaged,
    /// Its weights are so large that sums could overflow.
    #[error("the weights of the network are out of range")]
    Range,
}

const MAGIC: [u8; 8] = *b"3FNETW\r\n";
const VERSION: u16 = 1;
/// Two sides, mirrored horizontally, `SCReLU`, output by number of pieces.
const ARCHITECTURE: u16 = 1;
/// The fields after the version, which must have these values.
const SHAPE: [u16; 6] = [
    ARCHITECTURE,
    FEATURES as u16,
    HIDDEN as u16,
    BUCKETS as u16,
    HIDDEN_UNIT as u16,
    OUTPUT_UNIT as u16,
];
/// 16-bit numbers of the weights.
const NUMBERS: usize = FEATURES * HIDDEN + HIDDEN + BUCKETS * 2 * HIDDEN + BUCKETS;

impl Network {
    /// Reads a network from a file.
    pub fn open(path: &FilePath) -> Result<Self, NetworkError> {
        let bytes = fs::read(path).map_err(|source| NetworkError::File {
            path: path.to_owned(),
            source,
        })?;
        Network::from_bytes(&bytes)
    }

    /// Reads a network from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut rest = Cursor { bytes, at: 0 };
        if !bytes.starts_with(&MAGIC) {
            let torn = MAGIC.starts_with(bytes);
            return Err(if torn {
                NetworkError::Truncated(bytes.len())
            } else {
                NetworkError::Foreign
            });
        }
        rest.at = MAGIC.len();
        let version = rest.number()?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        for wanted in SHAPE {
            if rest.number()? != wanted {
                return Err(NetworkError::Architecture);
            }
        }
        let (scale, length) = (rest.number()?, rest.number()?);
        let note = rest.take(usize::from(length))?;
        let mut numbers = rest
            .take(2 * NUMBERS)?
            .chunks_exact(2)
            .map(|bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
        let body = rest.at;
        let checksum = rest.take(4)?;
        if checksum != crc32fast::hash(&bytes[..body]).to_le_bytes() || rest.at != bytes.len() {
            return Err(NetworkError::Damaged);
        }
        let note = str::from_utf8(note).map_err(|_| NetworkError::Damaged)?;
        let mut next = |count: usize| numbers.by_ref().take(count).collect();
        let weights = Weights {
            features: next(FEATURES * HIDDEN),
            bias: next(HIDDEN),
            output: next(BUCKETS * 2 * HIDDEN),
            output_bias: next(BUCKETS),
        };
        Network::new(&weights, scale, note)
    }

    /// The bytes of its file; a note longer than the format allows is cut.
    pub fn to_bytes(&self) -> Vec<u8> {
        let note = &self.note[..self.note.floor_char_boundary(usize::from(u16::MAX))];
        let mut bytes = Vec::from(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let numbers = [self.scale, note.len() as u16];
        bytes.extend(SHAPE.into_iter().chain(numbers).flat_map(u16::to_le_bytes));
        bytes.extend(note.bytes());
        let output = self.output.iter().flatten();
        let rows = self.features.iter().chain([&self.bias]).chain(output);
        let weights = rows.flat_map(Row::values).chain(&self.output_bias);
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Bytes read from the front.
struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Cursor<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], NetworkError> {
        let taken = self.bytes.get(self.at..self.at + count);
        self.at += count;
        taken.ok_or(NetworkError::Truncated(self.bytes.len()))
    }

    fn number(&mut self) -> Result<u16, NetworkError> {
        let bytes = self.take(2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }
}
