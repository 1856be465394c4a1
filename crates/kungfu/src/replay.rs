//! A record played again, with any tick at hand (7.1).

use thiserror::Error;

use crate::{Command, Deed, Entry, Event, Game, Record, Refusal, Tick, VERSION};

/// A record that was played through, with games kept along the way so that any tick is near one.
#[derive(Clone, Debug)]
pub struct Replay {
    record: Record,
    /// The game every [`Replay::STRIDE`] ticks, before what was given at that counter, and the first entry after it.
    keyframes: Vec<(Game, usize)>,
    /// Ticks at which something was given or happened, rising.
    changes: Vec<Tick>,
    /// Ticks at which something was captured, rising.
    captures: Vec<Tick>,
}

impl Replay {
    /// Ticks between two games that are kept: ten seconds, which take less than a millisecond to play.
    pub const STRIDE: u32 = 300;

    /// Plays a record through; it must end as it says.
    pub fn new(record: Record) -> Result<Self, ReplayError> {
        if record.version != VERSION {
            return Err(ReplayError::Version(record.version));
        }
        let mut keyframes = Vec::new();
        let mut game = Game::new(&record.start);
        let (mut changes, mut captures) = (Vec::new(), Vec::new());
        let mut next = 0;
        let mut events = Vec::new();
        loop {
            let tick = game.tick_count();
            if tick.0.is_multiple_of(Replay::STRIDE) {
                keyframes.push((game, next));
            }
            let given = apply(&mut game, &record.entries[next..], &mut |event| events.push(event))?;
            next += given;
            if given > 0 || !events.is_empty() {
                changes.push(tick);
            }
            if events.iter().any(|event| matches!(event, Event::Captured { .. })) {
                captures.push(tick);
            }
            if game.outcome().is_some() || tick >= record.ticks {
                break;
            }
            events.clear();
            game.tick(&mut |event| events.push(event));
        }
        let ended = (game.tick_count(), game.outcome(), next);
        if ended != (record.ticks, record.outcome, record.entries.len()) {
            return Err(ReplayError::End(game.tick_count()));
        }
        Ok(Replay {
            record,
            keyframes,
            changes,
            captures,
        })
    }

    /// What is replayed.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// What was replayed.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// The next tick after this one at which more happens than gliding and resting.
    pub fn next_change(&self, tick: Tick) -> Option<Tick> {
        let passed = self.changes.partition_point(|change| *change <= tick);
        self.changes.get(passed).copied()
    }

    /// The ticks at which something was captured, rising.
    pub fn captures(&self) -> &[Tick] {
        &self.captures
    }

    /// The game when the counter stands at a tick, with everything that was given then; its end for later ticks.
    pub fn at(&self, tick: Tick) -> Game {
        let tick = tick.min(self.record.ticks);
        let frame = ((tick.0 / Replay::STRIDE) as usize).min(self.keyframes.len() - 1);
        let (mut game, mut next) = self.keyframes[frame];
        loop {
            // The record was accepted whole when it was played through.
            next += apply(&mut game, &self.record.entries[next..], &mut |_| {}).unwrap_or(0);
            if game.tick_count() >= tick || game.outcome().is_some() {
                return game;
            }
            game.tick(&mut |_| {});
        }
    }
}

/// Gives the first entries that belong to the game's counter; how many there were.
fn apply(game: &mut Game, entries: &[Entry], emit: &mut impl FnMut(Event)) -> Result<usize, ReplayError> {
    let now = game.tick_count();
    let mut count = 0;
    for &Entry { tick, player, deed } in entries {
        if tick != now {
            break;
        }
        let done = match deed {
            Deed::Move { piece, to } => {
                let command = Command::new(piece, i32::from(to.row()), i32::from(to.col()));
                game.submit(player, command).map(|_| ())
            }
            Deed::Resign => game.resign(player, emit),
            Deed::OfferDraw => game.offer_draw(player, emit),
        };
        done.map_err(|refusal| ReplayError::Refused { tick, refusal })?;
        count += 1;
    }
    Ok(count)
}

/// Why a record cannot be played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// Made with other rules.
    #[error("the record is of version {0} of the rules, this is version {VERSION}")]
    Version(u32),
    /// Something in it is not possible.
    #[error("what was given at tick {tick} is refused: {refusal}")]
    Refused {
        /// The tick.
        tick: Tick,
        /// The reason.
        refusal: Refusal,
    },
    /// It ends otherwise than it says.
    #[error("the game ends at tick {0} or otherwise than the record says")]
    End(Tick),
}
