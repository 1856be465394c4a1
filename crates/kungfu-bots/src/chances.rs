//! Values of pieces, and chances in percent (8.4 to 8.6).

use kungfu::{Condition, Field, Kind, Obstacles, Slot, Slots, Square, Step};

use crate::{
    exchange::REACTION,
    reach::{Reach, arrival, travel},
};

/// What a piece is worth (8.6).
pub(crate) const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 20,
    }
}

/// The last enemy king (8.6), and one's own.
pub(crate) const LAST_KING: i32 = 100;

/// The chance of being recaptured with a margin of so many ticks, in percent (8.4).
pub(crate) fn recapture_chance(margin: i32) -> i32 {
    (100 - 100 * margin / REACTION as i32).clamp(0, 100)
}

/// What else is known about a hunted piece.
pub(crate) struct Hunt<'a> {
    pub(crate) field: &'a Field,
    pub(crate) reach: &'a Reach,
    /// The hunter's pieces that may take the target where it flees to; none for those who do not plan together.
    pub(crate) helpers: Slots,
}

impl Hunt<'_> {
    /// The chance that a standing target gets away from a piece that starts now, in percent (8.5).
    ///
    /// It must start before the hunter is within 0.57 square; it may flee anywhere but towards the hunter, and a
    /// square that a helper covers is no refuge.
    pub(crate) fn dodge_chance(&self, hunter: Slot, target: Slot) -> i32 {
        let (attacker, prey) = (self.field.get(hunter), self.field.get(target));
        let per_square = self.field.speed().ticks_per_square();
        let way = travel(self.field, attacker, prey.square);
        // A knight is out of reach until 85 % of its flight, so that it gives less warning.
        let close = if attacker.kind == Kind::Knight {
            15 * way / 100
        } else {
            57 * per_square / 100
        };
        let ready = prey.rest_left(self.field.tick());
        let time = way.saturating_sub(close);
        if ready >= time || !prey.stands() {
            return 0;
        }
        // To see it coming takes three ticks, to answer some more; with time it becomes almost certain.
        let spare = (time - ready.max(NOTICE)) as i32;
        let alert = if prey.kind == Kind::King { 98 } else { 85 };
        let chance = (100 * spare / REACTION as i32).clamp(0, alert);
        let refuges = self.refuges(hunter, target, way);
        chance * refuges.min(2) / 2
    }

    /// Squares the target can flee to, counted up to two.
    fn refuges(&self, hunter: Slot, target: Slot, way: u32) -> i32 {
        let (attacker, prey) = (self.field.get(hunter), self.field.get(target));
        let line = Step::between(attacker.square, prey.square).direction();
        let obstacles: Obstacles = self.field.obstacles(prey.player());
        let mut count = 0;
        self.field.ways(&obstacles, target, &mut |to| {
            if count < 2 && self.is_refuge(hunter, target, to, line, way) {
                count += 1;
            }
        });
        count
    }

    fn is_refuge(&self, hunter: Slot, target: Slot, to: Square, line: Option<(Step, u8)>, way: u32) -> bool {
        let (attacker, prey) = (self.field.get(hunter), self.field.get(target));
        let fleeing = Step::between(prey.square, to).direction();
        // A pawn that goes straight dies of what it meets; towards the hunter there is no escape.
        let towards = match (line, fleeing) {
            (Some((line, _)), Some((flight, _))) if attacker.kind != Kind::Knight => flight == line.reversed(),
            _ => false,
        };
        let flight = travel(self.field, prey, to);
        let helpers = (self.reach.at(to) & self.helpers) - Slots::of(hunter);
        let caught = helpers
            .into_iter()
            .filter(|&helper| self.field.get(helper).condition == Condition::Ready)
            .any(|helper| arrival(self.field, helper, to) <= flight + self.field.speed().rest() + way);
        !towards && !caught
    }
}

/// Ticks until a move is seen (8.1).
const NOTICE: u32 = 3;
