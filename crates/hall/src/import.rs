//! Games from elsewhere: read from a PGN or from what was exported here, to be looked at and reviewed.

use bots::Game;
use chess::pgn;
use play::{Moment, Notation, Side};
use thiserror::Error;

use crate::{
    TableId,
    kept::Kept,
    saved::{Ending, KeptTurn, SaveError, Saved},
};

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported(pub(crate) Saved);

impl Imported {
    /// Every game of a PGN file; a broken one costs only itself.
    pub fn read_pgn(text: &[u8]) -> Vec<Result<Self, ImportError>> {
        let games = pgn::read(text).into_iter();
        games
            .map(|game| match game {
                Ok(game) => Ok(Imported::from_pgn(&game)),
                Err(broken) => Err(ImportError::Game {
                    line: broken.line,
                    words: broken.reason.to_string(),
                }),
            })
            .collect()
    }

    /// A game as [`Format::Json`](crate::Format::Json) writes it.
    pub fn read_json(text: &str) -> Result<Self, ImportError> {
        match Kept::read(text)? {
            Kept::Turns(saved) => Ok(Imported(saved)),
            Kept::Live(_) => Err(SaveError::Game(Game::Kungfu).into()),
        }
    }

    /// White's name and Black's, as far as they are told.
    pub const fn names(&self) -> &[Option<String>; 2] {
        &self.0.names
    }

    /// Which game it is.
    pub const fn game(&self) -> Game {
        self.0.game
    }

    /// How many turns it has.
    pub fn turns(&self) -> usize {
        self.0.turns.len()
    }

    /// The result, as far as it is known.
    pub fn result(&self) -> Option<&str> {
        self.0.result.as_deref()
    }

    fn from_pgn(game: &pgn::Game) -> Self {
        let start = game.record.start().position_text();
        let mut saved = Saved::new(TableId::numbered(0), Game::Chess, start, Moment(0));
        saved.names = ["White", "Black"].map(|tag| game.tags.get(tag).filter(|name| *name != "?").cloned());
        saved.turns = game
            .record
            .turns()
            .map(|(position, mv)| KeptTurn {
                code: position.code(mv),
                moment: None,
                left: None,
            })
            .collect();
        let winner: Option<Option<Side>> = match game.result {
            pgn::GameResult::Win(side) => Some(Some(side)),
            pgn::GameResult::Draw => Some(None),
            pgn::GameResult::Open => None,
        };
        saved.ending = winner.map(Ending::Told);
        saved.result = winner.map(|winner| play::result_text(winner).to_owned());
        Imported(saved)
    }
}

/// Why something is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImportError {
    /// A game of a PGN file.
    #[error("game starting on line {line}: {words}")]
    Game {
        /// Where it starts; the first line is 1.
        line: usize,
        /// What is wrong with it.
        words: String,
    },
    /// A JSON text.
    #[error(transparent)]
    Json(#[from] SaveError),
}
