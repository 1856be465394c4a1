//! Opening books in Polyglot's format.
//!
//! A book is a sorted file of entries of sixteen bytes: key, move, weight, and an unused number for learning. It is
//! searched on disk, so a large book takes no memory. A book may be damaged or have hash collisions: illegal moves are
//! counted and skipped, so it returns only legal moves.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use shakmaty::{Chess, EnPassantMode, Move, Position as _, Role, Square, uci::UciMove, zobrist::Zobrist64};
use thiserror::Error;

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    file: File,
    entries: u64,
}

/// Why a book cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be opened or read.
    #[error("the book {} cannot be read: {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Its size is not that of whole entries.
    #[error("the book {} is cut or no Polyglot book: {bytes} bytes are not entries of {ENTRY}", .path.display())]
    Size {
        /// The file.
        path: PathBuf,
        /// How long it is.
        bytes: u64,
    },
}

/// The book moves of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookMoves {
    /// Legal moves with their weights, in the book's order.
    pub moves: Vec<(Move, u16)>,
    /// Entries that are no legal moves.
    pub damaged: usize,
}

impl Book {
    /// Opens a book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let path = path.to_owned();
        let opened = File::open(&path).and_then(|file| {
            let about = file.metadata()?;
            if about.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            Ok((file, about.len()))
        });
        match opened {
            Err(error) => Err(BookError::Read { path, error }),
            Ok((_, bytes)) if bytes == 0 || bytes % ENTRY != 0 => Err(BookError::Size { path, bytes }),
            Ok((file, bytes)) => Ok(Book {
                path,
                file,
                entries: bytes / ENTRY,
            }),
        }
    }

    /// The book moves of a position.
    pub fn moves(&self, position: &Chess) -> Result<BookMoves, BookError> {
        let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
        let mut found = BookMoves::default();
        let mut index = self.first(key)?;
        // More entries than moves are damage as well.
        let end = self.entries.min(index.saturating_add(256));
        while index < end {
            let entry = self.entry(index)?;
            if entry.key != key {
                break;
            }
            match read_move(position, entry.mv) {
                Some(mv) => found.moves.push((mv, entry.weight)),
                None => found.damaged += 1,
            }
            index += 1;
        }
        Ok(found)
    }

    /// The first entry whose key is not below `key`.
    fn first(&self, key: u64) -> Result<u64, BookError> {
        let (mut low, mut high) = (0, self.entries);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }

    fn entry(&self, index: u64) -> Result<Entry, BookError> {
        let mut bytes = [0; ENTRY as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(index * ENTRY))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| BookError::Read {
                path: self.path.clone(),
                error,
            })?;
        let number = u128::from_be_bytes(bytes);
        Ok(Entry {
            key: (number >> 64) as u64,
            mv: (number >> 48) as u16,
            weight: (number >> 32) as u16,
        })
    }
}

impl BookMoves {
    /// One of the moves, each as often as its weight says when `chance` takes every value equally often.
    ///
    /// A move of weight zero is one the book advises against.
    pub fn choose(&self, chance: u64) -> Option<Move> {
        let total: u64 = self.moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut rest = ((u128::from(chance) * u128::from(total)) >> 64) as u64;
        for (mv, weight) in &self.moves {
            let weight = u64::from(*weight);
            if rest < weight {
                return Some(*mv);
            }
            rest -= weight;
        }
        None
    }
}

struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// Bytes of an entry.
const ENTRY: u64 = 16;

/// Six bits each for the squares to and from, three for the promotion; castling is written as king takes rook.
fn read_move(position: &Chess, bits: u16) -> Option<Move> {
    let square = |shift: u16| Square::new(u32::from(bits >> shift & 0o77));
    let promotion = match bits >> 12 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let mv = UciMove::Normal {
        from: square(6),
        to: square(0),
        promotion,
    };
    mv.to_move(position).ok()
}
