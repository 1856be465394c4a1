//! A board seen from one of its four sides.

use host::SeatNumber;
use play::{Board, Square};

/// How far a board is turned, in quarters, clockwise; boards that are turned by odd quarters are as wide as high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turned(u8);

impl Turned {
    pub(crate) const fn quarters(quarters: u8) -> Self {
        Turned(quarters % 4)
    }

    /// With White's side below, or Black's.
    pub(crate) fn below(seat: SeatNumber) -> Self {
        if seat == SeatNumber(1) { Turned(2) } else { Turned(0) }
    }

    /// From the other side.
    #[must_use]
    pub(crate) const fn flipped(self) -> Self {
        Turned((self.0 + 2) % 4)
    }

    /// A square by the column from the left and the row from below in which it is seen from here.
    pub(crate) const fn named(self, board: &Board, square: Square) -> Square {
        let (column, row) = self.place(board, square);
        Square {
            file: column,
            rank: board.height - 1 - row,
        }
    }

    /// The square that has this name from here.
    pub(crate) const fn of_name(self, board: &Board, name: Square) -> Square {
        self.square(board, name.file, board.height - 1 - name.rank)
    }

    /// Whether ranks run from left to right.
    pub(crate) const fn is_sideways(self) -> bool {
        self.0 % 2 == 1
    }

    /// The square shown in a column from the left and a row from above.
    pub(crate) const fn square(self, board: &Board, column: u8, row: u8) -> Square {
        let [right, low] = [board.width - 1, board.height - 1];
        let (file, rank) = match self.0 {
            0 => (column, low - row),
            1 => (row, column),
            2 => (right - column, row),
            _ => (right - row, low - column),
        };
        Square { file, rank }
    }

    /// The column and row a square is shown in.
    pub(crate) const fn place(self, board: &Board, square: Square) -> (u8, u8) {
        let unit = [square.file as i32, square.rank as i32];
        let [column, row] = self.spot(board, unit, 1);
        (column as u8, row as u8)
    }

    /// The column and row of a place by file and rank, all in parts of a square of which there are `parts`.
    pub(crate) const fn spot(self, board: &Board, [file, rank]: [i32; 2], parts: i32) -> [i32; 2] {
        let [right, low] = [(board.width as i32 - 1) * parts, (board.height as i32 - 1) * parts];
        match self.0 {
            0 => [file, low - rank],
            1 => [rank, file],
            2 => [right - file, rank],
            _ => [low - rank, right - file],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_where_it_is_looked_for() {
        let board = Board::rectangle(12, 12);
        for turned in (0..4).map(Turned::quarters) {
            for column in 0..12 {
                for row in 0..12 {
                    let square = turned.square(&board, column, row);
                    assert_eq!(turned.place(&board, square), (column, row));
                    let name = turned.named(&board, square);
                    assert_eq!(turned.of_name(&board, name), square);
                }
            }
        }
    }

    #[test]
    fn a_quarter_brings_the_last_file_below() {
        let board = Board::rectangle(8, 8);
        let h1 = Square { file: 7, rank: 0 };
        assert_eq!(Turned::quarters(1).place(&board, h1), (0, 7));
        assert_eq!(Turned::quarters(2).place(&board, h1), (0, 0));
        assert_eq!(Turned::quarters(3).place(&board, h1), (7, 0));
    }
}
