//! The bot of the five levels: when it decides, which moves it considers, and which one it chooses.

use std::ops::Range;

use fastrand::Rng;
use kungfu::{BOTS_STAY_STILL, Motion, Player, Sight, Slot, Square, Step, Tick};

use crate::{
    Candidate, Decision, Level, LiveBot, Occasion, Order, Reach,
    age::age,
    judgement::{Judgement, Plan, king_to_rescue},
    rollout::{self, Effort},
    table::material,
};

/// A bot that plays at a [`Level`].
#[derive(Clone, Debug)]
pub struct LevelBot {
    level: Level,
    rng: Rng,
    /// Determines the reaction time to each enemy move.
    seed: u64,
    reach: Option<Box<Reach>>,
    /// The tick of the next look at everything.
    next: Tick,
    /// The tick of the reaction to an event, if one is pending.
    react: Option<Tick>,
    last_command: Tick,
    /// A hash of what was seen last, to notice events (8.8).
    last_seen: u64,
    living: u32,
    last_capture: Tick,
    considered: Vec<Candidate>,
    /// The part of the rollouts to do, in percent.
    share: u32,
    /// Whether it decides only when its delay is over, as a host makes it that paces its bots.
    only_after_pauses: bool,
}

/// Which moves a look considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Moves that save the attacked king.
    Rescue(Slot),
    /// All moves.
    Whole,
    /// All moves, before the next whole look; the bot moves only if the best one is not quiet.
    Urgent,
}

impl Look {
    /// Whether a level weighs moves for this reason.
    fn considers(self, occasion: Occasion, level: &Level) -> bool {
        match self {
            Look::Rescue(_) => occasion == Occasion::Rescue,
            Look::Whole | Look::Urgent => !level.tactical || occasion != Occasion::Quiet,
        }
    }
}

/// The order in which pieces are considered (8.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It is attacked, or can protect the king.
    Concerned,
    /// It can capture.
    Captor,
    Other,
}

impl LevelBot {
    /// A bot whose random choices follow from the seed.
    pub fn new(level: Level, seed: u64) -> Self {
        LevelBot {
            level,
            rng: Rng::with_seed(seed),
            seed,
            reach: None,
            next: Tick(0),
            react: None,
            last_command: Tick(0),
            last_seen: 0,
            living: 0,
            last_capture: Tick(0),
            considered: Vec::new(),
            share: 100,
            only_after_pauses: false,
        }
    }

    /// Lets it decide at that tick and then only when its delay is over, not because of an event or an attack.
    pub(crate) fn decide_only_after_pauses(&mut self, next: Tick) {
        self.next = next;
        self.only_after_pauses = true;
    }

    fn decide(&mut self, sight: &Sight, me: Player, reach: &Reach) -> Option<Order> {
        let now = sight.field().tick();
        self.remember(sight, me);
        if self.only_after_pauses && now < self.next {
            return None;
        }
        let look = if let Some(king) = king_to_rescue(sight, reach, me) {
            Look::Rescue(king)
        } else if now >= self.next {
            Look::Whole
        } else if self.react.is_some_and(|tick| now >= tick) {
            self.react = None;
            Look::Urgent
        } else {
            return None;
        };
        let level = self.level;
        let impatience = self.impatience(sight);
        let judgement = Judgement::new(sight, reach, &level, me, impatience);
        let [soonest, latest] = self.level.delay(sight.field().speed());
        let weights = level.weights(sight.field().speed());
        let mut candidates = self.candidates(&judgement, look);
        let least = match look {
            // Almost any move is better than leaving the king attacked.
            Look::Rescue(king) => -judgement.loss(king) / 4,
            Look::Urgent => URGENT,
            // With several opponents a moved piece is exposed to all of them, so a move must gain something.
            Look::Whole if self.level.foresight && sight.alive().count() > 2 => 80 - impatience,
            Look::Whole if self.level.timing => weights.least - 5 * impatience,
            Look::Whole => i32::MIN,
        };
        // Rollouts seldom make a move good enough that the evaluation rejects, so they are left out then.
        let hope = if look == Look::Urgent { URGENT / 2 } else { least };
        let samples = self.level.samples(sight.field().speed());
        if samples > 0 && candidates.iter().any(|candidate| candidate.score >= hope) {
            // A rollout of four players takes longer.
            let several = sight.alive().count() > 2;
            let samples = samples / if several { 2 } else { 1 };
            let effort = Effort {
                samples: samples * self.share / 100,
                candidates: if several { 6 } else { 10 },
            };
            rollout::refine(sight, me, &level, effort, &mut self.rng, &mut candidates);
        }
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        if look == Look::Urgent && candidates.first().is_some_and(|best| best.occasion == Occasion::Quiet) {
            // A quiet move can wait, and a worse capture would spoil it.
            candidates.clear();
        }
        let chosen = self.choose(&candidates, least);
        candidates.truncate(KEPT);
        self.considered = candidates;
        let pause = self.rng.u32(soonest..=latest);
        if chosen.is_some() {
            self.last_command = now;
            // A pending reaction keeps the least delay too.
            self.react = self.react.map(|tick| tick.max(now + soonest));
            self.next = now + pause.max(1);
        } else if look == Look::Whole {
            // No good move: look again sooner.
            self.next = now + (pause / 2).max(1);
        }
        chosen
    }

    /// Ticks from the start of an enemy move until this bot notices it.
    fn reaction(&self, slot: Slot, motion: &Motion) -> u32 {
        let [low, high] = self.level.reaction();
        let key = self.seed ^ u64::from(motion.start.0) << 8 ^ slot.index() as u64;
        low + Rng::with_seed(key).u32(0..=high - low)
    }

    /// Detects events and schedules the reaction to them (8.8).
    fn remember(&mut self, sight: &Sight, me: Player) {
        let field = sight.field();
        let now = field.tick();
        let living = field.living().count();
        if living != self.living {
            self.living = living;
            self.last_capture = now;
        }
        let mut seen = u64::from(living);
        for slot in field.living() {
            let piece = field.get(slot);
            let noted = match piece.motion() {
                Some(motion) if piece.player() != me => motion.start.0 + 2,
                None if piece.player() == me && piece.rest_left(now) == 0 => 1,
                _ => 0,
            };
            seen = (seen ^ u64::from(noted)).wrapping_mul(0x0100_0000_01B3) ^ slot.index() as u64;
        }
        if seen != self.last_seen {
            self.last_seen = seen;
            let [soonest, _] = self.level.delay(field.speed());
            let answer = (now + soonest / 2).max(self.last_command + soonest);
            self.react = Some(self.react.map_or(answer, |tick| tick.min(answer)));
        }
    }

    /// Grows while nothing is captured, in percent, so that games do not stall (8.8a).
    fn impatience(&self, sight: &Sight) -> i32 {
        let field = sight.field();
        let peace = field.tick().since(self.last_capture) as i32;
        let limit = field.speed().peace_limit() as i32;
        // Every pair of players has to fight it out, so with several opponents impatience grows sooner.
        let factor = if sight.alive().count() > 2 { 2 } else { 1 };
        let calm = if peace > limit / 8 * self.level.calm.min(100) / 100 / factor {
            limit / 8 * self.calm(sight) / 100 / factor
        } else {
            peace
        };
        let peace = (320 * factor * (peace - calm).max(0) / limit).min(200);
        let age = age(field, &self.level);
        let several = sight.alive().count() > 2;
        peace.max(if several {
            age.min(self.level.age_among_several)
        } else {
            age
        })
    }

    /// How long the bot waits for a capture in percent: longer from level 3 on, but not against several opponents and
    /// not while it leads by more than three pawns.
    fn calm(&self, sight: &Sight) -> i32 {
        let Some(me) = sight.viewer() else { return 100 };
        let mut others = sight.alive().without(me).iter();
        let (Some(enemy), None) = (others.next(), others.next()) else {
            return 100;
        };
        let leads = material(sight.field(), me) > material(sight.field(), enemy) + 3;
        if leads { 100 } else { self.level.calm }
    }

    /// Scores the moves that this level considers (8.1).
    fn candidates(&mut self, judgement: &Judgement<'_>, look: Look) -> Vec<Candidate> {
        let mut pieces: Vec<Slot> = match look {
            Look::Rescue(king) => judgement
                .ready()
                .filter(|&slot| slot == king || judgement.guards_king(slot))
                .collect(),
            Look::Whole | Look::Urgent => judgement.ready().collect(),
        };
        self.rng.shuffle(&mut pieces);
        let mut plans: Vec<Plan> = Vec::with_capacity(96);
        let mut movers: Vec<(Rank, Slot, Range<usize>)> = Vec::with_capacity(pieces.len());
        for slot in pieces {
            // All moves of other pieces are quiet.
            if self.level.tactical && !judgement.is_involved(slot) {
                continue;
            }
            let first = plans.len();
            let mut rank = if judgement.attack_on(slot).is_some() {
                Rank::Concerned
            } else {
                Rank::Other
            };
            judgement.plans(slot, &mut |plan| {
                rank = rank.min(match plan.occasion {
                    Occasion::Rescue => Rank::Concerned,
                    Occasion::Capture => Rank::Captor,
                    Occasion::Evasion | Occasion::Quiet => Rank::Other,
                });
                if look.considers(plan.occasion, &self.level) {
                    plans.push(plan);
                }
            });
            movers.push((rank, slot, first..plans.len()));
        }
        movers.sort_by_key(|(rank, ..)| *rank);
        movers.truncate(self.level.pieces);
        let mut candidates = Vec::with_capacity(64);
        let mut own = Vec::with_capacity(32);
        for (_, slot, range) in movers {
            own.clear();
            own.extend_from_slice(&plans[range]);
            self.rng.shuffle(&mut own);
            own.sort_by_key(|plan| plan.occasion);
            if !self.level.foresight {
                drop_partial_stops(judgement.origin(slot), judgement.is_slider(slot), &mut own);
            }
            own.truncate(self.level.moves);
            let mover = judgement.mover(slot);
            candidates.extend(own.iter().filter_map(|plan| judgement.weigh(&mover, plan)));
        }
        candidates
    }

    /// Chooses among the best candidates by rank (8.7); they must be sorted.
    fn choose(&mut self, candidates: &[Candidate], least: i32) -> Option<Order> {
        let best = candidates.first().filter(|best| best.score >= least)?;
        // Only nearly equal candidates are chosen by rank, so that no level declines a free queen.
        let near: Vec<&Candidate> = candidates
            .iter()
            .take(self.level.ranks.len())
            .filter(|candidate| candidate.score >= best.score - self.level.slack)
            .collect();
        let weights = &self.level.ranks[..near.len()];
        let mut drawn = self.rng.u32(0..weights.iter().sum());
        for (candidate, &weight) in near.iter().zip(weights) {
            if drawn < weight {
                return Some(candidate.order);
            }
            drawn -= weight;
        }
        Some(best.order)
    }
}

/// The least score of a move made as a reaction to an event.
const URGENT: i32 = 700;

/// How many candidates are kept for logs.
const KEPT: usize = 6;

impl LiveBot for LevelBot {
    fn look(&mut self, sight: &Sight) -> Decision {
        let field = sight.field();
        let now = field.tick();
        let me = sight.viewer().filter(|&me| sight.alive().contains(me));
        let (Some(me), None, true) = (me, sight.outcome(), now >= BOTS_STAY_STILL) else {
            let wake = now.max(BOTS_STAY_STILL);
            return Decision {
                order: None,
                wake: wake + 1,
            };
        };
        self.considered.clear();
        let seen = sight.noticed_after(|slot, motion| self.reaction(slot, motion));
        let mut reach = self.reach.take().unwrap_or_else(|| Box::new(Reach::of(seen.field())));
        reach.update(seen.field());
        let order = self.decide(&seen, me, &reach);
        self.reach = Some(reach);
        let wake = self.react.map_or(self.next, |tick| tick.min(self.next));
        let unnoticed = field.moving() - seen.field().moving();
        let notices = unnoticed.filter_map(|slot| {
            let motion = field.get(slot).motion()?;
            Some(motion.start + self.reaction(slot, motion))
        });
        Decision {
            order,
            wake: notices.fold(wake, Tick::min).max(now + 1),
        }
    }

    fn set_share(&mut self, percent: u32) {
        self.share = percent;
    }

    fn considered(&self) -> &[Candidate] {
        &self.considered
    }
}

/// Keeps only the shortest and the longest quiet move on each line, for levels without foresight.
fn drop_partial_stops(from: Square, slider: bool, plans: &mut Vec<Plan>) {
    if !slider {
        return;
    }
    let lines: Vec<Option<(Step, u8)>> = plans
        .iter()
        .map(|plan| Step::between(from, plan.to).direction())
        .collect();
    let mut index = 0;
    plans.retain(|plan| {
        let line = lines[index];
        index += 1;
        let longest = lines
            .iter()
            .flatten()
            .filter(|(step, _)| line.is_some_and(|(along, _)| along == *step))
            .map(|(_, points)| *points)
            .max();
        plan.occasion != Occasion::Quiet || line.is_some_and(|(_, points)| points == 1 || Some(points) == longest)
    });
}

#[cfg(test)]
mod tests {
    use kungfu::{Board, Game, Speed, Start};

    use super::*;

    #[test]
    fn within_its_delay_a_bot_does_not_sacrifice_a_piece_that_can_retreat() {
        // A guarded pawn attacks a knight and a bishop; both can take it, and both can leave.
        let names = "K:1:7:7 Q:1:7:0 R:1:7:1 P:1:6:0 P:1:6:1 N:1:4:2 B:1:4:4 \
            K:2:0:7 Q:2:0:0 R:2:0:1 P:2:1:0 P:2:1:1 P:2:1:6 P:2:2:4 P:2:3:3";
        let pieces = names.split_whitespace().map(|name| name.parse().unwrap());
        let start = Start::new(Board::Standard, Speed::Standard, pieces.collect()).unwrap();
        let mut game = Game::new(&start);
        for _ in 0..20 {
            game.tick(&mut |_| {});
        }
        let sight = Sight::of_bot(&game, Player::ONE);
        for seed in 0..20 {
            let mut bot = LevelBot::new(Level::new(2), seed);
            (bot.next, bot.react) = (Tick(100), Some(Tick(20)));
            assert_eq!(bot.look(&sight).order, None, "seed {seed}");
            bot.next = Tick(20);
            let order = bot.look(&sight).order.unwrap();
            assert_eq!(game.field().standing(order.to), None, "seed {seed}");
        }
    }

    /// The impatience of a level as player 1 when nothing has been captured for `ticks`.
    fn impatience(level: u8, board: Board, names: &str, ticks: u32) -> i32 {
        let pieces = names.split_whitespace().map(|name| name.parse().unwrap());
        let start = match board {
            Board::Standard => Start::new(board, Speed::Standard, pieces.collect()).unwrap(),
            Board::Four => Start::usual(board, Speed::Standard),
        };
        let mut game = Game::new(&start);
        for _ in 0..ticks {
            game.tick(&mut |_| {});
        }
        LevelBot::new(Level::new(level), 1).impatience(&Sight::of_bot(&game, Player::ONE))
    }

    const EVEN: &str = "K:1:7:4 R:1:7:0 K:2:0:4 R:2:0:0";
    const AHEAD: &str = "K:1:7:4 R:1:7:0 K:2:0:4 P:2:1:0";

    #[test]
    fn from_level_3_on_a_bot_waits_longer_unless_it_leads() {
        assert_eq!(impatience(2, Board::Standard, EVEN, 600), 0);
        assert!(impatience(2, Board::Standard, EVEN, 1_300) > 0);
        for level in 3..=5 {
            assert_eq!(impatience(level, Board::Standard, EVEN, 1_300), 0, "level {level}");
            assert!(impatience(level, Board::Standard, EVEN, 1_500) > 0, "level {level}");
            assert!(impatience(level, Board::Standard, AHEAD, 1_300) > 0, "level {level}");
        }
    }

    #[test]
    fn against_several_opponents_all_levels_lose_their_patience_alike() {
        let [two, three] = [2, 3].map(|level| impatience(level, Board::Four, "", 1_000));
        assert!(two > 0);
        assert_eq!(two, three);
    }
}
