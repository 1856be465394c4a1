//! Mistakes in games, by the scores of their moves.

use play::{GameRecord, Score};

use super::{MakeError, Maker, only::points};

/// A game that may hold puzzles.
#[derive(Clone, Copy, Debug)]
pub struct SourceGame<'a> {
    /// The game.
    pub record: &'a dyn GameRecord,
    /// Only the moves of this side are searched for mistakes.
    pub side: Option<play::Side>,
}

/// A move that may have been a mistake, after which the solver is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The position text before the move.
    pub position: String,
    /// The code of the move.
    pub mv: String,
}

/// The least that a mistake costs, in hundredths of a pawn.
const COST: i32 = 150;
/// The side that profits is better by this much afterwards, or was worse by it before.
const MUCH: i32 = 150;
/// A side that was better by more than this before had won already.
const DECIDED: i32 = 350;

impl Candidate {
    /// Which moves of a game were mistakes, given the score of every position for its mover: the plies of the moves.
    pub fn mistakes(scores: &[Score]) -> Vec<usize> {
        let pairs = scores.windows(2).enumerate();
        let mistakes = pairs.filter(|(_, pair)| is_mistake(points(pair[0].reversed()), points(pair[1])));
        mistakes.map(|(ply, _)| ply).collect()
    }

    /// The move after so many plies of a game.
    fn of(record: &dyn GameRecord, ply: usize) -> Option<Self> {
        Some(Candidate {
            position: record.position_text(ply)?,
            mv: record.played(ply)?.mv.code,
        })
    }
}

/// Whether a move was a mistake, by the scores of the other side before and after it.
fn is_mistake(before: i32, after: i32) -> bool {
    after - before >= COST && before <= DECIDED && (after >= MUCH || (before <= -MUCH && after >= -MUCH))
}

impl Maker<'_> {
    /// The mistakes of a game, by a brief search of every position.
    pub(super) fn candidates(&mut self, game: &SourceGame<'_>) -> Result<Vec<Candidate>, MakeError> {
        let record = game.record;
        let mut scores = Vec::with_capacity(record.plies());
        for ply in 0..=record.plies() {
            let at = record.until(ply);
            if at.outcome().is_some() || at.legal_count() == 0 {
                break;
            }
            let lines = self.judge.lines(&*at, 1, self.effort.glance)?;
            let Some(line) = lines.first() else { break };
            scores.push(line.score);
        }
        let mistakes = Candidate::mistakes(&scores).into_iter();
        let wanted = mistakes.filter(|ply| game.side.is_none_or(|side| record.turn_after(*ply) == Some(side)));
        Ok(wanted.filter_map(|ply| Candidate::of(record, ply)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_changes_who_stands_better() {
        let mistakes = |scores: &[i32]| {
            let scores: Vec<Score> = scores.iter().map(|points| Score::Centipawns(*points)).collect();
            Candidate::mistakes(&scores)
        };
        // Scores are the movers': after the move of ply 1 the other side has 300.
        assert_eq!(mistakes(&[20, -20, 300, -300]), [1]);
        // A lead that was there before is no mistake.
        assert_eq!(mistakes(&[500, -500, 520, -800]), [] as [usize; 0]);
        // The side that was lost is saved.
        assert_eq!(mistakes(&[-400, 400, -20]), [1]);
        let mate = [Score::Centipawns(0), Score::Win(5)];
        assert_eq!(Candidate::mistakes(&mate), [0]);
    }
}
