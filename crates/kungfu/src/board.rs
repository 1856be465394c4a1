//! The two boards: squares, lanes and home lines (1.4 to 1.6).

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::{Kind, Player, Players};

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Board {
    /// 8×8, two players.
    #[serde(rename = "standard")]
    Standard,
    /// 12×12 without its 2×2 corners, four players.
    #[serde(rename = "four_player")]
    Four,
}

impl Board {
    /// The boards for two players and for four.
    pub const ALL: [Board; 2] = [Board::Standard, Board::Four];

    /// Rows, and as many columns.
    pub const fn size(self) -> u8 {
        match self {
            Board::Standard => 8,
            Board::Four => 12,
        }
    }

    /// Who plays on it.
    pub const fn players(self) -> Players {
        let two = Players::NONE.with(Player::ONE).with(Player::TWO);
        match self {
            Board::Standard => two,
            Board::Four => two.with(Player::THREE).with(Player::FOUR),
        }
    }

    /// The square at a row and column, if there is one.
    #[inline]
    pub const fn square(self, row: i32, col: i32) -> Option<Square> {
        // A negative number has high bits too.
        if (row | col) & !15 != 0 {
            return None;
        }
        let square = Square::at(row as u8, col as u8);
        if self.has(square) { Some(square) } else { None }
    }

    /// Whether the board has a square; the cross lacks its corners.
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        let columns = match self {
            Board::Standard => &COLUMNS_OF_STANDARD,
            Board::Four => &COLUMNS_OF_FOUR,
        };
        columns[square.row() as usize] >> square.col() & 1 != 0
    }

    /// The square one or more steps away, if there is one.
    #[inline]
    pub const fn after(self, square: Square, step: Step, times: u8) -> Option<Square> {
        let times = times as i32;
        self.square(
            square.row() as i32 + step.row as i32 * times,
            square.col() as i32 + step.col as i32 * times,
        )
    }

    /// Every square, row by row.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..Square::COUNT as u8)
            .map(Square)
            .filter(move |&square| self.has(square))
    }

    /// Where a player's pawns go.
    pub const fn forward(self, player: Player) -> Step {
        let (row, col) = match (self, player.number()) {
            (Board::Standard, 1) | (Board::Four, 2) => (-1, 0),
            (Board::Standard, _) | (Board::Four, 4) => (1, 0),
            (Board::Four, 1) => (0, -1),
            (Board::Four, _) => (0, 1),
        };
        Step { row, col }
    }

    /// The square of a player's home line or, one step forward, pawn line at an index of that line.
    pub(crate) const fn home(self, player: Player, line: Line, index: u8) -> Square {
        let last = self.size() - 1;
        let depth = match line {
            Line::Back => 0,
            Line::Pawns => 1,
        };
        let forward = self.forward(player);
        match (forward.row, forward.col) {
            (-1, _) => Square::at(last - depth, index),
            (1, _) => Square::at(depth, index),
            (_, -1) => Square::at(index, last - depth),
            _ => Square::at(index, depth),
        }
    }

    /// The first and last index of a home line, where the rooks stand (3.7).
    pub(crate) const fn corners(self) -> [u8; 2] {
        match self {
            Board::Standard => [0, 7],
            Board::Four => [2, 9],
        }
    }

    /// Whether a square lies on a player's pawn line (3.6).
    pub const fn on_pawn_line(self, player: Player, square: Square) -> bool {
        let forward = self.forward(player);
        let home = self.home(player, Line::Pawns, 0);
        if forward.row == 0 {
            square.col() == home.col()
        } else {
            square.row() == home.row()
        }
    }

    /// Whether a pawn on this square is at the end of its lane (3.8).
    pub const fn ends_lane(self, player: Player, square: Square) -> bool {
        self.after(square, self.forward(player), 1).is_none()
    }

    /// The pieces of a home line by rising index (1.5, 1.6).
    pub(crate) const fn army(self, player: Player) -> [Kind; 8] {
        use Kind::{Bishop, King, Knight, Queen, Rook};
        match (self, player.number()) {
            (Board::Four, 2 | 3) => [Rook, Knight, Bishop, King, Queen, Bishop, Knight, Rook],
            _ => [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook],
        }
    }
}

/// The columns that each row has, as bits.
const COLUMNS_OF_STANDARD: [u16; 16] = {
    let mut rows = [0; 16];
    let mut row = 0;
    while row < 8 {
        rows[row] = 0b1111_1111;
        row += 1;
    }
    rows
};
const COLUMNS_OF_FOUR: [u16; 16] = {
    let mut rows = [0; 16];
    let mut row = 0;
    while row < 12 {
        rows[row] = if row >= 2 && row < 10 {
            0b1111_1111_1111
        } else {
            0b11_1111_1100
        };
        row += 1;
    }
    rows
};

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Board::Standard => "standard",
            Board::Four => "four",
        })
    }
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "standard" => Ok(Board::Standard),
            "four" => Ok(Board::Four),
            other => Err(format!("no board is called '{other}'; known are standard and four")),
        }
    }
}

/// The two lines an army starts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Back,
    Pawns,
}

/// A square by row and column, row 0 at the top; which squares there are is the [`Board`]'s to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "[u8; 2]", into = "[u8; 2]")]
pub struct Square(u8);

impl Square {
    /// Indices lie below this.
    pub const COUNT: usize = 12 * 16;

    pub(crate) const fn at(row: u8, col: u8) -> Self {
        Square(row << 4 | col)
    }

    /// From the top.
    pub const fn row(self) -> u8 {
        self.0 >> 4
    }

    /// From the left.
    pub const fn col(self) -> u8 {
        self.0 & 15
    }

    /// For tables of [`Square::COUNT`] places.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As people see it: the letter of the column, and rows counted from below.
    pub fn name(self, board: Board) -> String {
        let letter = char::from(b'a' + self.col());
        format!("{letter}{}", board.size() - self.row())
    }
}

impl TryFrom<[u8; 2]> for Square {
    type Error = String;

    fn try_from([row, col]: [u8; 2]) -> Result<Self, String> {
        Board::Four
            .square(i32::from(row), i32::from(col))
            .or_else(|| Board::Standard.square(i32::from(row), i32::from(col)))
            .ok_or_else(|| format!("no board has a square at row {row}, column {col}"))
    }
}

impl From<Square> for [u8; 2] {
    fn from(square: Square) -> Self {
        [square.row(), square.col()]
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares([u64; 3]);

impl Squares {
    /// The empty set.
    pub const NONE: Squares = Squares([0; 3]);

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Whether a square is among them.
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.index() / 64] & (1 << (square.index() % 64)) != 0
    }

    /// Those in both.
    #[must_use]
    pub const fn common(&self, other: &Squares) -> Self {
        Squares([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }

    /// Whether any square is in both.
    pub const fn meets(&self, other: &Squares) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) | (self.0[2] & other.0[2]) != 0
    }

    /// Those in one but not in both.
    #[must_use]
    pub const fn differing(&self, other: &Squares) -> Self {
        Squares([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }

    /// How many.
    pub const fn count(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Each, by rising index.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut words = self.0;
        let mut place = 0;
        std::iter::from_fn(move || {
            while words[place] == 0 {
                place += 1;
                if place == words.len() {
                    place -= 1;
                    return None;
                }
            }
            let bit = words[place].trailing_zeros() as u8;
            words[place] &= words[place] - 1;
            Some(Square(place as u8 * 64 + bit))
        })
    }
}

/// Rows and columns from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Rows downwards.
    pub row: i8,
    /// Columns to the right.
    pub col: i8,
}

impl Step {
    /// The eight directions, straight ones first.
    pub const DIRECTIONS: [Step; 8] = [
        Step { row: -1, col: 0 },
        Step { row: 0, col: 1 },
        Step { row: 1, col: 0 },
        Step { row: 0, col: -1 },
        Step { row: -1, col: 1 },
        Step { row: 1, col: 1 },
        Step { row: 1, col: -1 },
        Step { row: -1, col: -1 },
    ];

    /// The eight leaps of a knight.
    pub const LEAPS: [Step; 8] = [
        Step { row: -2, col: -1 },
        Step { row: -2, col: 1 },
        Step { row: -1, col: -2 },
        Step { row: -1, col: 2 },
        Step { row: 1, col: -2 },
        Step { row: 1, col: 2 },
        Step { row: 2, col: -1 },
        Step { row: 2, col: 1 },
    ];

    /// From one square to another.
    pub const fn between(from: Square, to: Square) -> Self {
        Step {
            row: to.row() as i8 - from.row() as i8,
            col: to.col() as i8 - from.col() as i8,
        }
    }

    /// The other way.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Step {
            row: -self.row,
            col: -self.col,
        }
    }

    /// As a direction and a number of squares, if it is straight or diagonal.
    pub const fn direction(self) -> Option<(Step, u8)> {
        let (rows, cols) = (self.row.unsigned_abs(), self.col.unsigned_abs());
        let length = if rows > cols { rows } else { cols };
        if length == 0 || (rows != 0 && cols != 0 && rows != cols) {
            return None;
        }
        let step = Step {
            row: self.row.signum(),
            col: self.col.signum(),
        };
        Some((step, length))
    }

    /// Whether rows and columns both change.
    pub const fn is_diagonal(self) -> bool {
        self.row != 0 && self.col != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_6_the_cross_has_128_squares() {
        assert_eq!(Board::Four.squares().count(), 128);
        assert_eq!(Board::Standard.squares().count(), 64);
        assert_eq!(Board::Four.square(1, 10), None);
        assert!(Board::Four.square(1, 9).is_some());
    }

    #[test]
    fn rule_1_4_people_see_letters_and_numbers() {
        assert_eq!(Board::Standard.square(7, 0).unwrap().name(Board::Standard), "a1");
        assert_eq!(Board::Four.square(0, 9).unwrap().name(Board::Four), "j12");
    }

    #[test]
    fn rule_1_5_and_1_6_pawns_go_away_from_home() {
        for board in Board::ALL {
            for player in board.players().iter() {
                let back = board.home(player, Line::Back, 4);
                let pawns = board.home(player, Line::Pawns, 4);
                assert_eq!(board.after(back, board.forward(player), 1), Some(pawns));
                assert_eq!(board.after(back, board.forward(player).reversed(), 1), None);
                assert!(board.on_pawn_line(player, pawns) && !board.on_pawn_line(player, back));
            }
        }
    }
}
