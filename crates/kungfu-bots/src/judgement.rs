//! The evaluation of a move: the terms of 8.6, as far as the level uses them.

mod position;
mod safety;
mod stakes;

use std::cell::OnceCell;

use kungfu::{
    Condition, Field, Kind, Motion, Obstacles, Piece, Player, Players, Sight, Slot, Slots, Square, Squares, Step,
};

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
    /// Grows while nothing is captured, in percent (8.8a).
    impatience: i32,
    /// Whether the player leads by more than three pawns against a single opponent.
    ahead: bool,
    /// The cost of losing a piece in percent of its value: higher with little material left.
    scarcity: i32,
    /// Standing enemies that could capture the own king.
    menaces: Slots,
    /// Whether the own king cannot move away from them now.
    helpless_king: bool,
    /// Standing enemies that could capture the resting own king.
    hunters: Slots,
    /// Squares on which a piece of another player stands.
    targets: Squares,
    /// Kings of others.
    kings: Vec<HuntedKing>,
    /// Own standing pieces that an enemy is moving to.
    attacked: Vec<(Slot, Incoming)>,
    /// Own standing pieces that an enemy can capture soon.
    watched: OnceCell<Vec<Watched>>,
}

/// A king of another player, with its square and those around it.
struct HuntedKing {
    player: Player,
    square: Square,
    about: Squares,
}

/// A piece that may move, with what all its moves have in common.
pub(crate) struct Mover<'a> {
    slot: Slot,
    piece: &'a Piece,
    exchange: Exchange<'a>,
    /// What resting pieces lose when it leaves.
    desertion: i32,
}

/// A move to be weighed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) to: Square,
    pub(crate) motion: Motion,
    pub(crate) occasion: Occasion,
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
        let enemies = enemies(field, reach, others, own);
        let mut attacked: Vec<(Slot, Incoming)> = Vec::new();
        if !(enemies & field.moving()).is_empty() {
            attacked.extend((own - field.moving()).filter_map(|slot| {
                let square = field.get(slot).square;
                Some((slot, motions::incoming(field, reach, enemies, square)?))
            }));
        }
        let king = king_among(field, own);
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
            helpless_king: !menaces.is_empty() && king.is_some_and(|king| !can_step_aside(field, reach, king, menaces)),
            hunters: Slots::NONE,
            targets: Squares::NONE,
            kings: Vec::new(),
            attacked,
            watched: OnceCell::new(),
        };
        judgement.hunters = king.map_or(Slots::NONE, |king| judgement.hunters_of(field.get(king)));
        if level.foresight {
            for slot in (field.living() - own) - field.moving() {
                judgement.targets.insert(field.get(slot).square);
            }
        }
        judgement.kings.extend(enemies.filter_map(|slot| hunted(field, slot)));
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

    /// Whether a piece can capture or block a menace to the own king; every level considers such pieces first (8.8).
    pub(crate) fn guards_king(&self, slot: Slot) -> bool {
        let mut guards = false;
        if !self.menaces.is_empty() {
            self.field
                .ways(&self.obstacles, slot, &mut |to| guards |= self.shields_king(slot, to));
        }
        guards
    }

    pub(crate) fn origin(&self, slot: Slot) -> Square {
        self.field.get(slot).square
    }

    pub(crate) fn is_slider(&self, slot: Slot) -> bool {
        self.field.get(slot).kind.is_slider()
    }

    /// Reports the moves of a piece.
    pub(crate) fn plans(&self, slot: Slot, found: &mut impl FnMut(Plan)) {
        let attacked = self.attack_on(slot).is_some();
        self.field.motions(&self.obstacles, slot, &mut |to, motion| {
            let occasion = if attacked && self.king == Some(slot) || self.shields_king(slot, to) {
                Occasion::Rescue
            } else if self.target(to).is_some() {
                Occasion::Capture
            } else if attacked {
                Occasion::Evasion
            } else {
                Occasion::Quiet
            };
            found(Plan { to, motion, occasion });
        });
    }

    /// Whether a piece may have a move that is not quiet.
    pub(crate) fn is_involved(&self, slot: Slot) -> bool {
        !self.menaces.is_empty() || self.reach.cover(slot).meets(&self.targets) || self.attack_on(slot).is_some()
    }

    /// Prepares weighing the moves of a piece.
    pub(crate) fn mover(&self, slot: Slot) -> Mover<'_> {
        Mover {
            slot,
            piece: self.field.get(slot),
            exchange: self.exchange(slot),
            desertion: self.desertion(slot),
        }
    }

    /// Scores a move; `None` if it is too risky for a quiet move (8.1).
    pub(crate) fn weigh(&self, mover: &Mover<'_>, plan: &Plan) -> Option<Candidate> {
        let Mover {
            slot, piece, exchange, ..
        } = mover;
        let slot = *slot;
        let Plan { to, motion, occasion } = *plan;
        let order = Order { slot, to };
        let target = self.target(to);
        let ticks = motion.duration(self.field.speed());
        let ignored = target.map_or(Slots::NONE, Slots::of);
        let margin = self.margin(exchange, to, ticks, ignored);
        let timed = self.level.timing || self.king == Some(slot);
        let rest = self.field.speed().rest() as i32;
        let reckless = margin < -rest / 2 && piece.kind != Kind::Pawn;
        if timed && occasion == Occasion::Quiet && reckless && self.impatience < 100 {
            return None;
        }
        let mut score = self.placement(piece, to);
        if timed {
            if let Some(met) = motions::meeting(self.field, self.enemies, piece, &motion) {
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
            let risk = self.risk(exchange, piece, to, Arriving { slot, ticks }, margin, ignored);
            score += self.capture(slot, target, risk) - risk - self.lost_promotion(piece, to, margin);
            score += self.leaves_en_prise(slot, to, risk);
            score += self.evasion(slot, to, risk) + self.commitment(&motion) + self.king_safety(slot, to, target);
        } else {
            score += target.map_or(0, |target| self.victim_worth(target));
            score -= self.risk(exchange, piece, to, Arriving { slot, ticks }, margin, ignored);
        }
        if self.shields_king(slot, to) {
            score += if self.helpless_king {
                HELPLESS
            } else {
                self.weights.menace
            };
            score += target.map_or(0, |target| self.relief(target, ticks));
        }
        score += self.exposure(slot, to) - mover.desertion;
        if self.level.foresight {
            let seen = self.seen_from(piece, to);
            score += self.threats(piece, &seen, margin)
                + self.net(slot, &seen)
                + self.recapture(slot, piece, to, ticks, &seen);
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

    /// Ticks a piece would need from `from` to `to`.
    fn onward(&self, piece: &Piece, from: Square, to: Square) -> u32 {
        travel(self.field, &Piece { square: from, ..*piece }, to)
    }
}

/// What a player is about to lose: the most that an exchange on the square of a resting piece costs, in pawns.
pub(crate) fn hanging(sight: &Sight, reach: &Reach, me: Player) -> i32 {
    const LEVEL: Level = Level::new(3);
    Judgement::new(sight, reach, &LEVEL, me, 0).hanging()
}

/// The own king, if it is ready and an enemy attacks it (8.8).
pub(crate) fn king_to_rescue(sight: &Sight, reach: &Reach, me: Player) -> Option<Slot> {
    let field = sight.field();
    let own = reach.of_player(me) & field.living();
    let king = king_among(field, own).filter(|&king| field.get(king).condition == Condition::Ready)?;
    let enemies = enemies(field, reach, sight.alive().without(me), own);
    let square = field.get(king).square;
    let menaces = (reach.at(square) & enemies) - field.moving();
    motions::incoming(field, reach, enemies, square)
        .or_else(|| motions::adjacent_attacker(field, menaces, square))
        .map(|_| king)
}

/// Pieces of others that may still capture: those of players with a king, and those already moving.
fn enemies(field: &Field, reach: &Reach, others: Players, own: Slots) -> Slots {
    let commanded = others
        .iter()
        .fold(Slots::NONE, |slots, player| slots | reach.of_player(player));
    (commanded | field.moving()) & (field.living() - own)
}

fn king_among(field: &Field, mut own: Slots) -> Option<Slot> {
    own.find(|&slot| field.get(slot).kind == Kind::King)
}

fn hunted(field: &Field, slot: Slot) -> Option<HuntedKing> {
    let king = field.get(slot);
    (king.kind == Kind::King).then(|| {
        let mut about = Squares::NONE;
        about.insert(king.square);
        for step in Step::DIRECTIONS {
            if let Some(square) = field.board().after(king.square, step, 1) {
                about.insert(square);
            }
        }
        HuntedKing {
            player: king.player(),
            square: king.square,
            about,
        }
    })
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
