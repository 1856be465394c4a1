//! Rollouts of levels 4 and 5: short games between bots of a lower level that score a move by what they lead to.
//!
//! A rollout plays on a copy of the seen position, with random values for the unknown destinations of others. A sample
//! uses the same random numbers for all candidates, so that they differ only by the move. Successive halving gives most
//! samples to the best candidates. The result follows from the seed.

mod imagined;

use fastrand::Rng;
use kungfu::{Event, Game, Player, Sight};

use crate::{
    Attention, Candidate, Level, LevelBot, LiveBot, Order, chances::LAST_KING, judgement::POINT, table::material,
};

/// How much a decision simulates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort {
    /// Rollouts of each of the last two candidates.
    pub(crate) samples: u32,
    /// How many candidates are simulated at all.
    pub(crate) candidates: usize,
}

/// Adds to the best candidates the gain of their rollouts over not moving, and removes the others.
pub(crate) fn refine(
    sight: &Sight,
    me: Player,
    level: &Level,
    effort: Effort,
    rng: &mut Rng,
    candidates: &mut Vec<Candidate>,
) {
    if candidates.is_empty() || effort.samples == 0 {
        return;
    }
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    candidates.truncate(effort.candidates);
    let rollouts = Rollouts {
        me,
        own: level.in_rollouts(),
        other: Level::TACTICAL,
        length: sight.field().speed().rest() * level.horizon / 100,
    };
    // The first entry is not moving.
    let mut totals = vec![0_i32; candidates.len() + 1];
    let mut left: Vec<usize> = (0..totals.len()).collect();
    let mut played = 0;
    let mut round = (effort.samples / 4).max(1);
    while played < effort.samples {
        for _ in 0..round.min(effort.samples - played) {
            let seed = rng.u64(..);
            let start = imagined::game(sight, &mut Rng::with_seed(seed));
            for &index in &left {
                let order = index.checked_sub(1).map(|index| candidates[index].order);
                totals[index] += rollouts.payoff(&start, order, seed);
            }
        }
        played += round.min(effort.samples - played);
        if played < effort.samples && left.len() > 3 {
            // Not moving stays, for comparison.
            let count = played as i32;
            left[1..].sort_by_key(|&index| {
                std::cmp::Reverse(totals[index] / count * level.confidence / 100 + candidates[index - 1].score)
            });
            left.truncate(1 + left.len() / 2);
        }
        if left.len() <= 3 {
            round = effort.samples;
        }
    }
    let count = played as i32;
    let kept: Vec<Candidate> = left[1..]
        .iter()
        .map(|&index| {
            let candidate = candidates[index - 1];
            let gained = (totals[index] - totals[0]) / count;
            let score = candidate.score + gained * level.confidence / 100;
            Candidate { score, ..candidate }
        })
        .collect();
    *candidates = kept;
}

/// What all rollouts of a decision have in common.
struct Rollouts {
    me: Player,
    own: Level,
    other: Level,
    /// In ticks.
    length: u32,
}

impl Rollouts {
    /// The gain of material for the player after a rollout that begins with the order, in hundredths of a point.
    fn payoff(&self, start: &Game, order: Option<Order>, seed: u64) -> i32 {
        let mut game = *start;
        let end = game.tick_count() + self.length;
        let mut seats: Vec<Seat> = game
            .alive()
            .iter()
            .map(|player| Seat::new(player, if player == self.me { self.own } else { self.other }, seed))
            .collect();
        if let Some(order) = order {
            // A move that is refused here scores as no move.
            give(&mut game, self.me, order);
        }
        let [soonest, _] = self.own.delay(game.field().speed());
        let mut events: Vec<Event> = Vec::with_capacity(8);
        while game.tick_count() < end && game.outcome().is_none() {
            let now = game.tick_count();
            for seat in &mut seats {
                // Whether it moved or not, the player itself pauses first.
                let pauses = seat.player == self.me && now < start.tick_count() + soonest;
                if pauses || !seat.attention.is_due(now) || !game.alive().contains(seat.player) {
                    continue;
                }
                let sight = Sight::of_bot(&game, seat.player);
                let decision = seat.bot.look(&sight);
                seat.attention.asked(now, decision.wake);
                if let Some(order) = decision.order {
                    give(&mut game, seat.player, order);
                }
            }
            events.clear();
            game.tick(&mut |event| events.push(event));
            for event in &events {
                for seat in &mut seats {
                    seat.attention.note(game.field(), event);
                }
            }
        }
        payoff(&game, self.me)
    }
}

struct Seat {
    player: Player,
    bot: LevelBot,
    attention: Attention,
}

impl Seat {
    fn new(player: Player, level: Level, seed: u64) -> Self {
        Seat {
            player,
            bot: LevelBot::new(level, seed ^ player.index() as u64),
            attention: Attention::new(player),
        }
    }
}

/// Submits a move; the game may refuse it.
fn give(game: &mut Game, player: Player, order: Order) -> bool {
    let piece = game.field().get(order.slot).id;
    let command = kungfu::Command::new(piece, i32::from(order.to.row()), i32::from(order.to.col()));
    game.submit(player, command).is_ok()
}

/// The value of a position for a player in hundredths of a point: the player's material minus the average of the
/// others', and the kings; with several opponents the player's rank instead of the kings.
fn payoff(game: &Game, me: Player) -> i32 {
    let others = game.players().without(me);
    let count = i32::try_from(others.count().max(1)).unwrap_or(1);
    let theirs: i32 = others.iter().map(|player| material(game.field(), player)).sum();
    let gone = others.iter().filter(|&player| !game.alive().contains(player)).count() as i32;
    let left = count - gone;
    let kings = match (count, game.alive().contains(me)) {
        (1, true) => LAST_KING * gone,
        (1, false) => -LAST_KING * left,
        (_, true) => PLACE * gone,
        (_, false) => -PLACE * left,
    };
    10 * POINT * (material(game.field(), me) + kings) - 10 * POINT * theirs / count
}

/// What a place among several players is worth, in pawns.
const PLACE: i32 = 40;
