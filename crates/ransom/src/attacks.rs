//! Where pieces reach on a given board.
//!
//! A diagonal has one square in each column, so a multiplication that adds up the rows collects the pieces of a
//! diagonal in one row. What a piece sees in that row comes from a table, for all rows at once; the diagonal's own
//! squares are picked from it (kindergarten bitboards).

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
    let row = &SEEN_IN_ROW[square.index() % 8];
    SquareSet(along(row, rising.0, occupied.0) | along(row, falling.0, occupied.0))
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

/// What a piece sees on a diagonal, from what it sees in a row with the same pieces in the same columns.
#[inline]
const fn along(row: &[u64; 64], diagonal: u64, occupied: u64) -> u64 {
    // The pieces in columns B to G; those in A and H end the view whether they are there or not.
    let inner = (diagonal & occupied).wrapping_mul(COLUMN_B) >> 58;
    diagonal & row[inner as usize]
}

const COLUMN_A: u64 = 0x0101_0101_0101_0101;
const COLUMN_B: u64 = COLUMN_A << 1;

/// By the column of a piece and the pieces in columns B to G: the columns it sees in its row, up to and including the
/// first piece on either side; all squares of these columns.
static SEEN_IN_ROW: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut column = 0;
    while column < 8 {
        let mut inner = 0;
        while inner < 64 {
            let pieces = inner << 1;
            let mut other = column + 1;
            while other < 8 {
                table[column][inner] |= COLUMN_A << other;
                if pieces >> other & 1 == 1 {
                    break;
                }
                other += 1;
            }
            let mut other = column;
            while other > 0 {
                other -= 1;
                table[column][inner] |= COLUMN_A << other;
                if pieces >> other & 1 == 1 {
                    break;
                }
            }
            inner += 1;
        }
        column += 1;
    }
    table
};

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
