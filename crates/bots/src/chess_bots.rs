//! The catalog of chess: its bots, its openings, Syzygy tables and PGN files.

mod syzygy;

use std::{fs, path::Path};

use chess::{
    Position,
    book::{self, BookLine},
    pgn,
};
use play::{
    Bot, BotCatalog, BotError, BotTraits, ImportError, ImportedGame, Level, OpeningBook, OpeningError, OpeningLine,
    OpeningSource, Setup, Side, SolvedEndings, SpecError, TypedRecord,
};

use crate::{ChessSpec, small_talk};

/// The bots of chess.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessBots;

impl BotCatalog<Position> for ChessBots {
    fn levels(&self) -> &'static [Level] {
        &LEVELS
    }

    fn read(&self, text: &str) -> Result<String, SpecError> {
        text.parse::<ChessSpec>().map(|spec| spec.to_string())
    }

    fn traits(&self, spec: &str) -> BotTraits {
        // An invalid spec has no data; opening it fails with the reason.
        spec.parse::<ChessSpec>()
            .map_or_else(|_| BotTraits::default(), |spec| spec.traits())
    }

    fn open(&self, spec: &str, setup: Setup) -> Result<Box<dyn Bot<Position>>, BotError> {
        let read = spec.parse::<ChessSpec>().map_err(|error| BotError::Start {
            name: spec.to_owned(),
            reason: error.to_string(),
        });
        read?.open(setup)
    }

    fn adviser(&self) -> &'static str {
        "master"
    }

    fn small_talk(&self) -> &'static [&'static str] {
        &small_talk::CHESS_LINES
    }

    /// The balanced set, or a file: games if its name ends in `.pgn`, else FEN or EPD lines.
    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError> {
        let Some(path) = source.file else {
            return Ok(opening_book(book::balanced().to_vec(), Vec::new()));
        };
        let bytes = fs::read(path).map_err(|source| OpeningError::File {
            path: path.to_owned(),
            source,
        })?;
        let content = |error: book::BookError| OpeningError::Content {
            path: path.to_owned(),
            words: error.to_string(),
        };
        let is_pgn = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        if !is_pgn {
            let lines = book::read_positions(&String::from_utf8_lossy(&bytes)).map_err(content)?;
            return Ok(opening_book(lines, Vec::new()));
        }
        let (lines, broken) = book::read_games(&bytes, source.plies).map_err(content)?;
        let notices = broken.iter().map(|game| format!("{}: {game}", path.display()));
        Ok(opening_book(lines, notices.collect()))
    }

    fn solved_endings(&self, directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError> {
        syzygy::open(directory)
    }

    /// Every game of a PGN; a damaged game is skipped.
    fn import(&self, bytes: &[u8]) -> Vec<Result<ImportedGame, ImportError>> {
        let games = pgn::read(bytes).into_iter();
        games
            .map(|game| match game {
                Ok(game) => Ok(imported(game)),
                Err(broken) => Err(ImportError {
                    line: broken.line,
                    words: broken.reason.to_string(),
                }),
            })
            .collect()
    }
}

/// Weakest first, by docs/strength.md. The ratings of the rungs are their names, which direct matches confirm. Medium
/// and Hard have those of direct matches against the rungs around them. Easy lost all its games, and Master's strength
/// depends on its clock, so neither has a rating.
static LEVELS: [Level; 19] = [
    Level {
        spec: "easy",
        name: "Easy",
        words: "takes what it can and does not look ahead",
        rating: None,
    },
    rated("elo:400", "Elo 400", 400),
    rated("elo:600", "Elo 600", 600),
    rated("elo:800", "Elo 800", 800),
    rated("elo:1000", "Elo 1000", 1000),
    rated("elo:1200", "Elo 1200", 1200),
    rated("elo:1400", "Elo 1400", 1400),
    rated("elo:1600", "Elo 1600", 1600),
    rated("elo:1800", "Elo 1800", 1800),
    Level {
        spec: "medium",
        name: "Medium",
        words: "looks four half-moves ahead",
        rating: Some(1874),
    },
    rated("elo:2000", "Elo 2000", 2000),
    rated("elo:2200", "Elo 2200", 2200),
    Level {
        spec: "hard",
        name: "Hard",
        words: "looks six half-moves ahead and evaluates king safety",
        rating: Some(2290),
    },
    rated("elo:2400", "Elo 2400", 2400),
    rated("elo:2600", "Elo 2600", 2600),
    rated("elo:2800", "Elo 2800", 2800),
    rated("elo:3000", "Elo 3000", 3000),
    rated("elo:3200", "Elo 3200", 3200),
    Level {
        spec: "master",
        name: "Master",
        words: "plays the engine at full strength",
        rating: None,
    },
];

const fn rated(spec: &'static str, name: &'static str, rating: u32) -> Level {
    Level {
        spec,
        name,
        words: "makes errors like those of people, fewer at a higher rating",
        rating: Some(rating),
    }
}

fn opening_book(lines: Vec<BookLine>, notices: Vec<String>) -> OpeningBook {
    let opening = |line: BookLine| OpeningLine {
        name: line.name,
        record: Box::new(TypedRecord::from(line.record)),
    };
    OpeningBook {
        lines: lines.into_iter().map(opening).collect(),
        notices,
    }
}

fn imported(game: pgn::Game) -> ImportedGame {
    let result: Option<Option<Side>> = match game.result {
        pgn::GameResult::Win(side) => Some(Some(side)),
        pgn::GameResult::Draw => Some(None),
        pgn::GameResult::Open => None,
    };
    ImportedGame {
        names: ["White", "Black"].map(|tag| game.tags.get(tag).filter(|name| *name != "?").cloned()),
        record: Box::new(TypedRecord::from(game.record)),
        result,
    }
}

#[cfg(test)]
mod tests {
    use play::BotPlace;

    use super::*;

    #[test]
    fn levels_are_written_as_they_are_read_and_ordered_by_rating() {
        for level in ChessBots.levels() {
            assert_eq!(ChessBots.read(level.spec).as_deref(), Ok(level.spec));
        }
        assert!(ChessBots.levels().iter().filter_map(|level| level.rating).is_sorted());
    }

    #[test]
    fn a_program_thinks_elsewhere_and_quick_bots_pause() {
        assert_eq!(ChessBots.traits("uci:stockfish").place, BotPlace::Program);
        assert_eq!(ChessBots.traits("elo:1500").pause, Some(1_200..4_500));
        assert_eq!(ChessBots.traits("master").pause, None);
    }

    #[test]
    fn games_are_imported_with_their_names_and_results() {
        let text = b"[White \"Ada\"]\n[Black \"?\"]\n\n1. e4 e5 1/2-1/2\n\n[Event \"x\"]\n\n1. e5 *\n";
        let games = ChessBots.import(text);
        let game = games[0].as_ref().unwrap();
        assert_eq!(game.names, [Some("Ada".to_owned()), None]);
        assert_eq!((game.record.plies(), game.result), (2, Some(None)));
        assert_eq!(games[1].as_ref().unwrap_err().line, 6);
    }
}
