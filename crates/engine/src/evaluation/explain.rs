//! The evaluation term by term, for people.

use std::fmt::Write as _;

use shakmaty::Color;

use super::{
    Balance, count,
    pair::Pair,
    pawns,
    sheet::{Counts, Sheet},
    verdict,
    weights::WEIGHTS,
};
use crate::board::Board;

/// A table of every term for both sides, and the verdict for the side to move.
pub(crate) fn explain(board: &Board) -> String {
    let (counts, value) = trace(board);
    let mut text = format!("{:<20} {:>15} {:>15}\n", "term", "white mg    eg", "black mg    eg");
    for (name, [white, black]) in counts.by_field() {
        if white != Pair::ZERO || black != Pair::ZERO {
            let [white, black] = [white, black].map(|side| format!("{:>9} {:>5}", side.middlegame(), side.endgame()));
            writeln!(text, "{:<20} {white} {black}", name.replace('_', " ")).expect("a string takes all text");
        }
    }
    writeln!(text, "value for the side to move: {value}").expect("a string takes all text");
    text
}

/// How often every weight counts, and the value they add up to.
pub(super) fn trace(board: &Board) -> (Counts, i32) {
    let mut sheet = Sheet::new(Pair::ZERO, Counts::new());
    for (square, piece) in board.pieces() {
        let role = usize::from(piece.role) - 1;
        let place = usize::from(square) ^ if piece.color == Color::White { 56 } else { 0 };
        if let Some(material) = WEIGHTS.material.get(role) {
            sheet.add(piece.color, material, 1);
        }
        sheet.add(piece.color, &WEIGHTS.squares[role * 64 + place], 1);
    }
    let passed = pawns::count_structure(board, &mut sheet);
    count(board, passed, &mut sheet);
    let value = verdict(board, sheet.total(), Balance::of(board).phase);
    (sheet.into_trace(), value)
}
