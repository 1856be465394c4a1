//! Games between bots, asked synchronously: the same seeds give the same game.

use std::time::{Duration, Instant};

use kungfu::{Bout, End, Event, Field, Kind, Player, Sight, Start, Tick};

use crate::{Attention, Candidate, Decision, LiveBot, chances::value};

/// A game and the bots that play it, without real time.
pub struct Table {
    bout: Bout,
    seats: Vec<Seat>,
    /// The players that lost their king, and when, in that order.
    out: Vec<(Tick, Player)>,
    /// The events of the last tick; reused so that ticks do not allocate.
    events: Vec<Event>,
}

struct Seat {
    player: Player,
    bot: Box<dyn LiveBot>,
    attention: Attention,
}

/// One look of a bot, for logs and statistics.
pub struct Asked<'a> {
    /// The player of the bot.
    pub player: Player,
    /// What it saw.
    pub sight: &'a Sight,
    /// What it decided.
    pub decision: Decision,
    /// Whether it made a move and the game accepted it.
    pub accepted: bool,
    /// The best candidates it weighed.
    pub considered: &'a [Candidate],
    /// How long the bot took.
    pub elapsed: Duration,
}

/// The result of a game between bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The place of every player, in the order of their numbers: 1 is the best; players who draw share a place.
    pub places: Vec<u32>,
    /// Why it ended.
    pub finish: Finish,
    /// The player who lost the king first, if any did.
    pub first_out: Option<Player>,
}

/// Why a game between bots ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Ended(End),
    /// By material at the tick limit (8.11).
    Adjudicated,
}

impl Table {
    /// A new game with one bot for each player, in the order of their numbers.
    pub fn new(start: Start, seed: u64, bots: Vec<Box<dyn LiveBot>>) -> Self {
        let bout = Bout::new(start, seed);
        let players = bout.game().players();
        let seats = players.iter().zip(bots).map(|(player, bot)| Seat {
            player,
            bot,
            attention: Attention::new(player),
        });
        Table {
            seats: seats.collect(),
            bout,
            out: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The game so far.
    pub const fn bout(&self) -> &Bout {
        &self.bout
    }

    /// Asks the bots that are due, then advances one tick.
    pub fn step(&mut self, asked: &mut impl FnMut(&Asked<'_>)) {
        let now = self.bout.game().tick_count();
        let count = self.seats.len();
        for index in 0..count {
            // The first bot to be asked rotates, so that no seat has an advantage.
            self.ask((index + now.0 as usize) % count, asked);
        }
        let (seats, out) = (&mut self.seats, &mut self.out);
        let events = &mut self.events;
        events.clear();
        self.bout.tick(&mut |event| events.push(event));
        let field = self.bout.game().field();
        for event in events.iter() {
            if let Event::Out(player) = event {
                out.push((field.tick(), *player));
            }
            for seat in seats.iter_mut() {
                seat.attention.note(field, event);
            }
        }
    }

    /// Plays to the end, or to the tick `limit`, where material decides.
    pub fn play(&mut self, limit: Tick, asked: &mut impl FnMut(&Asked<'_>)) -> Ended {
        while self.bout.game().outcome().is_none() && self.bout.game().tick_count() < limit {
            self.step(asked);
        }
        self.result()
    }

    fn ask(&mut self, index: usize, asked: &mut impl FnMut(&Asked<'_>)) {
        let game = self.bout.game();
        let now = game.tick_count();
        let seat = &mut self.seats[index];
        if !seat.attention.is_due(now) || !game.alive().contains(seat.player) {
            return;
        }
        let sight = Sight::of_bot(game, seat.player);
        let clock = Instant::now();
        let decision = seat.bot.look(&sight);
        let elapsed = clock.elapsed();
        seat.attention.asked(now, decision.wake);
        let player = seat.player;
        let accepted = decision
            .order
            .is_some_and(|order| self.bout.submit(player, order.command(&sight)).is_ok());
        asked(&Asked {
            player,
            sight: &sight,
            decision,
            accepted,
            considered: self.seats[index].bot.considered(),
            elapsed,
        });
        if accepted {
            for other in &mut self.seats {
                other.attention.started(now, player);
            }
        }
    }

    fn result(&self) -> Ended {
        let game = self.bout.game();
        let (finish, adjudicated) = match game.outcome() {
            Some(outcome) => (Finish::Ended(outcome.end), false),
            None => (Finish::Adjudicated, true),
        };
        // Players still in the game rank above those who are out; those out later rank above those out earlier.
        let standing = |player: Player| {
            let gone = self.out.iter().find(|(_, out)| *out == player);
            let left = gone.map_or(u32::MAX, |(tick, _)| tick.0);
            let material = if adjudicated && gone.is_none() {
                material(game.field(), player)
            } else {
                0
            };
            (left, material)
        };
        let players = game.players();
        let places = players
            .iter()
            .map(|player| {
                1 + players
                    .iter()
                    .filter(|&other| standing(other) > standing(player))
                    .count() as u32
            })
            .collect();
        Ended {
            places,
            finish,
            first_out: self.out.first().map(|(_, player)| *player),
        }
    }
}

/// The value of a player's pieces without the king, in pawns.
pub(crate) fn material(field: &Field, player: Player) -> i32 {
    let own = field
        .living()
        .map(|slot| field.get(slot))
        .filter(|piece| piece.player() == player);
    own.filter(|piece| piece.kind != Kind::King)
        .map(|piece| value(piece.kind))
        .sum()
}
