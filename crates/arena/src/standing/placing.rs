//! Games without colours, of two players or more, by the places they ended in.

use std::time::Duration;

use crate::{Standing, statistics::Points};

use super::TROUBLES;

/// What a standing wants to know of such a game.
#[derive(Clone, Debug)]
pub struct Placing {
    /// Counted from 0; of two players, even games and the odd ones after them are pairs with seats swapped.
    pub number: u64,
    /// Who sat there, seat by seat, as indices of the standing's players; each at most once.
    pub players: Vec<usize>,
    /// The place of every seat, 1 being the best and equal places a draw.
    pub places: Vec<u32>,
    /// What every seat spent.
    pub spent: Vec<Spent>,
    /// Why it ended, in words.
    pub reason: String,
    /// How many moves were made.
    pub plies: u64,
    /// The same for equal games, and hardly for others.
    pub fingerprint: u64,
    /// What went wrong, in words.
    pub trouble: Option<String>,
}

/// What a seat spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Moves made.
    pub moves: u64,
    /// Time for all of them, and for all thoughts that led to none.
    pub time: Duration,
    /// The longest thought.
    pub slowest: Duration,
}

impl Standing {
    /// Counts a game by its places: every two of its players have met, and the better place has won. One that was
    /// counted before is passed over.
    pub fn add_placing(&mut self, game: &Placing) {
        if self.progress.contains(game.number) {
            return;
        }
        self.progress.add(game.number);
        let seats: Vec<(usize, u32)> = game.players.iter().copied().zip(game.places.iter().copied()).collect();
        for (index, &(player, place)) in seats.iter().enumerate() {
            for &(opponent, other) in &seats[index + 1..] {
                let points = match place.cmp(&other) {
                    std::cmp::Ordering::Less => Points::Win,
                    std::cmp::Ordering::Equal => Points::Draw,
                    std::cmp::Ordering::Greater => Points::Loss,
                };
                if player < opponent {
                    self.meet(game, [player, opponent], points);
                } else {
                    self.meet(game, [opponent, player], points.reversed());
                }
            }
        }
        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.lengths.add(game.plies);
        self.distinct.add(game.fingerprint);
        for (&player, spent) in game.players.iter().zip(&game.spent) {
            let costs = &mut self.costs[player];
            costs.moves += spent.moves;
            costs.time = costs.time.saturating_add(spent.time);
            costs.slowest = costs.slowest.max(spent.slowest);
        }
        if game.players.contains(&0)
            && let Some(score) = self.table.total(0).score()
        {
            self.course.add(score);
        }
        if let Some(trouble) = &game.trouble
            && self.troubles.len() < TROUBLES
        {
            self.troubles.push(format!("game {}: {trouble}", game.number + 1));
        }
    }

    /// Two players have met; games of two come in pairs.
    fn meet(&mut self, game: &Placing, [first, second]: [usize; 2], points: Points) {
        let pair = game.number / 2;
        if game.players.len() > 2 {
            self.table.add_game(first, second, points);
        } else if let Some(half) = self.halves.remove(&pair) {
            self.table.complete_pair(first, second, points, half);
        } else {
            self.table.add_game(first, second, points);
            self.halves.insert(pair, points);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placing(number: u64, players: &[usize], places: &[u32]) -> Placing {
        Placing {
            number,
            players: players.to_vec(),
            places: places.to_vec(),
            spent: vec![Spent::default(); players.len()],
            reason: "king captured".to_owned(),
            plies: 30,
            fingerprint: number,
            trouble: None,
        }
    }

    fn standing(count: usize) -> Standing {
        Standing::new((0..count).map(|player| format!("level{player}")))
    }

    #[test]
    fn four_places_are_six_meetings() {
        let mut standing = standing(4);
        standing.add_placing(&placing(0, &[2, 0, 3, 1], &[1, 2, 2, 4]));
        let against = |player, other| standing.table.results(player, other).to_string();
        assert_eq!(against(2, 0), "+1 =0 -0");
        assert_eq!(against(0, 3), "+0 =1 -0");
        assert_eq!(against(1, 3), "+0 =0 -1");
        assert_eq!(standing.table.total(2).wins, 3);
        assert_eq!(standing.games(), 1);
    }

    #[test]
    fn two_players_meet_in_pairs_whatever_their_seats() {
        let mut standing = standing(2);
        standing.add_placing(&placing(0, &[0, 1], &[1, 2]));
        standing.add_placing(&placing(1, &[1, 0], &[2, 1]));
        standing.add_placing(&placing(1, &[1, 0], &[2, 1]));
        let results = standing.table.results(0, 1);
        assert_eq!((results.wins, results.pairs.counts), (2, [0, 0, 0, 0, 1]));
        assert_eq!(standing.games(), 2);
    }
}
