//! Where a moving piece is (1.3, 2.1, 4.2).

use crate::{Speed, Square, Step, Tick};

/// The side of a square in the unit of places (1.1).
pub const SQUARE: i32 = 60;

/// A move under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Motion {
    /// The tick at which it is still on its origin; one after that of the command.
    pub start: Tick,
    /// From one point of the path to the next.
    pub step: Step,
    /// Points after the origin; a knight has one.
    pub points: u8,
    /// How it goes.
    pub gait: Gait,
    /// How much of it is known.
    pub extent: Extent,
}

/// How a piece goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gait {
    /// Along a line, taking what it meets.
    Line,
    /// A pawn straight ahead: it cannot capture (4.3).
    Straight,
    /// A knight, in the air for most of its way (4.2).
    Leap,
    /// A king castling with the rook of this slot (3.7).
    Castling(crate::Slot),
}

/// How much of a motion is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// It ends at its last point.
    Whole,
    /// It goes to its last point at least (6.1).
    Glimpse,
}

/// A place in sixtieths of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// From the centre of row 0.
    pub row: i32,
    /// From the centre of column 0.
    pub col: i32,
}

impl Motion {
    /// Ticks under way at a moment; none before the start.
    pub const fn elapsed(&self, now: Tick) -> u32 {
        now.since(self.start)
    }

    /// Ticks from start to arrival (1.3, 2.1); to the last known point if there may be more.
    pub const fn duration(&self, speed: Speed) -> u32 {
        let squares = match self.gait {
            Gait::Line | Gait::Straight | Gait::Castling(_) => self.points as u32,
            Gait::Leap => 2,
        };
        squares * speed.ticks_per_square()
    }

    /// When it arrives.
    pub const fn arrival(&self, speed: Speed) -> Tick {
        Tick(self.start.0 + self.duration(speed))
    }

    /// Where it is at a moment.
    pub const fn spot(&self, origin: Square, now: Tick, speed: Speed) -> Spot {
        let per_tick = SQUARE / speed.ticks_per_square() as i32;
        let e = self.elapsed(now) as i32;
        // A leap takes the time of two squares, so that half of it is done a square: exact in sixtieths (4.2).
        let done = match self.gait {
            Gait::Line | Gait::Straight | Gait::Castling(_) => e * per_tick,
            Gait::Leap => e * (per_tick / 2),
        };
        Spot {
            row: origin.row() as i32 * SQUARE + self.step.row as i32 * done,
            col: origin.col() as i32 * SQUARE + self.step.col as i32 * done,
        }
    }

    /// Whether it can collide: a knight in the air cannot (4.2).
    pub const fn is_solid(&self, now: Tick, speed: Speed) -> bool {
        match self.gait {
            Gait::Line | Gait::Straight | Gait::Castling(_) => true,
            Gait::Leap => {
                let (done, whole) = (100 * self.elapsed(now), 2 * speed.ticks_per_square());
                done <= 15 * whole || done >= 85 * whole
            }
        }
    }

    /// The first path point that is still ahead (3.3); a knight has only its destination.
    pub const fn next_point(&self, now: Tick, speed: Speed) -> u8 {
        match self.gait {
            Gait::Line | Gait::Straight | Gait::Castling(_) => (self.elapsed(now) / speed.ticks_per_square()) as u8 + 1,
            Gait::Leap => 1,
        }
    }

    /// The squares still ahead of a piece that came from `origin` (3.3).
    pub fn ahead(self, origin: Square, now: Tick, speed: Speed) -> impl Iterator<Item = Square> {
        (self.next_point(now, speed)..=self.points).map(move |point| self.point(origin, point))
    }

    /// The last known point.
    pub const fn destination(&self, origin: Square) -> Square {
        self.point(origin, self.points)
    }

    const fn point(&self, origin: Square, point: u8) -> Square {
        Square::at(
            (origin.row() as i8 + self.step.row * point as i8) as u8,
            (origin.col() as i8 + self.step.col * point as i8) as u8,
        )
    }
}

impl Spot {
    /// The centre of a square.
    pub const fn of(square: Square) -> Self {
        Spot {
            row: square.row() as i32 * SQUARE,
            col: square.col() as i32 * SQUARE,
        }
    }

    /// The squared distance.
    pub const fn distance_squared(self, other: Spot) -> i32 {
        let (rows, cols) = (self.row - other.row, self.col - other.col);
        rows * rows + cols * cols
    }

    /// The square whose centre is nearest.
    pub const fn nearest(self) -> Square {
        Square::at(
            ((self.row + SQUARE / 2) / SQUARE) as u8,
            ((self.col + SQUARE / 2) / SQUARE) as u8,
        )
    }
}
