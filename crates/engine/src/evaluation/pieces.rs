//! Officers: how far they see, where they stand well, and how much of it aims at the enemy king.

use shakmaty::{Bitboard, Color, Rank, Role, attacks};

use super::{
    field::Field,
    sheet::{Sheet, Trace},
    weights::WEIGHTS,
};
use crate::board::Board;

/// What the officers of a side do around the enemy king.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aim {
    /// Officers that reach the ring.
    pub(super) attackers: i32,
    /// Squares of the ring they reach, weighed by role.
    pub(super) weight: i32,
}

/// Counts the officers of a side and enters their attacks.
pub(super) fn count<T: Trace>(board: &Board, field: &mut Field, color: Color, sheet: &mut Sheet<T>) -> Aim {
    let pieces = board.pieces();
    let own = pieces.by_color(color);
    let ring = *field.ring.get(!color);
    let enemy_pawns = field.of(!color, Role::Pawn);
    // Squares of own king and of pawns that cannot move are no mobility.
    let stuck = pieces.pawns() & own & pieces.occupied().shift(if color == Color::White { -8 } else { 8 });
    let area = !(enemy_pawns | stuck | board.of(color, Role::King));
    let (mut aim, queens) = (Aim::default(), pieces.queens());
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for square in pieces.by_role(role) & own {
            // Sliders look through queens, and rooks through own rooks: what stands behind joins in.
            let attacked = match role {
                Role::Knight => attacks::knight_attacks(square),
                Role::Bishop => attacks::bishop_attacks(square, pieces.occupied() ^ queens),
                Role::Rook => attacks::rook_attacks(square, pieces.occupied() ^ queens ^ (pieces.rooks() & own)),
                _ => attacks::queen_attacks(square, pieces.occupied()),
            };
            field.enter(color, role, attacked);
            let reach = (attacked & area).count();
            let (mobility, weight): (&'static [_], i32) = match role {
                Role::Knight => (&WEIGHTS.knight_mobility, 3),
                Role::Bishop => (&WEIGHTS.bishop_mobility, 2),
                Role::Rook => (&WEIGHTS.rook_mobility, 3),
                _ => (&WEIGHTS.queen_mobility, 4),
            };
            sheet.add(color, &mobility[reach.min(mobility.len() - 1)], 1);
            let hits = (attacked & ring & !enemy_pawns).count() as i32;
            if hits > 0 {
                aim.attackers += 1;
                aim.weight += weight * hits;
            }
        }
    }
    posts(board, field, color, sheet);
    aim
}

/// Files for rooks, outposts and company for minor pieces.
fn posts<T: Trace>(board: &Board, field: &Field, color: Color, sheet: &mut Sheet<T>) {
    let own = board.pieces().by_color(color);
    let bishops = board.pieces().bishops() & own;
    let (pawns, enemy_pawns) = (board.of(color, Role::Pawn), board.of(!color, Role::Pawn));
    if bishops.more_than_one() {
        sheet.add(color, &WEIGHTS.bishop_pair[0], 1);
    }
    for bishop in bishops {
        let shade = if Bitboard::DARK_SQUARES.contains(bishop) {
            Bitboard::DARK_SQUARES
        } else {
            Bitboard::LIGHT_SQUARES
        };
        sheet.add(color, &WEIGHTS.bishop_blocked[0], (pawns & shade).count() as i32);
    }
    for rook in board.pieces().rooks() & own {
        let file = Bitboard::from_file(rook.file());
        if (file & board.pieces().pawns()).is_empty() {
            sheet.add(color, &WEIGHTS.rook_file[0], 1);
        } else if (file & pawns).is_empty() {
            sheet.add(color, &WEIGHTS.rook_file[1], 1);
        }
    }
    let minors = (board.pieces().knights() | board.pieces().bishops()) & own;
    let ranks = [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(Bitboard::EMPTY, |ranks, rank| {
            ranks | Bitboard::from_rank(color.relative_rank(rank))
        });
    let posts = ranks & field.of(color, Role::Pawn) & !span(enemy_pawns, !color);
    let knights = (minors & posts & board.pieces().knights()).count() as i32;
    sheet.add(color, &WEIGHTS.outpost[0], knights);
    sheet.add(color, &WEIGHTS.outpost[1], (minors & posts & bishops).count() as i32);
    let sheltered = minors & pawns.shift(if color == Color::White { -8 } else { 8 });
    sheet.add(color, &WEIGHTS.sheltered_minor[0], sheltered.count() as i32);
}

/// Squares pawns of a colour attack now or after stepping forward.
pub(super) fn span(pawns: Bitboard, color: Color) -> Bitboard {
    super::pawns::forward_fill(crate::board::pawn_attacks(pawns, color), color)
}
