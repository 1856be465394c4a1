//! What hosting, matches and front ends ask of a turn game beside its rules and its notation.
//!
//! A game implements [`TurnGame`] on its position type. [`TypedRecord`](crate::TypedRecord) turns that into a
//! [`GameRecord`](crate::GameRecord), which everything above the rules uses without knowing the game.

mod id;

use std::{
    borrow::Cow,
    fmt,
    io::{self, BufRead},
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Board, Control, ImportError, IndexedGame, Moment, MoveTree, Notation, OpeningName, PieceKind, PositionEditor,
    ReadTree, Reading, Record, Score, Side, Square, Undos,
};
pub use id::{GameId, GameIdError};

/// A turn game, implemented by its position type.
pub trait TurnGame: Notation + Default + fmt::Debug {
    /// The game's stable name in logs, on the command line and on the wire.
    const ID: GameId;
    /// The game's name for people.
    const NAME: &'static str;
    /// The game in a few words, for menus.
    const SUMMARY: &'static str = "a game for two";
    /// How often in a row moves may be taken back.
    const UNDOS: Undos;
    /// How moves are typed, for the help of a text front end.
    const TYPING: &'static str;
    /// The rules for people who do not know the game: headings after `#`, list items after `-`, paragraphs on one line.
    const RULES: &'static str = "";

    /// The squares of the board.
    fn board() -> Board;

    /// The position that a start names, and what had to be dropped from its text.
    fn begin(start: &Start) -> Result<Reading<Self>, StartError> {
        match start {
            Start::Usual => Ok(Reading {
                position: Self::default(),
                notices: Vec::new(),
            }),
            Start::Text(text) => Self::read_position(text).map_err(|error| StartError::Position(error.to_string())),
            Start::Numbered(_) => Err(StartError::NotNumbered(Self::NAME)),
        }
    }

    /// What can be chosen instead of the usual game; none in most games.
    fn variants() -> &'static [GameVariant] {
        &[]
    }

    /// The pieces on the board, in a fixed order of squares.
    fn pieces(&self) -> Vec<(Square, Side, PieceKind)>;

    /// A legal move as front ends offer it.
    fn describe(&self, mv: Self::Move) -> LegalMove;

    /// What a legal move captures.
    fn captured(&self, mv: Self::Move) -> Option<PieceKind>;

    /// Moves the ids of the pieces as a legal move moves the pieces.
    fn carry(&self, mv: Self::Move, ids: &mut PieceIds) {
        let LegalMove { from, to, .. } = self.describe(mv);
        let id = ids.lift(from);
        ids.put(to, id);
    }

    /// The square of a king in check.
    fn check(&self) -> Option<Square> {
        None
    }

    /// Points of each side; empty in games without points.
    fn purses(&self) -> Vec<u32> {
        Vec::new()
    }

    /// A piece's value in pawns.
    fn worth(kind: PieceKind) -> u32;

    /// The legal move that `side` means by squares and action, or why there is none.
    fn find(record: &Record<Self>, side: Side, request: MoveRequest) -> Result<Self::Move, MoveRefusal>;

    /// The legal move that `side` means by a typed text, or why there is none.
    fn read(record: &Record<Self>, side: Side, text: &str) -> Result<Self::Move, MoveRefusal>;

    /// A forced win in so many moves, as what the winner does: `mates in 3`.
    fn wins_in(moves: u32) -> String {
        format!("wins in {moves}")
    }

    /// The number of the next move, where a turn of each player makes one move, as in chess.
    fn number(&self) -> u32 {
        1
    }

    /// The position as if the side to move passed, for annotators and threats; `None` where that makes no position.
    fn passed(&self) -> Option<Self> {
        None
    }

    /// The number before a move that is played here, as score sheets have it: `3.`, `3…`.
    fn number_text(&self) -> String {
        String::new()
    }

    /// The opening that had been played after so many plies, in games whose openings have names.
    fn opening(_record: &Record<Self>, _plies: usize) -> Option<OpeningName> {
        None
    }

    /// The lines that lead to the named openings.
    fn opening_lines() -> Vec<Record<Self>> {
        Vec::new()
    }

    /// How positions are set up by hand, in games where they can be.
    fn editor() -> Option<&'static dyn PositionEditor> {
        None
    }

    /// Every game of a file with its variations, in games that have a format for them.
    fn read_trees(_bytes: &[u8]) -> Vec<Result<ReadTree, ImportError>> {
        vec![Err(ImportError {
            line: 1,
            words: format!("games of {} cannot be read from files", Self::NAME),
        })]
    }

    /// The games of a large file by their places, without loading it; none in games without a format for them.
    fn index(_file: &mut dyn BufRead) -> io::Result<Vec<IndexedGame>> {
        Ok(Vec::new())
    }

    /// An indexed game from its bytes, which start on this line of their file.
    fn read_indexed(_bytes: &[u8], _line: usize) -> Option<Result<ReadTree, ImportError>> {
        None
    }

    /// A game with its variations, whose moves can be played; games written after one another are a file.
    fn write_tree(tree: &MoveTree) -> String {
        crate::write_tree::<Self>(tree)
    }

    /// The board as text, with all that a player must know, seen from `viewer`'s side.
    fn draw(&self, viewer: Side) -> String;

    /// A legal move on one line of text: its number, its label, and who plays it if that is a bot.
    fn move_line(&self, mv: Self::Move, player: Mover<'_>) -> String;

    /// The game for other programs, as near to PGN as the game allows; games written after one another are a file.
    fn pgn(record: &Record<Self>, facts: &GameFacts<'_>) -> String;

    /// The game for people.
    fn sheet(record: &Record<Self>, facts: &GameFacts<'_>) -> String {
        Self::pgn(record, facts)
    }
}

/// Where a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Start {
    /// At the game's usual start.
    #[default]
    Usual,
    /// At a position text of the game.
    Text(String),
    /// At a numbered start, as Chess960 has.
    Numbered(u16),
}

/// A variant of a game. Its rules are part of its positions, so its start is all that has to be chosen and stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct GameVariant {
    /// Its stable name on the command line and in forms, lower-case.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// What is different, in a few words.
    pub words: &'static str,
    /// The position text at which its games begin.
    pub start: &'static str,
}

/// Why a game cannot begin at a start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The position text is wrong; the faults in words.
    #[error("{0}")]
    Position(String),
    /// The game has no numbered starts.
    #[error("{0} has no numbered starts; give a position text")]
    NotNumbered(&'static str),
    /// No start has this number.
    #[error("there is no start position {number}; they are numbered 0 to {last}")]
    Number {
        /// The number given.
        number: u16,
        /// The highest number.
        last: u16,
    },
}

/// A legal move as front ends show and send it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LegalMove {
    /// The square of the piece.
    pub from: Square,
    /// Where it goes; equal to `from` for an upgrade and for a piece that returns.
    pub to: Square,
    /// What else the move does.
    pub action: Action,
    /// Whether something is captured.
    pub captures: bool,
    /// As people write it: `Nf3`.
    pub label: String,
    /// As programs write it: `g1f3`.
    pub code: String,
}

/// What a move does besides moving; it distinguishes moves on the same squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "does", content = "to")]
pub enum Action {
    /// Nothing more.
    #[default]
    Move,
    /// The piece becomes another.
    Promote(PieceKind),
    /// The piece becomes another where it stands, for points.
    Upgrade,
    /// A captured piece of this kind returns to the square, for points; nothing stands there before.
    Return(PieceKind),
}

impl Action {
    /// Whether points are paid for it, on one square: front ends ask before they send it.
    pub const fn is_bought(self) -> bool {
        match self {
            Action::Upgrade | Action::Return(_) => true,
            Action::Move | Action::Promote(_) => false,
        }
    }
}

/// A move as a person points it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRequest {
    /// The square of the piece.
    pub from: Square,
    /// Where it should go.
    pub to: Square,
    /// What else the move should do.
    pub action: Action,
}

/// Why a game does not accept a move. The code is stable; the words are the game's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[error("{words}")]
pub struct MoveRefusal {
    /// Stable, in kebab case: `own-piece`.
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub code: Cow<'static, str>,
    /// For people.
    pub words: String,
}

impl MoveRefusal {
    /// A refusal with its code and words.
    pub fn new(code: &'static str, words: impl Into<String>) -> Self {
        MoveRefusal {
            code: Cow::Borrowed(code),
            words: words.into(),
        }
    }
}

/// Who plays a move, in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover<'a> {
    /// A person, known by the side.
    Person(Side),
    /// A bot, known by its name.
    Bot(&'a str),
}

/// What an export says about a game beside its record.
#[derive(Clone, Debug, Default)]
pub struct GameFacts<'a> {
    /// White's name and Black's; `None` for people who gave none.
    pub names: [Option<&'a str>; 2],
    /// How time was counted.
    pub control: Option<Control>,
    /// When the game began.
    pub begun: Option<Moment>,
    /// The event and the round, for matches.
    pub event: Option<(&'a str, u64)>,
    /// A result that was recorded without moves that lead to it: who won, if anybody.
    pub recorded: Option<Option<Side>>,
    /// What is known of each move beside the move; shorter than the game where nothing is known of the rest.
    pub notes: Vec<MoveNote>,
    /// A remark at the end.
    pub remark: Option<&'a str>,
}

/// What is known of a move beside the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNote {
    /// What the mover had left afterwards.
    pub clock: Option<std::time::Duration>,
    /// What the mover thought of it.
    pub score: Option<Score>,
    /// A comment.
    pub comment: String,
}

/// Which piece is on which square, by ids that last from the start of a game to a piece's capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceIds {
    width: u8,
    ids: Vec<Option<u16>>,
    /// The id of the next piece that enters the game.
    next: u16,
}

impl PieceIds {
    /// Numbers the pieces of a start position.
    pub fn of<R: TurnGame>(start: &R) -> Self {
        let board = R::board();
        let mut ids = PieceIds {
            width: board.width,
            ids: vec![None; usize::from(board.width) * usize::from(board.height)],
            next: 0,
        };
        for (square, ..) in start.pieces() {
            let id = ids.enter();
            ids.put(square, Some(id));
        }
        ids
    }

    /// The id of a piece that enters the game.
    pub const fn enter(&mut self) -> u16 {
        let id = self.next;
        self.next = self.next.wrapping_add(1);
        id
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<u16> {
        self.ids.get(self.index(square)).copied().flatten()
    }

    /// Takes a piece off the board.
    pub fn lift(&mut self, square: Square) -> Option<u16> {
        let index = self.index(square);
        self.ids.get_mut(index).and_then(Option::take)
    }

    /// Puts a piece on a square; a piece that was there is gone.
    pub fn put(&mut self, square: Square, id: Option<u16>) {
        let index = self.index(square);
        if let Some(place) = self.ids.get_mut(index) {
            *place = id;
        }
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.rank) * usize::from(self.width) + usize::from(square.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_ids_are_read_as_they_are_written() {
        for text in ["chess", "a", "kung-fu-chess-16"] {
            assert_eq!(text.parse::<GameId>().unwrap().to_string(), text);
        }
        for text in ["", "Chess", "kung fu", "a-name-that-is-too-long", "schäch"] {
            assert!(text.parse::<GameId>().is_err(), "{text}");
        }
        let json = serde_json::to_string(&GameId::new("ransom")).unwrap();
        assert_eq!(json, "\"ransom\"");
        assert_eq!(serde_json::from_str::<GameId>(&json).unwrap(), GameId::new("ransom"));
    }
}
