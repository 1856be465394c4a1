//! Who scored what against whom.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::statistics::{Points, Results};

/// The results of several players against each other.
///
/// Players are known by their place in the field, from 0. A pairing is stored once, from the side of its first player,
/// so the two views cannot disagree. The same bot entered twice is two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct CrossTable {
    /// For every player, the results against the players before.
    rows: Vec<Vec<Results>>,
}

impl CrossTable {
    /// A table of `players` who have not met.
    pub fn new(players: usize) -> Self {
        let rows = (0..players).map(|before| vec![Results::default(); before]).collect();
        CrossTable { rows }
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.rows.len()
    }

    /// The results of `player` against `opponent`; empty for a player against himself.
    pub fn results(&self, player: usize, opponent: usize) -> Results {
        match opponent.cmp(&player) {
            Ordering::Less => self.rows[player][opponent],
            Ordering::Equal => Results::default(),
            Ordering::Greater => self.rows[opponent][player].reversed(),
        }
    }

    /// The results of `player` against all others together.
    pub fn total(&self, player: usize) -> Results {
        let mut total = Results::default();
        for opponent in 0..self.players() {
            total += self.results(player, opponent);
        }
        total
    }

    /// Counts a game of `player` against `opponent`, as [`Results::add_game`] does.
    pub fn add_game(&mut self, player: usize, opponent: usize, game: Points) {
        self.change(player, opponent, |results| results.add_game(game));
    }

    /// Counts a game of `player` against `opponent` and the pair it completes, as [`Results::complete_pair`] does.
    pub fn complete_pair(&mut self, player: usize, opponent: usize, game: Points, partner: Points) {
        self.change(player, opponent, |results| results.complete_pair(game, partner));
    }

    /// Counts both games of a pair, as [`Results::add_pair`] does.
    pub fn add_pair(&mut self, player: usize, opponent: usize, first: Points, second: Points) {
        self.change(player, opponent, |results| results.add_pair(first, second));
    }

    fn change(&mut self, player: usize, opponent: usize, change: impl FnOnce(&mut Results)) {
        assert_ne!(player, opponent, "a player cannot meet himself");
        let mut results = self.results(player, opponent);
        change(&mut results);
        if opponent < player {
            self.rows[player][opponent] = results;
        } else {
            self.rows[opponent][player] = results.reversed();
        }
    }
}

/// A table as it is stored.
#[derive(Deserialize)]
struct Unchecked {
    rows: Vec<Vec<Results>>,
}

impl TryFrom<Unchecked> for CrossTable {
    type Error = Ragged;

    fn try_from(Unchecked { rows }: Unchecked) -> Result<Self, Ragged> {
        match rows.iter().enumerate().find(|(before, row)| row.len() != *before) {
            Some((player, row)) => Err(Ragged {
                player,
                opponents: row.len(),
            }),
            None => Ok(CrossTable { rows }),
        }
    }
}

/// A stored row that does not go with its place.
#[derive(Debug, Error)]
#[error("player {player} of the cross table has results against {opponents} players before, not {player}")]
struct Ragged {
    player: usize,
    opponents: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_players_see_the_same_games() {
        let mut table = CrossTable::new(3);
        table.add_pair(0, 2, Points::Win, Points::Draw);
        table.add_game(2, 0, Points::Win);
        table.complete_pair(2, 0, Points::Win, Points::Win);
        table.add_game(1, 0, Points::Draw);
        assert_eq!(table.results(0, 2).to_string(), "+1 =1 -2");
        assert_eq!(table.results(2, 0).to_string(), "+2 =1 -1");
        assert_eq!(table.results(0, 2).pairs.counts, [1, 0, 0, 1, 0]);
        assert_eq!(table.total(0).to_string(), "+1 =2 -2");
        assert_eq!(table.results(1, 2), Results::default());
        assert_eq!(table.results(1, 1), Results::default());
    }

    #[test]
    fn a_stored_table_is_read_again() {
        let mut table = CrossTable::new(2);
        table.add_pair(0, 1, Points::Win, Points::Loss);
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<CrossTable>(&text).unwrap(), table);
        let ragged = serde_json::from_str::<CrossTable>(r#"{"rows":[[],[],[]]}"#).unwrap_err();
        assert!(ragged.to_string().contains("player 1"), "{ragged}");
    }
}
