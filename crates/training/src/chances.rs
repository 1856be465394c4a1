//! The fit of the win-draw-loss model to training games.

use std::path::PathBuf;

use engine::{ResultModel, material};
use shakmaty::Position as _;

use crate::{ArchiveError, GameReader, GameResult};

/// How often positions of each score and material were won, drawn and lost by the side to move.
#[derive(Clone, Debug)]
pub struct ResultCounts {
    /// By material, then by score.
    cells: Vec<[u64; 3]>,
}

/// Scores beyond this count as this: the result is certain there.
const MOST: i32 = 1_500;
/// Scores this near each other are counted together.
const STEP: i32 = 10;
const SCORES: usize = (2 * MOST / STEP + 1) as usize;
/// Material is counted up to this many pawns.
const MATERIALS: usize = 79;

impl ResultCounts {
    /// Counts the quiet positions of files.
    pub fn of(files: &[PathBuf]) -> Result<Self, ArchiveError> {
        let mut counts = ResultCounts {
            cells: vec![[0; 3]; MATERIALS * SCORES],
        };
        for path in files {
            for game in GameReader::open(path)? {
                let game = game.map_err(|source| ArchiveError::File {
                    path: path.clone(),
                    source,
                })?;
                for sample in game.samples() {
                    let white = sample.position.turn().is_white();
                    let own = i32::from(sample.score) * if white { 1 } else { -1 };
                    let place = match sample.result {
                        GameResult::Draw => 1,
                        GameResult::WhiteWins => usize::from(!white) * 2,
                        GameResult::BlackWins => usize::from(white) * 2,
                    };
                    counts.add(own, material(sample.position.board()), place);
                }
            }
        }
        Ok(counts)
    }

    fn add(&mut self, score: i32, material: u32, place: usize) {
        let material = (material as usize).min(MATERIALS - 1);
        let score = (score.clamp(-MOST, MOST) + MOST + STEP / 2) / STEP;
        self.cells[material * SCORES + (score as usize).min(SCORES - 1)][place] += 1;
    }

    /// All positions counted.
    pub fn positions(&self) -> u64 {
        self.cells.iter().flatten().sum()
    }

    /// The mean of the negative logarithm of the share that a model gave to the result.
    pub fn loss(&self, model: &ResultModel) -> f64 {
        let cells = self.cells.iter().enumerate().filter(|(_, counts)| **counts != [0; 3]);
        let terms = cells.map(|(cell, counts)| {
            let score = (cell % SCORES) as i32 * STEP - MOST;
            let (win, loss) = model.shares(score, (cell / SCORES) as u32);
            let shares = [win, 1.0 - win - loss, loss];
            let logarithms = counts
                .iter()
                .zip(shares)
                .map(|(count, share)| *count as f64 * share.max(1e-6).ln());
            -logarithms.sum::<f64>()
        });
        terms.sum::<f64>() / self.positions().max(1) as f64
    }

    /// The model with the least loss, found by coordinate descent: each parameter, at both ends of the material, is
    /// changed by steps that shrink until none improves the loss.
    pub fn fit(&self, from: ResultModel) -> ResultModel {
        let ResultModel { even, slope } = from;
        let mut best = [even[0], even[0] + even[1], slope[0], slope[0] + slope[1]];
        let mut least = self.loss(&from);
        let mut step = 32.0;
        while step > 0.1 {
            let mut helped = false;
            for (number, sign) in (0..best.len()).flat_map(|number| [(number, 1.0), (number, -1.0)]) {
                let mut tried = best;
                tried[number] += sign * step;
                // A curve that is steeper than this, or falls, is none of results.
                if tried[2].min(tried[3]) < 5.0 {
                    continue;
                }
                let loss = self.loss(&between(tried));
                if loss < least {
                    (best, least, helped) = (tried, loss, true);
                }
            }
            if !helped {
                step /= 2.0;
            }
        }
        between(best)
    }

    /// Shares of wins, draws and losses where the score is within half a hundred of `score`, and how many positions.
    pub fn shares_near(&self, score: i32) -> ([f64; 3], u64) {
        let near = self.cells.iter().enumerate().filter(|(cell, _)| {
            let cell_score = (cell % SCORES) as i32 * STEP - MOST;
            (cell_score - score).abs() < 50
        });
        let sums = near.fold([0; 3], |sums: [u64; 3], (_, counts)| {
            std::array::from_fn(|place| sums[place] + counts[place])
        });
        let all = sums.iter().sum::<u64>();
        (sums.map(|sum| sum as f64 / all.max(1) as f64), all)
    }
}

/// The model between its numbers at both ends of the material.
fn between([even, even_full, slope, slope_full]: [f64; 4]) -> ResultModel {
    ResultModel {
        even: [even, even_full - even],
        slope: [slope, slope_full - slope],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts drawn from a model are fitted by that model.
    #[test]
    fn the_fit_finds_the_model_that_made_the_counts() {
        let made = ResultModel {
            even: [180.0, -60.0],
            slope: [90.0, -25.0],
        };
        let mut counts = ResultCounts {
            cells: vec![[0; 3]; MATERIALS * SCORES],
        };
        for material in (10..78).step_by(8) {
            for score in (-600..=600).step_by(30) {
                let (win, loss) = made.shares(score, material);
                let shares = [win, 1.0 - win - loss, loss];
                for (place, share) in shares.into_iter().enumerate() {
                    for _ in 0..(300.0 * share).round() as u32 {
                        counts.add(score, material, place);
                    }
                }
            }
        }
        let fitted = counts.fit(ResultModel::FITTED);
        for (material, score) in [10, 40, 78]
            .into_iter()
            .flat_map(|material| [(material, 0), (material, 250)])
        {
            let [(win, loss), (made_win, made_loss)] = [fitted, made].map(|model| model.shares(score, material));
            let error = (win - made_win).abs().max((loss - made_loss).abs());
            assert!(error < 0.01, "{material} {score}: {fitted:?}");
        }
    }

    #[test]
    fn scores_are_counted_for_the_side_to_move() {
        let mut counts = ResultCounts {
            cells: vec![[0; 3]; MATERIALS * SCORES],
        };
        counts.add(204, 40, 0);
        counts.add(-30_000, 90, 2);
        assert_eq!(counts.positions(), 2);
        assert_eq!(counts.shares_near(200), ([1.0, 0.0, 0.0], 1));
        assert_eq!(counts.shares_near(-MOST), ([0.0, 0.0, 1.0], 1));
    }
}
