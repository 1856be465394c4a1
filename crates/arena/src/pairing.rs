//! Pairings: a tournament returns one round at a time, from the results of the rounds before.
//!
//! A match, a round robin, a gauntlet, a ladder and neighbours are one round, known before the first game. The rounds
//! of a Swiss tournament and of a knock-out depend on results.

mod knockout;
mod swiss;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{GameResult, Task};

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
    /// Everybody meets the next two of the list, which is in the order of strength: games between distant players say
    /// little, and a second opponent limits the effect of one unusual pairing.
    Ladder,
    /// Everybody meets only the next of the list: measures gaps between neighbours with half the games of a ladder.
    Neighbours,
    /// In each round players of equal points meet, and nobody meets the same opponent twice.
    Swiss,
    /// The loser of an encounter is out.
    Knockout,
}

impl Format {
    /// All formats, as they are listed for people.
    pub const ALL: [Format; 7] = [
        Format::Match,
        Format::RoundRobin,
        Format::Gauntlet,
        Format::Ladder,
        Format::Neighbours,
        Format::Swiss,
        Format::Knockout,
    ];

    /// The name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Match => "match",
            Format::RoundRobin => "roundrobin",
            Format::Gauntlet => "gauntlet",
            Format::Ladder => "ladder",
            Format::Neighbours => "neighbours",
            Format::Swiss => "swiss",
            Format::Knockout => "knockout",
        }
    }

    /// Whether later pairings depend on earlier results.
    pub const fn has_rounds(self) -> bool {
        match self {
            Format::Swiss | Format::Knockout => true,
            Format::Match | Format::RoundRobin | Format::Gauntlet | Format::Ladder | Format::Neighbours => false,
        }
    }

    /// The pairings of a format that is one round, lower index first.
    fn pairings(self, players: usize) -> Vec<Vec<usize>> {
        let all = |one: usize| (one + 1..players).map(move |other| vec![one, other]);
        match self {
            Format::Match | Format::Gauntlet => all(0).collect(),
            Format::RoundRobin => (0..players).flat_map(all).collect(),
            Format::Ladder => (0..players).flat_map(|one| all(one).take(2)).collect(),
            Format::Neighbours => (0..players).flat_map(|one| all(one).take(1)).collect(),
            Format::Swiss | Format::Knockout => Vec::new(),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::RoundRobin => "round robin",
            Format::Swiss => "Swiss",
            Format::Knockout => "knock-out",
            Format::Match | Format::Gauntlet | Format::Ladder | Format::Neighbours => self.word(),
        })
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Self, UnknownFormat> {
        let found = Format::ALL.into_iter().find(|format| format.word() == text);
        found.ok_or_else(|| UnknownFormat { name: text.to_owned() })
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no format is called '{name}'; known are {}", Format::ALL.map(Format::word).join(", "))]
pub struct UnknownFormat {
    /// The name given.
    pub name: String,
}

/// The pairings of a match, as far as they are known before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Who meets whom.
    pub format: Format,
    /// How many players there are.
    pub players: usize,
    /// Games of each encounter.
    pub games: u64,
    /// Rounds of a Swiss tournament; usually as many as a knock-out would have.
    pub rounds: Option<u32>,
    /// Whether all players sit at one board.
    pub together: bool,
}

/// Encounters that are played at the same time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Who meets whom; the first of an encounter has White in its first game.
    pub encounters: Vec<Vec<usize>>,
    /// The players without an opponent.
    pub byes: Vec<usize>,
    /// Games of each encounter.
    pub games: u64,
}

/// A round with its results so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedRound {
    /// Who met whom; the first had White in the first game.
    pub encounters: Vec<[usize; 2]>,
    /// Who had no opponent.
    pub byes: Vec<usize>,
    /// What both players of each encounter scored, in half points.
    pub half_points: Vec<[u64; 2]>,
}

impl Tournament {
    /// Whether it can be played.
    pub fn check(&self) -> Result<(), PairingError> {
        let count = self.players;
        if count < 2 || (self.format == Format::Match && !self.together && count != 2) {
            return Err(PairingError::Players(count));
        }
        if self.together && self.format.has_rounds() {
            return Err(PairingError::Together(self.format));
        }
        if self.rounds.is_some() && self.format != Format::Swiss {
            return Err(PairingError::NoRounds(self.format));
        }
        let most = swiss::most_rounds(count);
        if self.format == Format::Swiss && !(1..=most).contains(&self.swiss_rounds()) {
            return Err(PairingError::Rounds {
                rounds: self.swiss_rounds(),
                players: count,
                most,
            });
        }
        let is_even = self.games.is_multiple_of(2) || self.together || self.format == Format::Swiss;
        if self.games == 0 || !is_even {
            return Err(PairingError::Games(self.games));
        }
        Ok(())
    }

    /// The round after those that were played; `None` if there is none.
    pub fn next_round(&self, played: &[PlayedRound]) -> Option<Round> {
        match self.format {
            Format::Swiss if played.len() < self.swiss_rounds() => swiss::next_round(self, played),
            Format::Swiss => None,
            Format::Knockout => knockout::next_round(self, played),
            Format::Match | Format::RoundRobin | Format::Gauntlet | Format::Ladder | Format::Neighbours => {
                played.is_empty().then(|| Round {
                    encounters: if self.together {
                        vec![(0..self.players).collect()]
                    } else {
                        self.format.pairings(self.players)
                    },
                    byes: Vec::new(),
                    games: self.games,
                })
            }
        }
    }

    /// Games in all, after complete rounds; of a knock-out those that are certain, since an encounter may be repeated.
    pub fn total(&self, played: &[PlayedRound]) -> u64 {
        match self.format {
            Format::Swiss => (self.swiss_rounds() * (self.players / 2)) as u64 * self.games,
            Format::Knockout => knockout::encounters(self, played) * self.games,
            Format::Match | Format::RoundRobin | Format::Gauntlet | Format::Ladder | Format::Neighbours => {
                self.next_round(&[]).map_or(0, |round| round.total())
            }
        }
    }

    /// The winner of a knock-out that is over.
    pub fn winner(&self, played: &[PlayedRound]) -> Option<usize> {
        match self.format {
            Format::Knockout => knockout::winner(self, played),
            Format::Match
            | Format::RoundRobin
            | Format::Gauntlet
            | Format::Ladder
            | Format::Neighbours
            | Format::Swiss => None,
        }
    }

    /// As many as a knock-out would have, unless another number was asked for.
    fn swiss_rounds(&self) -> usize {
        let usual = self.players.next_power_of_two().trailing_zeros();
        self.rounds.unwrap_or(usual) as usize
    }

    /// The table of a Swiss tournament, the best first: the player, its points and its Buchholz score.
    pub fn table(&self, played: &[PlayedRound]) -> Vec<(usize, f64, f64)> {
        let points = swiss::half_points(self, played);
        let buchholz = swiss::buchholz(self, played, &points);
        let mut order: Vec<usize> = (0..self.players).collect();
        order.sort_by_key(|&player| std::cmp::Reverse((points[player], buchholz[player])));
        order
            .into_iter()
            .map(|player| (player, points[player] as f64 / 2.0, buchholz[player] as f64 / 2.0))
            .collect()
    }
}

impl Round {
    /// Games of the round.
    pub fn total(&self) -> u64 {
        self.games * self.encounters.len() as u64
    }

    /// Openings that are used up.
    pub(crate) const fn openings(&self) -> u64 {
        if self.games.is_multiple_of(2) {
            self.games / 2
        } else {
            self.games
        }
    }

    /// Game `index` of the round, which is game `number` of the match; the openings from `opening` on are used.
    ///
    /// Every encounter plays a pair of games from the first opening, with seats swapped, then from the next. Where
    /// encounters have an odd number of games, each game has an opening of its own and there are no pairs.
    pub(crate) fn task(&self, index: u64, number: u64, opening: u64) -> Task {
        let count = self.encounters.len() as u64;
        let has_pairs = self.games.is_multiple_of(2);
        let (place, swaps) = if has_pairs {
            (index / 2, index)
        } else {
            (index, index / count)
        };
        let encounter = &self.encounters[(place % count) as usize];
        let [first, second] = **encounter else {
            return Task {
                number,
                seats: permuted(encounter, number),
                pair: None,
                opening,
            };
        };
        Task {
            number,
            seats: if swaps.is_multiple_of(2) {
                vec![first, second]
            } else {
                vec![second, first]
            },
            pair: has_pairs.then_some(number / 2),
            opening: opening + place / count,
        }
    }

    /// The round before its first game.
    pub(crate) fn begun(&self) -> PlayedRound {
        let pair = |encounter: &Vec<usize>| <[usize; 2]>::try_from(encounter.as_slice()).ok();
        let encounters: Vec<[usize; 2]> = self.encounters.iter().filter_map(pair).collect();
        PlayedRound {
            half_points: vec![[0; 2]; encounters.len()],
            encounters,
            byes: self.byes.clone(),
        }
    }
}

impl PlayedRound {
    /// Counts a game of the round.
    pub(crate) fn add(&mut self, game: &GameResult) {
        let ([one, other], [place, against]) = (game.task.seats.as_slice(), game.places.as_slice()) else {
            return;
        };
        let own = match place.cmp(against) {
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        };
        for (encounter, points) in self.encounters.iter().zip(&mut self.half_points) {
            if encounter == &[*one, *other] {
                points[0] += own;
                points[1] += 2 - own;
            } else if encounter == &[*other, *one] {
                points[0] += 2 - own;
                points[1] += own;
            }
        }
    }

    /// Whether it is this round.
    pub(crate) fn is_of(&self, round: &Round) -> bool {
        let begun = round.begun();
        self.encounters == begun.encounters
            && self.byes == begun.byes
            && self.half_points.len() == self.encounters.len()
    }
}

/// Players in an order that follows from a number: all orders come in turn.
fn permuted(players: &[usize], number: u64) -> Vec<usize> {
    let mut left = players.to_vec();
    let mut order = number;
    let mut seats = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let count = left.len() as u64;
        seats.push(left.remove((order % count) as usize));
        order /= count;
    }
    seats
}

/// Why a tournament cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// Too few or too many players.
    #[error("{0} players do not fit the format: a match has two, every other format at least two")]
    Players(usize),
    /// All sit at one board.
    #[error("four players at one board are one match; {0} needs games of two")]
    Together(Format),
    /// Rounds were asked for where there are none.
    #[error("only a Swiss tournament has a number of rounds, not the format {}", .0.word())]
    NoRounds(Format),
    /// More rounds than there are new opponents for.
    #[error("{rounds} rounds are not possible with {players} players: from 1 to {most} nobody meets an opponent twice")]
    Rounds {
        /// The rounds asked for.
        rounds: usize,
        /// The players.
        players: usize,
        /// The most rounds.
        most: usize,
    },
    /// Games come in pairs.
    #[error("{0} games cannot be played in pairs; an even number above 0 can")]
    Games(u64),
}

#[cfg(test)]
mod tests;
