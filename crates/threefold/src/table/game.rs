//! What the plain table wants to know of a game beside its rules and texts.

use bots::Playable;
use play::{Clock, Notation, Record, Side, Undos};

/// A game that can be played on plain lines.
pub(super) trait TableGame: Notation + Playable {
    /// What a person is told first.
    const GREETING: &'static str;
    /// How moves are typed, the first line of the help.
    const TYPING: &'static str;
    /// What a move is told after the end.
    const AFTER_THE_END: &'static str;
    /// How often in a row a game may be taken back.
    const UNDOS: Undos;

    /// The board as `viewer` sees it, with all that a player must know.
    fn draw(&self, viewer: Side) -> String;

    /// A legal move on one line, with the number of its turn and who makes it.
    fn turn_line(&self, mv: Self::Move, player: Player<'_>) -> String;

    /// Why a text is no move, as a sentence.
    fn sorry(error: &Self::MoveError) -> String;

    /// The game as it was played so far.
    fn sheet(sheet: &Sheet<'_, Self>) -> String;
}

/// Who makes a move.
#[derive(Clone, Copy)]
pub(super) enum Player<'a> {
    /// A person, known by the side.
    Person(Side),
    /// A bot, known by its name.
    Bot(&'a str),
}

/// What a score sheet is written from.
pub(super) struct Sheet<'a, R: Notation> {
    pub(super) record: &'a Record<R>,
    /// White's name and Black's; `None` for a person.
    pub(super) names: [Option<&'a str>; 2],
    /// The clock before every move.
    pub(super) earlier_clocks: &'a [Option<Clock>],
    /// The clock now.
    pub(super) clock: Option<Clock>,
}
