//! A reference opponent: the terms of section 8 of the rules with the values they started from, before any fit.
//!
//! It has none of the later terms (exposed kings, the price of rest, pieces en prise, mating nets), judges no exchange
//! beyond the first recapture, and answers nothing within its pause. It shares only [`Reach`] with the levels.

use fastrand::Rng;
use kungfu::{BOTS_STAY_STILL, Condition, Field, Kind, Piece, Player, Sight, Slot, Slots, Square, Step};
use kungfu_bots::{Decision, LiveBot, Order, Reach};

/// Plays at level 1, 2 or 3 of the reference.
pub(crate) struct Plain {
    level: u8,
    rng: Rng,
}

/// What a look knows.
struct View<'a> {
    level: u8,
    field: &'a Field,
    reach: Reach,
    own: Slots,
    enemies: Slots,
    king: Option<Slot>,
    last_enemy: bool,
}

impl Plain {
    pub(crate) fn new(level: u8, seed: u64) -> Self {
        let rng = Rng::with_seed(seed);
        Plain { level, rng }
    }

    /// Attacked pieces first, of each piece captures first; at most so many pieces and so many moves of each (8.1, 8.2).
    fn weighed(&mut self, view: &View<'_>, me: Player) -> Vec<(i32, Order)> {
        let (pieces, moves) = match self.level {
            1 => (4, 4),
            2 => (8, 8),
            _ => (16, 12),
        };
        let obstacles = view.field.obstacles(me);
        let mut ready: Vec<Slot> = view
            .own
            .filter(|&slot| view.field.get(slot).condition == Condition::Ready)
            .filter(|&slot| {
                let mut moves = false;
                view.field.ways(&obstacles, slot, &mut |_| moves = true);
                moves
            })
            .collect();
        self.rng.shuffle(&mut ready);
        ready.sort_by_key(|&slot| view.attacker(slot).is_none());
        ready.truncate(pieces);
        let mut weighed = Vec::new();
        for slot in ready {
            let mut squares = Vec::new();
            view.field.ways(&obstacles, slot, &mut |to| squares.push(to));
            if self.level < 3 {
                squares = ends(view.field, slot, &squares);
            }
            self.rng.shuffle(&mut squares);
            squares.sort_by_key(|&to| view.field.standing(to).is_none());
            squares.truncate(moves);
            let scored = squares
                .into_iter()
                .filter_map(|to| Some((view.score(slot, to)?, Order { slot, to })));
            weighed.extend(scored);
        }
        weighed.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        weighed
    }
}

impl View<'_> {
    /// The moving enemy that arrives first where a piece stands.
    fn attacker(&self, slot: Slot) -> Option<Slot> {
        let square = self.field.get(slot).square;
        let coming = self.reach.at(square) & self.enemies & self.field.moving();
        coming
            .into_iter()
            .min_by_key(|&enemy| self.reach.earliest(self.field, Slots::of(enemy), square))
    }

    /// The score of a move in hundredths of a point (8.6); none for a quiet move that is too risky (8.1).
    fn score(&self, slot: Slot, to: Square) -> Option<i32> {
        let (field, piece) = (self.field, self.field.get(slot));
        let target = field.standing(to);
        let victim = target.map_or(0, |target| self.worth(field.get(target).kind));
        let mut score = placement(field, piece, to);
        let attacker = self.attacker(slot);
        if self.level == 1 {
            let saved = attacker.map_or(0, |_| own_worth(piece.kind));
            let king = if piece.kind == Kind::King { 100 } else { 0 };
            return Some(score + 1000 * (victim + saved) - king);
        }
        let rest = field.speed().rest() as i32;
        let ticks = travel(field, piece, to);
        let ignored = target.map_or(Slots::NONE, Slots::of);
        let arrival = self.reach.earliest(field, self.enemies - ignored, to);
        let margin = i32::try_from(arrival).map_or(i32::MAX / 2, |arrival| arrival - ticks - rest - REACTION);
        if target.is_none() && attacker.is_none() && piece.kind != Kind::Pawn && margin < -rest / 2 {
            return None;
        }
        // In percent.
        let lost = (100 - 100 * margin / REACTION).clamp(0, 100);
        let away = match target {
            Some(target) if self.level > 2 => self.dodge(slot, target),
            _ => 0,
        };
        score += 10 * victim * (100 - away) - 9 * own_worth(piece.kind) * lost;
        score -= 15 * squares(piece, to);
        if attacker.is_some() {
            score += 10 * own_worth(piece.kind) * (100 - lost);
        }
        score += self.king_safety(slot, to, target, ticks);
        if self.level > 2 {
            let guards = (self.reach.at(to) & self.own) - Slots::of(slot);
            if !guards.is_empty() && piece.kind != Kind::King {
                let cheapest = (self.reach.at(to) & (self.enemies - ignored)).map(|enemy| value(field.get(enemy).kind));
                score += 4 * cheapest.min().unwrap_or(0) * lost;
            }
            if lost < 50 {
                score += 100 * self.threat(slot, to);
            }
        }
        Some(score)
    }

    /// The chance in percent that a target leaves in time (8.5).
    fn dodge(&self, slot: Slot, target: Slot) -> i32 {
        let (field, prey) = (self.field, self.field.get(target));
        let close = 57 * field.speed().ticks_per_square() as i32 / 100;
        let time = travel(field, field.get(slot), prey.square) - close;
        let ready = prey.rest_left(field.tick()) as i32;
        let mut refuges = 0;
        field.ways(&field.obstacles(prey.player()), target, &mut |_| refuges += 1);
        let spare = time - ready.max(3);
        if refuges == 0 {
            0
        } else {
            (100 * spare / REACTION).clamp(0, 90)
        }
    }

    /// Opening a line to the own king, and capturing or blocking its attacker in time.
    fn king_safety(&self, slot: Slot, to: Square, target: Option<Slot>, ticks: i32) -> i32 {
        let Some(king) = self.king.filter(|&king| king != slot) else {
            return 0;
        };
        let (field, square) = (self.field, self.field.get(king).square);
        let from = field.get(slot).square;
        let mut score = 0;
        let standing = self.enemies - field.moving();
        for enemy in self.reach.at(from) & standing {
            let piece = field.get(enemy);
            let opens = piece.kind.is_slider() && between(piece.square, from, square);
            let clear = is_clear(field, from, square);
            if opens && clear && !between(piece.square, to, square) && to != piece.square {
                score -= 10_000;
            }
        }
        if let Some(attacker) = self.attacker(king) {
            let coming = self.reach.earliest(field, Slots::of(attacker), square) as i32;
            let blocks = between(field.get(attacker).square, to, square);
            if (blocks || target == Some(attacker)) && ticks < coming {
                score += 10_000;
            }
        }
        score
    }

    /// The most valuable enemy that the piece would attack from a square, in pawns; a king counts as a queen.
    fn threat(&self, slot: Slot, from: Square) -> i32 {
        let (field, piece) = (self.field, self.field.get(slot));
        let hit = (self.enemies - field.moving()).filter(|&enemy| {
            let square = field.get(enemy).square;
            let step = Step::between(from, square);
            match (piece.kind, step.direction()) {
                (Kind::Knight, _) => Step::LEAPS.contains(&step),
                (Kind::Pawn | Kind::King, _) | (_, None) => false,
                (kind, Some((step, _))) => {
                    let moves = if step.is_diagonal() {
                        kind != Kind::Rook
                    } else {
                        kind != Kind::Bishop
                    };
                    moves && is_clear(field, from, square)
                }
            }
        });
        let worth = hit.map(|enemy| value(field.get(enemy).kind).min(9));
        worth.max().unwrap_or(0)
    }

    fn worth(&self, kind: Kind) -> i32 {
        if kind == Kind::King && self.last_enemy {
            100
        } else {
            value(kind)
        }
    }
}

impl LiveBot for Plain {
    fn look(&mut self, sight: &Sight) -> Decision {
        let field = sight.field();
        let wake = field.tick() + 1;
        let Some(me) = sight.viewer().filter(|_| field.tick() >= BOTS_STAY_STILL) else {
            return Decision { order: None, wake };
        };
        let reach = Reach::of(field);
        let own = reach.of_player(me) & field.living();
        let others = sight.alive().without(me);
        let view = View {
            level: self.level,
            field,
            own,
            enemies: field.living() - own,
            king: { own }.find(|&slot| field.get(slot).kind == Kind::King),
            last_enemy: others.count() == 1,
            reach,
        };
        let weighed = self.weighed(&view, me);
        let ranks: &[u32] = match self.level {
            1 => &[30, 25, 20, 15, 5, 5],
            2 => &[50, 20, 15, 5, 5, 5],
            _ => &[75, 15, 5, 3, 2],
        };
        let good: Vec<(&(i32, Order), u32)> = weighed
            .iter()
            .zip(ranks.iter().copied())
            .filter(|((score, _), _)| *score > 0)
            .collect();
        let total: u32 = good.iter().map(|(_, rank)| rank).sum();
        let mut drawn = self.rng.u32(0..total.max(1));
        let chosen = good.iter().find(|(_, rank)| {
            let here = drawn < *rank;
            drawn = drawn.saturating_sub(*rank);
            here
        });
        Decision {
            order: chosen.map(|((_, order), _)| *order),
            wake,
        }
    }
}

/// Ticks of reaction (8.4).
const REACTION: i32 = 30;

/// Of the squares of a slider only those at the end of its lines, and captures.
fn ends(field: &Field, slot: Slot, squares: &[Square]) -> Vec<Square> {
    let piece = field.get(slot);
    let further = |to: Square| {
        let (step, points) = Step::between(piece.square, to).direction()?;
        field.board().after(piece.square, step, points + 1)
    };
    let keeps = |to: &&Square| {
        let on = further(**to).is_some_and(|next| squares.contains(&next) && field.standing(next).is_none());
        !piece.kind.is_slider() || !on
    };
    squares.iter().filter(keeps).copied().collect()
}

/// Centre, development and pawn advance.
fn placement(field: &Field, piece: &Piece, to: Square) -> i32 {
    let board = field.board();
    let middle = i32::from(board.size()) - 1;
    let off = |square: Square| {
        let along = |place: u8| (2 * i32::from(place) - middle).abs();
        along(square.row()).max(along(square.col()))
    };
    let nearer = 100 * (off(piece.square) - off(to)) / middle;
    match piece.kind {
        Kind::Pawn if board.ends_lane(piece.player(), to) => 8_000,
        Kind::Pawn => {
            let forward = board.forward(piece.player());
            let left = (1..board.size()).take_while(|&points| board.after(to, forward, points).is_some());
            let gone = i32::from(board.size()) - left.count() as i32;
            15 + 85 * gone / i32::from(board.size())
        }
        Kind::Knight | Kind::Bishop => nearer + if piece.moved { 0 } else { 80 },
        Kind::Rook | Kind::Queen => nearer,
        Kind::King => 0,
    }
}

fn squares(piece: &Piece, to: Square) -> i32 {
    match (piece.kind, Step::between(piece.square, to).direction()) {
        (Kind::Knight, _) | (_, None) => 2,
        (_, Some((_, points))) => i32::from(points),
    }
}

fn travel(field: &Field, piece: &Piece, to: Square) -> i32 {
    squares(piece, to) * field.speed().ticks_per_square() as i32
}

/// Whether a square lies strictly between two others on a line.
fn between(one: Square, square: Square, other: Square) -> bool {
    let whole = Step::between(one, other).direction();
    let part = Step::between(one, square).direction();
    matches!((whole, part), (Some((along, far)), Some((step, near))) if along == step && near < far)
}

/// Whether nothing stands strictly between two squares of one line.
fn is_clear(field: &Field, from: Square, to: Square) -> bool {
    let Some((step, points)) = Step::between(from, to).direction() else {
        return false;
    };
    (1..points)
        .filter_map(|point| field.board().after(from, step, point))
        .all(|square| field.standing(square).is_none())
}

const fn value(kind: Kind) -> i32 {
    match kind {
        Kind::Pawn => 1,
        Kind::Knight | Kind::Bishop => 3,
        Kind::Rook => 5,
        Kind::Queen => 9,
        Kind::King => 20,
    }
}

const fn own_worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => 100,
        kind => value(kind),
    }
}
