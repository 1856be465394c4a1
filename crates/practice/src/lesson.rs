//! Lessons: steps with words, each done by a move or by reading on.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

use play::{Board, GameId, GameModule, GameRecord, Side, Square, Start};
use serde::Deserialize;
use thiserror::Error;

use crate::{
    Action, Card, Door, ExerciseError, State, Tone,
    exercise::{find, play},
};

/// The first lesson of a game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// The steps.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

/// A step of a lesson. Without moves it is read; with moves it is done by one of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the learner reads.
    pub words: String,
    /// The position text; without it the board stays as it is.
    pub position: Option<String>,
    /// Codes of the moves that are right; `*` is any legal move.
    #[serde(default)]
    pub moves: Vec<String>,
    /// What a learner reads after another move.
    pub wrong: Option<String>,
    /// The code of the opponent's answer.
    pub reply: Option<String>,
    /// Squares to look at.
    #[serde(default)]
    pub look: Vec<Square>,
}

/// What is wrong with the text of a lesson.
#[derive(Debug, Error)]
pub enum LessonError {
    /// It is not the TOML of a lesson.
    #[error(transparent)]
    Text(#[from] toml::de::Error),
    /// It has no step, or its first step has no position.
    #[error("a lesson begins with a position")]
    NoPosition,
}

static LESSONS: LazyLock<HashMap<&'static str, Lesson>> = LazyLock::new(|| {
    let texts = [
        ("chess", include_str!("../lessons/chess.toml")),
        ("ransom", include_str!("../lessons/ransom.toml")),
    ];
    let read = |(game, text)| {
        (
            game,
            Lesson::read(text).expect("a test reads the lessons of this crate"),
        )
    };
    texts.into_iter().map(read).collect()
});

/// The first lesson of a turn game.
pub fn lesson(game: GameId) -> Option<&'static Lesson> {
    LESSONS.get(game.as_str())
}

impl Lesson {
    /// Reads a lesson.
    pub fn read(text: &str) -> Result<Self, LessonError> {
        let lesson: Lesson = toml::from_str(text)?;
        match lesson.steps.first() {
            Some(step) if step.position.is_some() => Ok(lesson),
            _ => Err(LessonError::NoPosition),
        }
    }
}

/// A lesson at a step.
pub(crate) struct LessonRun {
    module: Arc<dyn GameModule>,
    lesson: &'static Lesson,
    at: usize,
    record: Box<dyn GameRecord>,
    side: Side,
    last: Last,
}

enum Last {
    Read,
    Right,
    /// The right move, as people write it; the board shows it until the learner goes on, because the next step has
    /// another position.
    Seen(String),
    Wrong,
    Hint,
}

impl LessonRun {
    pub(crate) fn new(module: Arc<dyn GameModule>, lesson: &'static Lesson) -> Result<Self, ExerciseError> {
        let first = lesson.steps.first().and_then(|step| step.position.as_deref());
        let record = begin(&*module, first.unwrap_or_default())?;
        Ok(LessonRun {
            side: record.turn(),
            module,
            lesson,
            at: 0,
            record,
            last: Last::Read,
        })
    }

    pub(crate) fn record(&self) -> &dyn GameRecord {
        &*self.record
    }

    pub(crate) const fn side(&self) -> Side {
        self.side
    }

    fn step(&self) -> Option<&'static Step> {
        self.lesson.steps.get(self.at)
    }

    pub(crate) fn act(&mut self, action: &Action) -> Result<(), ExerciseError> {
        if let Last::Seen(_) = self.last {
            self.last = Last::Right;
            self.go_on()?;
            if *action == Action::Continue {
                return Ok(());
            }
        }
        let step = self.step().ok_or(ExerciseError::NotNow)?;
        match action {
            Action::Continue if step.moves.is_empty() => {
                self.last = Last::Read;
                self.go_on()
            }
            Action::Move { code } if !step.moves.is_empty() => {
                find(&*self.record, code)?;
                if !step.moves.iter().any(|right| right == code || right == ANY) {
                    self.last = Last::Wrong;
                    return Ok(());
                }
                let label = self.label(code);
                play(&mut *self.record, code)?;
                if let Some(reply) = &step.reply {
                    play(&mut *self.record, reply)?;
                }
                let next = self.lesson.steps.get(self.at + 1);
                if next.is_some_and(|next| next.position.is_some()) {
                    self.last = Last::Seen(label);
                    return Ok(());
                }
                self.last = Last::Right;
                self.go_on()
            }
            Action::Hint if !step.moves.is_empty() => {
                self.last = Last::Hint;
                Ok(())
            }
            Action::Show if !step.moves.is_empty() => {
                let code = self.answer(step).ok_or(ExerciseError::NotNow)?;
                self.act(&Action::Move { code })
            }
            _ => Err(ExerciseError::NotNow),
        }
    }

    /// A right move of a step.
    fn answer(&self, step: &Step) -> Option<String> {
        match step.moves.first()?.as_str() {
            ANY => self.record.legal().into_iter().next().map(|mv| mv.code),
            code => Some(code.to_owned()),
        }
    }

    /// A move as people write it.
    fn label(&self, code: &str) -> String {
        let described = self.record.by_code(code).and_then(|mv| self.record.describe(mv));
        described.map_or_else(|| code.to_owned(), |mv| mv.label)
    }

    fn go_on(&mut self) -> Result<(), ExerciseError> {
        self.at += 1;
        if let Some(position) = self.step().and_then(|step| step.position.as_deref()) {
            self.record = begin(&*self.module, position)?;
            self.side = self.record.turn();
        }
        Ok(())
    }

    pub(crate) fn card(&self, board: Board) -> Card {
        let step = self.step();
        let seen = matches!(self.last, Last::Seen(_));
        let moves = !seen && step.is_some_and(|step| !step.moves.is_empty());
        let hinted = match (&self.last, step) {
            (Last::Hint, Some(step)) => self
                .answer(step)
                .and_then(|code| self.record.describe(self.record.by_code(&code)?))
                .map(|mv| vec![mv.from, mv.to]),
            _ => None,
        };
        Card {
            title: self.lesson.title.clone(),
            words: match (step, &self.last) {
                (None, _) => "That was the lesson. Play a game now.".to_owned(),
                (Some(_), Last::Seen(label)) => format!("Right: {label}."),
                (Some(step), Last::Wrong) => step
                    .wrong
                    .clone()
                    .unwrap_or_else(|| format!("Not this one. {}", step.words)),
                (Some(step), Last::Read | Last::Right | Last::Hint) => step.words.clone(),
            },
            tone: match self.last {
                Last::Read | Last::Hint => Tone::Ask,
                Last::Right | Last::Seen(_) => Tone::Right,
                Last::Wrong => Tone::Wrong,
            },
            step: [self.at, self.lesson.steps.len()],
            board,
            scene: self.record.present_scene(),
            below: self.side,
            choices: if moves { self.record.legal() } else { Vec::new() },
            marked: hinted.unwrap_or_else(|| {
                let looked = step.filter(|_| !seen).map(|step| step.look.clone());
                looked.unwrap_or_default()
            }),
            state: if step.is_some() { State::Open } else { State::Done },
            first_try: None,
            doors: match step {
                None => Vec::new(),
                Some(_) if moves => vec![Door::Hint, Door::Show],
                Some(_) => vec![Door::Continue],
            },
        }
    }
}

/// Any legal move.
const ANY: &str = "*";

fn begin(module: &dyn GameModule, position: &str) -> Result<Box<dyn GameRecord>, ExerciseError> {
    let start = if position == "start" {
        Start::Usual
    } else {
        Start::Text(position.to_owned())
    };
    let begun = module
        .begin(&start)
        .map_err(|error| ExerciseError::Data(error.to_string()))?;
    Ok(begun.record)
}
