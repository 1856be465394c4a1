//! The rules and texts of Hexapawn.

use std::fmt;

use play::{Notation, Reading, Repetition, Rules, Side, Square, Verdict};
use thiserror::Error;

pub(crate) const FILES: u8 = 4;
pub(crate) const RANKS: u8 = 5;

/// Whose pawn is on which square, and whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From a1 along the ranks.
    squares: [Option<Side>; (FILES * RANKS) as usize],
    turn: Side,
}

/// A step or a capture of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captures: bool,
}

impl Position {
    /// The owner of the pawn on a square.
    pub fn pawn_at(&self, square: Square) -> Option<Side> {
        let on_board = square.file < FILES && square.rank < RANKS;
        on_board.then(|| self.squares[index(square)]).flatten()
    }

    /// All squares from a1 along the ranks.
    pub fn all_squares() -> impl Iterator<Item = Square> {
        (0..RANKS).flat_map(|rank| (0..FILES).map(move |file| Square { file, rank }))
    }

    fn has_arrived(&self, side: Side) -> bool {
        let rank = far_rank(side);
        (0..FILES).any(|file| self.pawn_at(Square { file, rank }) == Some(side))
    }
}

impl Default for Position {
    fn default() -> Self {
        let mut squares = [None; (FILES * RANKS) as usize];
        for square in Position::all_squares() {
            squares[index(square)] = Side::BOTH
                .into_iter()
                .find(|side| square.rank == far_rank(side.other()));
        }
        Position {
            squares,
            turn: Side::White,
        }
    }
}

impl Rules for Position {
    type Move = Move;
    type End = End;

    // Every move brings a pawn forward, so no position recurs.
    const REPETITION: Repetition = Repetition::IGNORED;

    fn turn(&self) -> Side {
        self.turn
    }

    fn moves(&self, buffer: &mut Vec<Move>) {
        buffer.clear();
        for from in Position::all_squares().filter(|&square| self.pawn_at(square) == Some(self.turn)) {
            if from.rank == far_rank(self.turn) {
                continue;
            }
            let rank = match self.turn {
                Side::White => from.rank + 1,
                Side::Black => from.rank - 1,
            };
            for file in from.file.saturating_sub(1)..=(from.file + 1).min(FILES - 1) {
                let to = Square { file, rank };
                let captures = file != from.file;
                if self.pawn_at(to) == captures.then_some(self.turn.other()) {
                    buffer.push(Move { from, to, captures });
                }
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.squares[index(mv.to)] = self.squares[index(mv.from)].take();
        self.turn = self.turn.other();
    }

    fn key(&self) -> u64 {
        let squares = self.squares.iter();
        squares.fold(self.turn.index() as u64, |key, square| {
            key * 3 + square.map_or(0, |side| side.index() as u64 + 1)
        })
    }

    fn verdict(&self, moves: &[Move]) -> Option<Verdict<End>> {
        let arrived = Side::BOTH.into_iter().find(|&side| self.has_arrived(side));
        let (winner, end) = match arrived {
            Some(side) => (side, End::Arrival),
            None if moves.is_empty() => (self.turn.other(), End::NoMoves),
            None => return None,
        };
        Some(Verdict {
            winner: Some(winner),
            end,
        })
    }

    fn claim(&self) -> Option<End> {
        None
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn can_win(&self, side: Side) -> bool {
        self.squares.contains(&Some(side))
    }
}

impl Notation for Position {
    type PositionError = PositionError;
    type MoveError = MoveError;

    /// Reads five ranks from above and the side to move: `pppp/..../..../..../PPPP w`.
    fn read_position(text: &str) -> Result<Reading<Self>, PositionError> {
        let (board, turn) = text.trim().split_once(' ').ok_or(PositionError::Shape)?;
        let ranks: Vec<Vec<char>> = board.split('/').map(|rank| rank.chars().collect()).collect();
        if ranks.len() != usize::from(RANKS) || ranks.iter().any(|rank| rank.len() != usize::from(FILES)) {
            return Err(PositionError::Shape);
        }
        let mut position = Position {
            squares: [None; (FILES * RANKS) as usize],
            turn: match turn {
                "w" => Side::White,
                "b" => Side::Black,
                _ => return Err(PositionError::Shape),
            },
        };
        let letters = ranks.into_iter().rev().flatten();
        for (square, letter) in position.squares.iter_mut().zip(letters) {
            *square = match letter {
                'P' => Some(Side::White),
                'p' => Some(Side::Black),
                '.' => None,
                _ => return Err(PositionError::Shape),
            };
        }
        if Side::BOTH.into_iter().all(|side| position.has_arrived(side)) {
            return Err(PositionError::TwoWinners);
        }
        Ok(Reading {
            position,
            notices: Vec::new(),
        })
    }

    fn position_text(&self) -> String {
        let ranks = self.squares.chunks(usize::from(FILES)).rev();
        let ranks: Vec<String> = ranks.map(|rank| rank.iter().copied().map(letter).collect()).collect();
        let turn = match self.turn {
            Side::White => 'w',
            Side::Black => 'b',
        };
        format!("{} {turn}", ranks.join("/"))
    }

    /// Reads `a1a2`, `a1-a2` and `a2xb3`.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let plain: String = text.trim().replace(['-', 'x'], "").to_ascii_lowercase();
        let squares = plain.split_at_checked(2);
        let squares = squares.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (from, to): (Square, Square) =
            squares.ok_or_else(|| MoveError::Unreadable(text.chars().take(20).collect()))?;
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let found = legal.into_iter().find(|mv| (mv.from, mv.to) == (from, to));
        found.ok_or(MoveError::Illegal { from, to })
    }

    fn code(&self, mv: Move) -> String {
        format!("{}{}", mv.from, mv.to)
    }

    fn label(&self, mv: Move) -> String {
        let sign = if mv.captures { 'x' } else { '-' };
        format!("{}{sign}{}", mv.from, mv.to)
    }
}

#[cfg(feature = "laws")]
impl play::laws::Mirror for Position {
    fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        mirrored.turn = self.turn.other();
        for square in Position::all_squares() {
            mirrored.squares[index(upside_down(square))] = self.pawn_at(square).map(Side::other);
        }
        mirrored
    }

    fn mirrored_move(mv: Move) -> Move {
        Move {
            from: upside_down(mv.from),
            to: upside_down(mv.to),
            ..mv
        }
    }
}

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A pawn of the winner is on the far rank.
    Arrival,
    /// The loser cannot move.
    NoMoves,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Arrival => "a pawn has arrived",
            End::NoMoves => "no move is left",
        })
    }
}

/// Why a text is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// Not five ranks of four squares and a side.
    #[error("a position has five ranks of four squares and the side to move, as pppp/..../..../..../PPPP w")]
    Shape,
    /// Both sides have won.
    #[error("both sides have a pawn on their far rank")]
    TwoWinners,
}

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// Not two squares.
    #[error("'{0}' is not a move; write it like a1a2")]
    Unreadable(String),
    /// No pawn of the mover goes there.
    #[error("no pawn of yours goes from {from} to {to}")]
    Illegal {
        /// Where it should start.
        from: Square,
        /// Where it should go.
        to: Square,
    },
}

/// A square in a text.
pub(crate) const fn letter(pawn: Option<Side>) -> char {
    match pawn {
        Some(Side::White) => 'P',
        Some(Side::Black) => 'p',
        None => '.',
    }
}

const fn far_rank(side: Side) -> u8 {
    match side {
        Side::White => RANKS - 1,
        Side::Black => 0,
    }
}

const fn index(square: Square) -> usize {
    (square.rank * FILES + square.file) as usize
}

#[cfg(feature = "laws")]
const fn upside_down(square: Square) -> Square {
    Square {
        rank: RANKS - 1 - square.rank,
        ..square
    }
}
