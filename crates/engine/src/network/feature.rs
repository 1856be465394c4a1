//! Which input a piece on its square is.

use shakmaty::{Color, File, Piece, Square};

/// Own and enemy pieces of six roles on 64 squares.
pub const FEATURES: usize = 2 * 6 * 64;

/// The input that a piece is for a side whose king is on `king`.
#[inline]
pub fn feature(side: Color, king: Square, piece: Piece, square: Square) -> usize {
    // Squares are counted from the own side (56 turns the ranks round), files from the half of the own king (7).
    let ranks = if side == Color::White { 0 } else { 56 };
    let files = if is_mirrored(king) { 7 } else { 0 };
    let enemy = usize::from(piece.color != side);
    (enemy * 6 + piece.role as usize - 1) * 64 + (usize::from(square) ^ ranks ^ files)
}

/// Whether files are mirrored for a side whose king is here.
#[inline]
pub(super) fn is_mirrored(king: Square) -> bool {
    king.file() >= File::E
}
