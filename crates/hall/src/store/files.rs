//! Games in a directory, a file each.
//!
//! A game is written to a file beside its own, brought to the disk, and renamed: at any moment its name stands for the
//! whole earlier text or the whole new one. What is no game is renamed and never deleted.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use super::{Damaged, Page, Store, StoreError};
use crate::{TableId, saved::LARGEST};

/// How names of games end.
const GAME: &str = "game.json";
/// How names of texts on their way end.
const UNFINISHED: &str = "unfinished";
/// What stands in the names of files that were put aside.
const DAMAGED: &str = "damaged";

/// Games in a directory.
#[derive(Debug)]
pub struct FileStore {
    directory: PathBuf,
    /// What was said about files when they were put aside here.
    faults: Vec<Damaged>,
}

impl FileStore {
    /// The games in `directory`, which is made if it is not there.
    pub fn open(directory: impl Into<PathBuf>) -> Result<Self, StoreError> {
        let directory = directory.into();
        fs::create_dir_all(&directory).map_err(at(&directory))?;
        Ok(FileStore {
            directory,
            faults: Vec::new(),
        })
    }

    fn path(&self, table: &TableId) -> PathBuf {
        self.directory.join(format!("{table}.{GAME}"))
    }

    fn write_one(&self, Page { table, text }: &Page) -> Result<(), StoreError> {
        let path = self.path(table);
        let unfinished = self.directory.join(format!("{table}.{UNFINISHED}"));
        let written = File::create(&unfinished).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.sync_all()
        });
        written.map_err(at(&unfinished))?;
        fs::rename(&unfinished, &path).map_err(at(&path))
    }

    /// Brings new names to the disk.
    fn sync(&self) -> Result<(), StoreError> {
        // Elsewhere a directory cannot be opened as a file, and renaming is all there is.
        if cfg!(unix) {
            let synced = File::open(&self.directory).and_then(|directory| directory.sync_all());
            synced.map_err(at(&self.directory))?;
        }
        Ok(())
    }

    fn names(&self) -> Result<Vec<String>, StoreError> {
        let entries = fs::read_dir(&self.directory).map_err(at(&self.directory))?;
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(at(&self.directory))?;
            names.extend(entry.file_name().into_string());
        }
        names.sort_unstable();
        Ok(names)
    }
}

impl Store for FileStore {
    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        let names = self.names()?;
        let tables = names
            .iter()
            .filter_map(|name| name.strip_suffix(GAME)?.strip_suffix('.'));
        Ok(tables.filter_map(|table| table.parse().ok()).collect())
    }

    fn read(&mut self, table: &TableId) -> Result<Option<String>, StoreError> {
        let path = self.path(table);
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(at(&path)(error)),
        };
        // Never more than a game can be, however large the file is.
        let mut bytes = Vec::new();
        file.take(LARGEST as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(at(&path))?;
        if bytes.len() > LARGEST {
            return Err(StoreError::NotText("it is larger than any game".to_owned()));
        }
        let text = String::from_utf8(bytes).map_err(|error| StoreError::NotText(error.utf8_error().to_string()))?;
        Ok(Some(text))
    }

    fn write(&mut self, group: &[Page]) -> Vec<Result<(), StoreError>> {
        let mut done: Vec<_> = group.iter().map(|page| self.write_one(page)).collect();
        if let Err(error) = self.sync() {
            done.pop();
            done.push(Err(error));
        }
        done
    }

    fn set_aside(&mut self, table: &TableId, fault: &str) -> Result<(), StoreError> {
        let path = self.path(table);
        let free = (1..=u32::MAX)
            .map(|number| self.directory.join(format!("{table}.{DAMAGED}-{number}.json")))
            .find(|path| !path.exists());
        let Some(aside) = free else {
            return Ok(());
        };
        fs::rename(&path, &aside).map_err(at(&path))?;
        self.faults.push(Damaged {
            path: aside,
            fault: fault.to_owned(),
        });
        Ok(())
    }

    fn damaged(&mut self) -> Vec<Damaged> {
        let mut damaged = self.faults.clone();
        // Those of earlier days are known by their names alone.
        for name in self.names().unwrap_or_default() {
            let path = self.directory.join(&name);
            if name.contains(DAMAGED) && !damaged.iter().any(|known| known.path == path) {
                damaged.push(Damaged {
                    path,
                    fault: "it could not be read".to_owned(),
                });
            }
        }
        damaged
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_owned();
    move |source| StoreError::Disk { path, source }
}
