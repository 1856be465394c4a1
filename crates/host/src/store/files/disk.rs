//! Files that are synced and moved, and how their failures are reported.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use crate::{Damaged, StoreError};

/// How names of texts end that say what is wrong with a log.
const FAULT: &str = "fault";

/// Whether writes reach the disk before they are reported as done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SyncPolicy {
    /// Every write is on the disk before it is reported.
    #[default]
    Always,
    /// The system decides when to sync, for generators of test data: a crash of the machine may lose writes.
    Never,
}

impl SyncPolicy {
    pub(super) fn sync(self, file: &File) -> io::Result<()> {
        match self {
            SyncPolicy::Always => file.sync_data(),
            SyncPolicy::Never => Ok(()),
        }
    }
}

/// Moves a file to `damaged/` under a name that is free there, with its fault beside it.
pub(super) fn move_aside(directory: &Path, path: &Path, fault: &str, sync: SyncPolicy) -> Result<(), StoreError> {
    let damaged = directory.join("damaged");
    let target = move_into(&damaged, path)?;
    let noted = fs::write(fault_path(&target), fault);
    noted.map_err(failed(&target))?;
    sync_directory(&damaged, sync)?;
    sync_directory(directory, sync)
}

/// Moves a file into a directory, which is created if it does not exist, under a name that is free there.
pub(super) fn move_into(directory: &Path, path: &Path) -> Result<PathBuf, StoreError> {
    fs::create_dir_all(directory).map_err(failed(directory))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = std::iter::once(name.clone()).chain((2_u32..).map(|number| format!("{number}-{name}")));
    let mut free = names.map(|name| directory.join(name)).filter(|path| !path.exists());
    let target = free.next().unwrap_or_else(|| directory.join(&name));
    fs::rename(path, &target).map_err(failed(path))?;
    Ok(target)
}

pub(super) fn fault_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(FAULT);
    PathBuf::from(name)
}

/// Syncs a directory after new names.
pub(super) fn sync_directory(directory: &Path, sync: SyncPolicy) -> Result<(), StoreError> {
    // Other systems cannot open a directory as a file, so nothing is synced there.
    if cfg!(unix) && sync == SyncPolicy::Always {
        let synced = File::open(directory).and_then(|directory| directory.sync_all());
        synced.map_err(failed(directory))?;
    }
    Ok(())
}

pub(super) fn failed(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let place = path.display().to_string();
    move |error| StoreError::Failed {
        place,
        fault: error.to_string(),
    }
}

/// What was moved to `damaged/`.
pub(super) fn damaged(directory: &Path) -> Result<Vec<Damaged>, StoreError> {
    let directory = directory.join("damaged");
    let entries = match fs::read_dir(&directory) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(&directory)(error)),
    };
    let mut damaged = Vec::new();
    for entry in entries {
        let path = entry.map_err(failed(&directory))?.path();
        if path.extension().is_none_or(|extension| extension != FAULT) {
            let fault = fs::read_to_string(fault_path(&path));
            let fault = fault.unwrap_or_else(|_| "it could not be read".to_owned());
            damaged.push(Damaged { path, fault });
        }
    }
    damaged.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    Ok(damaged)
}
