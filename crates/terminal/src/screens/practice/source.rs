//! Where exercises come from, one after the other.

use fastrand::Rng;
use play::GameId;
use practice::{DrillTheme, Task, drills};
use puzzles::{PuzzleFilter, Set, Theme};

use super::file::PracticeFile;

/// A kind of exercise that a player has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Puzzles of a game, all or those with a theme.
    Puzzles(GameId, Option<Theme>),
    /// Puzzles of the player's own games.
    Own(GameId),
    /// The lesson of a game.
    Lesson(GameId),
    /// Positions of a drill.
    Drill(DrillTheme),
}

impl Source {
    /// The next task; none if there is none.
    pub(super) fn task(self, file: &PracticeFile, random: &mut Rng) -> Option<Task> {
        match self {
            Source::Puzzles(game, theme) => {
                let wanted = PuzzleFilter { theme, rating: None };
                let puzzle =
                    Set::shipped(game).next(&file.progress(game), wanted, PracticeFile::now(), random.u64(..))?;
                Some(Task::Puzzle { game, id: puzzle.id })
            }
            Source::Own(game) => {
                let set = file.own(game);
                let puzzle = set.next(
                    &file.progress(game),
                    PuzzleFilter::default(),
                    PracticeFile::now(),
                    random.u64(..),
                )?;
                Some(Task::Own {
                    line: puzzle.to_string(),
                })
            }
            Source::Lesson(game) => Some(Task::Lesson { game }),
            Source::Drill(theme) => {
                let count = drills(theme).len();
                (count > 0).then(|| Task::Drill {
                    theme,
                    number: random.usize(..count),
                })
            }
        }
    }

    /// The game that is practised; endgames are of chess.
    pub(super) const fn game(self) -> GameId {
        match self {
            Source::Puzzles(game, _) | Source::Own(game) | Source::Lesson(game) => game,
            Source::Drill(_) => GameId::new("chess"),
        }
    }

    /// Whether nothing follows the exercise.
    pub(super) const fn is_single(self) -> bool {
        matches!(self, Source::Lesson(_))
    }

    /// The player's rating or count; nothing where none is counted.
    pub(super) fn standing(self, file: &PracticeFile) -> String {
        let (Source::Puzzles(game, _) | Source::Own(game)) = self else {
            return String::new();
        };
        let progress = file.progress(game);
        let unsure = if progress.rating.deviation > UNSURE { "?" } else { "" };
        let due = match progress.due_count(PracticeFile::now()) {
            0 => String::new(),
            due => format!(", {due} to repeat"),
        };
        let best = if progress.best_streak > progress.streak {
            format!(", best {}", progress.best_streak)
        } else {
            String::new()
        };
        format!(
            "Rating {:.0}{unsure}, {} solved, streak {}{best}{due}",
            progress.rating.rating, progress.solved, progress.streak
        )
    }

    /// What Enter does after the exercise.
    pub(super) const fn leading(self) -> &'static str {
        match self {
            Source::Puzzles(..) | Source::Own(_) => "Enter: next puzzle",
            Source::Lesson(_) => "Enter: back",
            Source::Drill(_) => "Enter: another position",
        }
    }
}

/// A rating with a larger deviation is shown with a question mark.
const UNSURE: f64 = 110.0;
