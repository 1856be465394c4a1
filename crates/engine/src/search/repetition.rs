//! Draws on the line: repetition, the fifty-move rule, dead material, and a repetition one move away.

use std::sync::LazyLock;

use shakmaty::{
    Bitboard, Color, Piece, Position as _, Role, Square, attacks,
    zobrist::{Zobrist64, ZobristValue as _},
};

use super::{Searcher, Technique};
use crate::board::Board;

impl Searcher<'_> {
    /// Whether the game would be drawn here.
    ///
    /// A position that occurred since the root counts as a draw at once: a side that can repeat once can do it again.
    /// Positions of the game itself must have occurred twice.
    pub(super) fn is_draw(&self, board: &Board, ply: usize) -> bool {
        board.halfmoves() >= 100 && !(board.in_check() && board.moves().is_empty())
            || board.chess().is_insufficient_material()
            || self.is_repetition(board, ply)
    }

    fn is_repetition(&self, board: &Board, ply: usize) -> bool {
        let key = board.keys().full;
        let now = self.keys.len() - 1;
        let reach = self.reach(board, ply);
        let mut seen = 0;
        for back in (4..=reach).step_by(2) {
            if self.keys[now - back] == key {
                seen += 1;
                if back < ply || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move can bring back a position of the line at once.
    pub(super) fn can_repeat(&mut self, board: &Board, ply: usize) -> bool {
        if !self.uses(Technique::UpcomingRepetition) {
            return false;
        }
        let now = self.keys.len() - 1;
        let reach = self.reach(board, ply);
        for back in (3..=reach).step_by(2) {
            // Only positions after the root: earlier ones would have to come up once more.
            if back >= ply {
                return false;
            }
            let Some((from, to)) = REVERSIBLE.find(self.keys[now] ^ self.keys[now - back]) else {
                continue;
            };
            if (attacks::between(from, to) & board.pieces().occupied()).is_empty() {
                self.tally.count(Technique::UpcomingRepetition);
                return true;
            }
        }
        false
    }

    /// How many plies back a position may be the same: since the last capture, pawn move or null move.
    fn reach(&self, board: &Board, ply: usize) -> usize {
        let reach = (board.halfmoves() as usize).min(self.keys.len() - 1);
        // Positions before a null move were not reached by legal moves.
        let null = self.frames[..ply]
            .iter()
            .rev()
            .take(reach)
            .position(|frame| frame.mv.is_none());
        null.unwrap_or(reach)
    }
}

/// The keys of all moves that can be taken back by the same piece, in a table with two places for each.
struct Reversible {
    keys: Vec<u64>,
    moves: Vec<(Square, Square)>,
}

const PLACES: usize = 8192;

static REVERSIBLE: LazyLock<Reversible> = LazyLock::new(Reversible::new);

impl Reversible {
    fn new() -> Self {
        let mut table = Reversible {
            keys: vec![0; PLACES],
            moves: vec![(Square::A1, Square::A1); PLACES],
        };
        for color in Color::ALL {
            for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
                let piece = Piece { color, role };
                for from in Square::ALL {
                    for to in attacks::attacks(from, piece, Bitboard::EMPTY) {
                        if from < to {
                            table.insert(key(piece, from, to), (from, to));
                        }
                    }
                }
            }
        }
        table
    }

    /// Puts a move in one of its places and whatever was there into its other one.
    fn insert(&mut self, mut key: u64, mut mv: (Square, Square)) {
        let mut place = first(key);
        loop {
            std::mem::swap(&mut self.keys[place], &mut key);
            std::mem::swap(&mut self.moves[place], &mut mv);
            if key == 0 {
                return;
            }
            place = if place == first(key) { second(key) } else { first(key) };
        }
    }

    fn find(&self, key: u64) -> Option<(Square, Square)> {
        [first(key), second(key)]
            .into_iter()
            .find(|place| self.keys[*place] == key)
            .map(|place| self.moves[place])
    }
}

fn key(piece: Piece, from: Square, to: Square) -> u64 {
    let at = |square| Zobrist64::zobrist_for_piece(square, piece).0;
    at(from) ^ at(to) ^ Zobrist64::zobrist_for_white_turn().0
}

fn first(key: u64) -> usize {
    key as usize % PLACES
}

fn second(key: u64) -> usize {
    (key >> 16) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_there_and_back_is_known() {
        let known = REVERSIBLE.keys.iter().filter(|key| **key != 0).count();
        // Twice 168 knight, 280 bishop, 448 rook, 728 queen and 210 king moves.
        assert_eq!(known, 3668);
        let piece = Piece {
            color: Color::Black,
            role: Role::Queen,
        };
        assert_eq!(
            REVERSIBLE.find(key(piece, Square::A1, Square::H8)),
            Some((Square::A1, Square::H8))
        );
        assert_eq!(REVERSIBLE.find(12345), None);
    }
}
