//! Reading games, past whatever is damaged.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use super::{ArchiveError, HEADER, Header, Origin, record};
use crate::TrainingGame;

/// The games of an archive one after the other; memory does not grow with the file.
#[derive(Debug)]
pub struct GameReader<R> {
    source: R,
    /// What has been read; from `at` on it is still to be understood.
    buffer: Vec<u8>,
    at: usize,
    /// The place of the first byte of the buffer in the file.
    before: u64,
    is_all: bool,
    header: Header,
    /// Bytes that belong to no whole game.
    lost: u64,
    /// Where the last whole game ended.
    end: u64,
}

/// How much is read at once.
const PIECE: usize = 1 << 18;

impl GameReader<File> {
    /// Opens a file of games.
    pub fn open(path: &Path) -> Result<Self, ArchiveError> {
        let file = |source| ArchiveError::File {
            path: path.to_owned(),
            source,
        };
        let reader = GameReader::new(File::open(path).map_err(file)?).map_err(file)?;
        match reader.header {
            Header::OtherVersion(version) => Err(ArchiveError::Version {
                path: path.to_owned(),
                version,
            }),
            Header::Whole(_) | Header::Missing => Ok(reader),
        }
    }
}

impl<R: Read> GameReader<R> {
    pub(super) fn new(source: R) -> io::Result<Self> {
        let mut reader = GameReader {
            source,
            buffer: Vec::new(),
            at: 0,
            before: 0,
            is_all: false,
            header: Header::Missing,
            lost: 0,
            end: 0,
        };
        reader.fill()?;
        reader.header = Header::read(&reader.buffer);
        if reader.header != Header::Missing {
            reader.at = HEADER;
            reader.end = HEADER as u64;
        }
        Ok(reader)
    }

    /// What the games came from; none when the header is damaged.
    pub fn origin(&self) -> Option<Origin> {
        match self.header {
            Header::Whole(origin) => Some(origin),
            Header::OtherVersion(_) | Header::Missing => None,
        }
    }

    /// How many bytes so far belonged to no whole game.
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Where the last whole game ended.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    pub(super) fn header(&self) -> Header {
        self.header
    }

    /// The next whole game.
    fn read_game(&mut self) -> io::Result<Option<TrainingGame>> {
        loop {
            self.fill()?;
            let bytes = &self.buffer[self.at..];
            if bytes.is_empty() {
                return Ok(None);
            }
            if let record::Found::Game(game, size) = record::read(bytes) {
                self.at += size;
                self.end = self.before + self.at as u64;
                return Ok(Some(*game));
            }
            // The next mark may be the next game's, or chance; its checksum decides.
            let next = bytes[1..]
                .windows(record::MARK.len())
                .position(|window| window == record::MARK);
            // Without a mark the last bytes may still be the beginning of one.
            let none = if self.is_all {
                bytes.len()
            } else {
                bytes.len() - record::MARK.len() + 1
            };
            let step = next.map_or(none, |place| place + 1);
            self.at += step;
            self.lost += step as u64;
        }
    }

    /// Reads on until the longest record would be in the buffer whole, or all is.
    fn fill(&mut self) -> io::Result<()> {
        if self.is_all || self.buffer.len() - self.at >= record::LONGEST {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.before += self.at as u64;
        self.at = 0;
        let wanted = (record::LONGEST + PIECE - self.buffer.len()) as u64;
        let read = self.source.by_ref().take(wanted).read_to_end(&mut self.buffer)?;
        self.is_all = (read as u64) < wanted;
        Ok(())
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = io::Result<TrainingGame>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read_game().transpose()
    }
}
