//! A chess position with its cached key.

use std::fmt;

use play::{Repetition, Rules, Side, Verdict};
use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, zobrist::Zobrist64};

/// A legal chess position: shakmaty's, with its key kept up to date.
///
/// Whether it castles by the normal rules or those of Chess960 is part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    chess: Chess,
    /// As [`fresh_key`] would compute it.
    key: u64,
}

impl Position {
    /// The start of a normal game.
    pub fn new() -> Self {
        Position::from(Chess::new())
    }

    /// The position as shakmaty's type.
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// Whether castling is written and played as in Chess960.
    pub fn is_chess960(&self) -> bool {
        self.mode().is_chess960()
    }

    pub(crate) fn mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// The board upside down with the colours swapped: the same game from the other side.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mirrored = self.chess.to_setup(EnPassantMode::Legal).into_mirrored();
        let chess = mirrored
            .position::<Chess>(self.mode())
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .expect("validity does not depend on colour");
        Position::from(chess)
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::new()
    }
}

impl From<Chess> for Position {
    fn from(chess: Chess) -> Self {
        let key = fresh_key(&chess);
        Position { chess, key }
    }
}

impl Rules for Position {
    type Move = Move;
    type End = End;

    const REPETITION: Repetition = Repetition {
        claim: Some(3),
        automatic: Some(5),
    };

    fn turn(&self) -> Side {
        side(self.chess.turn())
    }

    fn moves(&self, buffer: &mut Vec<Move>) {
        buffer.clear();
        buffer.extend_from_slice(&self.chess.legal_moves());
    }

    fn play(&mut self, mv: Move) {
        let key = self
            .chess
            .update_zobrist_hash(Zobrist64(self.key), mv, EnPassantMode::Legal);
        self.chess.play_unchecked(mv);
        // Castling, double steps and the like are not updated by shakmaty.
        self.key = key.map_or_else(|| fresh_key(&self.chess), |key| key.0);
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn verdict(&self, moves: &[Move]) -> Option<Verdict<End>> {
        let (winner, end) = if moves.is_empty() && self.chess.is_check() {
            (Some(self.turn().other()), End::Checkmate)
        } else if moves.is_empty() {
            (None, End::Stalemate)
        } else if self.chess.is_insufficient_material() {
            (None, End::InsufficientMaterial)
        } else if self.chess.halfmoves() >= 150 {
            (None, End::SeventyFiveMoves)
        } else {
            return None;
        };
        Some(Verdict { winner, end })
    }

    fn claim(&self) -> Option<End> {
        (self.chess.halfmoves() >= 100).then_some(End::FiftyMoves)
    }

    fn reversible_plies(&self) -> usize {
        self.chess.halfmoves() as usize
    }

    fn can_win(&self, side: Side) -> bool {
        !self.chess.has_insufficient_material(color(side))
    }
}

#[cfg(feature = "laws")]
impl play::laws::Mirror for Position {
    fn mirrored(&self) -> Self {
        Position::mirrored(self)
    }

    fn mirrored_move(mv: Move) -> Move {
        mv.to_mirrored()
    }
}

/// How the rules of chess end a game; repetition is counted by the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The king is in check and cannot get out of it.
    Checkmate,
    /// No legal move and no check.
    Stalemate,
    /// Neither side could mate by any play.
    InsufficientMaterial,
    /// Fifty moves each without a capture or a pawn move; only by a claim.
    FiftyMoves,
    /// Seventy-five moves each without a capture or a pawn move.
    SeventyFiveMoves,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Checkmate => "checkmate",
            End::Stalemate => "stalemate",
            End::InsufficientMaterial => "insufficient material",
            End::FiftyMoves => "fifty moves without capture or pawn move",
            End::SeventyFiveMoves => "seventy-five moves without capture or pawn move",
        })
    }
}

pub(crate) const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

const fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

fn fresh_key(chess: &Chess) -> u64 {
    chess.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}
