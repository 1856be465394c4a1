//! Games counted in pairs.
//!
//! The two games of a pair share an opening with the colours swapped, so their results are negatively correlated: an
//! opening that favours White gives each player a win. Counting pairs instead of games removes that effect from the
//! error bars.

use play::Side;
use serde::{Deserialize, Serialize};

/// Counts of game pairs by the points of the first player: 0, ½, 1, 1½ and 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pentanomial {
    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// The mean score of a game in a pair of each kind, from 0 to 1.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair by the first player's points in its two games, in either order.
    pub fn add(&mut self, first: Points, second: Points) {
        self.counts[first.halves() + second.halves()] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Number of games in them.
    pub fn games(&self) -> u64 {
        2 * self.pairs()
    }

    /// Mean score of a game, from 0 to 1; `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.weigh(|score| score) / pairs as f64)
    }

    /// Variance of the mean score of a pair about [`mean`](Self::mean), divided by the number of pairs and not by one
    /// less, as match runners do; `None` without pairs.
    ///
    /// The mean of `n` pairs has this variance divided by `n`.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        Some(self.weigh(|score| (score - mean).powi(2)) / self.pairs() as f64)
    }

    /// The same pairs as the other player sees them.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    fn weigh(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.counts
            .iter()
            .zip(Self::SCORES)
            .map(|(&count, score)| count as f64 * value(score))
            .sum()
    }
}

/// The result of a game for one player; in a pairing, the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// One point.
    Win,
    /// Half a point.
    Draw,
    /// No point.
    Loss,
}

impl Points {
    /// What the player of `side` gets from a game won by `winner`, or drawn if nobody won.
    pub fn of(side: Side, winner: Option<Side>) -> Self {
        match winner {
            None => Points::Draw,
            Some(winner) if winner == side => Points::Win,
            Some(_) => Points::Loss,
        }
    }

    /// 1, ½ or 0.
    pub const fn value(self) -> f64 {
        self.halves() as f64 / 2.0
    }

    /// What the opponent got.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Points::Win => Points::Loss,
            Points::Draw => Points::Draw,
            Points::Loss => Points::Win,
        }
    }

    const fn halves(self) -> usize {
        match self {
            Points::Win => 2,
            Points::Draw => 1,
            Points::Loss => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_sorted_by_their_points() {
        use Points::{Draw, Loss, Win};
        let mut pairs = Pentanomial::default();
        for (first, second) in [
            (Loss, Loss),
            (Loss, Draw),
            (Draw, Loss),
            (Draw, Draw),
            (Win, Loss),
            (Loss, Win),
            (Draw, Win),
            (Win, Win),
        ] {
            pairs.add(first, second);
        }
        assert_eq!(pairs.counts, [1, 2, 3, 1, 1]);
        assert_eq!((pairs.pairs(), pairs.games()), (8, 16));
        assert_eq!(pairs.reversed().counts, [1, 1, 3, 2, 1]);
    }

    #[test]
    fn mean_and_variance_of_a_pair() {
        // Two pairs of 1 point, one of 1½, one of 2: scores .5 .5 .75 1, mean 2.75/4 = .6875;
        // deviations -.1875 -.1875 .0625 .3125, squares sum to .171875, a quarter of which is .04296875.
        let pairs = Pentanomial {
            counts: [0, 0, 2, 1, 1],
        };
        assert_eq!(pairs.mean(), Some(0.6875));
        assert_eq!(pairs.variance(), Some(0.042_968_75));
        assert_eq!(Pentanomial::default().mean(), None);
        assert_eq!(Pentanomial::default().variance(), None);
    }

    #[test]
    fn points_are_those_of_a_side() {
        assert_eq!(Points::of(Side::Black, Some(Side::Black)), Points::Win);
        assert_eq!(Points::of(Side::White, Some(Side::Black)), Points::Loss);
        assert_eq!(Points::of(Side::White, None), Points::Draw);
        for points in [Points::Win, Points::Draw, Points::Loss] {
            assert!((points.value() + points.reversed().value() - 1.0).abs() < f64::EPSILON);
        }
    }
}
