//! Exercises: puzzles, lessons and endgame drills of the turn games, lesson and missions of Kung Fu Chess.
//!
//! A [`Task`] names an exercise, and a list of [`Action`]s records what the learner has done. Together they are an
//! [`Exercise`], which answers every action with a [`Card`]: the board, the possible moves, the text to show. Both can
//! be sent and stored, so a server stores nothing between two requests. Front ends show cards and know no rules.
//!
//! Lessons are data: `lessons/*.toml`. Drills are positions in `data/drills.txt`, checked with endgame tables when they
//! are made; the opponent is a bot.
//!
//! Kung Fu Chess has no turns: its lesson and its missions are played at a live table. A [`Mission`] is a
//! [`kungfu::Scenario`] with a belt and texts; the table plays and checks the scenario. `missions/missions.toml` lists
//! the missions. The crate contains no screens, sockets or files.

mod card;
mod drill;
mod exercise;
mod lesson;
mod live_lesson;
mod mission;
mod own;
mod puzzle_run;

pub use card::{Card, Door, State, Tone};
pub use drill::{Drill, DrillGoal, DrillTheme, drills};
pub use exercise::{Action, Exercise, ExerciseError, Task};
pub use lesson::{Lesson, LessonError, Step, lesson};
pub use live_lesson::{Happening, LiveLesson, LiveLessonRun, LiveStep, live_lesson};
pub use mission::{Belt, Mission, MissionError, MissionProgress, mission, missions};
pub use own::{OwnError, own_puzzles};
