//! Pieces under attack by cheaper ones, or by anything when nobody holds them.

use shakmaty::{Bitboard, Color, Rank, Role};

use super::{
    field::Field,
    sheet::{Sheet, Trace},
    weights::WEIGHTS,
};
use crate::board::{Board, pawn_attacks};

/// Counts what `color` threatens.
pub(super) fn count<T: Trace>(board: &Board, field: &Field, color: Color, sheet: &mut Sheet<T>) {
    let pieces = board.pieces();
    let enemies = pieces.by_color(!color);
    let minors = (pieces.knights() | pieces.bishops()) & enemies;
    let (rooks, queens) = (pieces.rooks() & enemies, pieces.queens() & enemies);
    let loose = enemies & !*field.all.get(!color);
    let mut add = |weight, attacked: Bitboard| sheet.add(color, weight, attacked.count() as i32);

    let by_pawn = field.of(color, Role::Pawn);
    add(&WEIGHTS.threat_by_pawn[0], by_pawn & minors);
    add(&WEIGHTS.threat_by_pawn[1], by_pawn & rooks);
    add(&WEIGHTS.threat_by_pawn[2], by_pawn & queens);

    let by_minor = field.of(color, Role::Knight) | field.of(color, Role::Bishop);
    add(&WEIGHTS.threat_by_minor[0], by_minor & loose & pieces.pawns());
    add(
        &WEIGHTS.threat_by_minor[1],
        by_minor & minors & !field.of(!color, Role::Pawn),
    );
    add(&WEIGHTS.threat_by_minor[2], by_minor & rooks);
    add(&WEIGHTS.threat_by_minor[3], by_minor & queens);

    let by_rook = field.of(color, Role::Rook);
    add(&WEIGHTS.threat_by_rook[0], by_rook & loose & pieces.pawns());
    add(
        &WEIGHTS.threat_by_rook[1],
        by_rook & minors & !field.of(!color, Role::Pawn),
    );
    add(&WEIGHTS.threat_by_rook[2], by_rook & queens);

    let non_pawns = minors | rooks | queens;
    add(&WEIGHTS.hanging[0], *field.all.get(color) & loose & non_pawns);

    let safe = !pieces.occupied() & !field.of(!color, Role::Pawn) & (*field.all.get(color) | !*field.all.get(!color));
    let forward = if color == Color::White { 8 } else { -8 };
    let single = board.of(color, Role::Pawn).shift(forward) & !pieces.occupied();
    let double = (single & Bitboard::from_rank(color.relative_rank(Rank::Third))).shift(forward);
    let pushed = pawn_attacks((single | double) & safe, color);
    add(&WEIGHTS.threat_by_push[0], pushed & non_pawns & !by_pawn);

    let own = board.of(color, Role::Pawn);
    let behind = super::pawns::forward_fill(own, !color) & !own;
    let centre = [Rank::Second, Rank::Third, Rank::Fourth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| {
            ranks | Bitboard::from_rank(color.relative_rank(rank))
        })
        & Bitboard(0x3c3c_3c3c_3c3c_3c3c);
    let space = centre & !own & !field.of(!color, Role::Pawn);
    add(&WEIGHTS.space[0], space);
    add(&WEIGHTS.space[0], space & behind & !*field.all.get(!color));
}
