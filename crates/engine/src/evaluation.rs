//! What a position is worth, in centipawns for the side to move.
//!
//! A sum of weights for material, squares, mobility, pawns, kings and threats, slid from middlegame to endgame by the
//! officers left, then scaled where material does not win. It keeps true that the mirrored position has the same value.
//!
//! The search tells an [`Evaluator`] what each move changes and never asks how it values: material and squares are kept
//! up to date from the changes, pawns come from a small table, the rest is counted where it is asked for.

mod explain;
mod field;
mod king;
mod linear;
mod material;
mod pair;
mod pawns;
mod pieces;
mod sheet;
mod slide;
mod threats;
mod weights;

use shakmaty::{ByColor, Color, Role};

use crate::board::{Board, Changes, Placed};

pub(crate) use explain::explain;
use field::Field;
pub use linear::{Terms, WeightField, terms, weight_fields};
use pair::Pair;
use pawns::PawnTable;
use sheet::{Sheet, Silent, Trace};
pub use slide::Slide;
use weights::WEIGHTS;

/// The evaluation along one line of the search.
pub(crate) struct Evaluator {
    balances: Vec<Balance>,
    pawns: PawnTable,
}

/// Material and squares for White, and how much of the middlegame is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Balance {
    squares: Pair,
    phase: i32,
}

impl Evaluator {
    pub(crate) fn new() -> Self {
        Evaluator {
            balances: vec![Balance::default()],
            pawns: PawnTable::new(),
        }
    }

    /// Begins a line here.
    pub(crate) fn begin(&mut self, board: &Board) {
        self.balances.clear();
        self.balances.push(Balance::of(board));
    }

    /// Follows a move.
    #[inline]
    pub(crate) fn push(&mut self, changes: &Changes) {
        let mut balance = self.balance();
        for placed in changes.removed.iter().flatten() {
            balance.remove(*placed);
        }
        for placed in changes.added.iter().flatten() {
            balance.add(*placed);
        }
        self.balances.push(balance);
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.balances.pop();
    }

    /// The value of the board the pushed moves led to.
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        let balance = self.balance();
        debug_assert_eq!(balance, Balance::of(board), "the evaluator was not told of every move");
        let mut sheet = Sheet::new(balance.squares, Silent);
        let pawns = self.pawns.probe(board);
        sheet.include(pawns.score);
        count(board, pawns.passed, &mut sheet);
        verdict(board, sheet.total(), balance.phase)
    }

    fn balance(&self) -> Balance {
        self.balances.last().copied().unwrap_or_default()
    }
}

impl Balance {
    fn of(board: &Board) -> Self {
        let mut balance = Balance::default();
        for (square, piece) in board.pieces() {
            balance.add(Placed { piece, square });
        }
        balance
    }

    #[inline]
    fn add(&mut self, placed: Placed) {
        let value = weight_of(placed);
        self.squares += if placed.piece.color == Color::White {
            value
        } else {
            -value
        };
        self.phase += phase(placed.piece.role);
    }

    #[inline]
    fn remove(&mut self, placed: Placed) {
        let value = weight_of(placed);
        self.squares -= if placed.piece.color == Color::White {
            value
        } else {
            -value
        };
        self.phase -= phase(placed.piece.role);
    }
}

/// Everything but material, squares and pawn structure.
fn count<T: Trace>(board: &Board, passed: shakmaty::Bitboard, sheet: &mut Sheet<T>) {
    let mut field = Field::new(board);
    let aims = ByColor::new_with(|color| pieces::count(board, &mut field, color, sheet));
    for color in Color::ALL {
        king::count(board, &field, !color, *aims.get(color), sheet);
        threats::count(board, &field, color, sheet);
        pawns::count_passed(board, &field, passed & board.pieces().by_color(color), color, sheet);
    }
    sheet.add(board.turn(), &WEIGHTS.tempo[0], 1);
}

/// The value for the side to move of a sum for White.
fn verdict(board: &Board, total: Pair, phase: i32) -> i32 {
    // Where the endgame is level the middlegame tells, so that a mirrored position is judged alike.
    let ahead = if (total.endgame(), total.middlegame()) > (0, 0) {
        Color::White
    } else {
        Color::Black
    };
    let white = Slide::of(board, phase, ahead).apply(total) + material::mop_up(board);
    if board.turn() == Color::White { white } else { -white }
}

#[inline]
fn weight_of(placed: Placed) -> Pair {
    let role = usize::from(placed.piece.role) - 1;
    let square = usize::from(placed.square) ^ if placed.piece.color == Color::White { 56 } else { 0 };
    let material = if role < 5 { WEIGHTS.material[role] } else { Pair::ZERO };
    material + WEIGHTS.squares[role * 64 + square]
}

const fn phase(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

#[cfg(test)]
mod tests;
