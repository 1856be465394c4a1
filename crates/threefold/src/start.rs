//! The position a command is about.

use play::Notation;

use crate::cli::{self, StartArgs, Usage};

impl StartArgs {
    /// The start position of a game of chess; what had to be dropped from its text is told on stderr.
    pub(crate) fn chess(&self) -> Result<chess::Position, Usage> {
        match (&self.fen, self.chess960) {
            (Some(text), _) => read(text),
            (None, Some(number)) => chess::Position::chess960(number).map_err(|error| Usage::new(error.to_string())),
            (None, None) => Ok(chess::Position::new()),
        }
    }

    /// The start position of a game of Ransom.
    pub(crate) fn ransom(&self) -> Result<ransom::Position, Usage> {
        match (&self.fen, self.chess960) {
            (Some(text), _) => read(text),
            (None, Some(_)) => Err(Usage::new(
                "--chess960 is of chess; Ransom has one start, or --fen TEXT",
            )),
            (None, None) => Ok(ransom::Position::new()),
        }
    }
}

/// Reads a position text, or `startpos`.
pub(crate) fn read<R: Notation + Default>(text: &str) -> Result<R, Usage> {
    if text.trim() == "startpos" {
        return Ok(R::default());
    }
    let reading = R::read_position(text).map_err(|error| Usage::new(error.to_string()))?;
    for notice in &reading.notices {
        cli::tell(&format!("threefold: {notice}"));
    }
    Ok(reading.position)
}
