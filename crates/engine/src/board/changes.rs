//! What a move changes on the board.

use shakmaty::{CastlingSide, Color, Piece, Role, Square};

use super::Board;
use crate::mv::{Kind, Move};

/// A piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed {
    pub(crate) piece: Piece,
    pub(crate) square: Square,
}

/// The pieces that leave their squares, and then those that arrive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) removed: [Option<Placed>; 2],
    pub(crate) added: [Option<Placed>; 2],
}

impl Board {
    /// What a legal move will change.
    #[inline]
    pub(crate) fn changes(&self, mv: Move) -> Changes {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let placed = |color: Color, role: Role, square| {
            Some(Placed {
                piece: Piece { color, role },
                square,
            })
        };
        let kind = mv.kind();
        if kind == Kind::Castle {
            let side = CastlingSide::from_queen_side(to < from);
            return Changes {
                removed: [placed(us, Role::King, from), placed(us, Role::Rook, to)],
                added: [
                    placed(us, Role::King, side.king_to(us)),
                    placed(us, Role::Rook, side.rook_to(us)),
                ],
            };
        }
        let role = self.mover(mv);
        let taken = match kind {
            Kind::EnPassant => placed(!us, Role::Pawn, Square::from_coords(to.file(), from.rank())),
            _ => self.role_at(to).and_then(|victim| placed(!us, victim, to)),
        };
        Changes {
            removed: [placed(us, role, from), taken],
            added: [placed(us, mv.promotion().unwrap_or(role), to), None],
        }
    }
}
