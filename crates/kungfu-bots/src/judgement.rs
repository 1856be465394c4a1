//! The evaluation of a move: the terms of 8.6, as far as the level uses them.

mod position;
mod safety;
mod stakes;

use kungfu::{Condition, Field, Kind, Obstacles, Piece, Player, Sight, Slot, Slots, Square, Way};

use crate::{
    Candidate, Level, Occasion, Order, Weights,
    chances::value,
    exchange::{Arriving, Exchange},
    motions::{self, Incoming},
    opponents,
    reach::{Reach, travel},
};

use stakes::own_value;

/// One point of a score.
pub(crate) const POINT: i32 = 100;
/// The score of one pawn of material (8.6).
const MATERIAL: i32 = 10 * POINT;

/// The score of shielding a king that cannot move away.
const HELPLESS: i32 = 50 * POINT;

/// A position as a player sees it, prepared for evaluating moves.
pub(crate) struct Judgement<'a> {
    sight: &'a Sight,
    field: &'a Field,
    reach: &'a Reach,
    level: Level,
    weights: &'a Weights,
    me: Player,
    own: Slots,
    /// Enemy pieces that may still capture: those of players with a king, and those already moving.
    enemies: Slots,
    obstacles: Obstacles,
    pressures: [i32; 4],
    king: Option<Slot>,
    /// Whether only one opponent has a king.
    last_enemy: bool,
    /// Grows while nothing is captured, in percent (8.8).
    impatience: i32,
    /// Whether the player leads by more than three pawns against a single opponent.
    ahead: bool,
    /// The cost of losing a piece in percent of its value: higher with little material left.
    scarcity: i32,
    /// Standing enemies that could capture the own king.
    menaces: Slots,
    /// Whether the own king cannot move away from them now.
    helpless_king: bool,
    /// Own standing pieces that an enemy is moving to.
    attacked: Vec<(Slot, Incoming)>,
    /// Own standing pieces that an enemy can capture soon.
    watched: Vec<Watched>,
}

/// An own piece that standing enemies can capture soon.
struct Watched {
    slot: Slot,
    attackers: Slots,
    /// What the enemies win by it, in pawns.
    loss: i32,
}

impl<'a> Judgement<'a> {
    pub(crate) fn new(sight: &'a Sight, reach: &'a Reach, level: &'a Level, me: Player, impatience: i32) -> Self {
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
            && let Some(incoming) = motions::adjacent_attacker(field, menaces, field.get(king).square)
        {
            attacked.push((king, incoming));
        }
        let left = material(field, own);
        let mut judgement = Judgement {
            sight,
            field,
            reach,
            level: *level,
            weights: level.weights(field.speed()),
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
            watched: Vec::new(),
        };
        if level.timing {
            judgement.watched = judgement.watch();
        }
        judgement
    }

    /// Own pieces that can move now.
    pub(crate) fn ready(&self) -> impl Iterator<Item = Slot> {
        self.own
            .into_iter()
            .filter(|&slot| self.field.get(slot).condition == Condition::Ready)
    }

    /// The attack on an own piece, if there is one.
    pub(crate) fn attack_on(&self, slot: Slot) -> Option<Incoming> {
        self.attacked
            .iter()
            .find(|(attacked, _)| *attacked == slot)
            .map(|(_, incoming)| *incoming)
    }

    /// The own king, if it is attacked and can move (8.8).
    pub(crate) fn king_to_rescue(&self) -> Option<Slot> {
        self.king
            .filter(|&king| self.field.get(king).condition == Condition::Ready && self.attack_on(king).is_some())
    }

    /// Whether a piece can capture or block a menace to the own king; every level considers such pieces first (8.8).
    pub(crate) fn guards_king(&self, slot: Slot) -> bool {
        let mut guards = false;
        if !self.menaces.is_empty() {
            self.squares(slot, &mut |to| guards |= self.shields_king(slot, to));
        }
        guards
    }

    /// Whether a piece can move onto a standing enemy.
    pub(crate) fn can_capture(&self, slot: Slot) -> bool {
        let mut captures = false;
        self.squares(slot, &mut |to| captures |= self.target(to).is_some());
        captures
    }

    pub(crate) fn origin(&self, slot: Slot) -> Square {
        self.field.get(slot).square
    }

    pub(crate) fn is_slider(&self, slot: Slot) -> bool {
        self.field.get(slot).kind.is_slider()
    }

    /// Reports the squares a piece may move to.
    pub(crate) fn squares(&self, slot: Slot, found: &mut impl FnMut(Square)) {
        self.field.ways(&self.obstacles, slot, found);
    }

    /// The reason for moving a piece to a square.
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

    /// Scores a move; `None` if it is impossible or too risky for a quiet move (8.1).
    pub(crate) fn weigh(&self, order: Order) -> Option<Candidate> {
        let Order { slot, to } = order;
        let piece = self.field.get(slot);
        let way = self.field.way(&self.obstacles, slot, to).ok()?;
        let occasion = self.occasion(slot, to);
        let target = self.target(to);
        let ticks = way.motion.duration(self.field.speed());
        let exchange = self.exchange(slot);
        let ignored = target.map_or(Slots::NONE, Slots::of);
        let margin = self.margin(&exchange, to, ticks, ignored);
        let mut score = self.placement(piece, to);
        if self.level.timing || self.king == Some(slot) {
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
                if self.level.foresight {
                    score += MATERIAL * value(self.field.get(met.enemy).kind);
                }
            }
            let risk = self.risk(&exchange, piece, to, Arriving { slot, ticks }, margin, ignored);
            score += self.capture(slot, target, risk) - risk - self.lost_promotion(piece, to, margin);
            score += self.leaves_en_prise(slot, to, risk);
            score += self.evasion(slot, to, risk) + self.commitment(&way.motion) + self.king_safety(slot, to, target);
        } else {
            score += target.map_or(0, |target| self.victim_worth(target));
            score -= self.risk(&exchange, piece, to, Arriving { slot, ticks }, margin, ignored);
        }
        if self.shields_king(slot, to) {
            score += if self.helpless_king {
                HELPLESS
            } else {
                self.weights.menace
            };
            score += target.map_or(0, |target| self.relief(target, ticks));
        }
        score += self.exposure(slot, to) - self.desertion(slot);
        if self.level.foresight {
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

    /// Exchanges after a move of this piece.
    fn exchange(&self, mover: Slot) -> Exchange<'_> {
        Exchange {
            field: self.field,
            reach: self.reach,
            own: self.own,
            enemies: self.enemies,
            mover,
            trust: self.weights.trust,
        }
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

    /// Ticks a piece would need from `from` to `to`.
    fn onward(&self, piece: &Piece, from: Square, to: Square) -> u32 {
        travel(self.field, &Piece { square: from, ..*piece }, to)
    }
}

/// Whether the king can move to a square that none of its menaces covers.
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

/// The total value of pieces without kings.
fn material(field: &Field, slots: Slots) -> i32 {
    slots
        .into_iter()
        .map(|slot| field.get(slot).kind)
        .filter(|&kind| kind != Kind::King)
        .map(value)
        .sum()
}
