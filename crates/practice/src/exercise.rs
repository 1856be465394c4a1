//! A task and what has been done about it.

use std::sync::Arc;

use play::{
    BotError, Budget, Choice, GameAsk, GameBot, GameId, GameModule, GameRecord, Lines, MoveIndex, Purpose, Registry,
    Side, Stop, Stopwatch, UnknownGame,
};
use puzzles::{Puzzle, PuzzleError, PuzzleId, Set};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Card, DrillTheme,
    drill::DrillRun,
    lesson::{self, LessonRun},
    puzzle_run::PuzzleRun,
};

/// Which exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ExerciseTask"))]
#[serde(rename_all = "lowercase", tag = "task")]
pub enum Task {
    /// A puzzle that ships with the program.
    Puzzle {
        /// Its game.
        game: GameId,
        /// Its id.
        #[cfg_attr(feature = "wire", ts(type = "string"))]
        id: PuzzleId,
    },
    /// A puzzle of the learner's own, as its line of text.
    Own {
        /// The line.
        line: String,
    },
    /// The first lesson of a game.
    Lesson {
        /// The game.
        game: GameId,
    },
    /// A position of a drill.
    Drill {
        /// The theme.
        theme: DrillTheme,
        /// The number of the position, from 0.
        number: usize,
    },
}

/// Something the learner did, or the opponent answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "ExerciseAction"))]
#[serde(rename_all = "lowercase", tag = "do")]
pub enum Action {
    /// A move of the learner.
    Move {
        /// Its code.
        code: String,
    },
    /// A move of the opponent in a drill.
    Reply {
        /// Its code.
        code: String,
    },
    /// The learner has read a step of a lesson.
    Continue,
    /// The learner wants to see which piece moves.
    Hint,
    /// The learner wants to see the move.
    Show,
}

/// A task with the actions since its start.
pub struct Exercise {
    task: Task,
    module: Arc<dyn GameModule>,
    run: Run,
    log: Vec<Action>,
}

enum Run {
    Puzzle(Box<PuzzleRun>),
    Lesson(Box<LessonRun>),
    Drill(Box<DrillRun>),
}

/// Why an exercise cannot be opened or an action does not fit.
#[derive(Debug, Error)]
pub enum ExerciseError {
    /// No such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// No such puzzle.
    #[error("there is no puzzle {0}")]
    NoPuzzle(PuzzleId),
    /// The line of an own puzzle is wrong.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The game has no lesson.
    #[error("{0} has no lesson with turns")]
    NoLesson(GameId),
    /// No such drill.
    #[error("this drill has no position {0}")]
    NoDrill(usize),
    /// A position of the program's own data is wrong.
    #[error("the data of this exercise are damaged: {0}")]
    Data(String),
    /// The action is not possible now.
    #[error("this cannot be done now")]
    NotNow,
    /// The move is not legal.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// More actions than any exercise takes.
    #[error("an exercise has at most 500 actions")]
    TooLong,
    /// The opponent gives no answer.
    #[error(transparent)]
    Bot(#[from] BotError),
}

/// No exercise takes more actions.
const LONGEST: usize = 500;

impl Exercise {
    /// An exercise at its start.
    pub fn open(registry: &Registry, task: Task) -> Result<Self, ExerciseError> {
        let (game, run) = match &task {
            Task::Puzzle { game, id } => {
                let puzzle = Set::shipped(*game).get(*id).ok_or(ExerciseError::NoPuzzle(*id))?;
                (*game, Some(puzzle.clone()))
            }
            Task::Own { line } => {
                let puzzle: Puzzle = line.parse()?;
                (puzzle.game, Some(puzzle))
            }
            Task::Lesson { game } => (*game, None),
            Task::Drill { .. } => (DrillTheme::GAME, None),
        };
        let module = Arc::clone(registry.get(game)?);
        let run = match (&task, run) {
            (_, Some(puzzle)) => Run::Puzzle(Box::new(PuzzleRun::new(&*module, puzzle)?)),
            (Task::Drill { theme, number }, None) => Run::Drill(Box::new(DrillRun::new(&*module, *theme, *number)?)),
            (_, None) => {
                let lesson = lesson::lesson(game).ok_or(ExerciseError::NoLesson(game))?;
                Run::Lesson(Box::new(LessonRun::new(Arc::clone(&module), lesson)?))
            }
        };
        Ok(Exercise {
            task,
            module,
            run,
            log: Vec::new(),
        })
    }

    /// An exercise after these actions.
    pub fn resume(registry: &Registry, task: Task, log: Vec<Action>) -> Result<Self, ExerciseError> {
        let mut exercise = Exercise::open(registry, task)?;
        for action in log {
            exercise.act(action)?;
        }
        Ok(exercise)
    }

    /// The task.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// What has been done.
    pub fn log(&self) -> &[Action] {
        &self.log
    }

    /// The game as it is shown.
    pub fn record(&self) -> &dyn GameRecord {
        match &self.run {
            Run::Puzzle(run) => run.record(),
            Run::Lesson(run) => run.record(),
            Run::Drill(run) => run.record(),
        }
    }

    /// The puzzle, if it is one.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match &self.run {
            Run::Puzzle(run) => Some(run.puzzle()),
            Run::Lesson(_) | Run::Drill(_) => None,
        }
    }

    /// The side of the learner.
    pub fn side(&self) -> Side {
        match &self.run {
            Run::Puzzle(run) => run.side(),
            Run::Lesson(run) => run.side(),
            Run::Drill(run) => run.side(),
        }
    }

    /// Does something; what is not possible changes nothing.
    pub fn act(&mut self, action: Action) -> Result<(), ExerciseError> {
        if self.log.len() == LONGEST {
            return Err(ExerciseError::TooLong);
        }
        match &mut self.run {
            Run::Puzzle(run) => run.act(&action)?,
            Run::Lesson(run) => run.act(&action)?,
            Run::Drill(run) => run.act(&action)?,
        }
        self.log.push(action);
        Ok(())
    }

    /// Whether the opponent of a drill is to move.
    pub fn awaits_reply(&self) -> bool {
        match &self.run {
            Run::Drill(run) => run.awaits_reply(),
            Run::Puzzle(_) | Run::Lesson(_) => false,
        }
    }

    /// Lets a bot move for the opponent of a drill.
    pub fn reply(&mut self, bot: &mut dyn GameBot) -> Result<(), ExerciseError> {
        if !self.awaits_reply() {
            return Err(ExerciseError::NotNow);
        }
        let choice = bot.choose(&mut GameAsk {
            record: self.record(),
            budget: Budget {
                nodes: Some(REPLY_NODES),
                ..Budget::UNLIMITED
            },
            stop: &Stop::new(),
            watch: &Stopwatch::start(),
            purpose: Purpose::Study { lines: 1 },
            lines: Lines::Empty,
            report: &mut |_| {},
        })?;
        let Choice::Move(mv) = choice else {
            return Err(ExerciseError::NotNow);
        };
        let code = self
            .record()
            .describe(mv)
            .map(|mv| mv.code)
            .ok_or(ExerciseError::NotNow)?;
        self.act(Action::Reply { code })
    }

    /// The code of the legal move that a typed text means, or why there is none.
    pub fn read(&self, text: &str) -> Result<String, String> {
        let record = self.record();
        let mv = record.read(self.side(), text).map_err(|refusal| refusal.words)?;
        record
            .describe(mv)
            .map(|mv| mv.code)
            .ok_or_else(|| "This move is not legal here.".to_owned())
    }

    /// What the learner sees.
    pub fn card(&self) -> Card {
        let board = self.module.board();
        match &self.run {
            Run::Puzzle(run) => run.card(board),
            Run::Lesson(run) => run.card(board),
            Run::Drill(run) => run.card(board),
        }
    }
}

/// What the opponent of a drill visits for a move.
const REPLY_NODES: u64 = 40_000;

/// The legal move with a code.
pub(crate) fn find(record: &dyn GameRecord, code: &str) -> Result<MoveIndex, ExerciseError> {
    record
        .by_code(code)
        .ok_or_else(|| ExerciseError::Illegal(code.chars().take(20).collect()))
}

/// Plays a legal move.
pub(crate) fn play(record: &mut dyn GameRecord, code: &str) -> Result<(), ExerciseError> {
    let mv = find(record, code)?;
    record
        .play(mv, None)
        .map_err(|_| ExerciseError::Illegal(code.to_owned()))
}
