//! Squares and sets of them.

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitXor, Not},
};

/// A square of the board, counted from A1 along the rows to H8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square of a column and a row, both counted from 0; `None` off the board.
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < 8 && row < 8 {
            Some(Square(row * 8 + column))
        } else {
            None
        }
    }

    /// Every square, from A1 to H8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The column, 0 for A.
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// The row, 0 for row 1.
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// An index into a table of 64.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same square seen from the other side of the board.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Square(self.0 ^ 0b11_1000)
    }

    /// The set of this square alone.
    pub const fn set(self) -> SquareSet {
        SquareSet(1 << self.0)
    }
}

impl fmt::Display for Square {
    /// As people read it: `A1`; the alternate form, `{:#}`, is that of programs: `a1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if f.alternate() { b'a' } else { b'A' };
        write!(f, "{}{}", (first + self.column()) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SquareSet(pub u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// Rows 1 and 8.
    pub const EDGE_ROWS: SquareSet = SquareSet(0xFF00_0000_0000_00FF);

    /// A row, counted from 0.
    pub const fn row(row: u8) -> Self {
        SquareSet(0xFF << (8 * row))
    }

    /// Whether it has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has a square at all.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// How many squares it has.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it has three squares or more, without counting them.
    pub const fn has_three(self) -> bool {
        let but_one = self.0 & self.0.wrapping_sub(1);
        but_one & but_one.wrapping_sub(1) != 0
    }

    /// Whether it has this square.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.set().0 != 0
    }

    /// The set seen from the other side of the board.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        SquareSet(self.0.swap_bytes())
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitXor for SquareSet {
    type Output = SquareSet;

    fn bitxor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 ^ other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

/// The squares of a set, in order.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
