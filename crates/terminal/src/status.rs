//! The status text below a board, and its kind.

use ratatui::style::Style;

use crate::look::Look;

/// Words for the player; empty where nothing is to be said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    pub(crate) words: String,
    pub(crate) tone: Tone,
}

/// How words are meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// Information, not an error.
    #[default]
    Calm,
    /// An error or a refusal.
    Refusal,
}

impl Status {
    pub(crate) fn calm(words: impl Into<String>) -> Status {
        Status::new(words, Tone::Calm)
    }

    pub(crate) fn refusal(words: impl Into<String>) -> Status {
        Status::new(words, Tone::Refusal)
    }

    pub(crate) fn new(words: impl Into<String>, tone: Tone) -> Status {
        Status {
            words: words.into(),
            tone,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn style(&self, look: &Look) -> Style {
        match self.tone {
            Tone::Calm => look.link(),
            Tone::Refusal => look.danger(),
        }
    }
}

impl From<Result<String, String>> for Status {
    /// A success or an error as a status.
    fn from(done: Result<String, String>) -> Status {
        match done {
            Ok(words) => Status::calm(words),
            Err(words) => Status::refusal(words),
        }
    }
}
