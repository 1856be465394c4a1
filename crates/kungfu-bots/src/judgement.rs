//! What a move is worth: the terms of 8.6, switched on by level.

mod position;
mod safety;
mod stakes;

use kungfu::{Condition, Field, Kind, Obstacles, Piece, Player, Sight, Slot, Slots, Square, Way};

use crate::{
    Candidate, Occasion, Order, Traits,
    chances::value,
    exchange::{Arriving, Exchange},
    motions::{self, Incoming},
    opponents,
    reach::{Reach, travel},
};

use stakes::{commitment, own_value};

/// One point of a score.
pub(crate) const POINT: i32 = 100;
/// What a pawn's worth of material is (8.6).
const MATERIAL: i32 = 10 * POINT;

/// Taking what menaces the own king.
const MENACE: i32 = 10 * POINT;

/// A position as a player sees it, ready to weigh moves in.
pub(crate) struct Judgement<'a> {
    sight: &'a Sight,
    field: &'a Field,
    reach: &'a Reach,
    traits: Traits,
    me: Player,
    own: Slots,
    /// Everything that may still take something of ours.
    enemies: Slots,
    obstacles: Obstacles,
    pressures: [i32; 4],
    king: Option<Slot>,
    /// Whether one king decides the game.
    last_enemy: bool,
    /// How much peace weighs on patience, in percent.
    impatience: i32,
    /// Whether the game is as good as won.
    ahead: bool,
    /// What losing a piece costs, in percent of its value: more when few are left to win with.
    scarcity: i32,
    /// Enemies that could take the own king from where they stand.
    menaces: Slots,
    /// Whether the own king could not step aside now.
    helpless_king: bool,
    /// Own standing pieces that something is coming for.
    attacked: Vec<(Slot, Incoming)>,
}

impl<'a> Judgement<'a> {
    pub(crate) fn new(sight: &'a Sight, reach: &'a Reach, traits: Traits, me: Player, impatience: i32) -> Self {
        let field = sight.field();
        let own = reach.of_player(me) & field.living();
        let others = sight.alive().without(me);
        let commanded = others
            .iter()
            .fold(Slots::NONE, |slots, player| slots | reach.of_player(player));
        let enemies = (commanded | field.moving()) & (field.living() - own);
        let mut attacked: Vec<(Slot, Incoming)> = (own - field.moving())
            .filter_map(|slot| {
                let square = field.get(slot).square;
                Some((slot, motions::incoming(field, reach, enemies, square)?))
            })
            .collect();
        let king = own.into_iter().find(|&slot| field.get(slot).kind == Kind::King);
        let menaces = king.map_or(Slots::NONE, |king| {
            (reach.at(field.get(king).square) & enemies) - field.moving()
        });
        if let Some(king) = king
            && !attacked.iter().any(|(slot, _)| *slot == king)
            && let Some(incoming) = motions::at_the_door(field, menaces, field.get(king).square)
        {
            attacked.push((king, incoming));
        }
        let left = material(field, own);
        Judgement {
            sight,
            field,
            reach,
            traits,
            me,
            own,
            enemies,
            obstacles: field.obstacles(me),
            pressures: opponents::pressures(sight, reach, me),
            king,
            last_enemy: others.count() == 1,
            impatience,
            ahead: others.count() == 1 && left > material(field, enemies) + 3,
            scarcity: 100 + (60 - 3 * left).max(0) + if others.count() > 1 { 40 } else { 0 },
            menaces,
            helpless_king: king.is_some_and(|king| !can_step_aside(field, reach, king, menaces)),
            attacked,
        }
    }

    /// Own pieces that may be commanded.
    pub(crate) fn ready(&self) -> impl Iterator<Item = Slot> {
        self.own
            .into_iter()
            .filter(|&slot| self.field.get(slot).condition == Condition::Ready)
    }

    /// What is coming for an own piece.
    pub(crate) fn attack_on(&self, slot: Slot) -> Option<Incoming> {
        self.attacked
            .iter()
            .find(|(attacked, _)| *attacked == slot)
            .map(|(_, incoming)| *incoming)
    }

    /// The own king, if something is coming for it and it can answer (8.8).
    pub(crate) fn king_to_rescue(&self) -> Option<Slot> {
        self.king
            .filter(|&king| self.field.get(king).condition == Condition::Ready && self.attack_on(king).is_some())
    }

    /// Whether a piece can take or block what menaces the own king; such are looked at first, at every level (8.8).
    pub(crate) fn guards_king(&self, slot: Slot) -> bool {
        let mut guards = false;
        if !self.menaces.is_empty() {
            self.squares(slot, &mut |to| guards |= self.shields_king(slot, to));
        }
        guards
    }

    /// Where a piece stands.
    pub(crate) fn origin(&self, slot: Slot) -> Square {
        self.field.get(slot).square
    }

    /// Whether a piece goes along lines.
    pub(crate) fn is_slider(&self, slot: Slot) -> bool {
        self.field.get(slot).kind.is_slider()
    }

    /// Where a piece may go.
    pub(crate) fn squares(&self, slot: Slot, found: &mut impl FnMut(Square)) {
        self.field.ways(&self.obstacles, slot, found);
    }

    /// What a move of a piece to a square is for.
    pub(crate) fn occasion(&self, slot: Slot, to: Square) -> Occasion {
        let attacked = self.attack_on(slot).is_some();
        if attacked && self.king == Some(slot) || self.shields_king(slot, to) {
            Occasion::Rescue
        } else if self.target(to).is_some() {
            Occasion::Capture
        } else if attacked {
            Occasion::Evasion
        } else {
            Occasion::Quiet
        }
    }

    /// Weighs a move; nothing if it cannot be made or is not worth a thought (8.1).
    pub(crate) fn weigh(&self, order: Order) -> Option<Candidate> {
        let Order { slot, to } = order;
        let piece = self.field.get(slot);
        let way = self.field.way(&self.obstacles, slot, to).ok()?;
        let occasion = self.occasion(slot, to);
        let target = self.target(to);
        let ticks = way.motion.duration(self.field.speed());
        let exchange = Exchange {
            field: self.field,
            reach: self.reach,
            own: self.own,
            enemies: self.enemies,
            mover: slot,
        };
        let ignored = target.map_or(Slots::NONE, Slots::of);
        let margin = self.margin(&exchange, to, ticks, ignored);
        let mut score = self.placement(piece, to);
        if self.traits.timing || self.king == Some(slot) {
            let rest = self.field.speed().rest() as i32;
            let reckless = margin < -rest / 2 && piece.kind != Kind::Pawn;
            if occasion == Occasion::Quiet && reckless && self.impatience < 100 {
                return None;
            }
            if let Some(met) = self.meeting(piece, &way) {
                if !met.survives {
                    score -= MATERIAL * own_value(piece);
                    return Some(Candidate {
                        order,
                        occasion,
                        score,
                        margin,
                    });
                }
                if self.traits.foresight {
                    score += MATERIAL * value(self.field.get(met.enemy).kind);
                }
            }
            let risk = self.risk(&exchange, piece, to, Arriving { slot, ticks }, margin, ignored);
            score += self.capture(slot, target, risk) - risk;
            score += self.evasion(slot, to) + commitment(&way.motion) + self.king_safety(slot, to, target);
        } else {
            score += target.map_or(0, |target| MATERIAL * self.victim_value(target));
        }
        if self.shields_king(slot, to) {
            score += if self.helpless_king { 5 * MENACE } else { MENACE };
            score += target.map_or(0, |target| self.relief(target, ticks));
        }
        if self.traits.foresight {
            score +=
                self.threats(piece, to, margin) + self.net(slot, piece, to) + self.recapture(slot, piece, to, ticks);
        }
        Some(Candidate {
            order,
            occasion,
            score,
            margin,
        })
    }

    /// The enemy that stands on a square.
    fn target(&self, square: Square) -> Option<Slot> {
        self.field
            .standing(square)
            .filter(|&slot| self.field.get(slot).player() != self.me)
    }

    fn meeting(&self, piece: &Piece, way: &Way) -> Option<motions::Meeting> {
        motions::meeting(self.sight, self.enemies, piece, &way.motion)
    }

    /// Ticks of a piece's way from a square it would stand on.
    fn onward(&self, piece: &Piece, from: Square, to: Square) -> u32 {
        travel(self.field, &Piece { square: from, ..*piece }, to)
    }
}

/// Whether the king has a square that none of its menaces covers.
fn can_step_aside(field: &Field, reach: &Reach, king: Slot, menaces: Slots) -> bool {
    let piece = field.get(king);
    let mut steps = 0;
    if piece.condition == Condition::Ready {
        field.ways(&field.obstacles(piece.player()), king, &mut |to| {
            steps += i32::from((reach.at(to) & menaces).is_empty());
        });
    }
    steps > 0
}

/// What pieces are worth together, kings aside.
fn material(field: &Field, slots: Slots) -> i32 {
    slots
        .into_iter()
        .map(|slot| field.get(slot).kind)
        .filter(|&kind| kind != Kind::King)
        .map(value)
        .sum()
}
