//! A claimed table: its file, locked, and how far it is written.

use std::{
    fs::{File, TryLockError},
    io::{self, Seek, SeekFrom, Write},
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
};

use super::disk::failed;
use crate::{Epoch, StoreError, Summary, TableId};

/// Claims of this process are numbered consecutively. Claims of other processes have other locks and are never
/// compared.
static EPOCHS: AtomicU64 = AtomicU64::new(1);

/// A table that this store may write.
#[derive(Debug)]
pub(super) struct Claim {
    pub(super) epoch: Epoch,
    /// The log; its lock excludes other processes.
    pub(super) file: File,
    pub(super) written: Written,
    /// Whether bytes of a failed write may follow `written`.
    pub(super) has_remains: bool,
}

/// What a log holds.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) length: u64,
    pub(super) events: u64,
    pub(super) summary: Summary,
}

impl Claim {
    pub(super) fn write(&mut self, lines: &str) -> io::Result<()> {
        if self.has_remains {
            self.cut()?;
        }
        self.has_remains = true;
        self.file.seek(SeekFrom::Start(self.written.length))?;
        if let Err(error) = self.file.write_all(lines.as_bytes()) {
            // If the file cannot be cut now it is cut before the next append, or as a torn end when it is read.
            drop(self.cut());
            return Err(error);
        }
        self.has_remains = false;
        self.written.length += lines.len() as u64;
        Ok(())
    }

    /// Cuts off everything after the last append.
    pub(super) fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.written.length)?;
        self.has_remains = false;
        Ok(())
    }
}

/// The number of a new claim.
pub(super) fn next_epoch() -> Epoch {
    Epoch(EPOCHS.fetch_add(1, Ordering::Relaxed))
}

/// Locks the file of a table.
pub(super) fn lock(file: &File, table: &TableId, path: &Path) -> Result<(), StoreError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Claimed(table.clone()),
        TryLockError::Error(error) => failed(path)(error),
    })
}
