//! Rollouts of levels 4 and 5: short games between bots of a lower level that score a move by what they lead to.
//!
//! A rollout plays on a copy of the seen position, with random values for the unknown destinations of others. A sample
//! uses the same random numbers for all candidates, so that they differ only by the move. Successive halving gives most
//! samples to the best candidates. The result follows from the seed.

mod imagined;

use fastrand::Rng;
use kungfu::{Event, Field, Game, Player, Sight};

use crate::{
    Attention, Candidate, Level, LevelBot, LiveBot, Order, Reach,
    chances::LAST_KING,
    judgement::{POINT, hanging},
    table::material,
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
        other: level.others_in_rollouts(),
        thorough: level.thorough,
        turns: level.thorough && level.is_paced_by_host(),
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
    /// Whether pieces that hang at the end count (8.6a).
    thorough: bool,
    /// Whether players decide only after their pauses, as a host does that paces them.
    turns: bool,
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
        if self.turns {
            self.set_pauses(&mut seats, game.field(), order.is_some(), seed);
        }
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
        let worth = payoff(&game, self.me, if self.thorough { DECIDED } else { LAST_KING });
        if self.thorough && game.outcome().is_none() {
            worth + outlook(&game, self.me)
        } else {
            worth
        }
    }

    /// Draws when each player decides next: after a pause of its level, which for the others has partly passed.
    fn set_pauses(&self, seats: &mut [Seat], field: &Field, moved: bool, seed: u64) {
        let mut rng = Rng::with_seed(seed ^ 0xABCD);
        for seat in seats {
            let pause = if seat.player == self.me {
                let [soonest, latest] = self.own.delay(field.speed());
                let pause = rng.u32(soonest..=latest);
                if moved { pause } else { (pause / 2).max(1) }
            } else {
                let [_, latest] = self.other.delay(field.speed());
                rng.u32(0..=latest)
            };
            seat.bot.decide_only_after_pauses(field.tick() + pause);
        }
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
fn payoff(game: &Game, me: Player, last_king: i32) -> i32 {
    let others = game.players().without(me);
    let count = i32::try_from(others.count().max(1)).unwrap_or(1);
    let theirs: i32 = others.iter().map(|player| material(game.field(), player)).sum();
    let gone = others.iter().filter(|&player| !game.alive().contains(player)).count() as i32;
    let left = count - gone;
    let kings = match (count, game.alive().contains(me)) {
        (1, true) => last_king * gone,
        (1, false) => -last_king * left,
        (_, true) => PLACE * gone,
        (_, false) => -PLACE * left,
    };
    10 * POINT * (material(game.field(), me) + kings) - 10 * POINT * theirs / count
}

/// What the players are about to win from each other, in hundredths of a point.
fn outlook(game: &Game, me: Player) -> i32 {
    let reach = Reach::of(game.field());
    let about_to_lose = |player: Player| hanging(&Sight::of_bot(game, player), &reach, player);
    let others = game.alive().without(me);
    let theirs: i32 = others.iter().map(about_to_lose).sum();
    let own = if game.alive().contains(me) {
        about_to_lose(me)
    } else {
        0
    };
    10 * POINT * (theirs / others.count().max(1) as i32 - own)
}

/// What the last king counts in a thorough rollout, in pawns: hardly more than the material that decides a game, so that a
/// rare end does not outweigh all other samples.
const DECIDED: i32 = 25;

/// What a place among several players is worth, in pawns.
const PLACE: i32 = 40;

#[cfg(test)]
mod tests {
    use kungfu::{Board, Speed, Start, Tick};

    use super::*;

    /// Player 1 has moved a rook and it rests; a knight of player 2 attacks its square.
    fn with_resting_rook() -> Game {
        let names = "K:1:7:7 R:1:7:0 K:2:0:7 N:2:2:1";
        let pieces = names.split_whitespace().map(|name| name.parse().unwrap());
        let start = Start::new(Board::Standard, Speed::Lightning, pieces.collect()).unwrap();
        let mut game = Game::new(&start);
        let command = kungfu::Command::new("R:1:7:0".parse().unwrap(), 4, 0);
        game.submit(Player::ONE, command).unwrap();
        while game.tick_count() < Tick(25) {
            game.tick(&mut |_| {});
        }
        game
    }

    #[test]
    fn a_resting_piece_that_an_enemy_reaches_counts_as_lost() {
        let game = with_resting_rook();
        assert_eq!(outlook(&game, Player::ONE), -50 * POINT);
        assert_eq!(outlook(&game, Player::TWO), 50 * POINT);
    }

    #[test]
    fn a_piece_that_is_ready_to_leave_does_not_count_as_lost() {
        let mut game = with_resting_rook();
        while game.tick_count() < Tick(90) {
            game.tick(&mut |_| {});
        }
        assert_eq!(outlook(&game, Player::ONE), 0);
    }

    #[test]
    fn players_whom_a_host_paces_do_not_answer_within_their_pauses() {
        let game = with_resting_rook();
        let sight = Sight::of_bot(&game, Player::TWO);
        let mut bot = LevelBot::new(Level::new(3), 1);
        bot.decide_only_after_pauses(Tick(60));
        assert_eq!(bot.look(&sight).order, None);
        let mut bot = LevelBot::new(Level::new(3), 1);
        bot.decide_only_after_pauses(Tick(25));
        assert!(bot.look(&sight).order.is_some());
    }
}
