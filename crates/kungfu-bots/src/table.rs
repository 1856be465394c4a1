//! A game between minds, asked synchronously: the same seeds give the same game.

use std::time::{Duration, Instant};

use kungfu::{Bout, End, Event, Field, Kind, Player, Sight, Start, Tick};

use crate::{Attention, Candidate, Decision, Mind, chances::value};

/// A game and the minds that play it.
pub struct Table {
    bout: Bout,
    seats: Vec<Seat>,
    /// Who is out and when, in that order.
    out: Vec<(Tick, Player)>,
    /// What the last tick told, kept so that no tick allocates.
    events: Vec<Event>,
}

struct Seat {
    player: Player,
    mind: Box<dyn Mind>,
    attention: Attention,
}

/// A question that was put to a mind, and what came of it.
pub struct Asked<'a> {
    /// Whose mind.
    pub player: Player,
    /// What it saw.
    pub sight: &'a Sight,
    /// What it said.
    pub decision: Decision,
    /// Whether there was a command and it was accepted.
    pub accepted: bool,
    /// What it weighed.
    pub considered: &'a [Candidate],
    /// How long it took.
    pub elapsed: Duration,
}

/// How a game came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// For every player of the game, in the order of their numbers, the place: 1 is the best, equal for a draw.
    pub places: Vec<u32>,
    /// Why it ended.
    pub finish: Finish,
    /// Who lost the king first; nobody if nobody did.
    pub first_out: Option<Player>,
}

/// Why a game between minds ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// By the rules.
    Ended(End),
    /// By material, the time being up (8.11).
    Adjudicated,
}

impl Table {
    /// A game with one mind for each player, in the order of their numbers.
    pub fn new(start: Start, seed: u64, minds: Vec<Box<dyn Mind>>) -> Self {
        let bout = Bout::new(start, seed);
        let players = bout.game().players();
        let seats = players.iter().zip(minds).map(|(player, mind)| Seat {
            player,
            mind,
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

    /// Asks who wants to be asked, then lets a tick pass.
    pub fn step(&mut self, asked: &mut impl FnMut(&Asked<'_>)) {
        let now = self.bout.game().tick_count();
        let count = self.seats.len();
        for index in 0..count {
            // Nobody is always first.
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

    /// Plays to the end or until a tick, where material decides.
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
        let decision = seat.mind.look(&sight);
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
            considered: self.seats[index].mind.considered(),
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
        // Who is still in the game stands above who went later, and who went later above who went earlier.
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

/// What a player's pieces are worth.
fn material(field: &Field, player: Player) -> i32 {
    let own = field
        .living()
        .map(|slot| field.get(slot))
        .filter(|piece| piece.player() == player);
    own.filter(|piece| piece.kind != Kind::King)
        .map(|piece| value(piece.kind))
        .sum()
}
