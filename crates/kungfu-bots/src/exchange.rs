//! Static exchange evaluation in time order: which piece arrives when and which still rests (8.4).

use kungfu::{Field, Slot, Slots, Square};

use crate::{
    chances::value,
    reach::{NEVER, Reach, arrival},
};

/// A piece on its way to a square, or able to go there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arriving {
    pub(crate) slot: Slot,
    /// Ticks until it arrives.
    pub(crate) ticks: u32,
}

/// Ticks a player needs to notice a move and react (8.4).
pub(crate) const REACTION: u32 = 30;

/// The standing enemies that can capture a standing piece soon.
pub(crate) fn near_enemies(field: &Field, reach: &Reach, enemies: Slots, slot: Slot) -> Slots {
    let square = field.get(slot).square;
    let soon = field.speed().rest() / 2;
    ((reach.at(square) & enemies) - field.moving())
        .filter(|&enemy| arrival(field, enemy, square) <= soon)
        .fold(Slots::NONE, |slots, enemy| slots | Slots::of(enemy))
}

/// The position in which exchanges are evaluated.
pub(crate) struct Exchange<'a> {
    pub(crate) field: &'a Field,
    pub(crate) reach: &'a Reach,
    pub(crate) own: Slots,
    pub(crate) enemies: Slots,
    /// The piece whose move is evaluated: it opens lines through its origin and takes part only once.
    pub(crate) mover: Slot,
    /// How often an own guard retakes in time, in percent.
    pub(crate) trust: i32,
}

impl Exchange<'_> {
    /// The fewest ticks until an enemy can be on the destination of the mover, whose origin is then empty.
    pub(crate) fn enemy_arrival(&self, square: Square, ignored: Slots) -> u32 {
        let direct = self.reach.earliest(self.field, self.enemies - ignored, square);
        let through = self.through_origin(square, self.enemies - ignored);
        direct.min(through.map_or(NEVER, |arriving| arriving.ticks))
    }

    /// The material in pawns that the enemies win by capturing the piece that came to the square; 0 if they would lose.
    ///
    /// The least valuable piece that can arrive while the other rests captures, then the least valuable of the other
    /// side, and so on; a side stops when capturing would lose material.
    pub(crate) fn reply(&self, square: Square, came: Arriving, ignored: Slots) -> i32 {
        self.answer(square, came, self.enemies, ignored | Slots::of(came.slot), 0)
    }

    fn answer(&self, square: Square, came: Arriving, side: Slots, used: Slots, depth: u32) -> i32 {
        /// More recaptures on one square within a rest do not occur in practice.
        const DEEPEST: u32 = 5;
        if depth == DEEPEST {
            return 0;
        }
        let until = came.ticks + self.field.speed().rest() + REACTION;
        let mut best: Option<(i32, Arriving)> = None;
        let mut consider = |arriving: Arriving| {
            // A standing piece can time its start; a moving one cannot.
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
        let trust = if side == self.enemies { self.trust } else { 100 };
        (taken - lost * trust / 100).max(0)
    }

    /// The slider that reaches the square soonest through the origin the mover has left.
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
