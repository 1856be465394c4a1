//! Games that the player has deleted from the list. The games themselves stay stored.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use host::TableId;

/// The deleted games, in the file `deleted-games` of the data folder: a code a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct HiddenGames {
    path: Option<PathBuf>,
    tables: BTreeSet<TableId>,
}

impl HiddenGames {
    /// Reads the file; lines that are no codes are left out.
    pub(crate) fn open(folder: &Path) -> HiddenGames {
        let path = folder.join("deleted-games");
        // Without the file nothing was deleted.
        let text = fs::read_to_string(&path).unwrap_or_default();
        HiddenGames {
            tables: text.lines().filter_map(|line| line.trim().parse().ok()).collect(),
            path: Some(path),
        }
    }

    pub(crate) fn contains(&self, table: &TableId) -> bool {
        self.tables.contains(table)
    }

    /// Deletes a game from the list; stored if there is a data folder.
    pub(crate) fn hide(&mut self, table: &TableId) -> io::Result<()> {
        self.tables.insert(table.clone());
        let Some(path) = &self.path else { return Ok(()) };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut text = String::new();
        for table in &self.tables {
            text.push_str(table.as_str());
            text.push('\n');
        }
        let new = path.with_extension("new");
        fs::write(&new, text)?;
        fs::rename(new, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deleted_games_are_remembered_and_other_lines_are_left_out() {
        let folder = std::env::temp_dir().join(format!("threefold-hidden-{}", std::process::id()));
        let [one, other] = [1, 2].map(TableId::numbered);
        HiddenGames::open(&folder).hide(&one).unwrap();
        fs::write(folder.join("deleted-games"), format!("nonsense!\n{one}\n")).unwrap();
        let hidden = HiddenGames::open(&folder);
        assert!(hidden.contains(&one) && !hidden.contains(&other));
        fs::remove_dir_all(folder).unwrap();
    }
}
