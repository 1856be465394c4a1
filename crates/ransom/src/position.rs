//! A position of Ransom, and the rules by which it is played.

use std::fmt;

use play::{Repetition, Rules, Side, Verdict};
use serde::{Deserialize, Serialize};

use crate::{Kind, Move, Piece, Setup, Square, SquareSet, Variant, key};

/// Points an upgrade costs (2.6).
pub const UPGRADE_PRICE: u8 = 2;

/// Points it costs to buy a piece back (8.1).
pub const BUY_BACK_PRICE: u8 = 2;

/// A side with fewer pieces than this has lost (3.1).
pub const FEWEST_PIECES: u32 = 3;

/// So many turns in a row without a capture are a draw (3.3).
pub const MOST_QUIET_TURNS: u8 = 50;

/// So many undos in a row are allowed (7.2).
pub const UNDOS: u32 = 3;

/// A position that can be played: the board, the purses, whose turn it is and the two counters.
///
/// It is made by [`Position::new`], by playing, or from a checked [`Setup`]; its key is kept up to date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// By kind, of both sides; no square is in two of them.
    pub(crate) kinds: [SquareSet; 4],
    /// By side; together the squares of the kinds.
    pub(crate) sides: [SquareSet; 2],
    pub(crate) key: u64,
    pub(crate) number: u32,
    pub(crate) purses: [u8; 2],
    pub(crate) quiet_turns: u8,
    pub(crate) turn: Side,
    pub(crate) variant: Variant,
}

impl Position {
    /// The start of a game (1.2, 1.3).
    pub fn new() -> Self {
        Setup::START.position().expect("the start has no faults")
    }

    /// The start of a game of a variant.
    pub fn of(variant: Variant) -> Self {
        let start = Setup {
            variant,
            ..Setup::START
        };
        start.position().expect("the start has no faults")
    }

    /// The rules by which the position is played.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The squares of a kind of a side.
    #[inline]
    pub fn pieces(&self, side: Side, kind: Kind) -> SquareSet {
        self.kinds[kind.index()] & self.sides[side.index()]
    }

    /// The squares of a side.
    #[inline]
    pub const fn side(&self, side: Side) -> SquareSet {
        self.sides[side.index()]
    }

    /// All squares with a piece on them.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.sides[0] | self.sides[1]
    }

    /// What stands on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let kind = self.kind_at(square)?;
        let side = if self.side(Side::White).contains(square) {
            Side::White
        } else {
            Side::Black
        };
        Some(Piece { side, kind })
    }

    /// The kind of what stands on a square.
    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> Option<Kind> {
        Kind::ALL
            .into_iter()
            .find(|kind| self.kinds[kind.index()].contains(square))
    }

    /// The points a side has.
    #[inline]
    pub const fn purse(&self, side: Side) -> u8 {
        self.purses[side.index()]
    }

    /// The number of this turn; the first player's first is 1, the second player's 2 (4.1).
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Turns since the last capture, or since the start.
    pub const fn quiet_turns(&self) -> u8 {
        self.quiet_turns
    }

    /// The position after a pass, which the rules do not allow (2.8), for null moves of a search.
    #[must_use]
    pub const fn passed(&self) -> Self {
        Position {
            turn: self.turn.other(),
            key: self.key ^ key::BLACK_TO_MOVE,
            ..*self
        }
    }

    /// The verdict of [`Rules::verdict`], found without listing the moves.
    pub fn verdict_unlisted(&self) -> Option<Verdict<End>> {
        self.verdict_with(|| self.can_move())
    }

    fn verdict_with(&self, can_move: impl FnOnce() -> bool) -> Option<Verdict<End>> {
        let too_few = |side| !self.side(side).has_three();
        let lost = |side: Side, end| {
            Some(Verdict {
                winner: Some(side.other()),
                end,
            })
        };
        if too_few(self.turn) {
            lost(self.turn, End::TooFewPieces)
        } else if too_few(self.turn.other()) {
            lost(self.turn.other(), End::TooFewPieces)
        } else if !can_move() {
            lost(self.turn, End::NoMove)
        } else if self.quiet_turns >= MOST_QUIET_TURNS {
            Some(Verdict {
                winner: None,
                end: End::FiftyTurns,
            })
        } else {
            None
        }
    }

    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let set = square.set();
        let squares = &mut self.kinds[kind.index()];
        *squares = *squares ^ set;
        let squares = &mut self.sides[side.index()];
        *squares = *squares ^ set;
        self.key ^= key::piece(side, kind, square);
    }

    fn set_purse(&mut self, side: Side, points: u8) {
        let purse = &mut self.purses[side.index()];
        self.key ^= key::purse(side, *purse) ^ key::purse(side, points);
        *purse = points;
    }

    /// The key computed from nothing but the position.
    pub(crate) fn fresh_key(&self) -> u64 {
        let turn = match self.turn {
            Side::White => 0,
            Side::Black => key::BLACK_TO_MOVE,
        };
        let mut sum = turn ^ key::variant(self.variant);
        for side in Side::BOTH {
            sum ^= key::purse(side, self.purse(side));
            for kind in Kind::ALL {
                for square in self.pieces(side, kind) {
                    sum ^= key::piece(side, kind, square);
                }
            }
        }
        sum
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::new()
    }
}

impl Rules for Position {
    type Move = Move;
    type End = End;

    /// Fifty turns without a capture end a game that goes nowhere (3.3).
    const REPETITION: Repetition = Repetition::IGNORED;

    fn turn(&self) -> Side {
        self.turn
    }

    fn moves(&self, buffer: &mut Vec<Move>) {
        buffer.clear();
        self.list_moves(buffer);
    }

    fn play(&mut self, mv: Move) {
        let side = self.turn;
        if mv.is_buy_back() {
            self.set_purse(side, self.purse(side) - BUY_BACK_PRICE);
        } else {
            self.toggle(side, mv.kind(), mv.from());
        }
        let becomes = if mv.is_upgrade() || mv.is_promotion() {
            Kind::Queen
        } else {
            mv.kind()
        };
        if mv.is_upgrade() {
            self.set_purse(side, self.purse(side) - UPGRADE_PRICE);
        }
        self.quiet_turns = self.quiet_turns.saturating_add(1);
        if let Some(taken) = mv.captured() {
            self.toggle(side.other(), taken, mv.to());
            self.set_purse(side, self.purse(side) + 1);
            self.quiet_turns = 0;
        }
        self.toggle(side, becomes, mv.to());
        self.turn = side.other();
        self.key ^= key::BLACK_TO_MOVE;
        // The count stays odd for White and even for Black where it can go no further.
        self.number = self.number.checked_add(1).unwrap_or(self.number - 1);
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn verdict(&self, moves: &[Move]) -> Option<Verdict<End>> {
        self.verdict_with(|| !moves.is_empty())
    }

    fn claim(&self) -> Option<End> {
        None
    }

    fn reversible_plies(&self) -> usize {
        usize::from(self.quiet_turns)
    }

    /// As long as the game goes on, either side can be helped to win: pawns become queens, and queens capture.
    fn can_win(&self, _side: Side) -> bool {
        true
    }
}

#[cfg(feature = "laws")]
impl play::laws::Mirror for Position {
    /// The number of the turn becomes the neighbouring one that fits the other side.
    fn mirrored(&self) -> Self {
        let mut mirrored = Position {
            kinds: self.kinds.map(SquareSet::mirrored),
            sides: [self.sides[1].mirrored(), self.sides[0].mirrored()],
            purses: [self.purses[1], self.purses[0]],
            turn: self.turn.other(),
            number: ((self.number - 1) ^ 1) + 1,
            ..*self
        };
        mirrored.key = mirrored.fresh_key();
        mirrored
    }

    fn mirrored_move(mv: Move) -> Move {
        mv.mirrored()
    }
}

/// How the rules of Ransom end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The loser has fewer than three pieces (3.1).
    TooFewPieces,
    /// The loser has to move and cannot (3.2).
    NoMove,
    /// Fifty turns without a capture (3.3).
    FiftyTurns,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::TooFewPieces => "the other side has fewer than three pieces left",
            End::NoMove => "no legal move",
            End::FiftyTurns => "fifty turns without a capture",
        })
    }
}
