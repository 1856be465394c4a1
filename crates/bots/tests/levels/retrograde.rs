//! A small retrograde table for king and one piece against king: how long a side that defends itself best can last.

use chess::{
    Position,
    shakmaty::{CastlingMode, Chess, Color, Move, Piece, Position as _, Role, Setup, Square},
};
use play::Rules;

use crate::asking::legal;

/// Plies to mate for every position of White's king and `role` against Black's king.
pub(crate) struct Table<'a> {
    role: Role,
    /// By [`index`]; `None` is a draw or no position at all.
    mate_in: Vec<Option<u16>>,
    /// Where promotions lead.
    promoted: &'a [&'a Table<'a>],
}

impl<'a> Table<'a> {
    pub(crate) fn queen_or_rook(role: Role) -> Self {
        Table::solve(role, &[])
    }

    pub(crate) fn pawn(promoted: &'a [&'a Table<'a>]) -> Self {
        Table::solve(Role::Pawn, promoted)
    }

    /// Every won position with White to move.
    pub(crate) fn won(&self) -> impl Iterator<Item = Position> {
        self.verdicts()
            .filter(|(position, won)| *won && position.turn() == play::Side::White)
            .map(|(position, _)| position)
    }

    /// Every position that is not over yet, and whether White wins it.
    pub(crate) fn verdicts(&self) -> impl Iterator<Item = (Position, bool)> {
        positions(self.role)
            .filter(|(_, position)| !legal(position).is_empty())
            .map(|(index, position)| (position, self.mate_in[index].is_some()))
    }

    /// Black's move that lasts longest; one that draws if there is any.
    pub(crate) fn best_defence(&self, position: &Position) -> Move {
        let lasts = |mv: &Move| self.after(position, *mv).map_or(u16::MAX, |plies| plies);
        legal(position).into_iter().max_by_key(lasts).expect("the game goes on")
    }

    fn solve(role: Role, promoted: &'a [&'a Table<'a>]) -> Self {
        let mut table = Table {
            role,
            mate_in: vec![None; 2 * 64 * 64 * 64],
            promoted,
        };
        let mut open: Vec<(usize, Position)> = positions(role).collect();
        // Plies of promotions come from another table, so a pass may find nothing although a later one does.
        for plies in 0..200 {
            let found: Vec<usize> = open
                .iter()
                .filter(|(_, position)| table.mates_in(position, plies))
                .map(|(index, _)| *index)
                .collect();
            for &index in &found {
                table.mate_in[index] = Some(plies);
            }
            open.retain(|(index, _)| table.mate_in[*index].is_none());
        }
        table
    }

    /// Whether the position is mate in exactly `plies`, all shorter ones being known.
    fn mates_in(&self, position: &Position, plies: u16) -> bool {
        let moves = legal(position);
        match position.turn() {
            play::Side::White => plies % 2 == 1 && moves.iter().any(|&mv| self.after(position, mv) == Some(plies - 1)),
            play::Side::Black if moves.is_empty() => plies == 0 && position.chess().is_check(),
            play::Side::Black => {
                plies > 0
                    && plies.is_multiple_of(2)
                    && moves
                        .iter()
                        .all(|&mv| self.after(position, mv).is_some_and(|later| later < plies))
            }
        }
    }

    fn after(&self, position: &Position, mv: Move) -> Option<u16> {
        let mut next = position.clone();
        next.play(mv);
        if mv.is_capture() {
            return None;
        }
        let role = mv.promotion().unwrap_or(self.role);
        let table = std::iter::once(self)
            .chain(self.promoted.iter().copied())
            .find(|table| table.role == role)?;
        table.mate_in[index(&next)?]
    }
}

fn index(position: &Position) -> Option<usize> {
    let board = position.chess().board();
    let piece = (board.white() & !board.kings()).single_square()?;
    let (white, black) = (board.king_of(Color::White)?, board.king_of(Color::Black)?);
    let side = position.turn().index();
    Some(((side * 64 + usize::from(white)) * 64 + usize::from(piece)) * 64 + usize::from(black))
}

/// Every legal position of the two kings and White's piece.
fn positions(role: Role) -> impl Iterator<Item = (usize, Position)> {
    let squares = || Square::ALL.into_iter();
    Color::ALL
        .into_iter()
        .flat_map(move |turn| squares().map(move |white| (turn, white)))
        .flat_map(move |(turn, white)| squares().map(move |piece| (turn, white, piece)))
        .flat_map(move |(turn, white, piece)| squares().map(move |black| (turn, white, piece, black)))
        .filter(|(_, white, piece, black)| white != piece && white != black && piece != black)
        .filter_map(move |(turn, white, piece, black)| {
            let mut setup = Setup::empty();
            setup.turn = turn;
            setup.board.set_piece_at(white, Color::White.king());
            setup.board.set_piece_at(black, Color::Black.king());
            setup.board.set_piece_at(
                piece,
                Piece {
                    color: Color::White,
                    role,
                },
            );
            let chess: Chess = setup.position(CastlingMode::Standard).ok()?;
            let position = Position::from(chess);
            Some((index(&position)?, position))
        })
}

#[test]
fn the_longest_mates_are_the_known_ones() {
    // Ten moves with a queen, sixteen with a rook: known from every tablebase.
    for (role, moves) in [(Role::Queen, 10), (Role::Rook, 16)] {
        let table = Table::queen_or_rook(role);
        let longest = table.mate_in.iter().flatten().max();
        assert_eq!(
            longest,
            Some(&(2 * moves)),
            "Black to move lasts an even number of plies"
        );
    }
}
