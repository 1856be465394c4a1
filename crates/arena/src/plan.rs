//! Who plays whom, how often, from where and with what.

use std::{fmt, num::NonZeroUsize, sync::Arc, time::Duration};

use play::{Bot, BotError, Budget, Clock, Rules, TimeControl};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Adjudication, Openings, statistics::Sprt};

/// Everything that decides what is played; with fixed nodes or depth the same plan gives the same games.
pub struct Plan<R: Rules> {
    /// At least two; the same bot may sit there twice.
    pub players: Vec<Player<R>>,
    /// Who meets whom.
    pub format: Format,
    /// Games of each pairing, in pairs with colours swapped; even and above zero.
    pub games: u64,
    /// Where games begin.
    pub openings: Openings<R>,
    /// Decides everything that is left to chance.
    pub seed: u64,
    /// Games that are played at once.
    pub concurrency: NonZeroUsize,
    /// When games are ended from outside.
    pub adjudication: Adjudication<R>,
    /// Ends the match as soon as the result is clear; for two players.
    pub sprt: Option<Sprt>,
    /// Whether every move is an event, or only games are.
    pub moves: Detail,
}

/// What is told of a running game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Its start and its end.
    Games,
    /// Every move as well.
    Moves,
}

/// How a bot comes to the board.
type Opener<R> = Arc<dyn Fn() -> Result<Box<dyn Bot<R>>, BotError> + Send + Sync>;

/// One who plays.
pub struct Player<R: Rules> {
    /// Shown in results; unique within a plan.
    pub name: String,
    /// What its moves may cost.
    pub limits: Limits,
    opener: Opener<R>,
}

impl<R: Rules> Player<R> {
    /// A player that is opened once for each worker, and again whenever it broke down.
    pub fn new(
        name: String,
        limits: Limits,
        opener: impl Fn() -> Result<Box<dyn Bot<R>>, BotError> + Send + Sync + 'static,
    ) -> Self {
        Player {
            name,
            limits,
            opener: Arc::new(opener),
        }
    }

    pub(crate) fn open(&self) -> Result<Box<dyn Bot<R>>, BotError> {
        (self.opener)()
    }
}

/// What the moves of a player may cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// A clock for the game.
    pub control: Option<TimeControl>,
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// Positions for each move.
    pub nodes: Option<u64>,
    /// How much later than its time an answer may come; what lies between program and clock is not its fault.
    pub grace: Duration,
}

impl Limits {
    /// The budget of a move when the clock stands so.
    pub(crate) const fn budget(&self, clock: Option<Clock>) -> Budget {
        Budget {
            move_time: self.move_time,
            clock,
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Two players.
    Match,
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
    /// Everybody meets the next two of the list, which is in the order of strength: players far apart tell little about
    /// each other, and a second tie keeps one odd pairing from bending the scale.
    Ladder,
    /// Everybody meets the next of the list alone: how far apart neighbours are, in half the games of a ladder.
    Neighbours,
}

impl Format {
    /// The pairings among so many players, lower index first.
    pub fn pairings(self, players: usize) -> Vec<[usize; 2]> {
        let all = |one: usize| (one + 1..players).map(move |other| [one, other]);
        match self {
            Format::Match | Format::Gauntlet => all(0).collect(),
            Format::RoundRobin => (0..players).flat_map(all).collect(),
            Format::Ladder => (0..players).flat_map(|one| all(one).take(2)).collect(),
            Format::Neighbours => (0..players).flat_map(|one| all(one).take(1)).collect(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Match => "match",
            Format::RoundRobin => "round robin",
            Format::Gauntlet => "gauntlet",
            Format::Ladder => "ladder",
            Format::Neighbours => "neighbours",
        })
    }
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Counted from 0; even games and the odd ones after them share an opening, colours swapped.
    pub number: u64,
    /// The pairing, the lower index first.
    pub players: [usize; 2],
    /// Which opening, counted from 0.
    pub opening: u64,
}

impl Task {
    /// The game of this number: every pairing plays a pair from the first opening, then from the next.
    pub(crate) const fn of(number: u64, pairings: &[[usize; 2]]) -> Self {
        let count = pairings.len() as u64;
        let pair = number / 2;
        Task {
            number,
            players: pairings[(pair % count) as usize],
            opening: pair / count,
        }
    }

    /// The pair this game belongs to.
    pub const fn pair(&self) -> u64 {
        self.number / 2
    }

    /// White's and Black's player.
    pub const fn seats(&self) -> [usize; 2] {
        let [first, second] = self.players;
        if self.number.is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        }
    }
}

impl<R: Rules> Plan<R> {
    /// Whether the plan can be played.
    pub fn check(&self) -> Result<(), PlanError> {
        let count = self.players.len();
        if count < 2 || (self.format == Format::Match && count != 2) {
            return Err(PlanError::Players(count));
        }
        if self.sprt.is_some() && count != 2 {
            return Err(PlanError::SprtPlayers(count));
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(PlanError::Games(self.games));
        }
        if self.openings.is_empty() {
            return Err(PlanError::NoOpenings);
        }
        for (index, player) in self.players.iter().enumerate() {
            if self.players[..index].iter().any(|earlier| earlier.name == player.name) {
                return Err(PlanError::SameName(player.name.clone()));
            }
        }
        Ok(())
    }

    /// All pairings, lower index first.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        self.format.pairings(self.players.len())
    }

    /// Games in all.
    pub fn total(&self) -> u64 {
        self.games * self.pairings().len() as u64
    }
}

/// Why a plan cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Too few or too many players.
    #[error("{0} players do not fit the format: a match has two, every other format at least two")]
    Players(usize),
    /// A sequential test compares two.
    #[error("an SPRT compares two players, not {0}")]
    SprtPlayers(usize),
    /// Games come in pairs.
    #[error("{0} games cannot be played in pairs; an even number above 0 can")]
    Games(u64),
    /// Nowhere to begin.
    #[error("there are no openings")]
    NoOpenings,
    /// Results could not be told apart.
    #[error("two players are called {0}")]
    SameName(String),
}
