//! How safe a king is: its pawns, the pawns that come for it, and the pieces that aim at it.

use shakmaty::{Bitboard, Color, File, Role, attacks};

use super::{
    field::Field,
    pieces::Aim,
    sheet::{Sheet, Trace},
    weights::WEIGHTS,
};
use crate::board::Board;

/// Units of danger for a safe check, by role; set by hand.
const SAFE_CHECKS: [(Role, i32); 4] = [(Role::Knight, 6), (Role::Bishop, 4), (Role::Rook, 7), (Role::Queen, 6)];

/// Counts the king of `color`, at which the enemy aims.
pub(super) fn count<T: Trace>(board: &Board, field: &Field, color: Color, aim: Aim, sheet: &mut Sheet<T>) {
    cover(board, color, sheet);
    // One attacker alone does little without a queen behind it.
    let queens = board.of(!color, Role::Queen).any();
    if aim.attackers < if queens { 1 } else { 2 } {
        return;
    }
    let units = danger(board, field, color, aim);
    let scaled = if queens { units } else { units / 2 };
    let place = (scaled / 2).clamp(0, WEIGHTS.king_danger.len() as i32 - 1);
    sheet.add(color, &WEIGHTS.king_danger[place as usize], 1);
}

/// Attacked squares of the ring, weak squares among them and safe checks, in units.
fn danger(board: &Board, field: &Field, color: Color, aim: Aim) -> i32 {
    let king = board.king(color);
    let (own, enemy) = (*field.all.get(color), *field.all.get(!color));
    let held = field.of(color, Role::King) | field.of(color, Role::Queen);
    // Weak: attacked, and defended by king or queen at most, once.
    let weak = enemy & !*field.twice.get(color) & (!own | held);
    let mut units = aim.weight + 2 * aim.attackers + 3 * (weak & *field.ring.get(color)).count() as i32;
    let safe = !board.pieces().by_color(!color) & (!own | weak & *field.twice.get(!color));
    let occupied = board.pieces().occupied() ^ board.of(color, Role::Queen);
    let straight = attacks::rook_attacks(king, occupied);
    let diagonal = attacks::bishop_attacks(king, occupied);
    for (role, unit) in SAFE_CHECKS {
        let from = match role {
            Role::Knight => attacks::knight_attacks(king),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            _ => straight | diagonal,
        };
        if (from & field.of(!color, role) & safe).any() {
            units += unit;
        }
    }
    units
}

/// Pawns before the king and those that storm it, on its file and the two beside it.
fn cover<T: Trace>(board: &Board, color: Color, sheet: &mut Sheet<T>) {
    let king = board.king(color);
    let (own, enemy) = (board.of(color, Role::Pawn), board.of(!color, Role::Pawn));
    let rank = |square: shakmaty::Square| {
        i32::from(
            if color == Color::White {
                square
            } else {
                square.flip_vertical()
            }
            .rank(),
        )
    };
    let centre = king.file().clamp(File::B, File::G);
    let ahead = ahead_of(king, color);
    for file in [centre.offset(-1), Some(centre), centre.offset(1)]
        .into_iter()
        .flatten()
    {
        let file = Bitboard::from_file(file);
        let nearest = |pawns: Bitboard| pawns.into_iter().map(|pawn| rank(pawn) - rank(king)).min();
        let shield = match nearest(own & file & ahead) {
            None => 0,
            Some(0 | 1) => 1,
            Some(_) => 2,
        };
        sheet.add(color, &WEIGHTS.shield[shield], 1);
        if let Some(distance) = nearest(enemy & file & ahead)
            && distance <= 4
        {
            sheet.add(color, &WEIGHTS.storm[(distance - 1).max(0) as usize], 1);
        }
        if (own & file).is_empty() {
            let open = usize::from((enemy & file).any());
            sheet.add(color, &WEIGHTS.king_file[open], 1);
        }
    }
}

/// The rank of a square and all before it.
fn ahead_of(square: shakmaty::Square, color: Color) -> Bitboard {
    let rank = u32::from(square.rank()) * 8;
    match color {
        Color::White => Bitboard(u64::MAX << rank),
        Color::Black => Bitboard(u64::MAX >> (56 - rank)),
    }
}
