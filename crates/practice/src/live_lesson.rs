//! The first lesson of Kung Fu Chess: it is played at a live table, and what happens there ends its steps.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LiveLesson {
    /// Its title.
    pub title: String,
    /// The steps.
    pub steps: Vec<LiveStep>,
}

/// A step of the lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LiveStep {
    /// What the learner reads.
    pub words: String,
    /// What ends the step.
    pub done: Happening,
}

/// Something that happens at the table of a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Happening {
    /// A piece of the learner has left its square.
    Moved,
    /// So has another one than the last.
    MovedAnother,
    /// The learner's king has.
    KingMoved,
    /// A command of the learner waits for the end of a rest.
    Premoved,
    /// A piece of the learner has captured.
    Captured,
    /// The game is over.
    Ended,
}

static LESSON: LazyLock<LiveLesson> = LazyLock::new(|| {
    toml::from_str(include_str!("../lessons/kungfu.toml")).expect("a test reads the lessons of this crate")
});

/// The lesson of Kung Fu Chess.
pub fn live_lesson() -> &'static LiveLesson {
    &LESSON
}

/// How far a learner is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LiveLessonRun {
    at: usize,
    /// The game ended before the last step.
    cut_short: bool,
}

impl LiveLessonRun {
    /// Handles an event, which may end the current step. An event ends at most one step; the end of the game ends the
    /// lesson.
    pub fn hear(&mut self, happened: &[Happening]) {
        let Some(step) = self.step() else { return };
        if happened.contains(&step.done) {
            self.at += 1;
        } else if happened.contains(&Happening::Ended) {
            self.cut_short = true;
        }
    }

    /// The present step; none after the last, and none when the game has ended.
    pub fn step(&self) -> Option<&'static LiveStep> {
        live_lesson().steps.get(self.at).filter(|_| !self.cut_short)
    }

    /// Whether the game ended before the last step.
    pub const fn is_cut_short(&self) -> bool {
        self.cut_short
    }

    /// The number of the present step, and how many there are.
    pub fn place(&self) -> [usize; 2] {
        let of = live_lesson().steps.len();
        [(self.at + 1).min(of), of]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lesson_is_over_when_every_step_has_happened() {
        let mut run = LiveLessonRun::default();
        run.hear(&[Happening::Captured]);
        assert_eq!(run.place(), [1, 6], "a later step does not come early");
        for happened in [
            &[Happening::Moved][..],
            &[Happening::Moved, Happening::MovedAnother],
            &[Happening::Premoved],
            &[Happening::Captured],
            &[Happening::Moved, Happening::KingMoved],
            &[Happening::Ended],
        ] {
            assert!(run.step().is_some());
            run.hear(happened);
        }
        assert_eq!(run.step(), None);
        assert!(!run.is_cut_short());
    }

    #[test]
    fn the_end_of_the_game_ends_the_lesson_at_any_step() {
        let mut run = LiveLessonRun::default();
        run.hear(&[Happening::Moved]);
        run.hear(&[Happening::Ended]);
        assert_eq!(run.step(), None);
        assert!(run.is_cut_short());
    }
}
