//! Safety of the own king, and protection of attacked pieces.

use kungfu::{Piece, Slot, Slots, Square, Squares, Step};

use super::{Judgement, POINT};
use crate::{
    chances::value,
    exchange::REACTION,
    motions::is_between,
    reach::{NEVER, arrival},
};

impl Judgement<'_> {
    /// Opening a line to the own king, or capturing or blocking what could capture it while it rests (8.6).
    pub(super) fn king_safety(&self, slot: Slot, to: Square, target: Option<Slot>) -> i32 {
        let Some(king) = self.king.filter(|&king| king != slot) else {
            return 0;
        };
        let king = self.field.get(king);
        let origin = self.field.get(slot).square;
        let mut score = 0;
        if king.stands() && self.opens_line(origin, to, king.square) {
            // A king that is ready can still move away.
            let helpless = king.rest_left(self.field.tick()) > REACTION;
            score -= if helpless { 100 * POINT } else { self.weights.line };
        }
        for attacker in self.hunters {
            let blocks = is_between(self.field.get(attacker).square, to, king.square);
            if target == Some(attacker) || blocks {
                score += 100 * POINT;
            }
        }
        score
    }

    /// The own king stepping off a square that a standing enemy covers, to one that none covers.
    pub(super) fn exposure(&self, slot: Slot, to: Square) -> i32 {
        if self.king != Some(slot) || self.menaces.is_empty() {
            return 0;
        }
        let origin = self.field.get(slot).square;
        let still_covered = !(self.reach.at(to) & self.enemies).is_empty()
            || self
                .menaces
                .into_iter()
                .any(|menace| is_between(self.field.get(menace).square, origin, to));
        if still_covered { 0 } else { self.weights.exposure }
    }

    /// The expected loss of resting pieces that only this piece guards.
    pub(super) fn desertion(&self, slot: Slot) -> i32 {
        if self.weights.desertion == 0 {
            return 0;
        }
        let mut lost = 0;
        for other in (self.own & self.field.resting()) - Slots::of(slot) {
            let piece = self.field.get(other);
            if !self.reach.cover(slot).contains(piece.square) {
                continue;
            }
            let guards = (self.reach.at(piece.square) & self.own) - Slots::of(slot);
            let left = piece.rest_left(self.field.tick());
            let coming = self.reach.earliest(self.field, self.enemies, piece.square);
            if guards.is_empty() && coming < left {
                lost += value(piece.kind);
            }
        }
        10 * self.weights.desertion * lost
    }

    /// Whether a move captures or blocks a standing enemy that could capture the own king.
    pub(super) fn shields_king(&self, slot: Slot, to: Square) -> bool {
        let Some(king) = self.king.filter(|&king| king != slot) else {
            return false;
        };
        let square = self.field.get(king).square;
        self.menaces.into_iter().any(|menace| {
            let from = self.field.get(menace).square;
            from == to || is_between(from, to, square)
        })
    }

    /// Standing enemies that could capture the king before its rest ends.
    pub(super) fn hunters_of(&self, king: &Piece) -> Slots {
        let left = king.rest_left(self.field.tick());
        if !king.stands() || left == 0 {
            return Slots::NONE;
        }
        let standing = (self.reach.at(king.square) & self.enemies) - self.field.moving();
        standing
            .filter(|&slot| arrival(self.field, slot, king.square) < left + REACTION)
            .fold(Slots::NONE, |slots, slot| slots | Slots::of(slot))
    }

    /// Whether moving from `origin` to `to` opens the line of an enemy slider to `square`.
    fn opens_line(&self, origin: Square, to: Square, square: Square) -> bool {
        let Some((onward, points)) = Step::between(origin, square).direction() else {
            return false;
        };
        let clear = (1..points)
            .filter_map(|point| self.field.board().after(origin, onward, point))
            .all(|between| self.field.standing(between).is_none() && between != to);
        let behind = (self.reach.at(origin) & self.enemies) - self.field.moving();
        clear
            && behind.into_iter().any(|slot| {
                let piece = self.field.get(slot);
                let way = Step::between(piece.square, origin).direction();
                piece.kind.is_slider()
                    && way.is_some_and(|(step, _)| step == onward)
                    && !is_between(piece.square, to, square)
            })
    }

    /// Gaining or losing the ability to recapture an enemy that is about to capture an own piece (8.6).
    pub(super) fn recapture(&self, slot: Slot, piece: &Piece, to: Square, ticks: u32, seen: &Squares) -> i32 {
        let mut score = 0;
        for &(victim, incoming) in self.attacked.iter().filter(|(victim, _)| *victim != slot) {
            let square = self.field.get(victim).square;
            let worth = self.weights.recapture * value(self.field.get(incoming.slot).kind) * incoming.certainty / 100;
            let rest = self.field.speed().rest();
            let others = (self.reach.at(square) & self.own) - Slots::of(slot);
            let guarded = others
                .into_iter()
                .any(|other| in_time(arrival(self.field, other, square), incoming.ticks + rest));
            if guarded {
                continue;
            }
            let posted = self.reach.cover(slot).contains(square);
            if posted {
                score -= worth;
            }
            if seen.contains(square) && in_time(ticks + rest + self.onward(piece, to, square), incoming.ticks + rest) {
                score += worth;
            }
        }
        score
    }
}

const fn in_time(ticks: u32, until: u32) -> bool {
    ticks != NEVER && ticks <= until
}
