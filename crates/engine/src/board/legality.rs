//! Whether a remembered move is legal here, and whether it gives check, without listing moves.

use shakmaty::{Bitboard, CastlingSide, Rank, Role, Square, attacks};

use super::{Board, Part, generate::piece_attacks};
use crate::mv::{Kind, Move};

impl Board {
    /// Whether a move remembered from another position is legal here.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let Some(role) = self.role_at(from).filter(|_| self.pieces().by_color(us).contains(from)) else {
            return false;
        };
        match mv.kind() {
            // Castling is rare enough to be looked up in the list.
            Kind::Castle => {
                let mut listed = false;
                self.generate(Part::Quiet, |other| listed |= other == mv);
                return role == Role::King && listed;
            }
            Kind::EnPassant => {
                return role == Role::Pawn
                    && self.en_passant == Some(to)
                    && attacks::pawn_attacks(us, from).contains(to)
                    && self.is_legal_en_passant(from, to);
            }
            Kind::Quiet | Kind::Capture | Kind::Promotion(_) | Kind::CapturePromotion(_) => {}
        }
        let fits = if mv.is_capture() {
            self.pieces().by_color(!us).contains(to)
        } else {
            self.role_at(to).is_none()
        };
        fits && self.reaches(mv, role) && self.keeps_king_safe(role, from, to)
    }

    /// Whether a legal move gives check.
    pub(crate) fn gives_check(&self, mv: Move) -> bool {
        let (us, king) = (self.turn(), self.king(!self.turn()));
        let (from, to) = (mv.from(), mv.to());
        let occupied = self.pieces().occupied();
        if self.screens.contains(from) && mv.kind() != Kind::Castle && !attacks::aligned(king, from, to) {
            return true;
        }
        match mv.kind() {
            Kind::Castle => {
                let side = CastlingSide::from_queen_side(to < from);
                let after = occupied
                    .without(from)
                    .without(to)
                    .with(side.king_to(us))
                    .with(side.rook_to(us));
                let rooks = self.pieces().rooks_and_queens() & self.pieces().by_color(us);
                (attacks::rook_attacks(king, after) & rooks.without(to).with(side.rook_to(us))).any()
            }
            Kind::EnPassant => {
                let taken = Square::from_coords(to.file(), from.rank());
                let after = occupied.without(from).without(taken).with(to);
                let own = self.pieces().by_color(us);
                attacks::pawn_attacks(us, to).contains(king)
                    || (attacks::rook_attacks(king, after) & self.pieces().rooks_and_queens() & own).any()
                    || (attacks::bishop_attacks(king, after) & self.pieces().bishops_and_queens() & own).any()
            }
            Kind::Quiet | Kind::Capture | Kind::Promotion(_) | Kind::CapturePromotion(_) => {
                let is_open = || (attacks::between(to, king) & occupied.without(from)).is_empty();
                match mv.promotion().unwrap_or(self.mover(mv)) {
                    Role::Pawn => attacks::pawn_attacks(us, to).contains(king),
                    Role::Knight => attacks::knight_attacks(to).contains(king),
                    Role::Bishop => is_diagonal(to, king) && is_open(),
                    Role::Rook => is_straight(to, king) && is_open(),
                    Role::Queen => (is_straight(to, king) || is_diagonal(to, king)) && is_open(),
                    Role::King => false,
                }
            }
        }
    }

    /// Whether the piece gets there, whatever that means for its king.
    fn reaches(&self, mv: Move, role: Role) -> bool {
        let (us, from, to) = (self.turn(), mv.from(), mv.to());
        if role != Role::Pawn {
            return mv.promotion().is_none() && piece_attacks(role, from, self.pieces().occupied()).contains(to);
        }
        let promotes = to.rank() == us.relative_rank(Rank::Eighth);
        if promotes != mv.promotion().is_some() {
            return false;
        }
        if mv.is_capture() {
            return attacks::pawn_attacks(us, from).contains(to);
        }
        let Some(single) = self.push(from) else { return false };
        single == to || from.rank() == us.relative_rank(Rank::Second) && self.push(single) == Some(to)
    }

    fn keeps_king_safe(&self, role: Role, from: Square, to: Square) -> bool {
        if role == Role::King {
            return !self.threats.contains(to);
        }
        let answered = if self.checkers.more_than_one() {
            Bitboard::EMPTY
        } else {
            self.evasions()
        };
        answered.contains(to) && self.freedom(from, self.king(self.turn())).contains(to)
    }
}

/// Whether two squares are on one rank or file.
#[inline]
fn is_straight(one: Square, other: Square) -> bool {
    one.file() == other.file() || one.rank() == other.rank()
}

/// Whether two squares are on one diagonal.
#[inline]
fn is_diagonal(one: Square, other: Square) -> bool {
    (one.file() - other.file()).abs() == (one.rank() - other.rank()).abs()
}
