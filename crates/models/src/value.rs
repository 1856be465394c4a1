//! The Threefold layout: pieces on squares for each side, and a value in centipawns.
//!
//! There is no policy. Instead a position is searched one ply ahead: every legal move is played, and the resulting
//! positions are evaluated in one batch. The value of the position is that of the best move, and better moves get a
//! higher probability.

use std::marker::PhantomData;

use engine::network::{FEATURES, bucket, feature};
use play::{Rules, Side};
use ransom::Kind;

use crate::{
    Deadline, Evaluation, Evaluator, ModelError, Session, ValueGame, layout::Layout, lc0::softmax, model::Inputs,
    puct::end_value,
};

/// A game whose positions have inputs of this layout.
pub trait ValueInputs: Rules {
    /// Which game it is.
    const GAME: ValueGame;

    /// Adds the 768 inputs of the side to move and those of the other side, and says which output set is used.
    fn add_inputs(&self, own: &mut Vec<f32>, other: &mut Vec<f32>) -> i32;
}

impl ValueInputs for chess::Position {
    const GAME: ValueGame = ValueGame::Chess;

    /// As the engine's network counts them: docs/network.md.
    fn add_inputs(&self, own: &mut Vec<f32>, other: &mut Vec<f32>) -> i32 {
        use chess::shakmaty::Position as _;
        let (board, turn) = (self.chess().board(), self.chess().turn());
        for (side, inputs) in [(turn, own), (!turn, other)] {
            let start = inputs.len();
            inputs.resize(start + FEATURES, 0.0);
            let Some(king) = board.king_of(side) else {
                continue;
            };
            for (square, piece) in board {
                inputs[start + feature(side, king, piece, square)] = 1.0;
            }
        }
        bucket(board.occupied().count()) as i32
    }
}

impl ValueInputs for ransom::Position {
    const GAME: ValueGame = ValueGame::Ransom;

    /// Pieces are encoded as in chess, without mirrored files. Ransom has no rooks and kings, so their inputs have
    /// other meanings: the inputs of a side's rooks encode its points, from the first square on, and those of the own
    /// king the turns since the last capture.
    fn add_inputs(&self, own: &mut Vec<f32>, other: &mut Vec<f32>) -> i32 {
        const ROOK: usize = 3;
        const KING: usize = 5;
        let turn = self.turn();
        for (side, inputs) in [(turn, own), (turn.other(), other)] {
            let start = inputs.len();
            inputs.resize(start + FEATURES, 0.0);
            let ranks = match side {
                Side::White => 0,
                Side::Black => 56,
            };
            for (owner, plane) in [(side, 0), (side.other(), 6)] {
                for kind in Kind::ALL {
                    let row = match kind {
                        Kind::Pawn => 0,
                        Kind::Knight => 1,
                        Kind::Bishop => 2,
                        Kind::Queen => 4,
                    };
                    for square in self.pieces(owner, kind) {
                        inputs[start + (plane + row) * 64 + (square.index() ^ ranks)] = 1.0;
                    }
                }
                let points = usize::from(self.purse(owner)).min(64);
                let first = start + (plane + ROOK) * 64;
                inputs[first..first + points].fill(1.0);
            }
            let quiet = usize::from(self.quiet_turns()).min(64);
            let first = start + KING * 64;
            inputs[first..first + quiet].fill(1.0);
        }
        bucket(self.occupied().count() as usize) as i32
    }
}

/// Looks at positions of a game with a model of the Threefold layout.
pub struct ValueEvaluator<R> {
    session: Session,
    game: PhantomData<fn() -> R>,
}

/// Centipawns where the expected result is 1/(1+1/e): near what was fitted for the networks of docs/network.md.
const SCALE: f32 = 300.0;

/// How much better in expected result a move must be to be e times as likely: about half a pawn in an even game.
const CHANCE: f32 = 0.08;

impl<R: ValueInputs> ValueEvaluator<R> {
    /// An evaluator; `None` if the model has another layout or is of another game.
    pub fn new(session: Session) -> Option<Self> {
        match session.model().layout() {
            Layout::Value { game, .. } if game == R::GAME => Some(ValueEvaluator {
                session,
                game: PhantomData,
            }),
            Layout::Value { .. } | Layout::Lc0 { .. } => None,
        }
    }

    /// Centipawns for the side to move of each position.
    pub fn centipawn_values(&mut self, positions: &[R], deadline: Deadline<'_>) -> Result<Vec<f32>, ModelError> {
        let rows = self.session.model().most_rows();
        let mut values = Vec::with_capacity(positions.len());
        for part in positions.chunks(rows) {
            let (mut own, mut other) = (Vec::new(), Vec::new());
            let buckets = part
                .iter()
                .map(|position| position.add_inputs(&mut own, &mut other))
                .collect();
            let inputs = Inputs::Sides { own, other, buckets };
            let found = self.session.evaluate(inputs, deadline)?.values;
            if found.len() != part.len() {
                return Err(ModelError::Run("an output is too short".to_owned()));
            }
            values.extend(found);
        }
        Ok(values)
    }
}

impl<R: ValueInputs> Evaluator<R> for ValueEvaluator<R> {
    fn evaluate(
        &mut self,
        positions: &[R],
        moves: &[R::Move],
        deadline: Deadline<'_>,
    ) -> Result<Evaluation, ModelError> {
        let Some(position) = positions.last() else {
            return Err(ModelError::Run("there is no position".to_owned()));
        };
        let mut line = positions.to_vec();
        let mut replies = Vec::new();
        let (mut known, mut open) = (vec![None; moves.len()], Vec::new());
        for (index, mv) in moves.iter().enumerate() {
            let mut next = position.clone();
            next.play(*mv);
            next.moves(&mut replies);
            line.push(next);
            // What the rules decide needs no model.
            known[index] = end_value(&line, &replies).map(|value| -value);
            let next = line.pop();
            open.extend(next.filter(|_| known[index].is_none()));
        }
        let mut found = self.centipawn_values(&open, deadline)?.into_iter();
        let values: Vec<f32> = known
            .into_iter()
            .map(|value| value.unwrap_or_else(|| -expected(found.next().unwrap_or_default())))
            .collect();
        Ok(Evaluation {
            value: values.iter().copied().fold(-1.0, f32::max),
            priors: softmax(&values, 2.0 * CHANCE),
            evaluations: open.len() as u64,
        })
    }

    fn centipawns(&self, value: f32) -> i32 {
        let value = value.clamp(-0.999_999, 0.999_999);
        (SCALE * ((1.0 + value) / (1.0 - value)).ln()) as i32
    }
}

/// From centipawns to what is expected, from -1 to 1.
fn expected(centipawns: f32) -> f32 {
    2.0 / (1.0 + (-centipawns / SCALE).exp()) - 1.0
}
