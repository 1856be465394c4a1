//! What a puzzle is about, computed from its position and its line.

mod chess;
mod ransom;

use play::GameId;

use crate::{Goal, Puzzle, Theme};

/// The themes of a line, in the order of [`Theme::ALL`]; none for games or lines that are not known.
pub fn themes_of(game: GameId, position: &str, moves: &[String], goal: Goal) -> Vec<Theme> {
    let mut themes = match game.as_str() {
        "chess" => chess::themes(position, moves, goal),
        "ransom" => ransom::themes(position, moves),
        _ => None,
    }
    .unwrap_or_default();
    themes.sort();
    themes.dedup();
    themes
}

/// The position text after the first move of an ending, if the opponent could pass; none where that is not asked.
pub(crate) fn passed(puzzle: &Puzzle) -> Option<String> {
    match puzzle.game.as_str() {
        "chess" => chess::passed(puzzle),
        _ => None,
    }
}
