//! Sets of puzzles: those that ship with the program, and a solver's own.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use play::GameId;
use thiserror::Error;

use crate::{Progress, Puzzle, PuzzleError, PuzzleId, Theme, Tries};

/// Puzzles, by id and by rating.
#[derive(Clone, Debug, Default)]
pub struct Set {
    /// Easiest first.
    puzzles: Vec<Rated>,
    places: HashMap<PuzzleId, usize>,
}

#[derive(Clone, Debug)]
struct Rated {
    rating: u32,
    puzzle: Puzzle,
}

/// A line of a set that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct SetError {
    /// The first line is 1.
    pub line: usize,
    /// The error.
    pub error: PuzzleError,
}

/// Which puzzle a solver wants next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleFilter {
    /// One with this theme.
    pub theme: Option<Theme>,
    /// One of about this rating; without it, one for the solver's own rating.
    pub rating: Option<u32>,
}

static CHESS: LazyLock<Set> = LazyLock::new(|| shipped(include_str!("../data/chess.txt")));
static RANSOM: LazyLock<Set> = LazyLock::new(|| shipped(include_str!("../data/ransom.txt")));
static EMPTY: LazyLock<Set> = LazyLock::new(Set::default);

fn shipped(text: &str) -> Set {
    Set::read(text).expect("a test reads the sets of this crate")
}

/// From how many puzzles near a rating one is chosen.
const NEAREST: usize = 25;
/// Puzzles this much further from it than the nearest are not among them.
const NEAR: u32 = 150;

impl Set {
    /// The puzzles of a game that ship with the program.
    pub fn shipped(game: GameId) -> &'static Set {
        match game.as_str() {
            "chess" => &CHESS,
            "ransom" => &RANSOM,
            _ => &EMPTY,
        }
    }

    /// Reads a set, one puzzle a line; lines that begin with `#` are remarks.
    pub fn read(text: &str) -> Result<Self, SetError> {
        let lines = (1..).zip(text.lines());
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let puzzles = lines.map(|(line, text)| text.parse().map_err(|error| SetError { line, error }));
        Ok(Set::of(puzzles.collect::<Result<Vec<Puzzle>, _>>()?))
    }

    /// A set of these puzzles, each once.
    pub fn of(puzzles: impl IntoIterator<Item = Puzzle>) -> Self {
        // Thousands of puzzles have a few hundred different tries.
        let mut ratings: HashMap<(GameId, Tries), u32> = HashMap::new();
        let rated = |puzzle: Puzzle| Rated {
            rating: *ratings
                .entry((puzzle.game, puzzle.tries.clone()))
                .or_insert_with(|| puzzle.rating()),
            puzzle,
        };
        let mut puzzles: Vec<Rated> = puzzles.into_iter().map(rated).collect();
        puzzles.sort_by_key(|rated| (rated.rating, rated.puzzle.id));
        puzzles.dedup_by_key(|rated| rated.puzzle.id);
        let places = (0..)
            .zip(&puzzles)
            .map(|(place, rated)| (rated.puzzle.id, place))
            .collect();
        Set { puzzles, places }
    }

    /// The puzzles, easiest first.
    pub fn iter(&self) -> impl Iterator<Item = &Puzzle> {
        self.puzzles.iter().map(|rated| &rated.puzzle)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// A puzzle by its id.
    pub fn get(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.places.get(&id).map(|place| &self.puzzles[*place].puzzle)
    }

    /// The themes of the puzzles with how many have each, in the order of [`Theme::ALL`].
    pub fn themes(&self) -> Vec<(Theme, usize)> {
        let count = |theme| self.iter().filter(|puzzle| puzzle.themes.contains(&theme)).count();
        let counted = Theme::ALL.into_iter().map(|theme| (theme, count(theme)));
        counted.filter(|(_, count)| *count > 0).collect()
    }

    /// The next puzzle for a solver: one that is due again, else one that is new and about as hard as wanted, else any
    /// that fits; none if none fits.
    pub fn next(&self, progress: &Progress, wanted: PuzzleFilter, now: u64, seed: u64) -> Option<&Puzzle> {
        let fits = |puzzle: &Puzzle| wanted.theme.is_none_or(|theme| puzzle.themes.contains(&theme));
        let due = progress.due(now).and_then(|id| self.get(id));
        if let Some(due) = due.filter(|puzzle| wanted == PuzzleFilter::default() || fits(puzzle)) {
            return Some(due);
        }
        let target = wanted.rating.unwrap_or(progress.rating.rating as u32);
        let seen: HashSet<PuzzleId> = progress.seen.iter().copied().collect();
        let nearest = |is_new: bool| {
            let all = self.puzzles.iter();
            let mut fitting: Vec<&Rated> = all
                .filter(|rated| fits(&rated.puzzle) && is_new != seen.contains(&rated.puzzle.id))
                .collect();
            fitting.sort_by_key(|rated| rated.rating.abs_diff(target));
            let closest = fitting.first().map_or(0, |rated| rated.rating.abs_diff(target));
            fitting.retain(|rated| rated.rating.abs_diff(target) <= closest + NEAR);
            fitting.truncate(NEAREST);
            fitting
        };
        let mut near = nearest(true);
        if near.is_empty() {
            near = nearest(false);
        }
        fastrand::Rng::with_seed(seed).choice(near).map(|rated| &rated.puzzle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    const GAME: GameId = GameId::new("chess");

    fn puzzle(number: usize, tries: &str, theme: Theme) -> Puzzle {
        let moves = vec!["a1a2".to_owned(), "b1b2".to_owned()];
        Puzzle {
            tries: tries.parse().unwrap(),
            ..Puzzle::new(GAME, format!("position {number}"), moves, Goal::Win, vec![theme])
        }
    }

    fn set() -> Set {
        let easy = (0..30).map(|number| puzzle(number, "222222", Theme::Fork));
        let hard = (30..60).map(|number| puzzle(number, "000001", Theme::Pin));
        Set::of(easy.chain(hard))
    }

    #[test]
    fn the_next_puzzle_is_new_and_about_as_hard_as_the_solver() {
        let (set, mut progress) = (set(), Progress::default());
        progress.rating.rating = 800.0;
        for seed in 0..30 {
            let next = set.next(&progress, PuzzleFilter::default(), 0, seed).unwrap();
            assert!(!progress.seen.contains(&next.id));
            assert_eq!(next.themes, [Theme::Fork]);
            progress.seen.push(next.id);
        }
        // The easy ones are used up.
        let next = set.next(&progress, PuzzleFilter::default(), 0, 1).unwrap();
        assert_eq!(next.themes, [Theme::Pin]);
    }

    #[test]
    fn a_wanted_theme_or_rating_is_kept_to() {
        let (set, progress) = (set(), Progress::default());
        let themed = PuzzleFilter {
            theme: Some(Theme::Pin),
            rating: Some(500),
        };
        assert_eq!(set.next(&progress, themed, 0, 3).unwrap().themes, [Theme::Pin]);
        let easy = PuzzleFilter {
            rating: Some(500),
            ..PuzzleFilter::default()
        };
        assert_eq!(set.next(&progress, easy, 0, 3).unwrap().themes, [Theme::Fork]);
        let none = PuzzleFilter {
            theme: Some(Theme::Zugzwang),
            ..PuzzleFilter::default()
        };
        assert_eq!(set.next(&progress, none, 0, 3), None);
        assert_eq!(set.themes(), [(Theme::Fork, 30), (Theme::Pin, 30)]);
    }

    #[test]
    fn what_is_due_comes_first() {
        let (set, mut progress) = (set(), Progress::default());
        let missed = set.iter().next().unwrap().id;
        progress.count(missed, 1500, false, 0);
        assert_ne!(set.next(&progress, PuzzleFilter::default(), 1, 3).unwrap().id, missed);
        assert_eq!(
            set.next(&progress, PuzzleFilter::default(), 3_600, 3).unwrap().id,
            missed
        );
    }

    #[test]
    fn a_damaged_line_is_named() {
        let text = format!("# remark\n\n{}\nnonsense\n", puzzle(1, "-", Theme::Fork));
        assert_eq!(Set::read(&text).unwrap_err().line, 4);
    }
}
