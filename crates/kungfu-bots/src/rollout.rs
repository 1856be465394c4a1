//! Rollouts of level 4: short simulated games that score a move by the material left.
//!
//! A rollout plays on a copy of what is seen, with moves of others extended to the first standing piece. A few times a
//! second every player captures what cannot escape or moves an attacked piece away. The result is the balance of
//! material after about one rest. Rollouts are deterministic.

use kungfu::{Condition, Extent, Field, Gait, Game, Kind, Player, Sight, Slot, Slots, Square, Step};

use crate::{
    Candidate, Order, Reach,
    chances::{LAST_KING, value},
    motions,
    reach::{NEVER, arrival, travel},
};

/// The number of candidates to simulate; with four players a bot has half the time (8.2).
const fn tried(players: u32) -> usize {
    if players > 2 { 5 } else { 10 }
}

/// Adds to the best candidates the gain of their rollout over one without a move.
pub(crate) fn refine(sight: &Sight, me: Player, candidates: &mut [Candidate]) {
    if candidates.len() < 2 {
        return;
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    let imagined = imagine(sight);
    let baseline = outcome(&imagined, me, None);
    for candidate in candidates.iter_mut().take(tried(sight.alive().count())) {
        let gained = outcome(&imagined, me, Some(candidate.order)) - baseline;
        candidate.score += 500 * gained;
    }
}

/// A game that agrees with what is seen, with unknown destinations filled in.
fn imagine(sight: &Sight) -> Game {
    let mut field = *sight.field();
    for slot in sight.field().moving() {
        let piece = *field.get(slot);
        let Some(motion) = piece.motion().filter(|motion| motion.extent == Extent::Glimpse) else {
            continue;
        };
        if motion.gait == Gait::Leap {
            if let Some(step) = worst_leap(&field, slot) {
                let points = 1;
                field.imagine(
                    slot,
                    kungfu::Motion {
                        step,
                        points,
                        extent: Extent::Whole,
                        ..*motion
                    },
                );
            }
        } else {
            field.imagine(slot, motions::run_of(sight.field(), &piece, motion));
        }
    }
    Game::imagined(field)
}

/// The leap of a knight in the air that captures the most valuable piece.
fn worst_leap(field: &Field, slot: Slot) -> Option<Step> {
    let knight = field.get(slot);
    let landings = Step::LEAPS.into_iter().filter_map(|step| {
        let square = field.board().after(knight.square, step, 1)?;
        let hurt = field.standing(square).map_or(0, |other| {
            let other = field.get(other);
            if other.player() == knight.player() {
                -1
            } else {
                value(other.kind)
            }
        });
        Some((hurt, step))
    });
    landings.max_by_key(|(hurt, _)| *hurt).map(|(_, step)| step)
}

/// The balance of material after a rollout, from the view of a player.
fn outcome(start: &Game, me: Player, order: Option<Order>) -> i32 {
    let mut game = *start;
    let speed = game.field().speed();
    if let Some(order) = order {
        // A move that is refused here scores as no move.
        give(&mut game, me, order);
    }
    let beat = (speed.ticks_per_square() / 2).max(4);
    let length = speed.rest() + 2 * speed.ticks_per_square();
    let mut reach = Reach::of(game.field());
    let mut ticks = 0;
    while ticks < length && game.outcome().is_none() {
        for _ in 0..beat {
            game.tick(&mut |_| {});
        }
        ticks += beat;
        reach.update(game.field());
        for player in game.alive().iter() {
            if let Some(order) = obvious(game.field(), &reach, player) {
                give(&mut game, player, order);
            }
        }
    }
    balance(&game, me)
}

/// Submits a move and returns whether it was accepted.
fn give(game: &mut Game, player: Player, order: Order) -> bool {
    let piece = game.field().get(order.slot).id;
    let command = kungfu::Command::new(piece, i32::from(order.to.row()), i32::from(order.to.col()));
    game.submit(player, command).is_ok()
}

/// The evasion of an attacked piece, or else the best capture that the target cannot escape.
fn obvious(field: &Field, reach: &Reach, player: Player) -> Option<Order> {
    let own = reach.of_player(player) & field.living();
    let enemies = field.living() - own;
    let ready = own
        .into_iter()
        .filter(|&slot| field.get(slot).condition == Condition::Ready)
        .fold(Slots::NONE, |slots, slot| slots | Slots::of(slot));
    if let Some(order) = step_aside(field, reach, ready, enemies) {
        return Some(order);
    }
    let mut best: Option<(i32, Order)> = None;
    for target in enemies - field.moving() {
        let victim = field.get(target);
        let square = victim.square;
        let guards = (reach.at(square) & reach.of_player(victim.player())) - Slots::of(target);
        for slot in reach.at(square) & ready {
            let hunter = field.get(slot);
            // A target that is ready before the capture escapes.
            if victim.rest_left(field.tick()) < travel(field, hunter, square) {
                continue;
            }
            let cost = if guards.is_empty() { 0 } else { value(hunter.kind) };
            let gain = 2 * worth(victim.kind) - 2 * cost - i32::from(cost > 0);
            if gain > 0 && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, Order { slot, to: square }));
            }
        }
    }
    best.map(|(_, order)| order)
}

/// Moves the most valuable attacked piece that is ready to the first square that no enemy covers.
fn step_aside(field: &Field, reach: &Reach, ready: Slots, enemies: Slots) -> Option<Order> {
    let attacked = ready.into_iter().filter(|&slot| {
        let coming = reach.at(field.get(slot).square) & enemies & field.moving();
        coming
            .into_iter()
            .any(|attacker| arrival(field, attacker, field.get(slot).square) != NEVER)
    });
    let slot = attacked.max_by_key(|&slot| worth(field.get(slot).kind))?;
    let mut refuge: Option<Square> = None;
    field.ways(&field.obstacles(field.get(slot).player()), slot, &mut |square| {
        if refuge.is_none() && (reach.at(square) & enemies).is_empty() {
            refuge = Some(square);
        }
    });
    refuge.map(|to| Order { slot, to })
}

const fn worth(kind: Kind) -> i32 {
    match kind {
        Kind::King => LAST_KING,
        other => value(other),
    }
}

fn balance(game: &Game, me: Player) -> i32 {
    let field = game.field();
    let others = i32::try_from(game.players().without(me).count().max(1)).unwrap_or(1);
    let mut own = 0;
    let mut theirs = 0;
    for piece in field.living().map(|slot| field.get(slot)) {
        if piece.player() == me {
            own += worth(piece.kind);
        } else {
            theirs += worth(piece.kind);
        }
    }
    own - theirs / others
}
