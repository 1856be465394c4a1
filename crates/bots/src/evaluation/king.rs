//! The safety of kings in the middlegame, and driving a bare king to the edge in an ending.

use chess::shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square, attacks};

use super::{Phase, Tapered};

/// The most a king's danger counts, and so the most this term can differ.
pub(super) const MOST_DANGER: i32 = 250;

/// Black's danger less White's; it fades with the pieces.
pub(super) fn safety(board: &Board) -> Tapered {
    Tapered {
        middlegame: danger(board, Color::Black) - danger(board, Color::White),
        ending: 0,
    }
}

/// Missing shield, open files and attackers round the king of `color`.
fn danger(board: &Board, color: Color) -> i32 {
    let Some(king) = board.king_of(color) else { return 0 };
    (shelter(board, king, color) + attackers(board, king, color)).min(MOST_DANGER)
}

/// For the king's file and its neighbours: how far the shield has gone, and whether the file is open.
fn shelter(board: &Board, king: Square, color: Color) -> i32 {
    const SHIELD: [i32; 4] = [0, 0, 8, 14];
    const NO_SHIELD: i32 = 20;
    const OPEN: i32 = 12;
    let own = board.pawns() & board.by_color(color);
    let ahead = |square: Square| {
        let distance = i32::from(square.rank()) - i32::from(king.rank());
        color.fold_wb(distance, -distance)
    };
    (-1..=1)
        .filter_map(|offset| king.file().offset(offset))
        .map(|file| {
            let line = Bitboard::from_file(file);
            let nearest = (own & line)
                .into_iter()
                .map(ahead)
                .filter(|&distance| distance > 0)
                .min();
            let shield = nearest.map_or(NO_SHIELD, |distance| {
                SHIELD.get(distance as usize).copied().unwrap_or(NO_SHIELD)
            });
            let open = if (board.pawns() & line).is_empty() { OPEN } else { 0 };
            shield + open
        })
        .sum()
}

/// Enemy pieces that attack the king's zone: one is none, more are worse than their sum.
fn attackers(board: &Board, king: Square, color: Color) -> i32 {
    const SHARE: [i32; 6] = [0, 0, 50, 75, 90, 100];
    let zone = zone(king, color);
    let enemy = board.by_color(!color);
    let (mut count, mut weight) = (0, 0);
    for (role, strength) in [
        (Role::Knight, 20),
        (Role::Bishop, 20),
        (Role::Rook, 40),
        (Role::Queen, 80),
    ] {
        for square in board.by_role(role) & enemy {
            let hits = (board.attacks_from(square) & zone).count() as i32;
            if hits > 0 {
                count += 1;
                weight += strength + 4 * hits;
            }
        }
    }
    weight * SHARE[count.min(SHARE.len() - 1)] / 100
}

/// The squares round the king and those before them.
fn zone(king: Square, color: Color) -> Bitboard {
    let ring = attacks::king_attacks(king).with(king);
    ring | ring.shift(color.fold_wb(8, -8))
}

/// With three pawns or more ahead and half the pieces gone: the enemy king to the edge, the own king close to it.
///
/// From White's side; fades in with the ending.
pub(super) fn mop_up(board: &Board, material: i32, phase: Phase) -> Tapered {
    // A step of the kings towards each other must outweigh what the own king gives up in the centre.
    const EDGE: i32 = 12;
    const CLOSE: i32 = 14;
    if material.abs() < 300 || !phase.is_late() {
        return Tapered::default();
    }
    let ahead = if material > 0 { Color::White } else { Color::Black };
    let (Some(own), Some(enemy)) = (board.king_of(ahead), board.king_of(!ahead)) else {
        return Tapered::default();
    };
    let points = EDGE * from_centre(enemy) + CLOSE * (14 - manhattan(own, enemy));
    Tapered {
        middlegame: 0,
        ending: ahead.fold_wb(points, -points),
    }
}

/// Steps along files and ranks to the nearest of the four central squares.
fn from_centre(square: Square) -> i32 {
    let steps = |at: i32| (3 - at).max(at - 4);
    steps(i32::from(square.file())) + steps(i32::from(square.rank()))
}

fn manhattan(one: Square, other: Square) -> i32 {
    let files = |file: File| i32::from(file);
    let ranks = |rank: Rank| i32::from(rank);
    (files(one.file()) - files(other.file())).abs() + (ranks(one.rank()) - ranks(other.rank())).abs()
}
