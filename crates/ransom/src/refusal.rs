//! The turns that a player may request, and why one is refused: the exact words of section 5 are here and nowhere else.

use play::{Record, Side};
use thiserror::Error;

use crate::{
    BUY_BACK_PRICE, Kind, Move, Piece, Position, Square, SquareSet, UPGRADE_PRICE, Variant,
    attacks::{ahead, bishop_attacks, forward, knight_attacks},
    generation::home_row,
};

/// A turn that somebody wants to take, legal or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnRequest {
    /// A piece goes from place to place; a pawn that arrives on the far row promotes.
    Go {
        /// Where it stands.
        from: Place,
        /// Where it shall go.
        to: Place,
    },
    /// The same, and it must be a promotion.
    Promote {
        /// Where the pawn stands.
        from: Place,
        /// Where it shall go.
        to: Place,
    },
    /// A pawn becomes a queen where it stands.
    Upgrade(Place),
    /// A captured piece returns.
    BuyBack {
        /// The kind of piece.
        kind: Kind,
        /// Where it shall stand.
        at: Place,
    },
}

/// A place that may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The number of the column, 1 for A.
    pub column: u32,
    /// The number of the row.
    pub row: u32,
}

impl Place {
    /// Reads a place such as `a3` or `k12` and nothing after it.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Place::cut(text)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(place, _)| place)
    }

    /// A place at the beginning of a text in small letters, and what follows it.
    pub(crate) fn cut(text: &str) -> Option<(Self, &str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        let place = Place {
            column: u32::from(letter - b'a') + 1,
            row: text[1..=digits].parse().ok()?,
        };
        Some((place, &text[1 + digits..]))
    }

    fn square(self) -> Result<Square, Refusal> {
        let counted = |number: u32| number.checked_sub(1).and_then(|index| u8::try_from(index).ok());
        counted(self.column)
            .zip(counted(self.row))
            .and_then(|(column, row)| Square::new(column, row))
            .ok_or(Refusal::OutOfBounds)
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Self {
        Place {
            column: u32::from(square.column()) + 1,
            row: u32::from(square.row()) + 1,
        }
    }
}

/// Why a request is not granted; the words are those of section 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A place off the board.
    #[error("Invalid: out of bounds")]
    OutOfBounds,
    /// A piece stands in the way.
    #[error("Invalid: obstructed")]
    Obstructed,
    /// An own piece stands on the destination; before a pawn, any piece.
    #[error("Invalid: blocked")]
    Blocked,
    /// The piece does not go like this on any board.
    #[error("Invalid: illegal move for piece type")]
    IllegalForKind,
    /// The piece, or the turn, is the other player's.
    #[error("Invalid: not your turn")]
    NotYourTurn,
    /// Nothing is accepted after the end (3.4).
    #[error("Invalid: game over")]
    GameOver,
    /// The square is empty.
    #[error("Invalid: no piece there")]
    NoPiece,
    /// An upgrade costs two points (2.6).
    #[error("Invalid: not enough points")]
    NotEnoughPoints,
    /// Nor can a pawn on its home row be upgraded (2.6).
    #[error("Invalid: pawn cannot be upgraded on row 1 or 8")]
    PawnOnEdgeRow,
    /// Only pawns become queens.
    #[error("Invalid: only pawns can be upgraded")]
    NotAPawn,
    /// The plain game does not know it (8).
    #[error("Invalid: nothing can be bought back in this game")]
    NoBuyingBack,
    /// Pawns and queens do not return (8.1).
    #[error("Invalid: only knights and bishops can be bought back")]
    StaysCaptured,
    /// All four pieces of the kind are on the board (8.1).
    #[error("Invalid: no such piece was captured")]
    NotCaptured,
    /// A piece returns to the home row (8.1).
    #[error("Invalid: pieces are bought back to the home row")]
    NotTheHomeRow,
}

impl Refusal {
    /// The stable code of the refusal.
    pub const fn code(self) -> &'static str {
        match self {
            Refusal::OutOfBounds => "out-of-bounds",
            Refusal::Obstructed => "obstructed",
            Refusal::Blocked => "blocked",
            Refusal::IllegalForKind => "illegal-for-piece",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::GameOver => "game-over",
            Refusal::NoPiece => "no-piece",
            Refusal::NotEnoughPoints => "not-enough-points",
            Refusal::PawnOnEdgeRow => "pawn-on-edge-row",
            Refusal::NotAPawn => "not-a-pawn",
            Refusal::NoBuyingBack => "no-buying-back",
            Refusal::StaysCaptured => "stays-captured",
            Refusal::NotCaptured => "not-captured",
            Refusal::NotTheHomeRow => "not-the-home-row",
        }
    }
}

/// The legal move that a player's request means in a game, or the reason for refusing it.
pub fn consider(record: &Record<Position>, player: Side, request: TurnRequest) -> Result<Move, Refusal> {
    if record.outcome().is_some() {
        return Err(Refusal::GameOver);
    }
    if player != record.turn() {
        return Err(Refusal::NotYourTurn);
    }
    record.position().consider(request)
}

impl Position {
    /// The legal move that a request of the side to move means, or the first reason for refusing it.
    ///
    /// Checks these conditions in order. For a move: the squares are on the board, the player's own piece is there, the
    /// piece moves like that, its path is free, its destination is free or has an enemy. For an upgrade: the kind, the
    /// row, the points. For buying back: the variant, the kind, whether one was captured, the row, an empty square, the
    /// points. Whether the game is over is checked by the record: see [`consider`].
    pub fn consider(&self, request: TurnRequest) -> Result<Move, Refusal> {
        match request {
            TurnRequest::Go { from, to } => self.consider_going(from.square()?, to.square()?),
            TurnRequest::Promote { from, to } => {
                let mv = self.consider_going(from.square()?, to.square()?)?;
                if mv.is_promotion() {
                    Ok(mv)
                } else {
                    Err(Refusal::IllegalForKind)
                }
            }
            TurnRequest::Upgrade(pawn) => self.consider_upgrade(pawn.square()?),
            TurnRequest::BuyBack { kind, at } => self.consider_buy_back(kind, at.square()?),
        }
    }

    fn consider_buy_back(&self, kind: Kind, at: Square) -> Result<Move, Refusal> {
        if self.variant == Variant::Plain {
            return Err(Refusal::NoBuyingBack);
        }
        match kind {
            Kind::Pawn | Kind::Queen => return Err(Refusal::StaysCaptured),
            Kind::Knight | Kind::Bishop => {}
        }
        if !self.is_missing(self.turn, kind) {
            return Err(Refusal::NotCaptured);
        }
        if !SquareSet::row(home_row(self.turn)).contains(at) {
            return Err(Refusal::NotTheHomeRow);
        }
        if self.occupied().contains(at) {
            return Err(Refusal::Blocked);
        }
        if self.purse(self.turn) < BUY_BACK_PRICE {
            return Err(Refusal::NotEnoughPoints);
        }
        Ok(Move::buy_back(kind, at))
    }

    fn consider_upgrade(&self, pawn: Square) -> Result<Move, Refusal> {
        if self.own_kind(pawn)? != Kind::Pawn {
            return Err(Refusal::NotAPawn);
        }
        if SquareSet::EDGE_ROWS.contains(pawn) {
            return Err(Refusal::PawnOnEdgeRow);
        }
        if self.purse(self.turn) < UPGRADE_PRICE {
            return Err(Refusal::NotEnoughPoints);
        }
        Ok(Move::upgrade(pawn))
    }

    fn consider_going(&self, from: Square, to: Square) -> Result<Move, Refusal> {
        let kind = self.own_kind(from)?;
        if !self.on_an_empty_board(kind, from).contains(to) {
            return Err(Refusal::IllegalForKind);
        }
        if !self.as_far_as_it_gets(kind, from).contains(to) {
            return Err(Refusal::Obstructed);
        }
        let target = self.piece_at(to);
        match target {
            Some(Piece { side, .. }) if side == self.turn || kind == Kind::Pawn => Err(Refusal::Blocked),
            Some(Piece { kind: taken, .. }) => Ok(Move::new(kind, from, to, Some(taken))),
            None => Ok(Move::new(kind, from, to, None)),
        }
    }

    fn own_kind(&self, square: Square) -> Result<Kind, Refusal> {
        let Piece { side, kind } = self.piece_at(square).ok_or(Refusal::NoPiece)?;
        if side == self.turn {
            Ok(kind)
        } else {
            Err(Refusal::NotYourTurn)
        }
    }

    /// Where a piece of the mover could go if nothing else stood on the board.
    fn on_an_empty_board(&self, kind: Kind, from: Square) -> SquareSet {
        let empty = SquareSet::EMPTY;
        match kind {
            Kind::Pawn => ahead(self.turn, from) & pawn_range(self.turn, from),
            Kind::Knight => knight_attacks(from),
            Kind::Bishop => bishop_attacks(from, empty),
            Kind::Queen => bishop_attacks(from, empty) | ahead(self.turn, from),
        }
    }

    /// Where its way is free, whatever stands at the end of it.
    fn as_far_as_it_gets(&self, kind: Kind, from: Square) -> SquareSet {
        let occupied = self.occupied();
        match kind {
            Kind::Pawn => forward(self.turn, from, occupied),
            Kind::Knight => knight_attacks(from),
            Kind::Bishop => bishop_attacks(from, occupied),
            Kind::Queen => bishop_attacks(from, occupied) | forward(self.turn, from, occupied),
        }
    }
}

/// The rows a pawn reaches with one turn (2.1).
fn pawn_range(side: Side, from: Square) -> SquareSet {
    match (side, from.row()) {
        (Side::White, 0) => SquareSet::row(1) | SquareSet::row(2),
        (Side::Black, 7) => SquareSet::row(6) | SquareSet::row(5),
        (Side::White, row) => SquareSet::row(row + 1),
        (Side::Black, row) => SquareSet::row(row - 1),
    }
}
