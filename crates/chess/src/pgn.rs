//! PGN, the text format of chess games: read forgivingly, written strictly.
//!
//! [`read`] takes a whole file. The file is cut into games first, so that a broken one costs only itself and is
//! reported with the line it starts on. [`write()`] makes the export format: roster first, lines under eighty columns.
//! A game that was read and is written again reads as the same game, but for tags that writing adds.
//!
//! A [`Game`] is the game that was played; variations are skipped. A [`GameTree`] has everything: [`read_trees`] and
//! [`write_tree`] preserve variations, comments and glyphs. [`index()`] lists the games of a large file without loading
//! it. Lines that are not UTF-8 are read as Latin-1.

mod cut;
mod draft;
mod heading;
mod index;
mod read;
mod remark;
mod tag;
mod tree;
mod word;
mod write;

use std::{collections::BTreeMap, fmt};

use play::{Outcome, Record, Rules, Side};
use shakmaty::{Move, Position as _};
use thiserror::Error;

use crate::{End, FenError, MoveError, Position};

pub use index::{index, read_indexed};
pub use read::read;
pub use remark::Remark;
pub use tree::{
    GameTree, Node, NodeId, TreeFault, TreeMove, game_tree, move_tree, read_indexed_tree, read_move_trees, read_trees,
    write_move_tree, write_tree,
};
pub use write::write;

/// A game with what its score sheet says about it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Who, where and when, by the names of the tags.
    ///
    /// `Result`, `FEN`, `SetUp` and `Variant` are not among them: they follow from `result` and `record`. Neither are
    /// the roster's tags that only say `?`.
    pub tags: BTreeMap<String, String>,
    /// The start and the moves. One that was read has an outcome only if the moves themselves decide it; moves after an
    /// automatic draw are not in it but in [`turns`](Game::turns).
    pub record: Record<Position>,
    /// Remarks by the number of plies played before them; those at 0 precede the first move.
    pub remarks: BTreeMap<usize, Remark>,
    /// The result as the file gives it: known even when the reason, such as resignation, is not.
    pub result: GameResult,
    /// What was doubtful when the game was read, a sentence each.
    pub warnings: Vec<String>,
    /// Moves after an automatic draw, which the record refuses, each with the position it was played in: older games
    /// did not know fivefold repetition or the 75-move rule, and some went on without material.
    overtime: Vec<(Position, Move)>,
}

impl Game {
    /// The sheet of a game that was played here; the date is written as in `2024.12.31`.
    pub fn from_record(record: Record<Position>, white: &str, black: &str, date: Option<&str>) -> Self {
        let names = [("White", Some(white)), ("Black", Some(black)), ("Date", date)];
        let tags = names
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
            .collect();
        Game {
            tags,
            remarks: BTreeMap::new(),
            result: GameResult::of(&record),
            record,
            warnings: Vec::new(),
            overtime: Vec::new(),
        }
    }

    /// Every move that was played, with the position it was played in.
    ///
    /// There are more than in `record` if the file goes on after a draw that the rules make by themselves.
    pub fn turns(&self) -> impl Iterator<Item = (&Position, Move)> {
        let overtime = self.overtime.iter().map(|(position, mv)| (position, *mv));
        self.record.turns().chain(overtime)
    }
}

/// The tags that every game has, in order, each with its value when nothing is known; `Result` is the seventh.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The result of a game, without its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// One side won.
    Win(Side),
    /// A draw.
    Draw,
    /// The game goes on, or its result is not known.
    Open,
}

impl GameResult {
    /// The result that the record knows.
    pub fn of(record: &Record<Position>) -> Self {
        GameResult::by(record.outcome())
    }

    fn by(outcome: Option<Outcome<End>>) -> Self {
        match outcome {
            Some(Outcome { winner: Some(side), .. }) => GameResult::Win(side),
            Some(Outcome { winner: None, .. }) => GameResult::Draw,
            None => GameResult::Open,
        }
    }

    /// Reads a result, also with the long dashes and the fraction that some programs write.
    fn read(text: &str) -> Option<Self> {
        Some(match text.replace(['–', '—'], "-").as_str() {
            "1-0" => GameResult::Win(Side::White),
            "0-1" => GameResult::Win(Side::Black),
            "1/2-1/2" | "½-½" | "1/2" => GameResult::Draw,
            "*" => GameResult::Open,
            _ => return None,
        })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(side) => play::result_text(Some(*side)),
            GameResult::Draw => play::result_text(None),
            GameResult::Open => "*",
        })
    }
}

/// The number of a move in its game: `3.` for White's, `3...` for Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number that the moves of both sides share.
    pub number: u32,
    /// Whose move it is.
    pub side: Side,
}

impl MoveNumber {
    /// The number of the move that is played in `position`.
    pub fn of(position: &Position) -> Self {
        MoveNumber {
            number: position.chess().fullmoves().get(),
            side: position.turn(),
        }
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Side::White => write!(f, "{}.", self.number),
            Side::Black => write!(f, "{}...", self.number),
        }
    }
}

/// A game of a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game starting on line {line}: {reason}")]
pub struct BrokenGame {
    /// The line of the file on which the game starts; the first is 1.
    pub line: usize,
    /// The error.
    pub reason: PgnError,
}

/// Why a text is not a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnError {
    /// A tag is not like `[Name "value"]`.
    #[error("'{0}' is not a tag; one is like [White \"Name\"]")]
    Tag(String),
    /// The `Variant` tag names another game.
    #[error("the variant '{0}' is not played here, only normal chess and Chess960")]
    Variant(String),
    /// The `FEN` tag is not a position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word among the moves is unreadable, or not one legal move.
    #[error("move {number} {reason}")]
    Move {
        /// The number that the move should have.
        number: MoveNumber,
        /// What is wrong with it, and the word.
        reason: MoveError,
    },
    /// The moves go on after checkmate or stalemate.
    #[error("move {number} '{word}' comes after the end of the game: {outcome}")]
    AfterEnd {
        /// The number of the first such move.
        number: MoveNumber,
        /// The move as it is written.
        word: String,
        /// How the game had ended.
        outcome: Outcome<End>,
    },
    /// A `{` without its `}` before the next game.
    #[error("a comment is not closed by '}}'")]
    UnterminatedComment,
    /// A `(` where no move precedes it.
    #[error("a variation starts where no move precedes it")]
    VariationWithoutMove,
    /// Variations inside one another beyond a bound.
    #[error("more than {0} variations are open")]
    TooDeep(usize),
    /// A null move of a side that is in check.
    #[error("move {0} passes while in check")]
    PassInCheck(MoveNumber),
    /// A `(` without its `)` before the next game.
    #[error("a variation is not closed by ')'")]
    UnterminatedVariation,
}
