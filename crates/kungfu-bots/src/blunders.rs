//! Mistakes of a finished game, counted from its record: hung pieces, missed dodges, kings that walk into capture.
//!
//! The counts follow from the record alone, so games of people and of other programs are judged the same way. They do
//! not show whether the player had a better move: in a lost position a piece may be lost on every square.

use std::ops::AddAssign;

use kungfu::{
    Command, Condition, Deed, Entry, Event, Field, Game, Kind, MOST_PIECES, Player, Record, ReplayError, Sight, Slot,
    Slots, Square, Step, Tick,
};

use crate::{
    chances::value,
    exchange::REACTION,
    motions::is_between,
    reach::{Reach, arrival, travel},
};

/// The mistakes of one player, or of several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blunders {
    /// Moves made.
    pub commands: u32,
    /// Pieces moved to a square that an enemy covered, captured there while resting, and neither paid for nor regained.
    pub hung: u32,
    /// Ready pieces captured by an attacker that was visible for half a second longer than it takes to notice it.
    pub missed_dodges: u32,
    /// Those of them that were kings.
    pub missed_king_dodges: u32,
    /// Kings captured on a square they moved to while an enemy covered it.
    pub kings_walked: u32,
}

impl Blunders {
    /// The mistakes of every player of a game, by the index of the player.
    pub fn of(record: &Record) -> Result<[Blunders; 4], ReplayError> {
        let mut count = Count {
            game: Game::new(&record.start),
            moves: [None; MOST_PIECES],
            ready_since: [Tick(0); MOST_PIECES],
            unavenged: Vec::new(),
            blunders: [Blunders::default(); 4],
        };
        count.play(record)?;
        Ok(count.blunders)
    }
}

impl AddAssign for Blunders {
    fn add_assign(&mut self, other: Self) {
        self.commands += other.commands;
        self.hung += other.hung;
        self.missed_dodges += other.missed_dodges;
        self.missed_king_dodges += other.missed_king_dodges;
        self.kings_walked += other.kings_walked;
    }
}

/// A game that is played again, and what its pieces did last.
struct Count {
    game: Game,
    /// The last move of each piece.
    moves: [Option<Made>; MOST_PIECES],
    ready_since: [Tick; MOST_PIECES],
    unavenged: Vec<Unavenged>,
    blunders: [Blunders; 4],
}

/// A move and what is known about it.
#[derive(Clone, Copy)]
struct Made {
    to: Square,
    /// Whether a standing enemy could be there before the piece can move on.
    covered: bool,
    /// Whether an enemy was on its way to the own king, or the move captured or blocked one that could capture it.
    rescue: bool,
    /// The value of the piece before the move, in pawns: a promotion that is lost has lost a pawn.
    stake: i32,
    /// What it captured, in pawns.
    taken: i32,
}

/// A piece that was captured on the square it had moved to; it is hung unless its captor is captured in time.
struct Unavenged {
    player: Player,
    captor: Slot,
    until: Tick,
}

impl Count {
    fn play(&mut self, record: &Record) -> Result<(), ReplayError> {
        let mut entries = record.entries.iter().peekable();
        let mut events = Vec::new();
        loop {
            let now = self.game.tick_count();
            while let Some(entry) = entries.next_if(|entry| entry.tick <= now) {
                self.apply(entry, &mut |event| events.push(event))?;
            }
            if self.game.outcome().is_some() || now >= record.ticks {
                break;
            }
            let before = self.game;
            self.game.tick(&mut |event| events.push(event));
            for event in events.drain(..) {
                self.note(&before, event);
            }
            self.settle(self.game.tick_count());
        }
        let winner = self.game.outcome().and_then(|outcome| outcome.winner);
        // Who wins the game by it has not hung a piece.
        self.unavenged.retain(|hung| Some(hung.player) != winner);
        self.settle(Tick(u32::MAX));
        Ok(())
    }

    fn apply(&mut self, entry: &Entry, emit: &mut impl FnMut(Event)) -> Result<(), ReplayError> {
        let Entry { tick, player, deed } = *entry;
        let done = match deed {
            Deed::Move { piece, to } => {
                let sight = Sight::of_bot(&self.game, player);
                let command = Command::new(piece, i32::from(to.row()), i32::from(to.col()));
                self.game.submit(player, command).map(|(slot, _)| {
                    self.blunders[player.index()].commands += 1;
                    self.moves[slot.index()] = Some(Made::new(sight.field(), player, slot, to));
                })
            }
            Deed::Resign => self.game.resign(player, emit),
            Deed::OfferDraw => self.game.offer_draw(player, emit),
        };
        done.map_err(|refusal| ReplayError::Refused { tick, refusal })
    }

    fn note(&mut self, before: &Game, event: Event) {
        match event {
            Event::Captured {
                captor: Some(captor),
                captured,
            } => self.captured(before, captor, captured),
            Event::Captured { captor: None, captured } => self.unavenged.retain(|hung| hung.captor != captured),
            Event::Woke(slot) => self.ready_since[slot.index()] = self.game.tick_count(),
            Event::Started(_)
            | Event::Dropped { .. }
            | Event::Returned(_)
            | Event::Lost(_)
            | Event::Arrived { .. }
            | Event::Promoted(_)
            | Event::Out(_)
            | Event::Ended(_) => {}
        }
    }

    fn captured(&mut self, before: &Game, captor: Slot, captured: Slot) {
        self.unavenged.retain(|hung| hung.captor != captured);
        let victim = *before.field().get(captured);
        if let Some(made) = &mut self.moves[captor.index()] {
            made.taken += value(victim.kind);
        }
        let own = &mut self.blunders[victim.player().index()];
        let made = self.moves[captured.index()].filter(|made| made.covered);
        match (victim.condition, made) {
            (Condition::Moving(_) | Condition::Resting { .. }, Some(_)) if victim.kind == Kind::King => {
                own.kings_walked += 1;
            }
            (Condition::Resting { .. }, Some(made))
                if made.to == victim.square && !made.rescue && made.stake > made.taken =>
            {
                let until = before.tick_count() + before.field().speed().rest() + REACTION;
                self.unavenged.push(Unavenged {
                    player: victim.player(),
                    captor,
                    until,
                });
            }
            (Condition::Ready, _) if could_dodge(before, captor, captured, self.ready_since[captured.index()]) => {
                own.missed_dodges += 1;
                own.missed_king_dodges += u32::from(victim.kind == Kind::King);
            }
            _ => {}
        }
    }

    /// Counts the pieces whose captor was not captured in time.
    fn settle(&mut self, now: Tick) {
        let blunders = &mut self.blunders;
        self.unavenged.retain(|hung| {
            let late = hung.until < now;
            blunders[hung.player.index()].hung += u32::from(late);
            !late
        });
    }
}

impl Made {
    fn new(field: &Field, player: Player, slot: Slot, to: Square) -> Self {
        let reach = Reach::of(field);
        let enemies = field.living() - reach.of_player(player);
        let piece = field.get(slot);
        let until = travel(field, piece, to) + field.speed().rest();
        let target = field.standing(to).map_or(Slots::NONE, Slots::of);
        let standing = (reach.at(to) & enemies) - field.moving() - target;
        let king = (reach.of_player(player) & field.living()).find(|&own| field.get(own).kind == Kind::King);
        Made {
            to,
            covered: standing.into_iter().any(|enemy| arrival(field, enemy, to) <= until),
            rescue: king.is_some_and(|king| {
                let square = field.get(king).square;
                (reach.at(square) & enemies).into_iter().any(|enemy| {
                    let from = field.get(enemy).square;
                    field.moving().contains(enemy) || from == to || is_between(from, to, square)
                })
            }),
            stake: value(piece.kind),
            taken: 0,
        }
    }
}

/// Whether a ready piece could have left in time: it could see its attacker long enough and had a square to flee to.
fn could_dodge(before: &Game, captor: Slot, captured: Slot, ready_since: Tick) -> bool {
    /// Three ticks until a move is seen (8.1), and half a second.
    const ENOUGH: u32 = 3 + 15;
    let field = before.field();
    let (attacker, victim) = (field.get(captor), field.get(captured));
    let Some(motion) = attacker.motion() else { return false };
    // A capture happens at 0.4 squares (4.1), and a piece that starts at 0.57 squares escapes (8.5).
    let latest = field.speed().ticks_per_square() * 17 / 100;
    let seen = field.tick().since(motion.start.max(ready_since));
    if seen < ENOUGH + latest {
        return false;
    }
    let line = Step::between(attacker.square, victim.square).direction();
    let mut flees = false;
    field.ways(&field.obstacles(victim.player()), captured, &mut |to| {
        let way = Step::between(victim.square, to).direction();
        let along = matches!((line, way), (Some((line, _)), Some((way, _))) if way == line || way == line.reversed());
        flees |= !along;
    });
    flees
}
