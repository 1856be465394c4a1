//! The position a command is about.

use chess::Position;
use play::Notation;

use crate::cli::{self, StartArgs, Usage};

impl StartArgs {
    /// The start position; what had to be dropped from its text is told on stderr.
    pub(crate) fn position(&self) -> Result<Position, Usage> {
        match (&self.fen, self.chess960) {
            (Some(fen), _) => read(fen),
            (None, Some(number)) => Position::chess960(number).map_err(|error| Usage::new(error.to_string())),
            (None, None) => Ok(Position::new()),
        }
    }
}

/// Reads a position text, or `startpos`.
pub(crate) fn read(text: &str) -> Result<Position, Usage> {
    if text.trim() == "startpos" {
        return Ok(Position::new());
    }
    let reading = Position::read_position(text).map_err(|error| Usage::new(error.to_string()))?;
    for notice in &reading.notices {
        cli::tell(&format!("threefold: {notice}"));
    }
    Ok(reading.position)
}
