//! Who meets whom in a tick, and who survives (section 4).

use crate::{Event, Gait, Game, MOST_PIECES, Player, Slot, Slots, Spot, Tick};

/// Pieces collide below this squared distance (4.1).
const REACH_SQUARED: i32 = 24 * 24;

/// What a collision asks of a piece.
#[derive(Clone, Copy)]
struct Body {
    slot: Slot,
    player: Player,
    spot: Spot,
    /// When a moving piece started.
    start: Option<Tick>,
    straight: bool,
}

/// How two pieces fare.
enum Fate {
    FirstDies,
    SecondDies,
    BothDie,
}

impl Game {
    /// Finds all collisions on the state before any capture, then captures (2.3).
    pub(super) fn collide(&mut self, emit: &mut impl FnMut(Event)) {
        let mut bodies: [Option<Body>; MOST_PIECES] = [None; MOST_PIECES];
        let mut count = 0;
        let (tick, speed) = (self.field.tick(), self.field.speed());
        for slot in self.field.moving() {
            let piece = self.field.get(slot);
            if let Some(motion) = piece.motion().filter(|motion| motion.is_solid(tick, speed)) {
                bodies[count] = Some(Body {
                    slot,
                    player: piece.player(),
                    spot: motion.spot(piece.square, tick, speed),
                    start: Some(motion.start),
                    straight: motion.gait == Gait::Straight,
                });
                count += 1;
            }
        }
        let mut dead = Slots::NONE;
        for (index, moving) in bodies[..count].iter().enumerate() {
            let Some(moving) = moving else { continue };
            if let Some(standing) = self.standing_body(moving.spot) {
                dead |= meet(moving, &standing, emit);
            }
            for other in bodies[index + 1..count].iter().flatten() {
                dead |= meet(moving, other, emit);
            }
        }
        if !dead.is_empty() {
            self.last_capture = tick;
            self.take_all(dead, emit);
        }
    }

    /// The only standing piece a spot can be close enough to.
    fn standing_body(&self, place: Spot) -> Option<Body> {
        let slot = self.field.standing(place.nearest())?;
        let piece = self.field.get(slot);
        Some(Body {
            slot,
            player: piece.player(),
            spot: Spot::of(piece.square),
            start: None,
            straight: false,
        })
    }

    /// Kings last: a rook captured in the same tick as its castling king does not come back (2.2).
    fn take_all(&mut self, dead: Slots, emit: &mut impl FnMut(Event)) {
        let castling = |game: &Game, slot: Slot| {
            let gait = game.field.get(slot).motion().map(|motion| motion.gait);
            matches!(gait, Some(Gait::Castling(_)))
        };
        let mut kings = Slots::NONE;
        for slot in dead {
            if castling(self, slot) {
                kings |= Slots::of(slot);
            } else {
                self.take(slot, emit);
            }
        }
        for slot in kings {
            self.take(slot, emit);
        }
    }
}

/// The marks of those who die when two pieces are where they are.
fn meet(one: &Body, other: &Body, emit: &mut impl FnMut(Event)) -> Slots {
    if one.player == other.player || one.spot.distance_squared(other.spot) >= REACH_SQUARED {
        return Slots::NONE;
    }
    let mut die = |captured: Slot, captor: Option<Slot>| {
        emit(Event::Captured { captor, captured });
        Slots::of(captured)
    };
    match fate(one, other) {
        Fate::FirstDies => die(one.slot, Some(other.slot)),
        Fate::SecondDies => die(other.slot, Some(one.slot)),
        Fate::BothDie => die(one.slot, None) | die(other.slot, None),
    }
}

/// Rules 4.3 and 4.4.
fn fate(one: &Body, other: &Body) -> Fate {
    match (one.straight, other.straight) {
        (true, false) => return Fate::FirstDies,
        (false, true) => return Fate::SecondDies,
        (true, true) | (false, false) => {}
    }
    match (one.start, other.start) {
        (None, _) => Fate::FirstDies,
        (_, None) => Fate::SecondDies,
        (Some(first), Some(second)) if first < second => Fate::SecondDies,
        (Some(first), Some(second)) if first > second => Fate::FirstDies,
        (Some(_), Some(_)) => Fate::BothDie,
    }
}
