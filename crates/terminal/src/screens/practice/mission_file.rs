//! Which missions a player has done: `missions.toml` in the data folder.
//!
//! An unreadable file is reported and not changed; then nothing is stored.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use practice::{Mission, MissionProgress, missions};

use super::file::write;

/// What was done, and where it is stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct MissionFile {
    folder: Option<PathBuf>,
    progress: MissionProgress,
}

const NAME: &str = "missions.toml";

impl MissionFile {
    /// Reads the file of a folder; and what is wrong with it, for people.
    pub(crate) fn open(folder: Option<&Path>) -> (Self, Option<String>) {
        let Some(folder) = folder else {
            return (MissionFile::default(), None);
        };
        let path = folder.join(NAME);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
            read => read.map_err(|error| error.to_string()),
        };
        let progress = text.and_then(|text| toml::from_str(&text).map_err(|error| error.to_string()));
        match progress {
            Ok(progress) => {
                let folder = Some(folder.to_owned());
                (MissionFile { folder, progress }, None)
            }
            Err(fault) => (MissionFile::default(), Some(format!("{}: {fault}", path.display()))),
        }
    }

    pub(crate) const fn progress(&self) -> &MissionProgress {
        &self.progress
    }

    /// How many missions were done.
    pub(crate) fn count(&self) -> usize {
        missions().iter().filter(|mission| self.progress.has(mission)).count()
    }

    /// Counts a mission as done and stores it.
    pub(crate) fn add(&mut self, mission: &Mission) -> Result<(), String> {
        let new = self.progress.add(mission);
        let Some(folder) = self.folder.as_deref().filter(|_| new) else {
            return Ok(());
        };
        let text = toml::to_string(&self.progress).map_err(|error| error.to_string())?;
        write(folder, NAME, &text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missions_are_found_again_and_a_damaged_file_is_left_as_it_is() {
        let folder = std::env::temp_dir().join(format!("threefold-missions-{}", std::process::id()));
        let (mut file, fault) = MissionFile::open(Some(&folder));
        assert_eq!(fault, None);
        file.add(&missions()[0]).unwrap();
        let (again, fault) = MissionFile::open(Some(&folder));
        assert_eq!((again.progress(), fault), (file.progress(), None));
        fs::write(folder.join(NAME), "done = 7").unwrap();
        let (mut damaged, fault) = MissionFile::open(Some(&folder));
        assert!(fault.is_some_and(|words| words.contains(NAME)));
        damaged.add(&missions()[1]).unwrap();
        assert_eq!(fs::read_to_string(folder.join(NAME)).unwrap(), "done = 7");
        fs::remove_dir_all(folder).unwrap();
    }
}
