//! Generates legal moves from shakmaty's attack tables in two parts: noisy moves first, quiet moves on demand.
//!
//! shakmaty generates all moves and filters; a search mostly stops after the captures. Both parts together equal
//! `legal_moves`; tests check this over random play.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, CastlingSide, Color, Position as _, Rank, Role, Square, attacks};

use super::Board;
use crate::mv::{Kind, Move};

/// Moves of one position; none has more than 218.
pub(crate) type MoveList = ArrayVec<Move, 256>;

/// Which moves to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Captures and promotions to a queen: [`Move::is_loud`].
    Noisy,
    /// All others.
    Quiet,
}

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl Board {
    /// Hands every legal move of a part to `found`.
    pub(crate) fn generate(&self, part: Part, mut found: impl FnMut(Move)) {
        let (us, pieces) = (self.turn(), self.pieces());
        let wanted = match part {
            Part::Noisy => pieces.by_color(!us),
            Part::Quiet => !pieces.occupied(),
        };
        let plain = match part {
            Part::Noisy => Kind::Capture,
            Part::Quiet => Kind::Quiet,
        };
        let king = self.king(us);
        for to in attacks::king_attacks(king) & wanted & !self.threats {
            found(Move::new(king, to, plain));
        }
        if self.checkers.more_than_one() {
            return;
        }
        let evasions = self.evasions();
        let wanted = wanted & evasions;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.of(us, role) {
                let attacked = piece_attacks(role, from, pieces.occupied());
                for to in attacked & wanted & self.freedom(from, king) {
                    found(Move::new(from, to, plain));
                }
            }
        }
        match part {
            Part::Noisy => self.pawn_captures(evasions, king, &mut found),
            Part::Quiet => {
                self.pawn_pushes(evasions, king, &mut found);
                self.castling(king, &mut found);
            }
        }
    }

    /// Every legal move.
    pub(crate) fn moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Part::Noisy, |mv| moves.push(mv));
        self.generate(Part::Quiet, |mv| moves.push(mv));
        moves
    }

    /// Squares where a piece or pawn answers a single check; all of them without a check.
    pub(super) fn evasions(&self) -> Bitboard {
        match self.checkers.first() {
            Some(checker) => attacks::between(self.king(self.turn()), checker).with(checker),
            None => Bitboard::FULL,
        }
    }

    /// Squares a piece may go to without uncovering its king.
    #[inline]
    pub(super) fn freedom(&self, from: Square, king: Square) -> Bitboard {
        if self.pinned.contains(from) {
            attacks::ray(king, from)
        } else {
            Bitboard::FULL
        }
    }

    fn pawn_captures(&self, evasions: Bitboard, king: Square, found: &mut impl FnMut(Move)) {
        let us = self.turn();
        let enemies = self.pieces().by_color(!us) & evasions;
        let pawns = self.of(us, Role::Pawn);
        let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        for from in pawns {
            for to in attacks::pawn_attacks(us, from) & enemies & self.freedom(from, king) {
                if last.contains(to) {
                    for role in PROMOTIONS {
                        found(Move::new(from, to, Kind::CapturePromotion(role)));
                    }
                } else {
                    found(Move::new(from, to, Kind::Capture));
                }
            }
        }
        for from in pawns & Bitboard::from_rank(us.relative_rank(Rank::Seventh)) {
            if let Some(to) = self.push(from).filter(|to| evasions.contains(*to))
                && self.freedom(from, king).contains(to)
            {
                found(Move::new(from, to, Kind::Promotion(Role::Queen)));
            }
        }
        if let Some(square) = self.en_passant {
            for from in attacks::pawn_attacks(!us, square) & pawns {
                if self.is_legal_en_passant(from, square) {
                    found(Move::new(from, square, Kind::EnPassant));
                }
            }
        }
    }

    fn pawn_pushes(&self, evasions: Bitboard, king: Square, found: &mut impl FnMut(Move)) {
        let us = self.turn();
        let free = !self.pieces().occupied();
        let pawns = self.of(us, Role::Pawn);
        let forward = if us == Color::White { 8 } else { -8 };
        let single = pawns.shift(forward) & free;
        let double = (single & Bitboard::from_rank(us.relative_rank(Rank::Third))).shift(forward) & free & evasions;
        let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        let mut push = |to: Square, steps: i32| {
            let Some(from) = to.offset(-forward * steps) else {
                return;
            };
            if !self.freedom(from, king).contains(to) {
                return;
            }
            if last.contains(to) {
                for role in &PROMOTIONS[1..] {
                    found(Move::new(from, to, Kind::Promotion(*role)));
                }
            } else {
                found(Move::new(from, to, Kind::Quiet));
            }
        };
        for to in single & evasions {
            push(to, 1);
        }
        for to in double {
            push(to, 2);
        }
    }

    /// The square before a pawn, if it is free.
    pub(super) fn push(&self, from: Square) -> Option<Square> {
        let forward = if self.turn() == Color::White { 8 } else { -8 };
        from.offset(forward)
            .filter(|to| !self.pieces().occupied().contains(*to))
    }

    fn castling(&self, king: Square, found: &mut impl FnMut(Move)) {
        let us = self.turn();
        let castles = self.chess.castles();
        if self.checkers.any() || !castles.has_color(us) {
            return;
        }
        for side in CastlingSide::ALL {
            if let Some(rook) = castles.rook(us, side)
                && self.may_castle(king, rook, side)
            {
                found(Move::new(king, rook, Kind::Castle));
            }
        }
    }

    /// Whether the way is free and the king safe on it. In Chess960 the rook may have hidden the king from a check.
    fn may_castle(&self, king: Square, rook: Square, side: CastlingSide) -> bool {
        let us = self.turn();
        let occupied = self.pieces().occupied();
        let (king_to, rook_to) = (side.king_to(us), side.rook_to(us));
        let way = attacks::between(king, king_to).with(king_to).without(king);
        if (self.chess.castles().path(us, side) & occupied).any() || (way & self.threats).any() {
            return false;
        }
        let after = occupied.without(king).without(rook).with(rook_to).with(king_to);
        let sliders = self.pieces().rooks_and_queens() & self.pieces().by_color(!us);
        (attacks::rook_attacks(king_to, after) & sliders).is_empty()
    }
}

/// Squares a piece attacks.
#[inline]
pub(crate) fn piece_attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
        Role::Pawn => Bitboard::EMPTY,
    }
}
