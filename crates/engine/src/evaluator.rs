//! Who evaluates the positions of a search.

use std::{fmt, sync::Arc};

use shakmaty::Chess;

use crate::{
    board::{Board, Changes},
    evaluation,
    network::{Accumulators, Network, Path},
};

/// The evaluation that a search uses.
#[derive(Clone, Debug, Default)]
pub enum Evaluation {
    /// The one written by hand.
    #[default]
    HandWritten,
    /// A network.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The value of a board, for people.
    pub(crate) fn explain(&self, board: &Board) -> String {
        match self {
            Evaluation::HandWritten => evaluation::explain(board),
            Evaluation::Network(network) => {
                let value = network.evaluate(board.chess());
                format!("network: {}\nvalue for the side to move: {value}\n", network.note())
            }
        }
    }

    /// Whether the values of both are the same because they are the same thing.
    pub(crate) fn is(&self, other: &Evaluation) -> bool {
        match (self, other) {
            (Evaluation::HandWritten, Evaluation::HandWritten) => true,
            (Evaluation::Network(one), Evaluation::Network(other)) => Arc::ptr_eq(one, other),
            (Evaluation::HandWritten, Evaluation::Network(_)) | (Evaluation::Network(_), Evaluation::HandWritten) => {
                false
            }
        }
    }
}

/// An evaluation of single positions, without any search.
pub struct StaticEvaluator(Evaluator);

impl StaticEvaluator {
    /// An evaluator for any positions.
    pub fn new(evaluation: &Evaluation) -> Self {
        StaticEvaluator(Evaluator::new(evaluation))
    }

    /// The value in centipawns for the side to move; meaningful only where nobody is in check.
    pub fn evaluate(&mut self, position: &Chess) -> i32 {
        let board = Board::new(position.clone());
        self.0.begin(&board);
        self.0.evaluate(&board)
    }
}

impl fmt::Debug for StaticEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StaticEvaluator").finish_non_exhaustive()
    }
}

/// An evaluation along one line of a search.
pub(crate) enum Evaluator {
    HandWritten(evaluation::Evaluator),
    Network(Box<Accumulators>),
}

impl Evaluator {
    pub(crate) fn new(evaluation: &Evaluation) -> Self {
        match evaluation {
            Evaluation::HandWritten => Evaluator::HandWritten(evaluation::Evaluator::new()),
            Evaluation::Network(network) => {
                Evaluator::Network(Box::new(Accumulators::new(Arc::clone(network), Path::best())))
            }
        }
    }

    /// Begins a line here.
    pub(crate) fn begin(&mut self, board: &Board) {
        match self {
            Evaluator::HandWritten(evaluator) => evaluator.begin(board),
            Evaluator::Network(accumulators) => accumulators.begin(board),
        }
    }

    /// Follows a move.
    #[inline]
    pub(crate) fn push(&mut self, changes: &Changes) {
        match self {
            Evaluator::HandWritten(evaluator) => evaluator.push(changes),
            Evaluator::Network(accumulators) => accumulators.push(changes),
        }
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        match self {
            Evaluator::HandWritten(evaluator) => evaluator.pop(),
            Evaluator::Network(accumulators) => accumulators.pop(),
        }
    }

    /// The value of the board the pushed moves led to.
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        match self {
            Evaluator::HandWritten(evaluator) => evaluator.evaluate(board),
            Evaluator::Network(accumulators) => accumulators.evaluate(board),
        }
    }
}
