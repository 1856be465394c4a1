//! The position a command is about.

use play::{GameModule, GameRecord, Start, StartError};

use crate::cli::{self, StartArgs, Usage};

impl StartArgs {
    /// A game about to begin; what had to be dropped from its text is printed on stderr.
    pub(crate) fn begin(&self, game: &dyn GameModule) -> Result<Box<dyn GameRecord>, Usage> {
        begin(game, &self.start()?)
    }

    /// Where the game begins.
    pub(crate) fn start(&self) -> Result<Start, Usage> {
        Ok(match (&self.fen, self.chess960) {
            (Some(text), _) => Start::Text(text.clone()),
            (None, Some(number)) => Start::Numbered(u16::try_from(number).map_err(|_| no_chess960(number))?),
            (None, None) => Start::Usual,
        })
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
        cli::print_status(&format!("threefold: {notice}"));
    }
    Ok(begun.record)
}

fn no_chess960(number: u32) -> Usage {
    Usage::new(chess::Chess960Error(number).to_string())
}
