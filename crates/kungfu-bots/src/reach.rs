//! Which piece can be where and when, for all players in one structure (8.3).
//!
//! [`Reach`] stores for every square which pieces can get there with one move, regardless of the rest they have left;
//! times are computed from the pieces on request. So a tick alone changes nothing. Only a piece that starts, arrives,
//! is captured or is promoted changes what it covers, and a line is recomputed only if a piece entered or left it.
//!
//! A slider covers the squares up to and including the first standing piece; a pawn covers the squares it captures on.
//! A moving piece covers the squares ahead. Its own player knows the last one; for others it is assumed to continue to
//! the first standing piece, and a knight in the air may land on any of its squares. An updated `Reach` always equals
//! [`Reach::of`] the same field.

use kungfu::{
    Condition, Extent, Field, Gait, Kind, MOST_PIECES, Motion, Piece, Player, Slot, Slots, Square, Squares, Step, Tick,
};

/// The arrival time of a piece that cannot arrive.
pub(crate) const NEVER: u32 = u32::MAX;

/// Which pieces can get to which squares with one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    stances: [Stance; MOST_PIECES],
    covers: [Squares; MOST_PIECES],
    by_square: [Slots; Square::COUNT],
    by_player: [Slots; 4],
}

/// The part of a piece's state that determines what it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stance {
    Gone,
    Standing {
        kind: Kind,
        square: Square,
    },
    Moving {
        origin: Square,
        start: Tick,
        step: Step,
        gait: Gait,
        /// The number of squares of the whole move, if it is known.
        points: Option<u8>,
    },
}

impl Reach {
    /// Computes the reach of all pieces of a field.
    pub fn of(field: &Field) -> Self {
        let mut reach = Reach {
            stances: [Stance::Gone; MOST_PIECES],
            covers: [Squares::NONE; MOST_PIECES],
            by_square: [Slots::NONE; Square::COUNT],
            by_player: [Slots::NONE; 4],
        };
        for slot in field.slots() {
            let piece = field.get(slot);
            reach.by_player[piece.player().index()] |= Slots::of(slot);
            reach.stances[slot.index()] = Stance::of(piece);
            reach.set_cover(slot, cover(field, piece));
        }
        reach
    }

    /// Updates to another moment of the same game.
    pub fn update(&mut self, field: &Field) {
        let mut changed = Slots::NONE;
        let mut touched = Squares::NONE;
        for slot in field.slots() {
            let stance = Stance::of(field.get(slot));
            let known = &mut self.stances[slot.index()];
            if *known != stance {
                for square in [known.stands_on(), stance.stands_on()].into_iter().flatten() {
                    touched.insert(square);
                }
                *known = stance;
                changed |= Slots::of(slot);
                self.by_player[field.get(slot).player().index()] |= Slots::of(slot);
            }
        }
        if changed.is_empty() {
            return;
        }
        // A slider that covers a square on which a piece came or went may reach further now, or less far.
        let mut stale = changed;
        for square in touched.iter() {
            stale |= self.by_square[square.index()];
        }
        for slot in stale {
            if changed.contains(slot) || self.stances[slot.index()].runs_along_lines() {
                self.set_cover(slot, cover(field, field.get(slot)));
            }
        }
    }

    /// The pieces that can get to a square.
    pub const fn at(&self, square: Square) -> Slots {
        self.by_square[square.index()]
    }

    /// The pieces of a player, captured ones included.
    pub const fn of_player(&self, player: Player) -> Slots {
        self.by_player[player.index()]
    }

    /// The squares that a piece can get to.
    pub const fn cover(&self, slot: Slot) -> &Squares {
        &self.covers[slot.index()]
    }

    /// The fewest ticks until one of these pieces can be on a square; `u32::MAX` if none can.
    pub fn earliest(&self, field: &Field, among: Slots, square: Square) -> u32 {
        let arrivals = (self.at(square) & among).map(|slot| arrival(field, slot, square));
        arrivals.min().unwrap_or(NEVER)
    }

    fn set_cover(&mut self, slot: Slot, cover: Squares) {
        let known = &mut self.covers[slot.index()];
        for square in known.differing(&cover).iter() {
            self.by_square[square.index()] ^= Slots::of(slot);
        }
        *known = cover;
    }
}

/// Ticks until a piece that covers a square can be there: rest left plus travel (8.3); [`NEVER`] if it has passed it.
pub(crate) fn arrival(field: &Field, slot: Slot, square: Square) -> u32 {
    let piece = field.get(slot);
    let (now, speed) = (field.tick(), field.speed());
    match &piece.condition {
        Condition::Ready | Condition::Resting { .. } => piece.rest_left(now) + travel(field, piece, square),
        Condition::Moving(motion) if motion.gait == Gait::Leap => {
            // Every leap takes the same time, so the hidden destination does not matter.
            (motion.start + 2 * speed.ticks_per_square()).since(now)
        }
        Condition::Moving(motion) => match Step::between(piece.square, square).direction() {
            Some((step, points)) if step == motion.step && points >= motion.next_point(now, speed) => {
                (motion.start + u32::from(points) * speed.ticks_per_square()).since(now)
            }
            _ => NEVER,
        },
        Condition::Captured => NEVER,
    }
}

/// Ticks a standing piece travels to a square it can move to.
pub(crate) fn travel(field: &Field, piece: &Piece, square: Square) -> u32 {
    let squares = match (piece.kind, Step::between(piece.square, square).direction()) {
        (Kind::Knight, _) | (_, None) => 2,
        (_, Some((_, points))) => u32::from(points),
    };
    squares * field.speed().ticks_per_square()
}

impl Stance {
    fn of(piece: &Piece) -> Self {
        match &piece.condition {
            Condition::Ready | Condition::Resting { .. } => Stance::Standing {
                kind: piece.kind,
                square: piece.square,
            },
            Condition::Moving(motion) => Stance::Moving {
                origin: piece.square,
                start: motion.start,
                step: motion.step,
                gait: motion.gait,
                points: (motion.extent == Extent::Whole).then_some(motion.points),
            },
            Condition::Captured => Stance::Gone,
        }
    }

    const fn stands_on(self) -> Option<Square> {
        match self {
            Stance::Standing { square, .. } => Some(square),
            Stance::Gone | Stance::Moving { .. } => None,
        }
    }

    const fn runs_along_lines(self) -> bool {
        match self {
            Stance::Standing { kind, .. } => kind.is_slider(),
            Stance::Moving { gait, points, .. } => matches!(gait, Gait::Line | Gait::Castling(_)) && points.is_none(),
            Stance::Gone => false,
        }
    }
}

fn cover(field: &Field, piece: &Piece) -> Squares {
    let mut squares = Squares::NONE;
    match &piece.condition {
        Condition::Captured => {}
        Condition::Moving(motion) => cover_of_motion(field, piece, motion, &mut squares),
        Condition::Ready | Condition::Resting { .. } => match piece.kind {
            Kind::Pawn => {
                let forward = field.board().forward(piece.player());
                let sides = Step::DIRECTIONS
                    .into_iter()
                    .filter(|step| step.is_diagonal() && (step.row == forward.row || step.col == forward.col));
                add_each(field, piece.square, sides, &mut squares);
            }
            Kind::Knight => add_each(field, piece.square, Step::LEAPS, &mut squares),
            Kind::King => add_each(field, piece.square, Step::DIRECTIONS, &mut squares),
            Kind::Bishop | Kind::Rook | Kind::Queen => {
                let bishop = piece.kind != Kind::Rook;
                let rook = piece.kind != Kind::Bishop;
                for step in Step::DIRECTIONS {
                    if if step.is_diagonal() { bishop } else { rook } {
                        add_line(field, piece.square, step, &mut squares);
                    }
                }
            }
        },
    }
    squares
}

fn cover_of_motion(field: &Field, piece: &Piece, motion: &Motion, squares: &mut Squares) {
    match (motion.gait, motion.extent) {
        // A pawn moving straight captures nothing (4.3).
        (Gait::Straight, _) => {}
        (Gait::Leap, Extent::Glimpse) => add_each(field, piece.square, Step::LEAPS, squares),
        (Gait::Leap | Gait::Line | Gait::Castling(_), Extent::Whole) => {
            for points in 1..=motion.points {
                add_each(field, piece.square, [times(motion.step, points)], squares);
            }
        }
        (Gait::Line | Gait::Castling(_), Extent::Glimpse) => match piece.kind {
            // These move one square only.
            Kind::Pawn | Kind::King | Kind::Knight => add_each(field, piece.square, [motion.step], squares),
            Kind::Bishop | Kind::Rook | Kind::Queen => add_line(field, piece.square, motion.step, squares),
        },
    }
}

fn add_each(field: &Field, from: Square, steps: impl IntoIterator<Item = Step>, squares: &mut Squares) {
    for step in steps {
        if let Some(square) = field.board().after(from, step, 1) {
            squares.insert(square);
        }
    }
}

fn add_line(field: &Field, from: Square, step: Step, squares: &mut Squares) {
    let mut points = 1;
    while let Some(square) = field.board().after(from, step, points) {
        squares.insert(square);
        if field.standing(square).is_some() {
            return;
        }
        points += 1;
    }
}

const fn times(step: Step, points: u8) -> Step {
    Step {
        row: step.row * points as i8,
        col: step.col * points as i8,
    }
}
