//! Exercises of the turn games: puzzles, lessons and endgame drills.
//!
//! A [`Task`] names an exercise and a list of [`Action`]s says what the learner has done; together they are an
//! [`Exercise`], which answers every action with a [`Card`]: the board, the moves that are possible, the words to show.
//! Both can be sent and stored, so a server keeps nothing between two requests. Front ends show cards and know no rules.
//!
//! Lessons are data: `lessons/*.toml`. Drills are positions in `data/drills.txt`, checked with endgame tables when they
//! are made; the opponent is a bot. The crate leaves out screens, sockets, files and the lesson of Kung Fu Chess, which
//! has no turns.

mod card;
mod drill;
mod exercise;
mod lesson;
mod live_lesson;
mod own;
mod puzzle_run;

pub use card::{Card, Door, State, Tone};
pub use drill::{Drill, DrillGoal, DrillTheme, drills};
pub use exercise::{Action, Exercise, ExerciseError, Task};
pub use lesson::{Lesson, LessonError, Step, lesson};
pub use live_lesson::{Happening, LiveLesson, LiveLessonRun, LiveStep, live_lesson};
pub use own::{OwnError, own_puzzles};
