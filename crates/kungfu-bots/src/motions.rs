//! Moves in progress as far as the player sees them, and collisions with them.

use kungfu::{Extent, Field, Gait, Kind, Motion, Piece, Slot, Slots, Spot, Square, Step};

use crate::reach::{NEVER, Reach, arrival};

/// An enemy that attacks a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Incoming {
    pub(crate) slot: Slot,
    /// Ticks until it arrives.
    pub(crate) ticks: u32,
    /// The chance in percent that it goes that far.
    pub(crate) certainty: i32,
}

/// The moving enemy that would arrive first on a square, if its move goes that far.
pub(crate) fn incoming(field: &Field, reach: &Reach, enemies: Slots, square: Square) -> Option<Incoming> {
    let under_way = reach.at(square) & enemies & field.moving();
    let arriving = under_way.map(|slot| (arrival(field, slot, square), slot));
    let (ticks, slot) = arriving.filter(|(ticks, _)| *ticks != NEVER).min()?;
    // A slider usually goes to the first piece on its line; a knight may land on eight squares.
    let king = field
        .standing(square)
        .is_some_and(|slot| field.get(slot).kind == Kind::King);
    let certainty = match field.get(slot).motion().map(|motion| motion.gait) {
        Some(Gait::Leap) if king => 60,
        Some(Gait::Leap) => 30,
        _ => 90,
    };
    Some(Incoming { slot, ticks, certainty })
}

/// An adjacent enemy that may soon start: once it does, it is too close to escape from.
pub(crate) fn adjacent_attacker(field: &Field, menaces: Slots, square: Square) -> Option<Incoming> {
    let beside = menaces.filter(|&slot| {
        let way = Step::between(field.get(slot).square, square).direction();
        way.is_some_and(|(_, points)| points == 1)
    });
    let soon = field.speed().rest() / 3;
    let arriving = beside.map(|slot| (arrival(field, slot, square), slot));
    let (ticks, slot) = arriving.filter(|(ticks, _)| *ticks < soon).min()?;
    let certainty = 60;
    Some(Incoming { slot, ticks, certainty })
}

/// A collision of a planned motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    pub(crate) enemy: Slot,
    /// Whether the own piece survives. It starts later, so it captures only a pawn that moves straight (4.3, 4.4).
    pub(crate) survives: bool,
}

/// The first moving enemy that a planned motion collides with.
pub(crate) fn meeting(field: &Field, enemies: Slots, piece: &Piece, planned: &Motion) -> Option<Meeting> {
    let (speed, now) = (field.speed(), field.tick());
    let mut first: Option<(u32, Meeting)> = None;
    for enemy in field.moving() & enemies {
        let other = field.get(enemy);
        let Some(motion) = other.motion().filter(|motion| motion.gait != Gait::Leap) else {
            continue;
        };
        let run = run_of(field, other, motion);
        let until = first.map_or(planned.duration(speed), |(ticks, _)| ticks);
        let left = run.duration(speed).saturating_sub(run.elapsed(now));
        let last = until.min(left);
        let stretch = |motion: &Motion, origin: Square| [now, now + last].map(|then| motion.spot(origin, then, speed));
        if apart(stretch(planned, piece.square), stretch(&run, other.square)) {
            continue;
        }
        // Two ticks at standard speed are a fifteenth of a square: no collision is missed.
        let stride = if speed.ticks_per_square() > 10 { 2 } else { 1 };
        for ticks in (1..=last).step_by(stride) {
            let then = now + ticks;
            let distance =
                planned
                    .spot(piece.square, then, speed)
                    .distance_squared(run.spot(other.square, then, speed));
            if planned.is_solid(then, speed) && distance < COLLISION * COLLISION {
                let survives = run.gait == Gait::Straight && planned.gait != Gait::Straight;
                first = Some((ticks, Meeting { enemy, survives }));
                break;
            }
        }
    }
    first.map(|(_, meeting)| meeting)
}

/// Pieces collide below this distance, in sixtieths of a square (4.1).
const COLLISION: i32 = 24;

/// Whether two straight stretches, each from one spot to another, are too far apart for a collision.
fn apart(one: [Spot; 2], other: [Spot; 2]) -> bool {
    let gap = |one: [i32; 2], other: [i32; 2]| {
        let below = other[0].min(other[1]) - one[0].max(one[1]);
        let above = one[0].min(one[1]) - other[0].max(other[1]);
        below.max(above)
    };
    let rows = |spots: [Spot; 2]| spots.map(|spot| spot.row);
    let cols = |spots: [Spot; 2]| spots.map(|spot| spot.col);
    gap(rows(one), rows(other)) >= COLLISION || gap(cols(one), cols(other)) >= COLLISION
}

/// The longest motion that agrees with what is seen: sliders run to the first standing piece or the edge.
pub(crate) fn run_of(field: &Field, piece: &Piece, motion: &Motion) -> Motion {
    if motion.extent == Extent::Whole {
        return *motion;
    }
    let most = match piece.kind {
        Kind::Bishop | Kind::Rook | Kind::Queen => field.board().size(),
        Kind::Pawn if motion.gait == Gait::Straight && field.board().on_pawn_line(piece.player(), piece.square) => 2,
        Kind::Pawn | Kind::Knight | Kind::King => motion.points,
    };
    let mut points = motion.points;
    while points < most
        && let Some(square) = field.board().after(piece.square, motion.step, points + 1)
    {
        if field
            .board()
            .after(piece.square, motion.step, points)
            .is_some_and(|square| field.standing(square).is_some())
        {
            break;
        }
        points += 1;
        if field.standing(square).is_some() {
            break;
        }
    }
    Motion {
        points,
        extent: Extent::Whole,
        ..*motion
    }
}

/// Whether a square lies on the line of a moving attacker, so that moving there is no escape.
pub(crate) fn is_on_line(field: &Field, attacker: Slot, square: Square) -> bool {
    let piece = field.get(attacker);
    piece.motion().is_some_and(|motion| {
        let way = Step::between(piece.square, square).direction();
        motion.gait != Gait::Leap && way.is_some_and(|(step, _)| step == motion.step)
    })
}

/// Whether a square lies strictly between two others on a line.
pub(crate) fn is_between(one: Square, square: Square, other: Square) -> bool {
    let whole = Step::between(one, other).direction();
    let part = Step::between(one, square).direction();
    matches!((whole, part), (Some((along, far)), Some((step, near))) if along == step && near < far)
}
