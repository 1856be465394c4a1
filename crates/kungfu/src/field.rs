//! The pieces on the board at a moment, and which of them stand where.
//!
//! The rules of movement use a [`Field`]. The field of a [`Game`](crate::Game) has everything; the field of a
//! [`Sight`](crate::Sight) has what a player sees, with the moves of others truncated. The same code checks commands on
//! both, so the shown squares depend only on what the player sees (6.1).
//!
//! Invariant: every living piece is either in the table of standing pieces or moving, never both.

mod from_pieces;
mod slots;
mod ways;

pub use from_pieces::FieldError;
pub use slots::{Slot, Slots};
pub use ways::{Obstacles, Way};

use crate::{Board, Condition, Kind, Motion, Piece, PieceId, Player, Players, Speed, Spot, Square, Tick};

/// No game has more pieces.
pub const MOST_PIECES: usize = 64;

/// Pieces, where they are and what they do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Field {
    board: Board,
    speed: Speed,
    tick: Tick,
    count: u8,
    pieces: [Piece; MOST_PIECES],
    /// For every square the slot that stands there.
    standing: [u8; Square::COUNT],
    living: Slots,
    moving: Slots,
    resting: Slots,
}

/// No slot.
const NOBODY: u8 = u8::MAX;

impl Field {
    /// Pieces standing ready; at most [`MOST_PIECES`] on squares of their own.
    pub(crate) fn new(board: Board, speed: Speed, pieces: &[Piece]) -> Self {
        // Places without a piece hold something that is never looked at.
        let nothing = Piece {
            id: PieceId {
                kind: Kind::Pawn,
                player: Player::ONE,
                home: Square::at(0, 0),
            },
            kind: Kind::Pawn,
            square: Square::at(0, 0),
            moved: false,
            condition: Condition::Captured,
        };
        let mut field = Field {
            board,
            speed,
            tick: Tick(0),
            count: pieces.len() as u8,
            pieces: [nothing; MOST_PIECES],
            standing: [NOBODY; Square::COUNT],
            living: Slots::first(pieces.len() as u8),
            moving: Slots::NONE,
            resting: Slots::NONE,
        };
        for (index, piece) in pieces.iter().enumerate() {
            field.pieces[index] = *piece;
            field.standing[piece.square.index()] = index as u8;
        }
        field
    }

    /// The board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The speed.
    pub const fn speed(&self) -> Speed {
        self.speed
    }

    /// The moment.
    pub const fn tick(&self) -> Tick {
        self.tick
    }

    /// The piece of a slot.
    pub const fn get(&self, slot: Slot) -> &Piece {
        &self.pieces[slot.index()]
    }

    /// The slot of a name.
    pub fn find(&self, id: PieceId) -> Option<Slot> {
        self.slots().find(|&slot| self.get(slot).id == id)
    }

    /// All slots, captured pieces too.
    pub const fn slots(&self) -> Slots {
        Slots::first(self.count)
    }

    /// The slots of living pieces.
    pub const fn living(&self) -> Slots {
        self.living
    }

    /// The slots of moving pieces.
    pub const fn moving(&self) -> Slots {
        self.moving
    }

    /// The slots of resting pieces.
    pub const fn resting(&self) -> Slots {
        self.resting
    }

    /// The piece that stands on a square (3.1).
    pub const fn standing(&self, square: Square) -> Option<Slot> {
        match self.standing[square.index()] {
            NOBODY => None,
            slot => Some(Slot(slot)),
        }
    }

    /// Where a living piece is.
    pub const fn spot(&self, slot: Slot) -> Spot {
        let piece = self.get(slot);
        match piece.motion() {
            Some(motion) => motion.spot(piece.square, self.tick, self.speed),
            None => Spot::of(piece.square),
        }
    }

    /// Players who have a king.
    pub fn with_king(&self) -> Players {
        self.living()
            .map(|slot| self.get(slot))
            .filter(|piece| piece.kind == Kind::King)
            .map(Piece::player)
            .collect()
    }

    /// One more tick.
    pub(crate) fn advance(&mut self) {
        self.tick += 1;
    }

    /// A standing piece leaves its square.
    pub(crate) fn depart(&mut self, slot: Slot, motion: Motion) {
        self.leave(slot);
        self.moving |= Slots::of(slot);
        self.pieces[slot.index()].condition = Condition::Moving(motion);
    }

    /// A moving piece stands on a square and rests until a tick.
    pub(crate) fn arrive(&mut self, slot: Slot, square: Square, until: Tick) {
        self.leave(slot);
        self.resting |= Slots::of(slot);
        self.standing[square.index()] = slot.0;
        let piece = &mut self.pieces[slot.index()];
        piece.square = square;
        piece.moved = true;
        piece.condition = Condition::Resting { until };
    }

    /// A moving piece is back on its origin as if nothing had been, the square being free (2.2).
    pub(crate) fn put_back(&mut self, slot: Slot) {
        self.leave(slot);
        self.standing[self.get(slot).square.index()] = slot.0;
        self.pieces[slot.index()].condition = Condition::Ready;
    }

    /// A piece has rested enough.
    pub(crate) fn wake(&mut self, slot: Slot) {
        self.resting = self.resting - Slots::of(slot);
        self.pieces[slot.index()].condition = Condition::Ready;
    }

    /// A piece is taken off the board.
    pub(crate) fn remove(&mut self, slot: Slot) {
        self.leave(slot);
        self.living = self.living - Slots::of(slot);
        self.pieces[slot.index()].condition = Condition::Captured;
    }

    /// A pawn becomes a queen (3.8).
    pub(crate) fn promote(&mut self, slot: Slot) {
        self.pieces[slot.index()].kind = Kind::Queen;
    }

    /// Lets a moving piece go as somebody imagines it; the motion must stay on the board.
    pub fn imagine(&mut self, slot: Slot, motion: Motion) {
        if self.moving.contains(slot) && self.board.has(motion.destination(self.get(slot).square)) {
            self.set_motion(slot, motion);
        }
    }

    /// What a viewer does not see is taken from a piece (6.1).
    pub(crate) fn set_motion(&mut self, slot: Slot, motion: Motion) {
        self.pieces[slot.index()].condition = Condition::Moving(motion);
    }

    /// Neither standing nor moving nor resting any more.
    fn leave(&mut self, slot: Slot) {
        let square = self.get(slot).square;
        if self.standing[square.index()] == slot.0 {
            self.standing[square.index()] = NOBODY;
        }
        self.moving = self.moving - Slots::of(slot);
        self.resting = self.resting - Slots::of(slot);
    }

    /// Whether tables and pieces agree; for tests and debug builds.
    pub fn is_whole(&self) -> bool {
        let agrees = |slot: Slot| {
            let piece = self.get(slot);
            let stands = self.standing[piece.square.index()] == slot.0;
            let marks = [self.living, self.moving, self.resting].map(|slots| slots.contains(slot));
            self.board.has(piece.square)
                && match piece.condition {
                    Condition::Ready => stands && marks == [true, false, false],
                    Condition::Resting { until } => stands && marks == [true, false, true] && until > self.tick,
                    Condition::Moving(motion) => {
                        let known = motion.extent == crate::Extent::Whole;
                        !stands
                            && marks == [true, true, false]
                            && (!known || motion.arrival(self.speed) > self.tick)
                            && self.board.has(motion.destination(piece.square))
                    }
                    Condition::Captured => !stands && marks == [false, false, false],
                }
        };
        let stood_on = self.standing.iter().filter(|&&slot| slot != NOBODY).count();
        self.slots().all(agrees) && stood_on as u32 == (self.living - self.moving).count()
    }
}

impl std::fmt::Debug for Field {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = &self.pieces[..usize::from(self.count)];
        f.debug_struct("Field")
            .field("board", &self.board)
            .field("speed", &self.speed)
            .field("tick", &self.tick)
            .field("pieces", &pieces)
            .finish_non_exhaustive()
    }
}
