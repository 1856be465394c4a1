//! Pawns: their structure, remembered in a small table, and how far the passed ones have come.

use shakmaty::{Bitboard, Color, File, Role, Square, attacks};

use super::{
    field::Field,
    pair::Pair,
    sheet::{Sheet, Silent, Trace},
    weights::WEIGHTS,
};
use crate::board::{Board, pawn_attacks};

/// What depends on pawns alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Structure {
    key: u64,
    /// The sum for White.
    pub(super) score: Pair,
    /// Passed pawns of both sides.
    pub(super) passed: Bitboard,
}

/// The structures met lately; pawns change seldom, so nearly every probe finds its own.
pub(super) struct PawnTable {
    entries: Vec<Structure>,
}

/// A quarter of a megabyte: more did not raise the share of hits in `bench`.
const ENTRIES: usize = 8192;

impl PawnTable {
    pub(super) fn new() -> Self {
        PawnTable {
            entries: vec![Structure::default(); ENTRIES],
        }
    }

    /// The structure of a board, from the table or made anew.
    pub(super) fn probe(&mut self, board: &Board) -> Structure {
        let key = board.keys().pawns;
        let entry = &mut self.entries[key as usize % ENTRIES];
        // An empty entry has key zero, as has a board without pawns, whose structure is the empty one.
        if entry.key != key {
            let mut sheet = Sheet::new(Pair::ZERO, Silent);
            let passed = count_structure(board, &mut sheet);
            *entry = Structure {
                key,
                score: sheet.total(),
                passed,
            };
        }
        *entry
    }
}

/// Counts the pawn structure of both sides and finds the passed pawns.
pub(super) fn count_structure<T: Trace>(board: &Board, sheet: &mut Sheet<T>) -> Bitboard {
    let mut all_passed = Bitboard::EMPTY;
    for color in Color::ALL {
        let (own, enemy) = (board.of(color, Role::Pawn), board.of(!color, Role::Pawn));
        let attacked = pawn_attacks(own, color);
        let enemy_attacks = pawn_attacks(enemy, !color);
        for pawn in own {
            let rank = relative_rank(pawn, color);
            let file = Bitboard::from_file(pawn.file());
            let beside = neighbours(pawn.file());
            let ahead = forward_fill(Bitboard::from_square(pawn), color).without(pawn);
            let half_open = usize::from((file & enemy).is_empty());
            let held = attacked.contains(pawn);
            if (ahead & own).any() {
                sheet.add(color, &WEIGHTS.doubled[0], 1);
            }
            if held {
                sheet.add(color, &WEIGHTS.held[rank - 1], 1);
            }
            let phalanx = (attacks::king_attacks(pawn) & beside & own & Bitboard::from_rank(pawn.rank())).any();
            if phalanx {
                sheet.add(color, &WEIGHTS.phalanx[rank - 1], 1);
            }
            let stop = pawn.offset(if color == Color::White { 8 } else { -8 });
            if (beside & own).is_empty() {
                sheet.add(color, &WEIGHTS.isolated[half_open], 1);
            } else if !held
                && !phalanx
                && (beside & own & behind(pawn, color)).is_empty()
                && stop.is_some_and(|stop| enemy_attacks.contains(stop))
            {
                sheet.add(color, &WEIGHTS.backward[half_open], 1);
            }
            let front = ahead | forward_fill(attacks::pawn_attacks(color, pawn), color);
            if (front & enemy).is_empty() && (ahead & own).is_empty() {
                sheet.add(color, &WEIGHTS.passed[rank - 1], 1);
                all_passed.add(pawn);
            }
        }
    }
    all_passed
}

/// Counts what helps and stops the passed pawns of a side.
pub(super) fn count_passed<T: Trace>(
    board: &Board,
    field: &Field,
    passed: Bitboard,
    color: Color,
    sheet: &mut Sheet<T>,
) {
    let occupied = board.pieces().occupied();
    for pawn in passed {
        let rank = relative_rank(pawn, color);
        let Some(stop) = pawn.offset(if color == Color::White { 8 } else { -8 }) else {
            continue;
        };
        if rank < 3 {
            continue;
        }
        let place = rank - 3;
        let distance = |side| i32::from(board.king(side).distance(stop) as u8);
        sheet.add(color, &WEIGHTS.passed_own_king[place], distance(color));
        sheet.add(color, &WEIGHTS.passed_enemy_king[place], distance(!color));
        let way = forward_fill(Bitboard::from_square(pawn), color).without(pawn);
        if !occupied.contains(stop) {
            sheet.add(color, &WEIGHTS.passed_free[place], 1);
            if (way & (*field.all.get(!color) | board.pieces().by_color(!color))).is_empty() {
                sheet.add(color, &WEIGHTS.passed_safe[place], 1);
            }
        }
        let behind = forward_fill(Bitboard::from_square(pawn), !color).without(pawn);
        let seen = attacks::rook_attacks(pawn, occupied) & behind;
        for (place, side) in [(0, color), (1, !color)] {
            if (seen & board.of(side, Role::Rook)).any() {
                sheet.add(color, &WEIGHTS.passed_rook[place], 1);
            }
        }
    }
}

/// The squares and all those before them on their files.
pub(super) fn forward_fill(squares: Bitboard, color: Color) -> Bitboard {
    let mut filled = squares.0;
    match color {
        Color::White => {
            filled |= filled << 8;
            filled |= filled << 16;
            filled |= filled << 32;
        }
        Color::Black => {
            filled |= filled >> 8;
            filled |= filled >> 16;
            filled |= filled >> 32;
        }
    }
    Bitboard(filled)
}

/// The rank as its side counts it, zero for the first.
fn relative_rank(square: Square, color: Color) -> usize {
    let rank = usize::from(square.rank());
    if color == Color::White { rank } else { 7 - rank }
}

fn neighbours(file: File) -> Bitboard {
    [file.offset(-1), file.offset(1)]
        .into_iter()
        .flatten()
        .fold(Bitboard::EMPTY, |files, file| files | Bitboard::from_file(file))
}

/// The rank of a pawn and those behind it.
fn behind(pawn: Square, color: Color) -> Bitboard {
    let rank = u32::from(pawn.rank()) * 8;
    match color {
        Color::White => Bitboard(u64::MAX >> (56 - rank)),
        Color::Black => Bitboard(u64::MAX << rank),
    }
}
