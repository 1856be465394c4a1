//! What the plain table wants to know of a game beside its rules and texts.

use play::{Notation, Side};

/// A game that can be played on plain lines.
pub(super) trait TableGame: Notation {
    /// What a person is told first.
    const GREETING: &'static str;
    /// How moves are typed, the first line of the help.
    const TYPING: &'static str;
    /// What a move is told after the end.
    const AFTER_THE_END: &'static str;

    /// The board as `viewer` sees it, with all that a player must know.
    fn draw(&self, viewer: Side) -> String;

    /// A legal move on one line, with the number of its turn and who makes it.
    fn turn_line(&self, mv: Self::Move, player: Player<'_>) -> String;

    /// Why a move was refused, as a sentence.
    fn sorry(words: &str) -> String;
}

/// Who makes a move.
#[derive(Clone, Copy)]
pub(super) enum Player<'a> {
    /// A person, known by the side.
    Person(Side),
    /// A bot, known by its name.
    Bot(&'a str),
}
