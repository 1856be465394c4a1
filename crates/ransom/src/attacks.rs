//! Where pieces reach on a given board.
//!
//! A diagonal has one square in each row, so turning the board round by swapping bytes turns the diagonal round as
//! well, and subtraction finds the first piece in both directions (hyperbola quintessence).

use play::Side;

use crate::{Square, SquareSet};

/// What a knight on `square` reaches (2.3).
pub const fn knight_attacks(square: Square) -> SquareSet {
    KNIGHT[square.index()]
}

/// What a bishop on `square` reaches, the first piece in each direction included (2.4).
#[inline]
pub const fn bishop_attacks(square: Square, occupied: SquareSet) -> SquareSet {
    let [rising, falling] = DIAGONALS[square.index()];
    SquareSet(both_ways(square, rising.0, occupied.0) | both_ways(square, falling.0, occupied.0))
}

/// What a queen of `side` on `square` reaches, the first piece in each direction included (2.5).
#[inline]
pub const fn queen_attacks(side: Side, square: Square, occupied: SquareSet) -> SquareSet {
    SquareSet(bishop_attacks(square, occupied).0 | forward(side, square, occupied).0)
}

/// The squares straight ahead of `square` up to and including the first piece.
#[inline]
pub(crate) const fn forward(side: Side, square: Square, occupied: SquareSet) -> SquareSet {
    match side {
        Side::White => upward(square, occupied),
        Side::Black => upward(square.mirrored(), occupied.mirrored()).mirrored(),
    }
}

/// All squares straight ahead of `square`.
pub(crate) const fn ahead(side: Side, square: Square) -> SquareSet {
    forward(side, square, SquareSet::EMPTY)
}

const fn upward(square: Square, occupied: SquareSet) -> SquareSet {
    let above = ABOVE[square.index()].0;
    let blockers = above & occupied.0;
    // The first blocker and everything below it; without one, everything.
    SquareSet(above & (blockers ^ blockers.wrapping_sub(1)))
}

const fn both_ways(square: Square, line: u64, occupied: u64) -> u64 {
    let own = square.set().0;
    let blockers = line & occupied;
    let up = blockers.wrapping_sub(own);
    let down = blockers.swap_bytes().wrapping_sub(own.swap_bytes()).swap_bytes();
    (up ^ down) & line
}

static KNIGHT: [SquareSet; 64] = {
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut table = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut leap = 0;
        while leap < 8 {
            let (columns, rows) = leaps[leap];
            table[index].0 |= step(index, columns, rows);
            leap += 1;
        }
        index += 1;
    }
    table
};

/// The rising and the falling diagonal through a square, without it.
static DIAGONALS: [[SquareSet; 2]; 64] = {
    let mut table = [[SquareSet::EMPTY; 2]; 64];
    let mut index = 0;
    while index < 64 {
        let mut distance = 1;
        while distance < 8 {
            table[index][0].0 |= step(index, distance, distance) | step(index, -distance, -distance);
            table[index][1].0 |= step(index, distance, -distance) | step(index, -distance, distance);
            distance += 1;
        }
        index += 1;
    }
    table
};

/// The squares above a square in its column.
static ABOVE: [SquareSet; 64] = {
    let mut table = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut distance = 1;
        while distance < 8 {
            table[index].0 |= step(index, 0, distance);
            distance += 1;
        }
        index += 1;
    }
    table
};

/// The square so far away as a set; empty off the board.
const fn step(index: usize, columns: i32, rows: i32) -> u64 {
    let column = index as i32 % 8 + columns;
    let row = index as i32 / 8 + rows;
    if 0 <= column && column < 8 && 0 <= row && row < 8 {
        1 << (row * 8 + column)
    } else {
        0
    }
}
