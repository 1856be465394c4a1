//! What a player has practised: `puzzles.toml` and `own-puzzles.txt` in the data folder.
//!
//! An unreadable file is reported and not changed; then nothing is stored.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use play::GameId;
use puzzles::{Progress, Puzzle, Set};

/// Progress by game, own puzzles, and where both are stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct PracticeFile {
    folder: Option<PathBuf>,
    progress: BTreeMap<String, Progress>,
    own: Vec<Puzzle>,
}

/// The most own puzzles that are stored; the oldest are dropped first.
const MOST_OWN: usize = 500;

impl PracticeFile {
    /// Reads the files of a folder; and what is wrong with them, for people.
    pub(crate) fn open(folder: Option<&Path>) -> (Self, Option<String>) {
        let Some(folder) = folder else {
            return (PracticeFile::default(), None);
        };
        match PracticeFile::read(folder) {
            Ok(file) => (file, None),
            Err(words) => (PracticeFile::default(), Some(words)),
        }
    }

    fn read(folder: &Path) -> Result<Self, String> {
        let read = |name: &str| {
            let path = folder.join(name);
            let fault = |words: String| format!("{}: {words}", path.display());
            match fs::read_to_string(&path) {
                Ok(text) => Ok(text),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
                Err(error) => Err(fault(error.to_string())),
            }
        };
        let wrong = |name: &str, words: String| format!("{}: {words}", folder.join(name).display());
        let progress = toml::from_str(&read(PROGRESS)?).map_err(|error| wrong(PROGRESS, error.to_string()))?;
        let own = Set::read(&read(OWN)?).map_err(|error| wrong(OWN, error.to_string()))?;
        Ok(PracticeFile {
            folder: Some(folder.to_owned()),
            progress,
            own: own.iter().cloned().collect(),
        })
    }

    /// What was done in a game.
    pub(crate) fn progress(&self, game: GameId) -> Progress {
        self.progress.get(game.as_str()).cloned().unwrap_or_default()
    }

    /// The player's own puzzles of a game.
    pub(crate) fn own(&self, game: GameId) -> Set {
        Set::of(self.own.iter().filter(|puzzle| puzzle.game == game).cloned())
    }

    /// Counts a puzzle and stores it.
    pub(crate) fn count(&mut self, puzzle: &Puzzle, solved: bool) -> Result<(), String> {
        let now = Self::now();
        let progress = self.progress.entry(puzzle.game.to_string()).or_default();
        progress.count(puzzle.id, puzzle.rating(), solved, now);
        let text = toml::to_string(&self.progress).map_err(|error| error.to_string())?;
        self.write(PROGRESS, &text)
    }

    /// Adds own puzzles and stores them; gives how many were new.
    pub(crate) fn add_own(&mut self, puzzles: Vec<Puzzle>) -> Result<usize, String> {
        let fresh: Vec<Puzzle> = puzzles
            .into_iter()
            .filter(|puzzle| self.own.iter().all(|known| known.id != puzzle.id))
            .collect();
        let count = fresh.len();
        self.own.extend(fresh);
        let most = self.own.len().saturating_sub(MOST_OWN);
        self.own.drain(..most);
        let lines: Vec<String> = self.own.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        self.write(OWN, &lines.concat())?;
        Ok(count)
    }

    /// Seconds since 1970.
    pub(crate) fn now() -> u64 {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        since.unwrap_or(Duration::ZERO).as_secs()
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        self.folder
            .as_deref()
            .map_or(Ok(()), |folder| write(folder, name, text))
    }
}

/// Writes a file whole or not at all.
pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    let fresh = path.with_extension("new");
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&fresh, text))
        .and_then(|()| fs::rename(&fresh, &path));
    written.map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

const PROGRESS: &str = "puzzles.toml";
const OWN: &str = "own-puzzles.txt";

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: GameId = GameId::new("chess");

    fn puzzle() -> Puzzle {
        let moves = vec!["a2a8".to_owned(), "d1d8".to_owned()];
        let position = "6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1".to_owned();
        Puzzle::new(CHESS, position, moves, puzzles::Goal::Finish(1), Vec::new())
    }

    #[test]
    fn progress_and_own_puzzles_are_found_again() {
        let folder = std::env::temp_dir().join(format!("threefold-practice-{}", std::process::id()));
        let (mut file, fault) = PracticeFile::open(Some(&folder));
        assert_eq!(fault, None);
        file.count(&puzzle(), false).unwrap();
        assert_eq!(file.add_own(vec![puzzle(), puzzle()]), Ok(2));
        let (again, fault) = PracticeFile::open(Some(&folder));
        assert_eq!(fault, None);
        assert_eq!(again.progress(CHESS), file.progress(CHESS));
        assert_eq!(again.own(CHESS).len(), 1);
        fs::write(folder.join(PROGRESS), "chess = 7").unwrap();
        let (mut damaged, fault) = PracticeFile::open(Some(&folder));
        assert!(fault.is_some_and(|words| words.contains(PROGRESS)));
        damaged.count(&puzzle(), true).unwrap();
        assert_eq!(fs::read_to_string(folder.join(PROGRESS)).unwrap(), "chess = 7");
        fs::remove_dir_all(folder).unwrap();
    }
}
