//! A puzzle that is being solved.

use play::{GameModule, GameRecord, MoveIndex, Side};
use thiserror::Error;

use crate::{Puzzle, PuzzleError, puzzle::play};

/// A puzzle, and how far its solver has come.
#[derive(Clone, Debug)]
pub struct Solving {
    puzzle: Puzzle,
    record: Box<dyn GameRecord>,
    solver: Side,
    /// The next move of the line.
    at: usize,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Solved,
}

/// What a move of the solver was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Right; the reply has been played and the solver is to move again.
    Right,
    /// Right, and the last.
    Solved,
    /// Wrong; nothing was played.
    Wrong,
}

/// Why a move cannot be taken as an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolvingError {
    /// The puzzle is solved.
    #[error("the puzzle is solved")]
    Over,
    /// There is no such move.
    #[error("this move is not legal here")]
    Illegal,
}

impl Solving {
    /// A puzzle at its first turn.
    pub fn begin(module: &dyn GameModule, puzzle: Puzzle) -> Result<Self, PuzzleError> {
        // A line with an illegal move would stop half-way.
        puzzle.finished(module)?;
        let record = puzzle.begin(module)?;
        Ok(Solving {
            solver: record.turn(),
            record,
            puzzle,
            at: 1,
            state: State::Open,
        })
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game up to here.
    pub fn record(&self) -> &dyn GameRecord {
        &*self.record
    }

    /// Who solves.
    pub const fn solver(&self) -> Side {
        self.solver
    }

    /// How many moves of the solver have been found.
    pub const fn found(&self) -> usize {
        self.at / 2
    }

    /// Whether every move has been found.
    pub fn is_solved(&self) -> bool {
        self.state == State::Solved
    }

    /// The code of the right move, if the solver is to move.
    pub fn hint(&self) -> Option<&str> {
        match self.state {
            State::Open => self.puzzle.moves.get(self.at).map(String::as_str),
            State::Solved => None,
        }
    }

    /// Takes a legal move as an answer. A move that wins the game at once is right even if the line has another.
    pub fn answer(&mut self, mv: MoveIndex) -> Result<Answer, SolvingError> {
        let Some(expected) = self.hint() else {
            return Err(SolvingError::Over);
        };
        let given = self.record.describe(mv).ok_or(SolvingError::Illegal)?;
        if given.code != expected {
            let mut after = self.record.boxed();
            after.play(mv, None).map_err(|_| SolvingError::Illegal)?;
            if after
                .outcome()
                .is_none_or(|outcome| outcome.winner != Some(self.solver))
            {
                return Ok(Answer::Wrong);
            }
            self.record = after;
            self.state = State::Solved;
            return Ok(Answer::Solved);
        }
        Ok(self.go_on())
    }

    /// Plays the right move for the solver.
    pub fn show(&mut self) -> Result<Answer, SolvingError> {
        if self.state == State::Solved {
            return Err(SolvingError::Over);
        }
        Ok(self.go_on())
    }

    /// Plays the right move and the reply.
    fn go_on(&mut self) -> Answer {
        for _ in 0..2 {
            if let Some(code) = self.puzzle.moves.get(self.at) {
                play(&mut *self.record, code).expect("the line was played through when it began");
                self.at += 1;
            }
        }
        if self.at < self.puzzle.moves.len() {
            return Answer::Right;
        }
        self.state = State::Solved;
        Answer::Solved
    }
}

#[cfg(test)]
mod tests {
    use play::GameId;

    use super::*;
    use crate::Goal;

    const CHESS: GameId = GameId::new("chess");

    fn solving(position: &str, moves: &str, goal: Goal) -> Solving {
        let registry = games::registry();
        let moves = moves.split(' ').map(str::to_owned).collect();
        let puzzle = Puzzle::new(CHESS, position.to_owned(), moves, goal, Vec::new());
        Solving::begin(&**registry.get(CHESS).unwrap(), puzzle).unwrap()
    }

    fn answer(solving: &mut Solving, code: &str) -> Answer {
        let mv = solving.record().by_code(code).unwrap();
        solving.answer(mv).unwrap()
    }

    /// Two rooks drive the king to the edge.
    fn ladder() -> Solving {
        solving(
            "8/8/4k3/8/8/8/R5K1/1R6 b - - 0 1",
            "e6d7 a2a7 d7c8 b1h1 c8d8 h1h8",
            Goal::Finish(3),
        )
    }

    #[test]
    fn right_moves_are_answered_and_wrong_ones_change_nothing() {
        let mut solving = ladder();
        assert_eq!(solving.solver(), Side::White);
        assert_eq!(answer(&mut solving, "a2a3"), Answer::Wrong);
        assert_eq!(solving.record().plies(), 1);
        assert_eq!(answer(&mut solving, "a2a7"), Answer::Right);
        assert_eq!((solving.found(), solving.record().plies()), (1, 3));
        assert_eq!(answer(&mut solving, "b1h1"), Answer::Right);
        assert_eq!(answer(&mut solving, "h1h8"), Answer::Solved);
        assert!(solving.is_solved() && solving.hint().is_none());
        assert_eq!(solving.show(), Err(SolvingError::Over));
    }

    #[test]
    fn another_mate_is_right_too() {
        let mut solving = solving("6k1/5ppp/8/8/1p6/8/5PPP/Q2R2K1 b - - 0 1", "b4b3 d1d8", Goal::Finish(1));
        assert_eq!(answer(&mut solving, "a1b1"), Answer::Wrong);
        assert_eq!(answer(&mut solving, "a1a8"), Answer::Solved);
    }

    #[test]
    fn the_solution_can_be_shown() {
        let mut solving = ladder();
        assert_eq!(solving.show(), Ok(Answer::Right));
        assert_eq!(solving.hint(), Some("b1h1"));
    }

    #[test]
    fn a_line_with_an_illegal_move_does_not_begin() {
        let registry = games::registry();
        let moves = vec!["e6d7".to_owned(), "a2b3".to_owned()];
        let puzzle = Puzzle::new(
            CHESS,
            "8/8/4k3/8/8/8/R7/1R4K1 b - - 0 1".to_owned(),
            moves,
            Goal::Win,
            Vec::new(),
        );
        assert!(Solving::begin(&**registry.get(CHESS).unwrap(), puzzle).is_err());
    }
}
