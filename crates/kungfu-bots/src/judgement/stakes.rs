//! The material terms: captures and their chances, the risk at the destination, the material saved by evading.

use kungfu::{Gait, Kind, Motion, Piece, Slot, Slots, Square};

use super::{Judgement, MATERIAL, Watched};
use crate::{
    chances::{Hunt, LAST_KING, recapture_chance, value},
    exchange::{Arriving, Exchange, REACTION, near_enemies},
    motions,
    reach::NEVER,
};

impl Judgement<'_> {
    /// The earliest enemy arrival at the destination less the time until the piece can move on (8.4).
    pub(super) fn margin(&self, exchange: &Exchange<'_>, to: Square, ticks: u32, ignored: Slots) -> i32 {
        match exchange.enemy_arrival(to, ignored) {
            NEVER => i32::MAX,
            arrival => arrival as i32 - (ticks + self.field.speed().rest() + REACTION) as i32,
        }
    }

    /// The expected loss at the destination.
    pub(super) fn risk(
        &self,
        exchange: &Exchange<'_>,
        piece: &Piece,
        to: Square,
        arriving: Arriving,
        margin: i32,
        ignored: Slots,
    ) -> i32 {
        let chance = if margin == i32::MAX {
            0
        } else {
            recapture_chance(margin)
        };
        if chance == 0 {
            return 0;
        }
        let lost = if piece.kind == Kind::King {
            LAST_KING
        } else {
            exchange.reply(to, arriving, ignored)
        };
        // Impatience lowers the weight of a risk, in the end even for the king; scarce material raises it.
        let patience = if piece.kind == Kind::King {
            if self.ahead {
                100
            } else {
                100 - (self.impatience - 90).clamp(0, 100)
            }
        } else {
            let last = self.weights.last_chance * (self.impatience - LAST_CHANCE).max(0);
            (100 - self.eagerness() * self.weights.daring / 100 - last).max(10) * self.scarcity / 100
        };
        MATERIAL * lost * chance / 100 * patience / 100 * self.weights.safety / 100
    }

    /// Impatience for moves of pieces other than the king: higher when ahead, to convert a won game.
    pub(super) fn eagerness(&self) -> i32 {
        self.impatience + if self.ahead { 30 } else { 0 }
    }

    /// The expected gain of a capture, given the chance that the target escapes (8.5, 8.6).
    pub(super) fn capture(&self, slot: Slot, target: Option<Slot>, risk: i32) -> i32 {
        let Some(target) = target else { return 0 };
        let victim = self.victim_worth(target);
        // Capturing the last king ends the game, so there is no recapture.
        let victim = if self.field.get(target).kind == Kind::King && self.last_enemy {
            victim + risk
        } else {
            victim
        };
        let hunt = Hunt {
            field: self.field,
            reach: self.reach,
            helpers: if self.works_together(target) {
                self.own
            } else {
                Slots::NONE
            },
            reaction: self.weights.reaction,
            king_reaction: self.weights.king_reaction,
        };
        // Level 2 sees whether the target has the time to leave, not whether it has a square to go to.
        let away = if self.level.foresight {
            hunt.dodge_chance(slot, target)
        } else {
            hunt.time_chance(slot, target)
        };
        // A target that escaped is ready before the hunter and may recapture.
        let returns = match self.field.get(target).kind {
            Kind::Pawn => 0,
            Kind::Knight | Kind::Bishop | Kind::Rook | Kind::Queen | Kind::King => self.weights.retort,
        };
        let missed = (MATERIAL * own_value(self.field.get(slot)) * returns / 100 - risk).max(0);
        (victim * (100 - away) - missed * away) / 100
    }

    /// Whether other pieces cover the escape squares of a target; from level 3 for a king, from level 4 for all.
    pub(super) fn works_together(&self, target: Slot) -> bool {
        self.level.planning || self.field.get(target).kind == Kind::King
    }

    /// The score of capturing a piece, weighted by whom it belongs to (8.9).
    pub(super) fn victim_worth(&self, target: Slot) -> i32 {
        let piece = self.field.get(target);
        let worth = match piece.kind {
            Kind::King if self.last_enemy => return MATERIAL * LAST_KING,
            Kind::King => 2 * value(Kind::King),
            kind => value(kind),
        };
        MATERIAL * worth * self.pressures[piece.player().index()] / 100
    }

    /// The loss avoided by capturing the attacker of the own king in time.
    pub(super) fn relief(&self, target: Slot, ticks: u32) -> i32 {
        let attack = self.king.and_then(|king| Some((king, self.attack_on(king)?)));
        match attack {
            Some((king, incoming)) if incoming.slot == target && ticks < incoming.ticks => self.loss(king),
            _ => 0,
        }
    }

    /// The expected loss if an attacked piece stays.
    pub(crate) fn loss(&self, slot: Slot) -> i32 {
        self.attack_on(slot).map_or(0, |incoming| {
            MATERIAL * own_value(self.field.get(slot)) * incoming.certainty / 100
        })
    }

    /// Whether a piece would probably be lost at the destination too, without capturing anything there.
    fn is_doomed(&self, slot: Slot, to: Square, risk: i32) -> bool {
        let lost = 2 * risk >= MATERIAL * own_value(self.field.get(slot));
        lost && self.king != Some(slot) && self.target(to).is_none()
    }

    /// The own standing pieces that enemies can capture soon, and what they win by it.
    fn watch(&self) -> Vec<Watched> {
        let mut watched = Vec::new();
        for slot in (self.own - self.field.moving()) - self.king.map_or(Slots::NONE, Slots::of) {
            let attackers = near_enemies(self.field, self.reach, self.enemies, slot);
            if !attackers.is_empty() {
                let loss = self.en_prise(slot, self.own, attackers);
                watched.push(Watched { slot, attackers, loss });
            }
        }
        watched
    }

    /// The most valuable loss on the square of an own piece that cannot leave before an enemy comes, in pawns.
    pub(super) fn hanging(&self) -> i32 {
        let now = self.field.tick();
        let pieces = (self.own - self.field.moving()) - self.king.map_or(Slots::NONE, Slots::of);
        let losses = pieces.map(|slot| {
            let attackers = near_enemies(self.field, self.reach, self.enemies, slot);
            let piece = self.field.get(slot);
            let coming = self.reach.earliest(self.field, attackers, piece.square);
            if piece.rest_left(now) < coming {
                0
            } else {
                self.en_prise(slot, self.own, attackers)
            }
        });
        losses.max().unwrap_or(0)
    }

    /// The material in pawns that these enemies win by capturing a piece where it stands, with these own pieces as
    /// guards.
    fn en_prise(&self, slot: Slot, own: Slots, attackers: Slots) -> i32 {
        let exchange = Exchange {
            own,
            enemies: attackers,
            ..self.exchange(slot)
        };
        exchange.reply(self.field.get(slot).square, Arriving { slot, ticks: 0 }, Slots::NONE)
    }

    /// The loss avoided by leaving a square that a standing enemy covers, or by capturing that enemy, minus the loss of
    /// own pieces that the moving piece guarded (8.6).
    pub(super) fn leaves_en_prise(&self, slot: Slot, to: Square, risk: i32) -> i32 {
        let mut saved = 0;
        for &Watched {
            slot: other,
            attackers,
            loss,
        } in self.watched.get_or_init(|| self.watch())
        {
            let captured = self.target(to).map_or(Slots::NONE, Slots::of);
            if other == slot {
                // An enemy that is already on its way is counted as an evasion.
                let counts = self.attack_on(slot).is_none() && !self.is_doomed(slot, to, risk);
                saved += if counts { loss } else { 0 };
            } else if !(attackers & captured).is_empty() {
                saved += loss - self.en_prise(other, self.own - Slots::of(slot), attackers - captured);
            } else if self.reach.cover(slot).contains(self.field.get(other).square) {
                saved += loss - self.en_prise(other, self.own - Slots::of(slot), attackers);
            }
        }
        MATERIAL * saved * self.weights.en_prise / 100
    }

    /// The part of a promotion that is lost if the new queen is captured before it can move.
    pub(super) fn lost_promotion(&self, piece: &Piece, to: Square, margin: i32) -> i32 {
        let promotes = piece.kind == Kind::Pawn && self.field.board().ends_lane(piece.player(), to);
        if !promotes || margin == i32::MAX {
            return 0;
        }
        MATERIAL * (value(Kind::Queen) - value(Kind::Pawn)) * recapture_chance(margin) / 100
    }

    /// The penalty for long moves, which cannot be changed (8.6).
    pub(super) fn commitment(&self, motion: &Motion) -> i32 {
        let squares = match motion.gait {
            Gait::Leap => 2,
            Gait::Line | Gait::Straight | Gait::Castling(_) => i32::from(motion.points),
        };
        -self.weights.commitment * squares
    }

    /// The loss avoided by moving an attacked piece away.
    ///
    /// A piece that would be lost at the destination too saves nothing, unless it captures before it is lost.
    pub(super) fn evasion(&self, slot: Slot, to: Square, risk: i32) -> i32 {
        let Some(incoming) = self.attack_on(slot) else { return 0 };
        if self.is_doomed(slot, to, risk) {
            return 0;
        }
        let saved = self.loss(slot);
        // On the line of the attacker it may still be caught.
        if motions::is_on_line(self.field, incoming.slot, to) {
            saved / 2
        } else {
            saved
        }
    }
}

/// The impatience in percent from which a draw by time is near.
const LAST_CHANCE: i32 = 190;

/// The cost of losing an own piece, in pawns.
pub(super) const fn own_value(piece: &Piece) -> i32 {
    match piece.kind {
        Kind::King => LAST_KING,
        kind => value(kind),
    }
}
