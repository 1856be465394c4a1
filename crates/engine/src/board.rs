//! The position for the search: shakmaty's, with what the search reads often stored beside it.
//!
//! [`shakmaty::Chess`] plays all moves. Stored beside it: the role on every square, the keys, and the bitboards for
//! legality and pruning (checkers, pins, threats). A move's [`Changes`] are one list that updates roles, keys and
//! evaluation.
//!
//! The search copies a board before a move instead of undoing the move.

mod changes;
mod exchange;
mod generate;
mod keys;
mod legality;

use shakmaty::{Bitboard, Chess, Color, File, Move as RulesMove, Piece, Position as _, Role, Square, attacks};

pub(crate) use changes::{Changes, Placed};
pub(crate) use exchange::worth;
pub(crate) use generate::Part;
pub(crate) use keys::Keys;

use crate::mv::{Kind, Move};

/// A position in the search.
#[derive(Clone)]
pub(crate) struct Board {
    chess: Chess,
    roles: [Option<Role>; 64],
    keys: Keys,
    /// Enemy pieces that give check.
    checkers: Bitboard,
    /// Own pieces that may only move along the line to their king.
    pinned: Bitboard,
    /// Own pieces that uncover a check when they leave the line to the enemy king.
    screens: Bitboard,
    /// Squares the enemy attacks, seen through our king.
    threats: Bitboard,
    /// Squares attacked by enemy pawns.
    pawn_threats: Bitboard,
    /// The square of a legal en passant capture.
    en_passant: Option<Square>,
}

impl Board {
    pub(crate) fn new(chess: Chess) -> Self {
        let mut roles = [None; 64];
        for (square, piece) in chess.board() {
            roles[usize::from(square)] = Some(piece.role);
        }
        let mut board = Board {
            keys: Keys::of(&chess),
            chess,
            roles,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            screens: Bitboard::EMPTY,
            threats: Bitboard::EMPTY,
            pawn_threats: Bitboard::EMPTY,
            en_passant: None,
        };
        board.refresh();
        board
    }

    /// Plays a legal move and returns what it changed.
    pub(crate) fn play(&mut self, mv: Move) -> Changes {
        let changes = self.changes(mv);
        self.make(mv, &changes);
        changes
    }

    /// Plays a legal move whose changes are known.
    pub(crate) fn make(&mut self, mv: Move, changes: &Changes) {
        let rights = self.chess.castles().castling_rights();
        self.chess.play_unchecked(self.rules_move(mv));
        for placed in changes.removed.iter().flatten() {
            self.roles[usize::from(placed.square)] = None;
            self.keys.toggle(*placed);
        }
        for placed in changes.added.iter().flatten() {
            self.roles[usize::from(placed.square)] = Some(placed.piece.role);
            self.keys.toggle(*placed);
        }
        if self.chess.castles().castling_rights() != rights {
            self.keys.set_castling(self.chess.castles());
        }
        self.keys.pass();
        self.refresh();
    }

    /// Plays a null move; not allowed in check.
    ///
    /// For shakmaty it is the king that "promotes" to a king on its own square: all its counters move, nothing else
    /// does, and unlike `swap_turn` nothing is validated again.
    pub(crate) fn pass(&mut self) {
        let king = self.king(self.turn());
        self.chess.play_unchecked(RulesMove::Normal {
            role: Role::Knight,
            from: king,
            capture: None,
            to: king,
            promotion: Some(Role::King),
        });
        self.keys.pass();
        self.refresh();
    }

    /// The key after a move as far as it can be computed quickly, to prefetch entries of the transposition table.
    pub(crate) fn key_after(&self, changes: &Changes) -> u64 {
        self.keys.full_after(changes)
    }

    /// The position for the rules.
    pub(crate) fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The pieces.
    pub(crate) fn pieces(&self) -> &shakmaty::Board {
        self.chess.board()
    }

    #[inline]
    pub(crate) fn turn(&self) -> Color {
        self.chess.turn()
    }

    #[inline]
    pub(crate) fn role_at(&self, square: Square) -> Option<Role> {
        self.roles[usize::from(square)]
    }

    /// The role that moves.
    #[inline]
    pub(crate) fn mover(&self, mv: Move) -> Role {
        self.role_at(mv.from()).unwrap_or(Role::Pawn)
    }

    /// The role that is taken.
    #[inline]
    pub(crate) fn victim(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            Kind::Capture | Kind::CapturePromotion(_) => self.role_at(mv.to()),
            Kind::EnPassant => Some(Role::Pawn),
            Kind::Quiet | Kind::Castle | Kind::Promotion(_) => None,
        }
    }

    /// Pieces of a role and colour.
    #[inline]
    pub(crate) fn of(&self, color: Color, role: Role) -> Bitboard {
        self.pieces().by_piece(Piece { color, role })
    }

    #[inline]
    pub(crate) fn king(&self, color: Color) -> Square {
        self.of(color, Role::King).first().expect("both sides have a king")
    }

    pub(crate) fn keys(&self) -> &Keys {
        &self.keys
    }

    #[inline]
    pub(crate) fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Squares the enemy attacks, seen through our king.
    #[inline]
    pub(crate) fn threats(&self) -> Bitboard {
        self.threats
    }

    /// Squares attacked by enemy pawns.
    #[inline]
    pub(crate) fn pawn_threats(&self) -> Bitboard {
        self.pawn_threats
    }

    /// Plies since the last capture or pawn move.
    pub(crate) fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Whether the side to move has more than king and pawns.
    pub(crate) fn has_non_pawns(&self) -> bool {
        let us = self.pieces().by_color(self.turn());
        (us & !(self.pieces().pawns() | self.pieces().kings())).any()
    }

    /// Whether zugzwang is unlikely: two pieces other than pawns or more.
    pub(crate) fn has_many_non_pawns(&self) -> bool {
        let us = self.pieces().by_color(self.turn());
        (us & !(self.pieces().pawns() | self.pieces().kings())).more_than_one()
    }

    /// The move as the rules write it.
    pub(crate) fn rules_move(&self, mv: Move) -> RulesMove {
        match mv.kind() {
            Kind::Castle => RulesMove::Castle {
                king: mv.from(),
                rook: mv.to(),
            },
            Kind::EnPassant => RulesMove::EnPassant {
                from: mv.from(),
                to: mv.to(),
            },
            Kind::Quiet | Kind::Capture | Kind::Promotion(_) | Kind::CapturePromotion(_) => RulesMove::Normal {
                role: self.mover(mv),
                from: mv.from(),
                capture: self.victim(mv),
                to: mv.to(),
                promotion: mv.promotion(),
            },
        }
    }

    /// The move of the rules in sixteen bits.
    pub(crate) fn from_rules(mv: RulesMove) -> Option<Move> {
        let from = mv.from()?;
        let kind = match (mv, mv.promotion()) {
            (RulesMove::Castle { .. }, _) => Kind::Castle,
            (RulesMove::EnPassant { .. }, _) => Kind::EnPassant,
            (_, Some(role)) if mv.is_capture() => Kind::CapturePromotion(role),
            (_, Some(role)) => Kind::Promotion(role),
            _ if mv.is_capture() => Kind::Capture,
            _ => Kind::Quiet,
        };
        Some(Move::new(from, mv.to(), kind))
    }

    /// Enemy or own pieces that attack a square.
    pub(crate) fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pieces = self.pieces();
        attacks::knight_attacks(square) & pieces.knights()
            | attacks::king_attacks(square) & pieces.kings()
            | attacks::bishop_attacks(square, occupied) & pieces.bishops_and_queens()
            | attacks::rook_attacks(square, occupied) & pieces.rooks_and_queens()
            | attacks::pawn_attacks(Color::White, square) & self.of(Color::Black, Role::Pawn)
            | attacks::pawn_attacks(Color::Black, square) & self.of(Color::White, Role::Pawn)
    }

    /// Updates the bitboards and the en passant square.
    fn refresh(&mut self) {
        let (us, them) = (self.turn(), !self.turn());
        let king = self.king(us);
        let enemies = self.pieces().by_color(them);
        self.checkers = self.attackers(king, self.pieces().occupied()) & enemies;
        self.pinned = self.blockers(king, them) & self.pieces().by_color(us);
        self.screens = self.blockers(self.king(them), us) & self.pieces().by_color(us);
        self.pawn_threats = pawn_attacks(self.of(them, Role::Pawn), them);
        self.threats = self.pawn_threats | self.piece_attacks(them, self.pieces().occupied().without(king));
        self.en_passant = self.legal_en_passant();
        self.keys.set_en_passant(self.en_passant);
    }

    /// Pieces that alone are between a square and a slider of `color`.
    fn blockers(&self, square: Square, color: Color) -> Bitboard {
        let pieces = self.pieces();
        let snipers = (attacks::bishop_attacks(square, Bitboard::EMPTY) & pieces.bishops_and_queens()
            | attacks::rook_attacks(square, Bitboard::EMPTY) & pieces.rooks_and_queens())
            & pieces.by_color(color);
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(square, sniper) & pieces.occupied();
            if !between.more_than_one() {
                blockers |= between;
            }
        }
        blockers
    }

    /// Everything the pieces of a side attack, pawns left out.
    fn piece_attacks(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let pieces = self.pieces();
        let side = pieces.by_color(color);
        let mut attacked = attacks::king_attacks(self.king(color));
        for knight in pieces.knights() & side {
            attacked |= attacks::knight_attacks(knight);
        }
        for slider in pieces.bishops_and_queens() & side {
            attacked |= attacks::bishop_attacks(slider, occupied);
        }
        for slider in pieces.rooks_and_queens() & side {
            attacked |= attacks::rook_attacks(slider, occupied);
        }
        attacked
    }

    /// The en passant square if a capture there is legal; only then it is part of the key.
    fn legal_en_passant(&self) -> Option<Square> {
        let square = self.chess.pseudo_legal_ep_square()?;
        let us = self.turn();
        let pawns = attacks::pawn_attacks(!us, square) & self.of(us, Role::Pawn);
        pawns
            .into_iter()
            .any(|pawn| self.is_legal_en_passant(pawn, square))
            .then_some(square)
    }

    /// Whether the king is safe after a pawn takes en passant: two pawns leave one rank at once.
    fn is_legal_en_passant(&self, pawn: Square, square: Square) -> bool {
        let taken = Square::from_coords(square.file(), pawn.rank());
        let occupied = (self.pieces().occupied().without(pawn).without(taken)).with(square);
        let enemies = self.pieces().by_color(!self.turn()).without(taken);
        (self.attackers(self.king(self.turn()), occupied) & enemies).is_empty()
    }
}

/// Squares that pawns of a colour attack.
#[inline]
pub(crate) fn pawn_attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let (west, east) = pawn_sides(pawns, color);
    west | east
}

/// Squares that pawns of a colour attack towards the a-file, and towards the h-file.
#[inline]
pub(crate) fn pawn_sides(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    let west = pawns & !Bitboard::from_file(File::A);
    let east = pawns & !Bitboard::from_file(File::H);
    match color {
        Color::White => (west.shift(7), east.shift(9)),
        Color::Black => (west.shift(-9), east.shift(-7)),
    }
}

#[cfg(test)]
mod tests;
