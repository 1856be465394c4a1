//! The rating of a solver: Glicko-2, with every puzzle an opponent.

use serde::{Deserialize, Serialize};
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

/// How strong a solver is, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "SolverRating"))]
pub struct Rating {
    /// The rating.
    pub rating: f64,
    /// How far the true rating may be from it: a standard deviation.
    pub deviation: f64,
    /// How much results differ from what was expected.
    pub volatility: f64,
}

/// The deviation of a puzzle's rating: it rests on few tries.
const PUZZLE_DEVIATION: f64 = 120.0;
/// No series of puzzles makes a rating surer than this, so that it follows a solver who improves.
const LEAST_DEVIATION: f64 = 45.0;

impl Default for Rating {
    /// Nothing is known.
    fn default() -> Self {
        Rating {
            rating: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
        }
    }
}

impl Rating {
    /// The rating after a puzzle.
    #[must_use]
    pub fn after(self, puzzle: u32, solved: bool) -> Self {
        let solver = Glicko2Rating {
            rating: self.rating,
            deviation: self.deviation,
            volatility: self.volatility,
        };
        let opponent = Glicko2Rating {
            rating: f64::from(puzzle),
            deviation: PUZZLE_DEVIATION,
            volatility: Rating::default().volatility,
        };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (after, _) = glicko2(&solver, &opponent, &outcome, &Glicko2Config::new());
        Rating {
            rating: after.rating.clamp(100.0, 3500.0),
            deviation: after.deviation.max(LEAST_DEVIATION),
            volatility: after.volatility,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solved_puzzle_raises_the_rating_and_makes_it_surer() {
        let new = Rating::default();
        let (up, down) = (new.after(1500, true), new.after(1500, false));
        assert!(up.rating > 1600.0 && down.rating < 1400.0);
        assert!(up.deviation < new.deviation);
        assert!(new.after(2200, true).rating > up.rating);
    }

    #[test]
    fn a_rating_finds_its_place() {
        // Solves everything up to 1800 and nothing above.
        let mut rating = Rating::default();
        for step in 0..200 {
            let puzzle = rating.rating as u32 + step % 5 * 40 - 80;
            rating = rating.after(puzzle, puzzle <= 1800);
        }
        assert!((1700.0..1900.0).contains(&rating.rating), "{rating:?}");
        assert!(rating.deviation < 80.0);
    }
}
