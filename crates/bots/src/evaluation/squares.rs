//! Piece-square tables.

use chess::shakmaty::{Bitboard, Board, Color, Role, Square};

use super::Tapered;

/// White's squares less Black's.
pub(super) fn balance(board: &Board) -> Tapered {
    side(board, Color::White) - side(board, Color::Black)
}

fn side(board: &Board, color: Color) -> Tapered {
    let own = board.by_color(color);
    let mut sum = 0;
    for (role, table) in [
        (Role::Pawn, &PAWN),
        (Role::Knight, &KNIGHT),
        (Role::Bishop, &BISHOP),
        (Role::Rook, &ROOK),
        (Role::Queen, &QUEEN),
    ] {
        for square in board.by_role(role) & own {
            sum += at(table, square, color);
        }
    }
    for rook in board.rooks() & own {
        sum += open_file(board, rook, color);
    }
    let king = board.king_of(color).map_or_else(Tapered::default, |king| Tapered {
        middlegame: at(&KING_MIDDLEGAME, king, color),
        ending: at(&KING_ENDING, king, color),
    });
    Tapered::flat(sum) + king
}

/// A rook on a file without own pawns, and more without any.
fn open_file(board: &Board, rook: Square, color: Color) -> i32 {
    let pawns = board.pawns() & Bitboard::from_file(rook.file());
    if pawns.is_empty() {
        15
    } else if (pawns & board.by_color(color)).is_empty() {
        8
    } else {
        0
    }
}

/// The tables are drawn as White sees the board: a8 first.
fn at(table: &[i32; 64], square: Square, color: Color) -> i32 {
    let seen = match color {
        Color::White => square.flip_vertical(),
        Color::Black => square,
    };
    table[usize::from(seen)]
}

/// By advance, and in the centre first.
#[rustfmt::skip]
const PAWN: [i32; 64] = [
     0,  0,  0,  0,  0,  0,  0,  0,
    50, 50, 50, 50, 50, 50, 50, 50,
    20, 20, 25, 35, 35, 25, 20, 20,
    10, 10, 15, 28, 28, 15, 10, 10,
     4,  4, 10, 24, 24,  6,  4,  4,
     4,  2,  4, 10, 10,  0,  2,  4,
     2,  6,  4,-14,-14,  8,  6,  2,
     0,  0,  0,  0,  0,  0,  0,  0,
];

/// By closeness to the centre.
#[rustfmt::skip]
const KNIGHT: [i32; 64] = [
   -45,-30,-22,-18,-18,-22,-30,-45,
   -28,-12,  2,  6,  6,  2,-12,-28,
   -18,  6, 16, 20, 20, 16,  6,-18,
   -16,  6, 20, 26, 26, 20,  6,-16,
   -16,  4, 18, 24, 24, 18,  4,-16,
   -18,  4, 14, 16, 16, 14,  4,-18,
   -28,-12,  0,  6,  6,  0,-12,-28,
   -45,-26,-22,-18,-18,-22,-26,-45,
];

/// On the long diagonals.
#[rustfmt::skip]
const BISHOP: [i32; 64] = [
    -6,-10,-10,-10,-10,-10,-10, -6,
    -8, 10,  0,  0,  0,  0, 10, -8,
    -8,  2, 12,  8,  8, 12,  2, -8,
    -6,  6,  8, 16, 16,  8,  6, -6,
    -6,  2, 12, 16, 16, 12,  2, -6,
    -4, 10, 12, 10, 10, 12, 10, -4,
    -6, 16,  4,  6,  6,  4, 16, -6,
    -6, -8,-14, -8, -8,-14, -8, -6,
];

/// On the seventh, at home in the middle.
#[rustfmt::skip]
const ROOK: [i32; 64] = [
     6,  6,  6,  8,  8,  6,  6,  6,
    18, 22, 22, 22, 22, 22, 22, 18,
    -2,  0,  0,  2,  2,  0,  0, -2,
    -4,  0,  0,  2,  2,  0,  0, -4,
    -4,  0,  0,  2,  2,  0,  0, -4,
    -4,  0,  0,  2,  2,  0,  0, -4,
    -4,  0,  0,  2,  2,  0,  0, -4,
    -2,  0,  2,  8,  8,  4,  0, -2,
];

/// A little towards the centre; mobility counts the rest.
#[rustfmt::skip]
const QUEEN: [i32; 64] = [
   -10, -6, -4, -2, -2, -4, -6,-10,
    -6,  0,  2,  2,  2,  2,  0, -6,
    -4,  2,  4,  4,  4,  4,  2, -4,
    -2,  2,  4,  6,  6,  4,  2, -2,
    -2,  2,  4,  6,  6,  4,  2, -2,
    -4,  2,  4,  4,  4,  4,  2, -4,
    -6,  0,  2,  2,  2,  2,  0, -6,
   -10, -6, -4,  0, -2, -4, -6,-10,
];

/// At home behind its pawns.
#[rustfmt::skip]
const KING_MIDDLEGAME: [i32; 64] = [
   -30,-40,-40,-50,-50,-40,-40,-30,
   -30,-40,-40,-50,-50,-40,-40,-30,
   -30,-40,-40,-50,-50,-40,-40,-30,
   -30,-40,-40,-50,-50,-40,-40,-30,
   -20,-30,-30,-40,-40,-30,-30,-20,
   -10,-20,-20,-30,-30,-20,-20,-10,
    20, 20,  0,  0,  0,  0, 20, 20,
    20, 30, 10,  0,  0, 10, 30, 20,
];

/// In the centre.
#[rustfmt::skip]
const KING_ENDING: [i32; 64] = [
   -40,-28,-20,-14,-14,-20,-28,-40,
   -26,-12, -2,  4,  4, -2,-12,-26,
   -16,  0, 14, 20, 20, 14,  0,-16,
   -12,  4, 20, 30, 30, 20,  4,-12,
   -12,  4, 20, 30, 30, 20,  4,-12,
   -16,  0, 14, 20, 20, 14,  0,-16,
   -26,-12, -2,  4,  4, -2,-12,-26,
   -40,-28,-20,-14,-14,-20,-28,-40,
];
