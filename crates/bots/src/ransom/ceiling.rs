//! An upper bound of the outlook of a move, for a fraction of its cost.
//!
//! Pieces and points are exact, and so are the moves of the piece that moves and of the one it captures. The lines that
//! a move opens or closes for other pieces are bounded by the length of lines on the board. Most bad moves are so bad
//! that even this bound excludes them.

use play::{Rules, Side};
use ransom::{
    FEWEST_PIECES, Kind, MOST_QUIET_TURNS, Move, Position, Square, SquareSet, UPGRADE_PRICE, bishop_attacks,
    knight_attacks, reach,
};

use super::evaluation::{Evaluation, POINT, far_rows, value};
use crate::minimax::UNKNOWN;

/// No less than the outlook of `mv` in a position that is worth `worth` to its mover.
pub(super) fn ceiling(evaluation: &Evaluation, position: &Position, worth: i32, mv: Move) -> i32 {
    if mv.kind() == Kind::Pawn || mv.is_buy_back() || mv.captured() == Some(Kind::Pawn) {
        return UNKNOWN;
    }
    let (own, other) = (position.turn(), position.turn().other());
    let ends = match mv.captured() {
        Some(_) => position.side(other).count() <= FEWEST_PIECES,
        None => position.quiet_turns() + 1 >= MOST_QUIET_TURNS,
    };
    if ends || !keeps_a_move(position, other, mv.to()) {
        return UNKNOWN;
    }
    let mut moves = opened(position, own, mv.from());
    let mut bonus = evaluation.ring_bonus(mv.kind(), mv.to()) - evaluation.ring_bonus(mv.kind(), mv.from());
    let mut holdings = 0;
    if let Some(taken) = mv.captured() {
        let (occupied, from) = (position.occupied(), mv.from().set());
        let moves_of = |side, kind, square, occupied| reach(side, kind, square, occupied) & !position.side(side);
        let afterwards = reach(own, mv.kind(), mv.to(), occupied & !from) & !(position.side(own) & !from);
        moves += afterwards.count() as i32;
        moves -= moves_of(own, mv.kind(), mv.from(), occupied).count() as i32;
        moves += moves_of(other, taken, mv.to(), occupied).count() as i32;
        bonus += evaluation.ring_bonus(taken, mv.to());
        holdings = value(taken) + POINT;
        let (more, extra) = richer(evaluation, position, own);
        moves += more;
        bonus += extra;
    } else {
        moves += most_moves(mv.kind()) + closed(position, other);
    }
    if far_pawns(position) {
        // A pawn of either side behind each of the two squares.
        bonus += 4 * evaluation.most_of_a_free_way();
    }
    worth + holdings + evaluation.change(moves, bonus)
}

/// An upper bound of the moves that a move can open for the other pieces of `own`: seven on a diagonal of 8 squares,
/// thirteen on the two diagonals through a square, seven on a column, one for each knight, and two for a pawn.
fn opened(position: &Position, own: Side, from: Square) -> i32 {
    let queens = position.pieces(own, Kind::Queen);
    let sliders = (position.pieces(own, Kind::Bishop) | queens) & !from.set();
    let seeing = bishop_attacks(from, position.occupied()) & sliders;
    let diagonals = match seeing.0 {
        0 => 0,
        one if one.is_power_of_two() => 7,
        _ => 13,
    };
    let column = if queens.any() { 7 } else { 0 };
    let knights = knight_attacks(from) & position.pieces(own, Kind::Knight);
    diagonals + column + knights.count() as i32 + 2
}

/// An upper bound of the moves that a piece on an empty square can close for `other`: eleven squares beyond it on the
/// two diagonals, six on the column, and two steps of a pawn.
fn closed(position: &Position, other: Side) -> i32 {
    let queens = position.pieces(other, Kind::Queen);
    11 + 2 + if queens.any() { 6 } else { 0 }
}

/// What a point more is worth to `own` through its pawns: more moves, and a bonus.
fn richer(evaluation: &Evaluation, position: &Position, own: Side) -> (i32, i32) {
    let pawns = position.pieces(own, Kind::Pawn);
    let purse = position.purse(own);
    let upgradable = pawns & !SquareSet::EDGE_ROWS;
    let more = if purse + 1 == UPGRADE_PRICE {
        upgradable.count() as i32
    } else {
        0
    };
    let bonus = |purse| evaluation.purse_bonus(position.variant(), pawns, purse);
    (more, bonus(purse + 1) - bonus(purse))
}

/// Whether a knight or bishop of `side` outside `without` has a move that no move of the other side can take away: the
/// piece can be captured, but not blocked.
fn keeps_a_move(position: &Position, side: Side, without: Square) -> bool {
    let own = position.side(side);
    let knights = position.pieces(side, Kind::Knight) & !without.set();
    let bishops = position.pieces(side, Kind::Bishop) & !without.set();
    knights.into_iter().any(|knight| (knight_attacks(knight) & !own).any())
        || bishops
            .into_iter()
            .any(|bishop| (bishop_attacks(bishop, position.occupied()) & !own).any())
}

fn far_pawns(position: &Position) -> bool {
    Side::BOTH
        .into_iter()
        .any(|side| (position.pieces(side, Kind::Pawn) & far_rows(side)).any())
}

/// The most moves that a piece can have.
const fn most_moves(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 0,
        Kind::Knight => 8,
        Kind::Bishop => 13,
        Kind::Queen => 20,
    }
}
