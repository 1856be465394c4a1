//! What a solver has done so far in one game.

use serde::{Deserialize, Serialize};

use crate::{PuzzleId, Rating};

/// A solver's rating, streak and what comes back; front ends store it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "PuzzleProgress"))]
#[serde(default)]
pub struct Progress {
    /// The rating.
    pub rating: Rating,
    /// Puzzles solved at the first try.
    pub solved: u32,
    /// Puzzles that were not.
    pub failed: u32,
    /// Puzzles solved in a row.
    pub streak: u32,
    /// The longest streak.
    pub best_streak: u32,
    /// Puzzles that will be repeated.
    pub reviews: Vec<Review>,
    /// Puzzles that have been tried, the latest last.
    #[cfg_attr(feature = "wire", ts(type = "string[]"))]
    pub seen: Vec<PuzzleId>,
}

/// A puzzle that was not solved and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "PuzzleReview"))]
pub struct Review {
    /// The puzzle.
    #[cfg_attr(feature = "wire", ts(type = "string"))]
    pub puzzle: PuzzleId,
    /// When it will be repeated, in seconds since 1970.
    pub due: u64,
    /// How often it has been solved since it was missed.
    pub solved: u8,
}

/// When a puzzle comes back after it was missed, and after each time it was solved since; in seconds.
const INTERVALS: [u64; 4] = [10 * 60, 24 * 3600, 4 * 24 * 3600, 14 * 24 * 3600];
/// The most puzzles that are remembered as tried.
const MOST_SEEN: usize = 800;
/// The most puzzles that wait to come back; the oldest is given up first.
const MOST_REVIEWS: usize = 80;

impl Progress {
    /// Counts a puzzle that was solved at the first try, or was not.
    ///
    /// One that comes back changes only when it comes again: its answer was known.
    pub fn count(&mut self, puzzle: PuzzleId, difficulty: u32, solved: bool, now: u64) {
        let review = self.reviews.iter().position(|review| review.puzzle == puzzle);
        if review.is_none() && !self.seen.contains(&puzzle) {
            self.rating = self.rating.after(difficulty, solved);
        }
        if solved {
            self.solved += 1;
            self.streak += 1;
            self.best_streak = self.best_streak.max(self.streak);
        } else {
            self.failed += 1;
            self.streak = 0;
        }
        self.seen.retain(|seen| *seen != puzzle);
        self.seen.push(puzzle);
        if self.seen.len() > MOST_SEEN {
            self.seen.remove(0);
        }
        self.plan(review, puzzle, solved, now);
    }

    /// The puzzle that has waited longest for its return, if one is due.
    pub fn due(&self, now: u64) -> Option<PuzzleId> {
        let due = self.reviews.iter().filter(|review| review.due <= now);
        due.min_by_key(|review| review.due).map(|review| review.puzzle)
    }

    /// How many puzzles are due.
    pub fn due_count(&self, now: u64) -> usize {
        self.reviews.iter().filter(|review| review.due <= now).count()
    }

    fn plan(&mut self, review: Option<usize>, puzzle: PuzzleId, solved: bool, now: u64) {
        let known = review.map(|place| self.reviews.remove(place));
        let times = match (known, solved) {
            (_, false) => 0,
            (Some(review), true) => usize::from(review.solved) + 1,
            (None, true) => return,
        };
        let Some(interval) = INTERVALS.get(times) else { return };
        self.reviews.push(Review {
            puzzle,
            due: now.saturating_add(*interval),
            solved: times as u8,
        });
        if self.reviews.len() > MOST_REVIEWS {
            self.reviews.remove(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> PuzzleId {
        text.parse().unwrap()
    }

    #[test]
    fn a_missed_puzzle_comes_back_ever_later_and_then_no_more() {
        let (mut progress, puzzle) = (Progress::default(), id("abc1234"));
        let mut now = 1_000;
        progress.count(puzzle, 1500, false, now);
        let rating = progress.rating;
        for interval in INTERVALS {
            assert_eq!(progress.due(now + interval - 1), None);
            now += interval;
            assert_eq!((progress.due(now), progress.due_count(now)), (Some(puzzle), 1));
            progress.count(puzzle, 1500, true, now);
        }
        assert_eq!(progress.reviews, []);
        assert_eq!(progress.rating, rating, "what comes back is not rated again");
    }

    #[test]
    fn a_puzzle_missed_again_begins_anew() {
        let (mut progress, puzzle) = (Progress::default(), id("abc1234"));
        progress.count(puzzle, 1500, false, 0);
        progress.count(puzzle, 1500, true, INTERVALS[0]);
        progress.count(puzzle, 1500, false, INTERVALS[0] + INTERVALS[1]);
        assert_eq!(progress.reviews[0].due, 2 * INTERVALS[0] + INTERVALS[1]);
    }

    #[test]
    fn a_streak_ends_with_a_miss_and_the_best_stays() {
        let mut progress = Progress::default();
        for (number, solved) in [true, true, true, false, true].into_iter().enumerate() {
            progress.count(id(&format!("000000{number}")), 1500, solved, 0);
        }
        assert_eq!((progress.streak, progress.best_streak), (1, 3));
        assert_eq!((progress.solved, progress.failed, progress.seen.len()), (4, 1, 5));
    }

    #[test]
    fn it_is_read_as_it_was_written_and_from_less() {
        let mut progress = Progress::default();
        progress.count(id("abc1234"), 1700, false, 77);
        let json = serde_json::to_string(&progress).unwrap();
        assert_eq!(serde_json::from_str::<Progress>(&json).unwrap(), progress);
        assert_eq!(serde_json::from_str::<Progress>("{}").unwrap(), Progress::default());
        assert!(serde_json::from_str::<Progress>("{\"seen\":[\"?\"]}").is_err());
    }
}
