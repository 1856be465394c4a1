//! Piece values, and the chances of recapture and escape (8.4 to 8.6).

use kungfu::{Condition, Field, Kind, Obstacles, Slot, Slots, Square, Step};

use crate::{
    exchange::REACTION,
    reach::{Reach, arrival, travel},
};

/// The value of a piece in pawns (8.6).
pub(crate) const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 20,
    }
}

/// The value of the last enemy king and of the own king (8.6).
pub(crate) const LAST_KING: i32 = 100;

/// The chance in percent of being recaptured with a margin in ticks (8.4).
pub(crate) fn recapture_chance(margin: i32) -> i32 {
    (100 - 100 * margin / REACTION as i32).clamp(0, 100)
}

/// The situation in which one piece attacks another.
pub(crate) struct Hunt<'a> {
    pub(crate) field: &'a Field,
    pub(crate) reach: &'a Reach,
    /// Pieces that may capture the target where it flees to; none for levels that do not combine pieces.
    pub(crate) helpers: Slots,
    /// Ticks the target's player needs to react.
    pub(crate) reaction: i32,
    /// The same for a king.
    pub(crate) king_reaction: i32,
}

impl Hunt<'_> {
    /// The chance in percent that a standing target escapes from a piece that starts now (8.5).
    ///
    /// It may flee anywhere but towards the hunter and to squares that a helper covers.
    pub(crate) fn dodge_chance(&self, hunter: Slot, target: Slot) -> i32 {
        let chance = self.time_chance(hunter, target);
        if chance == 0 {
            return 0;
        }
        let way = travel(self.field, self.field.get(hunter), self.field.get(target).square);
        chance * self.refuges(hunter, target, way).min(2) / 2
    }

    /// The chance in percent that a standing target starts in time: before the hunter is within 0.57 squares.
    pub(crate) fn time_chance(&self, hunter: Slot, target: Slot) -> i32 {
        let (attacker, prey) = (self.field.get(hunter), self.field.get(target));
        let per_square = self.field.speed().ticks_per_square();
        let way = travel(self.field, attacker, prey.square);
        // A knight cannot collide until 85 % of its way (4.2), so the target can start later.
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
        // Noticing takes three ticks, reacting some more; the chance grows with the time left.
        let spare = (time - ready.max(NOTICE)) as i32;
        let (alert, reaction) = if prey.kind == Kind::King {
            (98, self.king_reaction)
        } else {
            (85, self.reaction)
        };
        (100 * spare / reaction).clamp(0, alert)
    }

    /// The number of squares the target can flee to, at most two.
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
        // Moving towards the hunter ends in a collision.
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

/// Ticks until a bot sees a move (8.1).
const NOTICE: u32 = 3;
