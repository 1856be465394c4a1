//! The results of one pairing.

use std::{fmt, ops::AddAssign};

use serde::{Deserialize, Serialize};

use crate::statistics::{Pentanomial, Points};

/// Wins, draws and losses of the first player against the second, and the pairs that are complete.
///
/// Every game counts when it ends; a pair counts when its second game ends. A game whose partner is still running or
/// was not played counts only among wins, draws and losses.
///
/// ```
/// use arena::statistics::{Points, Results};
///
/// let mut results = Results::default();
/// results.add_game(Points::Win);
/// results.complete_pair(Points::Draw, Points::Win);
/// assert_eq!((results.wins, results.draws, results.losses), (1, 1, 0));
/// assert_eq!(results.pairs.counts, [0, 0, 0, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games won by the first player.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first player.
    pub losses: u64,
    /// The pairs of which both games are among them.
    pub pairs: Pentanomial,
}

impl Results {
    /// Counts a game that is the first of its pair to end, or has no partner.
    pub fn add_game(&mut self, game: Points) {
        match game {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Counts `game` and the pair it completes; `partner` is the result of the other game, which was counted when it
    /// ended.
    pub fn complete_pair(&mut self, game: Points, partner: Points) {
        self.add_game(game);
        self.pairs.add(partner, game);
    }

    /// Counts both games of a pair and the pair.
    pub fn add_pair(&mut self, first: Points, second: Points) {
        self.add_game(first);
        self.complete_pair(second, first);
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first player.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Share of the points that went to the first player, over all games; `None` without games.
    pub fn score(&self) -> Option<f64> {
        self.share(self.points())
    }

    /// Share of the games that were drawn; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        self.share(self.draws as f64)
    }

    /// The same games as the second player sees them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Results {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs: self.pairs.reversed(),
        }
    }

    /// The mean score of a game with its standard error, from the pairs if any is complete and else from the games.
    ///
    /// Pairs with equal results show no variance, but do not prove that there is none. The error is then that of one
    /// pair among them differing by a point (one game by half a point), which is half a score divided by their number.
    pub(super) fn mean(&self) -> Option<Mean> {
        let (score, variance, count) = match (self.pairs.mean(), self.pairs.variance()) {
            (Some(mean), Some(variance)) => (mean, variance, self.pairs.pairs()),
            _ => (self.score()?, self.game_variance()?, self.games()),
        };
        let count = count as f64;
        let error = if variance > 0.0 {
            (variance / count).sqrt()
        } else {
            0.5 / count
        };
        Some(Mean { score, error })
    }

    fn game_variance(&self) -> Option<f64> {
        let score = self.score()?;
        self.share(
            self.wins as f64 * (1.0 - score).powi(2)
                + self.draws as f64 * (0.5 - score).powi(2)
                + self.losses as f64 * score.powi(2),
        )
    }

    fn share(&self, amount: f64) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| amount / games as f64)
    }
}

impl AddAssign for Results {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (count, more) in self.pairs.counts.iter_mut().zip(other.pairs.counts) {
            *count += more;
        }
    }
}

impl fmt::Display for Results {
    /// Wins, draws and losses: `+12 =30 -8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// A mean score and how far it may be off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mean {
    /// From 0 to 1.
    pub(super) score: f64,
    /// One standard deviation of `score`, above zero.
    pub(super) error: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_partner_counts_as_a_game() {
        let mut results = Results::default();
        results.add_pair(Points::Win, Points::Draw);
        results.add_game(Points::Loss);
        assert_eq!(results.games(), 3);
        assert_eq!(results.pairs.pairs(), 1);
        assert_eq!(results.score(), Some(0.5));
        assert_eq!(results.to_string(), "+1 =1 -1");
    }

    #[test]
    fn the_other_player_sees_the_rest_of_the_points() {
        let mut results = Results::default();
        results.add_pair(Points::Win, Points::Draw);
        results.add_pair(Points::Win, Points::Win);
        let reversed = results.reversed();
        assert_eq!(results.score(), Some(0.875));
        assert_eq!(reversed.score(), Some(0.125));
        assert_eq!(reversed.draw_ratio(), results.draw_ratio());
        assert_eq!(reversed.pairs.counts, [1, 1, 0, 0, 0]);
        assert_eq!(reversed.reversed(), results);
    }

    #[test]
    fn no_games_have_no_score() {
        assert_eq!(Results::default().score(), None);
        assert_eq!(Results::default().draw_ratio(), None);
        assert!(Results::default().mean().is_none());
    }
}
