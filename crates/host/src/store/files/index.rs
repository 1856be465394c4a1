//! The summaries of all tables in one file, so that a start reads one file instead of all logs.
//!
//! The index contains only data that the logs contain too. A summary is valid while the log has the recorded length; a
//! log of another length is read again. So a missing, truncated or outdated index repairs itself.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{disk::SyncPolicy, journal::Journal};
use crate::{StoreError, Summary, TableId};

const KIND: &str = "threefold-index";
/// A small index is not worth rewriting.
const SMALL: usize = 1_000;

/// The summaries of all tables.
#[derive(Debug)]
pub(super) struct Index {
    path: PathBuf,
    journal: Journal,
    tables: HashMap<TableId, Indexed>,
    /// Lines that could not be written yet.
    pending: Vec<Line>,
}

/// A summary and the length of the log it was taken from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Indexed {
    pub(super) length: u64,
    pub(super) summary: Summary,
}

/// A line of the index.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The last such line of a table holds.
    Table(Indexed),
    /// The table was put aside.
    Gone(TableId),
}

impl Index {
    /// Reads the index of a directory.
    pub(super) fn open(directory: &Path, sync: SyncPolicy) -> Result<Self, StoreError> {
        let path = directory.join("index");
        let mut index = Index {
            journal: Journal::open(path.clone(), KIND, sync)?,
            path,
            tables: HashMap::new(),
            pending: Vec::new(),
        };
        index.follow()?;
        Ok(index)
    }

    /// Rewrites the index if most of its lines are outdated. Nobody else may have it open.
    pub(super) fn compact(&mut self, sync: SyncPolicy) -> Result<(), StoreError> {
        if self.journal.lines() <= 2 * self.tables.len() + SMALL {
            return Ok(());
        }
        let lines = self.tables.values().cloned().map(Line::Table);
        Journal::replace(&self.path, KIND, lines, sync)?;
        self.journal = Journal::open(self.path.clone(), KIND, sync)?;
        self.follow()
    }

    /// Reads what other processes have appended.
    pub(super) fn follow(&mut self) -> Result<(), StoreError> {
        let tables = &mut self.tables;
        self.journal.follow(|line| match line {
            Line::Table(indexed) => drop(tables.insert(indexed.summary.table.clone(), indexed)),
            Line::Gone(table) => drop(tables.remove(&table)),
        })
    }

    /// Records summaries. If the write fails they stay in memory and are written with the next ones or at the next
    /// start.
    pub(super) fn note(&mut self, summaries: impl IntoIterator<Item = Indexed>) {
        for indexed in summaries {
            self.tables.insert(indexed.summary.table.clone(), indexed.clone());
            self.pending.push(Line::Table(indexed));
        }
        self.flush();
    }

    /// Records that a table was quarantined.
    pub(super) fn remove(&mut self, table: &TableId) {
        self.tables.remove(table);
        self.pending.push(Line::Gone(table.clone()));
        self.flush();
    }

    pub(super) fn get(&self, table: &TableId) -> Option<&Indexed> {
        self.tables.get(table)
    }

    pub(super) fn len(&self) -> usize {
        self.tables.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Indexed> {
        self.tables.values()
    }

    fn flush(&mut self) {
        // The index needs no sync: after a crash of the machine the lengths of the logs show what is missing.
        if self.journal.write(&self.pending, SyncPolicy::Never).is_ok() {
            self.pending.clear();
        }
    }
}
