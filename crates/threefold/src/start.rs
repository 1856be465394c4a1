//! The position a command is about.

use play::{GameModule, GameRecord, Notation, Start, StartError};

use crate::cli::{self, StartArgs, Usage};

impl StartArgs {
    /// A game about to begin; what had to be dropped from its text is told on stderr.
    pub(crate) fn begin(&self, game: &dyn GameModule) -> Result<Box<dyn GameRecord>, Usage> {
        let start = match (&self.fen, self.chess960) {
            (Some(text), _) => return at(game, text),
            (None, Some(number)) => Start::Numbered(u16::try_from(number).map_err(|_| no_chess960(number))?),
            (None, None) => Start::Usual,
        };
        begin(game, &start)
    }

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

/// A game that begins at a position text, or at `startpos`.
pub(crate) fn at(game: &dyn GameModule, text: &str) -> Result<Box<dyn GameRecord>, Usage> {
    let start = match text.trim() {
        "startpos" => Start::Usual,
        _ => Start::Text(text.to_owned()),
    };
    begin(game, &start)
}

fn begin(game: &dyn GameModule, start: &Start) -> Result<Box<dyn GameRecord>, Usage> {
    let begun = game.begin(start).map_err(|error| match error {
        StartError::NotNumbered(name) => {
            Usage::new(format!("--chess960 is of chess; {name} has one start, or --fen TEXT"))
        }
        StartError::Number { number, .. } => no_chess960(u32::from(number)),
        StartError::Position(words) => Usage::new(words),
    })?;
    for notice in &begun.notices {
        cli::tell(&format!("threefold: {notice}"));
    }
    Ok(begun.record)
}

fn no_chess960(number: u32) -> Usage {
    Usage::new(chess::Chess960Error(number).to_string())
}

/// Reads a position text, or `startpos`.
fn read<R: Notation + Default>(text: &str) -> Result<R, Usage> {
    if text.trim() == "startpos" {
        return Ok(R::default());
    }
    let reading = R::read_position(text).map_err(|error| Usage::new(error.to_string()))?;
    for notice in &reading.notices {
        cli::tell(&format!("threefold: {notice}"));
    }
    Ok(reading.position)
}
