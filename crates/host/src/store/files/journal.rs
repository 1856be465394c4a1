//! A file of lines that several processes append to and follow: the index and the names of players.
//!
//! Every line has a checksum. A truncated or changed line is skipped; only its own content is lost.

use std::{
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::disk::{SyncPolicy, failed, sync_directory};
use crate::{
    FORMAT, StoreError,
    event::{seal, unseal},
};

/// A file of checked lines.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
    /// The bytes up to here were read.
    read_to: u64,
    /// Whether the file may end within a line.
    is_torn: bool,
    /// How many lines it has.
    lines: usize,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    journal: String,
    format: u32,
}

impl Journal {
    /// Opens a journal of some kind, which is created if it does not exist.
    pub(super) fn open(path: PathBuf, kind: &str, sync: SyncPolicy) -> Result<Self, StoreError> {
        let open = || -> std::io::Result<(File, bool, bool)> {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path)?;
            let mut last = [b'\n'];
            let is_empty = file.metadata()?.len() == 0;
            if !is_empty {
                file.seek(SeekFrom::End(-1))?;
                file.read_exact(&mut last)?;
            }
            Ok((file, is_empty, last != [b'\n']))
        };
        let (file, is_empty, is_torn) = open().map_err(failed(&path))?;
        let mut journal = Journal {
            path,
            file,
            read_to: 0,
            is_torn,
            lines: 0,
        };
        if is_empty {
            journal.append(&[Journal::header(kind)], sync)?;
            if let Some(directory) = journal.path.parent() {
                sync_directory(directory, sync)?;
            }
        } else {
            journal.check_header(kind)?;
        }
        Ok(journal)
    }

    /// Writes a whole journal beside the file and replaces the file with it. No other process may have the file open.
    pub(super) fn replace<T: Serialize>(
        path: &Path,
        kind: &str,
        values: impl IntoIterator<Item = T>,
        sync: SyncPolicy,
    ) -> Result<(), StoreError> {
        let beside = path.with_extension("new");
        let write = || -> std::io::Result<()> {
            let mut file = std::io::BufWriter::new(File::create(&beside)?);
            writeln!(file, "{}", Journal::header(kind))?;
            for value in values {
                writeln!(file, "{}", seal(&value))?;
            }
            sync.sync(&file.into_inner()?)?;
            std::fs::rename(&beside, path)
        };
        write().map_err(failed(path))?;
        path.parent()
            .map_or(Ok(()), |directory| sync_directory(directory, sync))
    }

    /// Reads what was appended since the last call, by anybody.
    pub(super) fn follow<T: DeserializeOwned>(&mut self, mut each: impl FnMut(T)) -> Result<(), StoreError> {
        let read = || -> std::io::Result<()> {
            if self.file.metadata()?.len() <= self.read_to {
                return Ok(());
            }
            self.file.seek(SeekFrom::Start(self.read_to))?;
            let mut reader = BufReader::with_capacity(1 << 16, &self.file);
            let mut line = Vec::new();
            loop {
                line.clear();
                let length = reader.read_until(b'\n', &mut line)?;
                if line.pop() != Some(b'\n') {
                    // The end, or a line that is still being written.
                    return Ok(());
                }
                self.read_to += length as u64;
                self.lines += 1;
                let value = std::str::from_utf8(&line).ok().and_then(unseal);
                if let Some(value) = value.and_then(|json| serde_json::from_str(json).ok()) {
                    each(value);
                }
            }
        };
        let mut read = read;
        read().map_err(failed(&self.path))
    }

    /// Appends values in one write, so that lines of two processes do not mix.
    pub(super) fn write<T: Serialize>(&mut self, values: &[T], sync: SyncPolicy) -> Result<(), StoreError> {
        let lines: Vec<String> = values.iter().map(seal).collect();
        self.append(&lines, sync)
    }

    /// How many lines were read.
    pub(super) const fn lines(&self) -> usize {
        self.lines
    }

    fn append(&mut self, lines: &[String], sync: SyncPolicy) -> Result<(), StoreError> {
        if lines.is_empty() {
            return Ok(());
        }
        let mut text = String::new();
        if self.is_torn {
            text.push('\n');
        }
        for line in lines {
            text.push_str(line);
            text.push('\n');
        }
        self.is_torn = true;
        let written = self
            .file
            .write_all(text.as_bytes())
            .and_then(|()| sync.sync(&self.file));
        written.map_err(failed(&self.path))?;
        self.is_torn = false;
        Ok(())
    }

    fn header(kind: &str) -> String {
        seal(&Header {
            journal: kind.to_owned(),
            format: FORMAT,
        })
    }

    /// Refuses a journal of a newer version. If the first line cannot be read, the readable ones among the other lines
    /// are used.
    fn check_header(&mut self, kind: &str) -> Result<(), StoreError> {
        let mut first = Vec::new();
        self.file
            .seek(SeekFrom::Start(0))
            .and_then(|_| BufReader::new((&self.file).take(1 << 10)).read_until(b'\n', &mut first))
            .map_err(failed(&self.path))?;
        let first = std::str::from_utf8(&first)
            .ok()
            .and_then(|line| unseal(line.trim_end()));
        match first.and_then(|json| serde_json::from_str::<Header>(json).ok()) {
            Some(header) if header.journal == kind && header.format > FORMAT => {
                Err(StoreError::Newer(self.path.display().to_string()))
            }
            _ => Ok(()),
        }
    }
}
