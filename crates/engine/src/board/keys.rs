//! Keys of a position and of its parts, updated move by move.

use shakmaty::{
    ByColor, Castles, CastlingSide, Chess, Color, Position as _, Role, Square,
    zobrist::{Zobrist64, ZobristValue},
};

use super::{Changes, Placed};

/// The key of the whole position, equal to shakmaty's for legal en passant squares, and keys of parts of it.
///
/// Parts index the histories that correct the evaluation: positions that share a part share its errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Keys {
    pub(crate) full: u64,
    pub(crate) pawns: u64,
    /// Knights, bishops and kings.
    pub(crate) minors: u64,
    /// Rooks, queens and kings.
    pub(crate) majors: u64,
    /// All but pawns, by colour.
    pub(crate) non_pawns: ByColor<u64>,
    castling: u64,
    en_passant: u64,
}

impl Keys {
    /// The keys of a position, en passant left to [`Keys::set_en_passant`].
    pub(super) fn of(chess: &Chess) -> Self {
        let mut keys = Keys::default();
        for (square, piece) in chess.board() {
            keys.toggle(Placed { piece, square });
        }
        keys.set_castling(chess.castles());
        if chess.turn() == Color::White {
            keys.pass();
        }
        keys
    }

    /// Puts a piece on its square or takes it away.
    #[inline]
    pub(super) fn toggle(&mut self, placed: Placed) {
        let value = of_piece(placed);
        self.full ^= value;
        if placed.piece.role == Role::Pawn {
            self.pawns ^= value;
            return;
        }
        *self.non_pawns.get_mut(placed.piece.color) ^= value;
        if matches!(placed.piece.role, Role::Knight | Role::Bishop | Role::King) {
            self.minors ^= value;
        }
        if matches!(placed.piece.role, Role::Rook | Role::Queen | Role::King) {
            self.majors ^= value;
        }
    }

    /// Gives the turn to the other side.
    #[inline]
    pub(super) fn pass(&mut self) {
        self.full ^= Zobrist64::zobrist_for_white_turn().0;
    }

    #[inline]
    pub(super) fn set_en_passant(&mut self, square: Option<Square>) {
        let value = square.map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0);
        self.full ^= self.en_passant ^ value;
        self.en_passant = value;
    }

    pub(super) fn set_castling(&mut self, castles: &Castles) {
        let mut value = 0;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                if castles.has(color, side) {
                    value ^= Zobrist64::zobrist_for_castling_right(color, side).0;
                }
            }
        }
        self.full ^= self.castling ^ value;
        self.castling = value;
    }

    /// The full key after changes, castling rights and a new en passant square left out.
    #[inline]
    pub(super) fn full_after(&self, changes: &Changes) -> u64 {
        let pieces = changes.removed.iter().chain(&changes.added).flatten();
        pieces.fold(
            self.full ^ self.en_passant ^ Zobrist64::zobrist_for_white_turn().0,
            |key, placed| key ^ of_piece(*placed),
        )
    }
}

#[inline]
fn of_piece(placed: Placed) -> u64 {
    Zobrist64::zobrist_for_piece(placed.square, placed.piece).0
}
