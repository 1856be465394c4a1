//! Where games are kept: a seam for files here and a database elsewhere.

mod files;

use std::{collections::BTreeMap, io, path::PathBuf};

use thiserror::Error;

use crate::TableId;
pub use files::FileStore;

/// A place where the texts of games are kept, each whole or not at all.
pub trait Store: Send {
    /// The games that are kept.
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError>;

    /// The text of a game; a text that cannot be a game may be refused unread.
    fn read(&mut self, table: &TableId) -> Result<Option<String>, StoreError>;

    /// Writes some games, each in place of its earlier text; what is reported as written survives a crash.
    fn write(&mut self, group: &[Page]) -> Vec<Result<(), StoreError>>;

    /// Puts a game aside whose text is not one; nothing is deleted.
    fn set_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError>;

    /// What was put aside.
    fn damaged(&mut self) -> Vec<Damaged>;
}

/// The text of a game about to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Whose.
    pub table: TableId,
    /// All of it.
    pub text: String,
}

/// Something that was no game and was put aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    /// Where it is now.
    pub path: PathBuf,
    /// What is wrong with it, as far as it is known.
    pub fault: String,
}

/// Why a game could not be written or read.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The disk would not.
    #[error("{path}: {source}", path = path.display())]
    Disk {
        /// What was written or read.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not a text, or too large for a game.
    #[error("it is not the text of a game: {0}")]
    NotText(String),
}

/// Keeps games for as long as the program runs.
#[derive(Clone, Debug, Default)]
pub struct MemoryStore {
    texts: BTreeMap<TableId, String>,
    aside: Vec<Damaged>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        MemoryStore::default()
    }
}

impl Store for MemoryStore {
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        Ok(self.texts.keys().cloned().collect())
    }

    fn read(&mut self, table: &TableId) -> Result<Option<String>, StoreError> {
        Ok(self.texts.get(table).cloned())
    }

    fn write(&mut self, group: &[Page]) -> Vec<Result<(), StoreError>> {
        let pages = group.iter().cloned();
        pages
            .map(|Page { table, text }| {
                self.texts.insert(table, text);
                Ok(())
            })
            .collect()
    }

    fn set_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        if self.texts.remove(table).is_some() {
            self.aside.push(Damaged {
                path: PathBuf::from(table.to_string()),
                fault: fault.to_owned(),
            });
        }
        Ok(())
    }

    fn damaged(&mut self) -> Vec<Damaged> {
        self.aside.clone()
    }
}
