//! Forms as data: a list of fields with choices or text, which may depend on what was entered so far.
//!
//! A [`FormSpec`] lists the fields and handles the answers; [`FormScreen`](crate::screens::form::FormScreen) shows
//! every form.

use std::{collections::BTreeMap, sync::mpsc::Sender, thread};

use ratatui::layout::Rect;
use serde::{Deserialize, Serialize};

use crate::{
    canvas::Canvas,
    context::{AppContext, AppEvent},
    screens::Screen,
};

/// The fields and the purpose of a form.
pub(crate) trait FormSpec {
    /// The name its answers are remembered under.
    fn name(&self) -> String;

    fn title(&self) -> String;

    /// The entry that submits the form; a form without one acts on every change.
    fn button(&self) -> Option<&'static str> {
        Some("Begin")
    }

    /// The fields for the answers so far.
    fn fields(&self, answers: &Answers) -> Vec<Field>;

    /// Submits the answers, or returns an error.
    fn submit(&self, answers: &Answers, context: &mut AppContext) -> Result<Box<dyn Screen>, String>;

    /// What is remembered of the answers for the next time.
    fn remembered(&self, answers: &Answers) -> Answers {
        answers.clone()
    }

    /// A test before the form is submitted, on a separate thread.
    fn trial(&self, _answers: &Answers) -> Option<Trial> {
        None
    }

    /// Acts on a change.
    fn changed(&self, _answers: &Answers, _context: &mut AppContext) -> Result<(), String> {
        Ok(())
    }

    /// Draws something below the fields; gives the rows it took.
    fn draw_preview(&self, _canvas: &mut Canvas<'_>, _area: Rect) -> u16 {
        0
    }
}

/// A test before a form is submitted.
pub(crate) struct Trial {
    /// What is tried, for people.
    pub(crate) words: String,
    /// Tries it; the answer says why it failed.
    pub(crate) run: Box<dyn FnOnce() -> Result<(), String> + Send>,
}

impl Trial {
    /// Tries it on a separate thread, whose result goes to the subscriber; returns what is shown meanwhile.
    pub(crate) fn begin(self, subscriber: u64, events: Sender<AppEvent>) -> Result<String, String> {
        let Trial { words, run } = self;
        let begun = thread::Builder::new().name("trial".to_owned()).spawn(move || {
            // A program that ends takes no more events.
            drop(events.send(AppEvent::Tried(subscriber, run())));
        });
        begun
            .map(|_| words)
            .map_err(|error| format!("It cannot be tried: {error}"))
    }
}

/// A field by its name; fields of a list have numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FieldId(pub(crate) &'static str, pub(crate) u8);

impl FieldId {
    pub(crate) const fn new(name: &'static str) -> FieldId {
        FieldId(name, 0)
    }

    /// The name it is stored under.
    fn key(self) -> String {
        match self {
            FieldId(name, 0) => name.to_owned(),
            FieldId(name, number) => format!("{name}-{number}"),
        }
    }
}

/// What was entered, by field; a choice by its value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Answers(BTreeMap<String, String>);

impl Answers {
    /// The answer, or nothing yet.
    pub(crate) fn get(&self, id: FieldId) -> &str {
        self.0.get(&id.key()).map_or("", String::as_str)
    }

    pub(crate) fn set(&mut self, id: FieldId, value: impl Into<String>) {
        self.0.insert(id.key(), value.into());
    }

    /// The answers with a possible value for every field there is.
    #[must_use]
    pub(crate) fn completed(mut self, spec: &dyn FormSpec) -> Answers {
        // A value may add dependent fields; no form has a longer chain of dependencies.
        for _ in 0..3 {
            for field in spec.fields(&self) {
                if let Input::Choice { options, usual } = &field.input
                    && options.iter().all(|option| option.value != self.get(field.id))
                    && let Some(option) = options.get(*usual).or_else(|| options.first())
                {
                    self.set(field.id, option.value.clone());
                }
            }
        }
        self
    }
}

/// A field.
pub(crate) struct Field {
    pub(crate) id: FieldId,
    pub(crate) label: String,
    /// A sentence about it.
    pub(crate) help: String,
    pub(crate) input: Input,
}

/// How a field is filled.
pub(crate) enum Input {
    /// One of several values.
    Choice {
        options: Vec<FieldOption>,
        /// Which of them before anybody has chosen.
        usual: usize,
    },
    /// Any text.
    Text,
}

/// A value that can be chosen.
pub(crate) struct FieldOption {
    pub(crate) value: String,
    pub(crate) label: String,
    /// A sentence about it instead of the field's.
    pub(crate) help: Option<String>,
}

impl Field {
    pub(crate) fn choice(id: FieldId, label: &str, help: &str, options: Vec<FieldOption>) -> Field {
        Field {
            id,
            label: label.to_owned(),
            help: help.to_owned(),
            input: Input::Choice { options, usual: 0 },
        }
    }

    pub(crate) fn text(id: FieldId, label: &str, help: &str) -> Field {
        Field {
            id,
            label: label.to_owned(),
            help: help.to_owned(),
            input: Input::Text,
        }
    }

    /// The same with another value before anybody has chosen.
    #[must_use]
    pub(crate) fn usually(mut self, value: &str) -> Field {
        if let Input::Choice { options, usual } = &mut self.input {
            *usual = options.iter().position(|option| option.value == value).unwrap_or(0);
        }
        self
    }

    /// The chosen option.
    pub(crate) fn chosen(&self, answers: &Answers) -> Option<&FieldOption> {
        match &self.input {
            Input::Choice { options, .. } => options.iter().find(|option| option.value == answers.get(self.id)),
            Input::Text => None,
        }
    }

    /// The value after or before the chosen one, round the ends.
    pub(crate) fn next(&self, answers: &Answers, turn: Turn) -> Option<&str> {
        let Input::Choice { options, .. } = &self.input else {
            return None;
        };
        let count = options.len();
        let at = options
            .iter()
            .position(|option| option.value == answers.get(self.id))
            .unwrap_or(0);
        let next = match turn {
            Turn::On => at + 1,
            Turn::Back => at + count.saturating_sub(1),
        };
        options.get(next % count.max(1)).map(|option| option.value.as_str())
    }
}

impl FieldOption {
    pub(crate) fn new(value: impl Into<String>, label: impl Into<String>) -> FieldOption {
        FieldOption {
            value: value.into(),
            label: label.into(),
            help: None,
        }
    }

    pub(crate) fn with_help(mut self, help: String) -> FieldOption {
        self.help = Some(help);
        self
    }
}

/// Which way a value is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    On,
    Back,
}

/// Submits a form as it was last answered, without showing it.
pub(crate) fn submit(spec: &dyn FormSpec, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
    let answers = context.remembered.answers(&spec.name());
    spec.submit(&answers.completed(spec), context)
}
