//! Openings from files: FEN, EPD or PGN, and a balanced set of our own.

use std::sync::LazyLock;

use play::{Notation, Record};
use thiserror::Error;

use crate::{FenError, Opening, Position, pgn};

/// The beginning of a game.
#[derive(Clone, Debug)]
pub struct BookLine {
    /// Its name, for reports.
    pub name: String,
    /// The position it starts from and the moves played.
    pub record: Record<Position>,
}

/// Why a file holds no openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// A line is no position.
    #[error("line {line}: {error}")]
    Position {
        /// Counted from 1.
        line: usize,
        /// The error.
        error: FenError,
    },
    /// The game is over in this position, or can be drawn by a claim.
    #[error("line {line}: nothing can be played from this position")]
    Over {
        /// Counted from 1.
        line: usize,
    },
    /// There is nothing in it.
    #[error("it holds no openings")]
    Empty,
}

/// Short lines that our own search finds balanced; `bots/examples/make_openings.rs` made them.
pub fn balanced() -> &'static [BookLine] {
    static LINES: LazyLock<Vec<BookLine>> = LazyLock::new(|| {
        include_str!("../data/balanced.txt")
            .lines()
            .filter_map(balanced_line)
            .collect()
    });
    &LINES
}

/// Reads positions, one a line, as FEN or EPD; blank lines and those that begin with `#` are passed over.
pub fn read_positions(text: &str) -> Result<Vec<BookLine>, BookError> {
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim().trim_start_matches('\u{feff}');
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let number = index + 1;
        let (fen, name) = divided(line);
        let reading = Position::read_position(&fen).map_err(|error| BookError::Position { line: number, error })?;
        let record = Record::new(reading.position);
        if record.outcome().is_some() || record.claim().is_some() {
            return Err(BookError::Over { line: number });
        }
        lines.push(BookLine {
            name: name.unwrap_or_else(|| format!("line {number}")),
            record,
        });
    }
    if lines.is_empty() {
        Err(BookError::Empty)
    } else {
        Ok(lines)
    }
}

/// Reads the first `plies` of every game; broken games are reported and skipped.
pub fn read_games(bytes: &[u8], plies: usize) -> Result<(Vec<BookLine>, Vec<pgn::BrokenGame>), BookError> {
    let mut lines = Vec::new();
    let mut broken = Vec::new();
    for (index, game) in pgn::read(bytes).into_iter().enumerate() {
        match game {
            Ok(game) => lines.push(cut(&game.record, plies, index + 1)),
            Err(error) => broken.push(error),
        }
    }
    if lines.is_empty() && broken.is_empty() {
        Err(BookError::Empty)
    } else {
        Ok((lines, broken))
    }
}

/// The first moves of a game; an end is left off, for nothing could be played after it.
fn cut(game: &Record<Position>, plies: usize, number: usize) -> BookLine {
    let mut record = Record::new(game.start().clone());
    for &mv in game.moves().iter().take(plies) {
        record.play(mv).expect("the moves of a record are legal");
    }
    while record.outcome().is_some() && record.undo().is_ok() {}
    let name = Opening::of(&record).map_or_else(|| format!("game {number}"), |opening| opening.name.to_owned());
    BookLine { name, record }
}

/// The position of a line and the name its EPD operation `id` gives it.
fn divided(line: &str) -> (String, Option<String>) {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let is_number = |field: Option<&&str>| field.is_some_and(|field| field.bytes().all(|byte| byte.is_ascii_digit()));
    let count = if is_number(fields.get(4)) && is_number(fields.get(5)) {
        6
    } else {
        4
    };
    let fen = fields[..count.min(fields.len())].join(" ");
    // Operations come after the position, one field behind the other.
    let rest = fields[count.min(fields.len())..].join(" ");
    let name = rest
        .split(';')
        .find_map(|operation| operation.trim().strip_prefix("id "))
        .map(|name| name.trim().trim_matches('"').to_owned());
    (fen, name)
}

fn balanced_line(line: &str) -> Option<BookLine> {
    let mut record = Record::new(Position::new());
    for text in line.split_whitespace() {
        let mv = record.position().read_move(text).ok()?;
        record.play(mv).ok()?;
    }
    let name = Opening::of(&record).map_or_else(|| line.to_owned(), |opening| opening.name.to_owned());
    Some(BookLine { name, record })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use play::Rules;

    use super::*;

    #[test]
    fn the_balanced_set_is_whole() {
        let lines = include_str!("../data/balanced.txt").lines().count();
        assert!(lines >= 300, "{lines}");
        assert_eq!(balanced().len(), lines, "every line is legal");
        let ends: HashSet<u64> = balanced().iter().map(|line| line.record.position().key()).collect();
        assert_eq!(ends.len(), lines, "no two lines end alike");
    }

    #[test]
    fn positions_are_read_as_fen_and_as_epd() {
        let text = "# a comment\n\n\
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
            rnbqkbnr/pppppppp/8/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - c0 \"a solid move\"; id \"Queen's pawn\";\n\
            rnbqkbnr/pppppppp/8/8/2P5/8/PPPP1PPP/RNBQKBNR b KQkq -\n";
        let lines = read_positions(text).unwrap();
        let names: Vec<&str> = lines.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["line 3", "Queen's pawn", "line 5"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = read_positions("8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1: not a chess position: the board is empty; a king is missing"
        );
        assert_eq!(read_positions("\n# nothing\n").unwrap_err(), BookError::Empty);
        for over in ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"] {
            assert_eq!(read_positions(over).unwrap_err(), BookError::Over { line: 1 });
        }
    }

    #[test]
    fn games_are_cut_to_their_beginnings() {
        let text = b"1. e4 e5 2. Nf3 Nc6 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"x\"]\n\n1. e5 *\n";
        let (lines, broken) = read_games(text, 4).unwrap();
        let plies: Vec<usize> = lines.iter().map(|line| line.record.moves().len()).collect();
        // The mate is left off.
        assert_eq!((plies, broken.len()), (vec![4, 3], 1));
    }
}
