//! A second, deliberately naive generator: letters on a board of text, one step at a time, straight from section 2 of
//! the rules. It shares nothing with the crate but the texts, and the crate is held against it.

use std::collections::BTreeSet;

use play::{Notation, Rules, perft};
use ransom::{Position, Variant};

/// A board of letters, row 8 first, with all that decides which moves there are.
#[derive(Clone)]
struct Naive {
    board: [[char; 8]; 8],
    white: bool,
    points: [u32; 2],
    /// Whether captured pieces can be bought back (8.1).
    buying_back: bool,
}

impl Naive {
    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [['.'; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut column = 0;
            for letter in line.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    column += gap as usize;
                } else {
                    board[row][column] = letter;
                    column += 1;
                }
            }
        }
        let (white, black) = fields[2].split_once('/').expect("two purses");
        Naive {
            board,
            white: fields[1] == "w",
            points: [white.parse().expect("points"), black.parse().expect("points")],
            buying_back: fields.get(5) == Some(&"buyback"),
        }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        let inside = (0..8).contains(&row) && (0..8).contains(&column);
        inside.then(|| self.board[row as usize][column as usize])
    }

    fn is_own(&self, letter: char) -> bool {
        letter != '.' && letter.is_uppercase() == self.white
    }

    /// Every turn as row and column from and to; an upgrade stays where it is.
    fn turns(&self) -> Vec<[i32; 4]> {
        let mut turns = Vec::new();
        let forward = if self.white { -1 } else { 1 };
        let home = if self.white { 7 } else { 0 };
        for row in 0..8 {
            for column in 0..8 {
                let letter = self.board[row as usize][column as usize];
                if !self.is_own(letter) {
                    continue;
                }
                let mut go = |directions: &[(i32, i32)], most: i32, captures: bool| {
                    for (rows, columns) in directions {
                        for steps in 1..=most {
                            let (to_row, to_column) = (row + rows * steps, column + columns * steps);
                            match self.at(to_row, to_column) {
                                Some('.') => turns.push([row, column, to_row, to_column]),
                                Some(other) if captures && !self.is_own(other) => {
                                    turns.push([row, column, to_row, to_column]);
                                    break;
                                }
                                Some(_) | None => break,
                            }
                        }
                    }
                };
                let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
                let leaps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
                match letter.to_ascii_lowercase() {
                    'p' => go(&[(forward, 0)], if row == home { 2 } else { 1 }, false),
                    'n' => go(&leaps, 1, true),
                    'b' => go(&diagonals, 7, true),
                    _ => {
                        go(&diagonals, 7, true);
                        go(&[(forward, 0)], 7, true);
                    }
                }
                let rich = self.points[usize::from(!self.white)] >= 2;
                if letter.eq_ignore_ascii_case(&'p') && rich && (1..7).contains(&row) {
                    turns.push([row, column, row, column]);
                }
            }
        }
        turns
    }

    fn after(&self, [from_row, from_column, to_row, to_column]: [i32; 4]) -> Naive {
        let mut next = self.clone();
        let own = usize::from(!self.white);
        let mut letter = self.board[from_row as usize][from_column as usize];
        let queen = if self.white { 'Q' } else { 'q' };
        if (from_row, from_column) == (to_row, to_column) {
            next.points[own] -= 2;
            letter = queen;
        } else {
            if self.at(to_row, to_column) != Some('.') {
                next.points[own] += 1;
            }
            if letter.eq_ignore_ascii_case(&'p') && (to_row == 0 || to_row == 7) {
                letter = queen;
            }
        }
        next.board[from_row as usize][from_column as usize] = '.';
        next.board[to_row as usize][to_column as usize] = letter;
        next.white = !self.white;
        next
    }

    /// Every piece that can be bought back, as its letter and the column on the home row.
    fn returns(&self) -> Vec<(char, usize)> {
        let home = if self.white { 7 } else { 0 };
        let mut returns = Vec::new();
        if self.buying_back && self.points[usize::from(!self.white)] >= 2 {
            for letter in if self.white { ['N', 'B'] } else { ['n', 'b'] } {
                let left = self.board.iter().flatten().filter(|&&other| other == letter).count();
                let free = (0..8).filter(|&column| left < 4 && self.board[home][column] == '.');
                returns.extend(free.map(|column| (letter, column)));
            }
        }
        returns
    }

    fn after_return(&self, (letter, column): (char, usize)) -> Naive {
        let mut next = self.clone();
        next.points[usize::from(!self.white)] -= 2;
        next.board[if self.white { 7 } else { 0 }][column] = letter;
        next.white = !self.white;
        next
    }

    fn perft(&self, depth: u32) -> u64 {
        let (turns, returns) = (self.turns(), self.returns());
        match depth {
            0 => 1,
            1 => (turns.len() + returns.len()) as u64,
            _ => {
                let moved = turns.iter().map(|&turn| self.after(turn));
                let bought = returns.iter().map(|&bought| self.after_return(bought));
                moved.chain(bought).map(|next| next.perft(depth - 1)).sum()
            }
        }
    }

    /// The turns as the crate writes them, without the mark of a promotion.
    fn codes(&self) -> BTreeSet<String> {
        let square = |row: i32, column: i32| format!("{}{}", (b'a' + column as u8) as char, 8 - row);
        let code = |[from_row, from_column, to_row, to_column]: [i32; 4]| {
            let upgrade = (from_row, from_column) == (to_row, to_column);
            let mark = if upgrade { "q" } else { "" };
            format!("{}{}{mark}", square(from_row, from_column), square(to_row, to_column))
        };
        let home = if self.white { 7 } else { 0 };
        let returned = |(letter, column): (char, usize)| {
            let square = square(home, column as i32);
            format!("{square}{square}{}", letter.to_ascii_lowercase())
        };
        let moved = self.turns().into_iter().map(code);
        moved.chain(self.returns().into_iter().map(returned)).collect()
    }
}

fn codes(position: &Position) -> BTreeSet<String> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let code = |mv: ransom::Move| {
        let code = position.code(mv);
        if mv.is_promotion() { code[..4].to_owned() } else { code }
    };
    moves.into_iter().map(code).collect()
}

/// The check counts of perft and a dozen positions more: every count of the file comes from both generators.
#[test]
fn counts_are_those_of_the_file_and_of_both_generators() {
    /// Deeper counts are left to the fast generator.
    const MOST_OF_THE_NAIVE: u64 = 1_000_000;
    let (mut counted, mut confirmed) = (0, 0);
    for line in include_str!("data/ransom.perft")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        let (text, counts) = line.split_once(" ;").expect("a line is a position and counts");
        let position = Position::read_position(text).expect("the position is valid").position;
        for entry in counts.split(" ;") {
            let (depth, count) = entry.split_once(' ').expect("an entry is a depth and a count");
            let depth = depth.trim_start_matches('D').parse().expect("the depth is a number");
            let count: u64 = count.parse().expect("the count is a number");
            assert_eq!(perft(&position, depth), count, "{text} depth {depth}");
            counted += 1;
            if count <= MOST_OF_THE_NAIVE {
                assert_eq!(Naive::read(text).perft(depth), count, "{text} depth {depth}, naively");
                confirmed += 1;
            }
        }
    }
    assert_eq!((counted, confirmed), (67, 56));
}

/// Not only as many turns, but the same, in every position of games played at random.
#[test]
fn both_generators_list_the_same_turns() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut positions = 0;
    let mut returned = 0;
    for game in 0..400 {
        let variant = if game % 4 == 0 {
            Variant::BuyBack
        } else {
            Variant::Plain
        };
        let mut position = Position::of(variant);
        let mut moves = Vec::new();
        for _ in 0..120 {
            let text = position.position_text();
            assert_eq!(codes(&position), Naive::read(&text).codes(), "{text}");
            position.moves(&mut moves);
            assert_eq!(moves.len() as u32, position.mobility(position.turn()), "{text}");
            let Some(&mv) = random.choice(&moves) else { break };
            position.play(mv);
            positions += 1;
            returned += usize::from(mv.is_buy_back());
        }
    }
    assert!(positions > 20_000 && returned > 300, "{positions} {returned}");
}
