//! A game as it is learnt from.

use engine::Score;
use shakmaty::{Chess, Color, Move};

/// A game the engine played against itself, with what it thought of every position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Its number in the plan, which decides all that is left to chance in it.
    pub number: u32,
    /// Where it began.
    pub start: Chess,
    /// The moves chosen at random, which have no score.
    pub opening: Vec<Move>,
    /// The moves the engine chose.
    pub moves: Vec<ScoredMove>,
    /// How it ended.
    pub result: GameResult,
}

/// A move with the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score in centipawns for White; beyond [`ScoredMove::PROVEN`] it is that of a mate or of the tables.
    pub score: i16,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// White won.
    WhiteWins,
}

impl ScoredMove {
    /// From here on a score is proven rather than judged; no evaluation comes near it.
    pub const PROVEN: i16 = 29_000;
    /// Mate now; a mate in so many moves is worth so much less.
    const MATE: i32 = 32_000;

    /// A move of a side with the score of its search.
    pub(crate) fn new(mv: Move, score: Score, turn: Color) -> Self {
        let own = match score {
            Score::Centipawns(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => Self::MATE - moves,
            Score::Mate(moves) => -Self::MATE - moves,
        };
        let white = if turn == Color::White { own } else { -own };
        ScoredMove {
            mv,
            score: white.clamp(-Self::MATE, Self::MATE) as i16,
        }
    }

    /// Whether the score is proven.
    pub fn is_proven(self) -> bool {
        self.score.abs() >= Self::PROVEN
    }
}

impl GameResult {
    /// A win of this side.
    pub(crate) fn won_by(side: Color) -> Self {
        match side {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// White's points: nothing, a half or one.
    pub fn points(self) -> f64 {
        match self {
            GameResult::BlackWins => 0.0,
            GameResult::Draw => 0.5,
            GameResult::WhiteWins => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;

    const MOVE: Move = Move::Normal {
        role: Role::Knight,
        from: Square::G1,
        to: Square::F3,
        capture: None,
        promotion: None,
    };

    #[test]
    fn scores_are_whites_and_mates_are_proven() {
        let score = |score, turn| ScoredMove::new(MOVE, score, turn).score;
        assert_eq!(score(Score::Centipawns(35), Color::White), 35);
        assert_eq!(score(Score::Centipawns(35), Color::Black), -35);
        assert_eq!(score(Score::Mate(3), Color::Black), -31_997);
        assert_eq!(score(Score::Mate(-2), Color::White), -31_998);
        assert!(ScoredMove::new(MOVE, Score::Mate(0), Color::White).is_proven());
        assert!(!ScoredMove::new(MOVE, Score::Centipawns(28_999), Color::White).is_proven());
    }
}
