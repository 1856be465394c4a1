//! A board without turns as it is read off a screen without colour, and a player who goes for the king by it.
//!
//! It knows how pieces go, and nothing of time: whatever is refused is sent again as soon as it looks good again.

/// What stands on the squares, from a1 along the ranks; pieces under way between two squares are on none.
pub(crate) struct Sight {
    squares: [Option<Figure>; 64],
}

/// A piece and whose it is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Figure {
    kind: char,
    is_own: bool,
}

/// White's signs, then Black's.
const SIGNS: [(char, char, char); 6] = [
    ('P', '♙', '♟'),
    ('N', '♘', '♞'),
    ('B', '♗', '♝'),
    ('R', '♖', '♜'),
    ('Q', '♕', '♛'),
    ('K', '♔', '♚'),
];

impl Sight {
    /// Reads the rows that begin with a rank and are divided by lines.
    pub(crate) fn read(screen: &str) -> Sight {
        let mut squares = [None; 64];
        for line in screen.lines() {
            let mut parts = line.split('│');
            let Some(rank @ 1..=8) = parts.next().and_then(|label| label.trim().parse::<usize>().ok()) else {
                continue;
            };
            for (file, cell) in parts.take(8).enumerate() {
                squares[(rank - 1) * 8 + file] = cell.chars().find_map(figure);
            }
        }
        Sight { squares }
    }

    /// The most promising order, as it is typed; `turn` chooses among those that are alike.
    pub(crate) fn order(&self, turn: usize) -> Option<String> {
        let mut orders: Vec<(i32, String)> = Vec::new();
        for from in 0..64 {
            for to in 0..64 {
                if let Some(worth) = self.worth(from, to) {
                    orders.push((worth, format!("{}{}", name(from), name(to))));
                }
            }
        }
        let best = orders.iter().map(|(worth, _)| *worth).max()?;
        // Now and then something else, for the best may be refused as long as nothing changes.
        let least = if turn.is_multiple_of(3) { best - 40 } else { best };
        orders.retain(|(worth, _)| *worth >= least);
        Some(orders.swap_remove(turn * 7 % orders.len()).1)
    }

    /// How much an order promises, if the piece can go like that.
    fn worth(&self, from: usize, to: usize) -> Option<i32> {
        let piece = self.squares[from].filter(|piece| piece.is_own)?;
        let prey = self.squares[to];
        if from == to || prey.is_some_and(|prey| prey.is_own) || !self.goes(piece, from, to) {
            return None;
        }
        let king = self
            .squares
            .iter()
            .position(|square| square.is_some_and(|piece| !piece.is_own && piece.kind == 'K'));
        let near = king.map_or(0, |king| 14 - distance(king, to));
        Some(match prey.map(|prey| prey.kind) {
            Some('K') => 1_000,
            Some('Q') => 190,
            Some('R') => 150,
            Some('B' | 'N') => 130,
            Some(_) => 100,
            None if piece.kind == 'K' => -50,
            None => near,
        })
    }

    fn goes(&self, piece: Figure, from: usize, to: usize) -> bool {
        let [files, ranks] = [to % 8, to / 8].map(|at| at as i32);
        let [files, ranks] = [files - (from % 8) as i32, ranks - (from / 8) as i32];
        let is_free = || self.is_free(from, to);
        match piece.kind {
            'P' => match (files, ranks, self.squares[to].is_some()) {
                (0, 1, false) | (-1 | 1, 1, true) => true,
                (0, 2, false) => from / 8 == 1 && is_free(),
                _ => false,
            },
            'N' => files.abs() * ranks.abs() == 2,
            'K' => files.abs().max(ranks.abs()) == 1,
            'B' => files.abs() == ranks.abs() && is_free(),
            'R' => (files == 0 || ranks == 0) && is_free(),
            _ => (files == 0 || ranks == 0 || files.abs() == ranks.abs()) && is_free(),
        }
    }

    /// Whether nothing stands between two squares of a line.
    fn is_free(&self, from: usize, to: usize) -> bool {
        let step = |from: usize, to: usize| (to as i32 - from as i32).signum();
        let step = step(from / 8, to / 8) * 8 + step(from % 8, to % 8);
        let mut at = from as i32 + step;
        while at != to as i32 {
            if self.squares[at as usize].is_some() {
                return false;
            }
            at += step;
        }
        true
    }
}

fn figure(sign: char) -> Option<Figure> {
    let of = |own: char, kind: char, is_own: bool| (own == sign).then_some(Figure { kind, is_own });
    SIGNS
        .iter()
        .find_map(|&(kind, white, black)| of(white, kind, true).or(of(black, kind, false)))
}

fn distance(one: usize, other: usize) -> i32 {
    (one % 8).abs_diff(other % 8) as i32 + (one / 8).abs_diff(other / 8) as i32
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}
