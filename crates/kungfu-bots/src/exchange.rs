//! Exchanges on a square, in time order: who arrives when, who is resting when (8.4).

use kungfu::{Field, Slot, Slots, Square};

use crate::{
    chances::value,
    reach::{NEVER, Reach, arrival},
};

/// A piece that comes to a square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arriving {
    pub(crate) slot: Slot,
    /// Ticks until it is there.
    pub(crate) ticks: u32,
}

/// Ticks a player needs to notice and answer (8.4).
pub(crate) const REACTION: u32 = 30;

/// What is known beside the pieces.
pub(crate) struct Exchange<'a> {
    pub(crate) field: &'a Field,
    pub(crate) reach: &'a Reach,
    pub(crate) own: Slots,
    pub(crate) enemies: Slots,
    /// A piece whose leaving opens lines, and that comes no second time.
    pub(crate) mover: Slot,
}

impl Exchange<'_> {
    /// The least ticks until an enemy can be on a square that the mover goes to, its origin vacated.
    pub(crate) fn enemy_arrival(&self, square: Square, ignored: Slots) -> u32 {
        let direct = self.reach.earliest(self.field, self.enemies - ignored, square);
        let through = self.through_origin(square, self.enemies - ignored);
        direct.min(through.map_or(NEVER, |arriving| arriving.ticks))
    }

    /// What the side to answer wins by taking the piece that came to the square, if it wants to; in values.
    ///
    /// The least of those who can be there while it rests comes, then the least of the others, and so on; who would
    /// lose by it stays away.
    pub(crate) fn reply(&self, square: Square, came: Arriving, ignored: Slots) -> i32 {
        self.answer(square, came, self.enemies, ignored | Slots::of(came.slot), 0)
    }

    fn answer(&self, square: Square, came: Arriving, side: Slots, used: Slots, depth: u32) -> i32 {
        /// Nobody recaptures oftener on one square within a rest.
        const DEEPEST: u32 = 5;
        if depth == DEEPEST {
            return 0;
        }
        let until = came.ticks + self.field.speed().rest() + REACTION;
        let mut best: Option<(i32, Arriving)> = None;
        let mut consider = |arriving: Arriving| {
            // Who stands may wait for the right moment, who moves comes when it comes.
            let moving = self.field.moving().contains(arriving.slot);
            let ticks = if moving {
                arriving.ticks
            } else {
                arriving.ticks.max(came.ticks + 1)
            };
            let worth = value(self.field.get(arriving.slot).kind);
            if ticks > came.ticks && ticks <= until && best.is_none_or(|(least, _)| worth < least) {
                best = Some((worth, Arriving { ticks, ..arriving }));
            }
        };
        for slot in (self.reach.at(square) & side) - used {
            let ticks = arrival(self.field, slot, square);
            if ticks != NEVER {
                consider(Arriving { slot, ticks });
            }
        }
        if depth == 0
            && let Some(arriving) = self.through_origin(square, side - used)
        {
            consider(arriving);
        }
        let Some((_, next)) = best else { return 0 };
        let other = if side == self.enemies {
            self.own - Slots::of(self.mover)
        } else {
            self.enemies
        };
        let taken = value(self.field.get(came.slot).kind);
        let lost = self.answer(square, next, other, used | Slots::of(next.slot), depth + 1);
        (taken - lost).max(0)
    }

    /// A line mover that gets to the square only because the mover has left its origin.
    fn through_origin(&self, square: Square, among: Slots) -> Option<Arriving> {
        let (field, origin) = (self.field, self.field.get(self.mover).square);
        let (onward, points) = kungfu::Step::between(origin, square).direction()?;
        let clear = (1..points)
            .filter_map(|point| field.board().after(origin, onward, point))
            .all(|between| field.standing(between).is_none());
        if !clear {
            return None;
        }
        let behind = (self.reach.at(origin) & among).filter(|&slot| {
            let piece = field.get(slot);
            let way = kungfu::Step::between(piece.square, origin).direction();
            piece.kind.is_slider() && piece.stands() && way.is_some_and(|(step, _)| step == onward)
        });
        let further = u32::from(points) * field.speed().ticks_per_square();
        behind
            .map(|slot| Arriving {
                slot,
                ticks: arrival(field, slot, origin) + further,
            })
            .min_by_key(|arriving| arriving.ticks)
    }
}
