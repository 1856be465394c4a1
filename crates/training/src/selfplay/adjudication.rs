//! Adjudication of decided games, to save time.

use crate::GameResult;

/// What the last scores say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Adjudication {
    /// Plies in a row that White, that Black was winning, that nobody was ahead.
    white: u32,
    black: u32,
    level: u32,
}

/// A side that is this far ahead in centipawns, by the scores of both sides, for this many plies wins.
const WIN: (i16, u32) = (1_000, 5);
/// A game as level as this for so many plies is drawn, once the middlegame is over.
const LEVEL: (i16, u32) = (8, 10);
/// The ply from which level games are drawn.
const LEVEL_FROM: usize = 80;
/// No game is longer.
const LONGEST: usize = 400;

impl Adjudication {
    /// Takes in White's score of the last move; `ply` counts the moves of the game so far.
    pub(super) fn add(&mut self, score: i16, ply: usize) -> Option<GameResult> {
        let count = |counted: u32, goes_on: bool| if goes_on { counted + 1 } else { 0 };
        self.white = count(self.white, score >= WIN.0);
        self.black = count(self.black, score <= -WIN.0);
        self.level = count(self.level, score.abs() <= LEVEL.0);
        if self.white >= WIN.1 {
            Some(GameResult::WhiteWins)
        } else if self.black >= WIN.1 {
            Some(GameResult::BlackWins)
        } else if ply >= LONGEST || ply >= LEVEL_FROM && self.level >= LEVEL.1 {
            Some(GameResult::Draw)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(scores: impl IntoIterator<Item = i16>, first: usize) -> Option<(usize, GameResult)> {
        let mut adjudication = Adjudication::default();
        let mut plies = first..;
        scores.into_iter().find_map(|score| {
            let ply = plies.next()?;
            Some((ply, adjudication.add(score, ply)?))
        })
    }

    #[test]
    fn a_lead_must_last() {
        assert_eq!(judge([1_200, 1_100, 1_500, 900, 1_200, 1_300, 1_400, 1_500], 30), None);
        assert_eq!(judge([-1_200; 9], 30), Some((34, GameResult::BlackWins)));
        assert_eq!(judge([1_200; 9], 30), Some((34, GameResult::WhiteWins)));
    }

    #[test]
    fn level_games_are_drawn_late_and_all_games_end() {
        assert_eq!(judge([0; 100], 20), Some((80, GameResult::Draw)));
        assert_eq!(judge([20; 500], 20), Some((400, GameResult::Draw)));
    }
}
