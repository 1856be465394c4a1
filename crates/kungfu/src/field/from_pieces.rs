//! Builds a field from the pieces that another program reports, and checks them.

use thiserror::Error;

use crate::{Board, Condition, Field, MOST_PIECES, Piece, PieceId, Slot, Slots, Speed, Square, Tick};

impl Field {
    /// The pieces at a moment, in the order of their slots; captured ones keep their places.
    pub fn from_pieces(board: Board, speed: Speed, tick: Tick, pieces: &[Piece]) -> Result<Self, FieldError> {
        if pieces.len() > MOST_PIECES {
            return Err(FieldError::TooMany(pieces.len()));
        }
        let mut field = Field::new(board, speed, &[]);
        field.tick = tick;
        field.count = pieces.len() as u8;
        for (slot, piece) in (0..).map(Slot).zip(pieces) {
            field.pieces[slot.index()] = *piece;
            if !board.has(piece.square) {
                return Err(FieldError::OffBoard(piece.id));
            }
            if !board.players().contains(piece.player()) {
                return Err(FieldError::Player(piece.id));
            }
            if piece.lives() {
                field.living |= Slots::of(slot);
            }
            match piece.condition {
                Condition::Ready => field.put(slot, piece.square)?,
                Condition::Resting { until } => {
                    field.put(slot, piece.square)?;
                    if until <= tick {
                        field.pieces[slot.index()].condition = Condition::Ready;
                    } else {
                        field.resting |= Slots::of(slot);
                    }
                }
                Condition::Moving(motion) => {
                    let far = motion.points > board.size() || !board.has(motion.destination(piece.square));
                    if far {
                        return Err(FieldError::Motion(piece.id));
                    }
                    field.moving |= Slots::of(slot);
                }
                Condition::Captured => {}
            }
        }
        Ok(field)
    }

    fn put(&mut self, slot: Slot, square: Square) -> Result<(), FieldError> {
        if let Some(other) = self.standing(square) {
            return Err(FieldError::SameSquare(self.get(other).id, self.get(slot).id));
        }
        self.standing[square.index()] = slot.0;
        Ok(())
    }
}

/// Why pieces cannot be so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FieldError {
    /// More pieces than a game holds.
    #[error("{0} pieces are too many; a game has at most {MOST_PIECES}")]
    TooMany(usize),
    /// A square the board does not have.
    #[error("{0} is not on the board")]
    OffBoard(PieceId),
    /// A player the board has no room for.
    #[error("{0} belongs to nobody who plays on this board")]
    Player(PieceId),
    /// Two pieces on one square.
    #[error("{0} and {1} stand on one square")]
    SameSquare(PieceId, PieceId),
    /// A move that leaves the board.
    #[error("{0} moves off the board")]
    Motion(PieceId),
}
