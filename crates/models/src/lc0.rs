//! The layout of Leela Chess Zero: the classical 112 planes and the policy of 1,858 moves.
//!
//! A position is seen from the side to move, with ranks counted from its own side. Each of the last eight positions has
//! thirteen planes: own pawns, knights, bishops, rooks, queens and king, those of the other side, and whether the
//! position is a repetition. Castling rights, the colour, the count of the fifty-move rule and the edge of the board
//! follow.

use std::sync::LazyLock;

use chess::{
    Position,
    shakmaty::{Bitboard, Board, CastlingSide, Color, EnPassantMode, Move, Position as _, Role, Square, attacks},
};
use play::{Rules as _, Side};

use crate::{
    Deadline, Evaluation, Evaluator, ModelError, Session,
    layout::{Layout, Lc0Value},
    model::Inputs,
};

/// Planes of a history step.
const STEP: usize = 13;
/// History steps.
const STEPS: usize = 8;
/// The first of the planes after the history.
const FACTS: usize = STEP * STEPS;
/// All planes.
const PLANES: usize = FACTS + 8;

/// Writes the planes of the last position of a game; `positions` is the game from its start.
pub fn write_planes(positions: &[Position]) -> Vec<f32> {
    let mut planes = vec![0.0; PLANES * 64];
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
        return planes;
    };
    let viewer = last.chess().turn();
    for step in 0..STEPS {
        let at = step * STEP;
        if let Some(index) = (positions.len() - 1).checked_sub(step) {
            write_board(&mut planes, at, positions[index].chess().board(), viewer);
            if is_repeated(&positions[..=index]) {
                fill(&mut planes, at + 12, 1.0);
            }
        } else if !is_usual_start(first) {
            // What was before the first position is not known; lc0 shows it again, with the double step undone.
            write_board(&mut planes, at, &before_double_step(first), viewer);
        }
    }
    write_facts(&mut planes, last);
    planes
}

fn write_board(planes: &mut [f32], at: usize, board: &Board, viewer: Color) {
    for (square, piece) in board {
        let kind = match piece.role {
            Role::Pawn => 0,
            Role::Knight => 1,
            Role::Bishop => 2,
            Role::Rook => 3,
            Role::Queen => 4,
            Role::King => 5,
        };
        let enemy = if piece.color == viewer { 0 } else { 6 };
        planes[(at + enemy + kind) * 64 + usize::from(oriented(square, viewer))] = 1.0;
    }
}

/// Castling, colour, the count of the fifty-move rule and a plane of ones.
fn write_facts(planes: &mut [f32], position: &Position) {
    let chess = position.chess();
    let viewer = chess.turn();
    let rights = [
        (viewer, CastlingSide::QueenSide),
        (viewer, CastlingSide::KingSide),
        (!viewer, CastlingSide::QueenSide),
        (!viewer, CastlingSide::KingSide),
    ];
    for (number, (color, side)) in rights.into_iter().enumerate() {
        if chess.castles().has(color, side) {
            fill(planes, FACTS + number, 1.0);
        }
    }
    if viewer == Color::Black {
        fill(planes, FACTS + 4, 1.0);
    }
    fill(planes, FACTS + 5, chess.halfmoves() as f32);
    fill(planes, FACTS + 7, 1.0);
}

fn fill(planes: &mut [f32], number: usize, value: f32) {
    planes[number * 64..(number + 1) * 64].fill(value);
}

fn oriented(square: Square, viewer: Color) -> Square {
    viewer.fold_wb(square, square.flip_vertical())
}

/// Whether the last position is a repetition. Positions are compared as in lc0: an en passant square counts only if a
/// pawn attacks it.
fn is_repeated(positions: &[Position]) -> bool {
    let Some((last, earlier)) = positions.split_last() else {
        return false;
    };
    let reach = last.reversible_plies();
    let same = |(back, position): (usize, &Position)| {
        let is_first = back + 1 == earlier.len();
        position.key() == last.key() && double_step(position, is_first) == double_step(last, false)
    };
    earlier
        .iter()
        .rev()
        .take(reach)
        .enumerate()
        .skip(1)
        .step_by(2)
        .any(same)
}

/// The en passant square as lc0 keeps it: in a first position any that was given, later one that a pawn attacks.
fn double_step(position: &Position, is_first: bool) -> Option<Square> {
    position.chess().ep_square(if is_first {
        EnPassantMode::Always
    } else {
        EnPassantMode::PseudoLegal
    })
}

fn is_usual_start(position: &Position) -> bool {
    position.key() == Position::new().key()
}

/// The board before the double step of a pawn that the en passant square implies.
fn before_double_step(position: &Position) -> Board {
    let mut board = position.chess().board().clone();
    let Some(square) = double_step(position, true) else {
        return board;
    };
    let mover = !position.chess().turn();
    let forward = mover.fold_wb(8, -8);
    if let (Some(now), Some(home)) = (square.offset(forward), square.offset(-forward))
        && let Some(pawn) = board.remove_piece_at(now)
    {
        board.set_piece_at(home, pawn);
    }
    board
}

/// The number of a legal move among the 1,858 of the policy.
///
/// The moves of a queen or a knight are numbered by their squares, as the mover sees them; promotions to a queen, rook
/// or bishop follow. A promotion to a knight has the number of the move without promotion, and castling that of the
/// king's move to the square of its rook.
pub fn policy_index(mv: Move, mover: Color) -> usize {
    let (from, to) = match mv {
        Move::Castle { king, rook } => (king, rook),
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        // There is nothing to put on the board in chess.
        Move::Put { to, .. } => (to, to),
    };
    let (from, to) = (oriented(from, mover), oriented(to, mover));
    let piece = match mv.promotion() {
        Some(Role::Queen) => 0,
        Some(Role::Rook) => 1,
        Some(Role::Bishop) => 2,
        _ => return plain_index(from, to),
    };
    // Every file has three targets but file a, which has two.
    let (file, target) = (usize::from(from.file()), usize::from(to.file()));
    let earlier = (3 * file).saturating_sub(1);
    let among = target + 1 - file - usize::from(file == 0);
    FIRST_PROMOTION + 3 * (earlier + among) + piece
}

/// Promotions come after all moves without.
const FIRST_PROMOTION: usize = 1792;

/// The number of a move without promotion, of those that a queen or a knight could make.
fn plain_index(from: Square, to: Square) -> usize {
    static NUMBERS: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let mut numbers = vec![0; 64 * 64];
        let mut count = 0;
        for from in Square::ALL {
            let targets = attacks::queen_attacks(from, Bitboard::EMPTY) | attacks::knight_attacks(from);
            for to in targets {
                numbers[usize::from(from) * 64 + usize::from(to)] = count;
                count += 1;
            }
        }
        numbers
    });
    usize::from(NUMBERS[usize::from(from) * 64 + usize::from(to)])
}

/// Looks at positions of chess with a model of the lc0 layout.
pub struct Lc0Evaluator {
    session: Session,
    value: Lc0Value,
}

impl Lc0Evaluator {
    /// An evaluator; `None` if the model has another layout.
    pub fn new(session: Session) -> Option<Self> {
        match session.model().layout() {
            Layout::Lc0 { value } => Some(Lc0Evaluator { session, value }),
            Layout::Value { .. } => None,
        }
    }

    /// The logits of the legal moves and the value for the side to move.
    pub fn logits(
        &mut self,
        positions: &[Position],
        moves: &[Move],
        deadline: Deadline<'_>,
    ) -> Result<(Vec<f32>, f32), ModelError> {
        let outputs = self
            .session
            .evaluate(Inputs::Planes(write_planes(positions)), deadline)?;
        let short = || ModelError::Run("an output is too short".to_owned());
        let mover = match positions.last().map(play::Rules::turn) {
            Some(Side::Black) => Color::Black,
            Some(Side::White) | None => Color::White,
        };
        let logits: Option<Vec<f32>> = moves
            .iter()
            .map(|mv| outputs.policy.get(policy_index(*mv, mover)).copied())
            .collect();
        let value = match (self.value, &outputs.values[..]) {
            (Lc0Value::WinDrawLoss, [win, _, loss]) => win - loss,
            (Lc0Value::Scalar, [value]) => *value,
            _ => return Err(short()),
        };
        Ok((logits.ok_or_else(short)?, value.clamp(-1.0, 1.0)))
    }
}

impl Evaluator<Position> for Lc0Evaluator {
    fn evaluate(
        &mut self,
        positions: &[Position],
        moves: &[Move],
        deadline: Deadline<'_>,
    ) -> Result<Evaluation, ModelError> {
        let (logits, value) = self.logits(positions, moves, deadline)?;
        Ok(Evaluation {
            priors: softmax(&logits, 1.0),
            value,
            evaluations: 1,
        })
    }

    /// The curve by which lc0 writes its values as centipawns.
    fn centipawns(&self, value: f32) -> i32 {
        (90.0 * (1.563_754 * f64::from(value)).tan()) as i32
    }
}

/// Chances that follow from logits; their sum is 1.
pub(crate) fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weights: Vec<f32> = logits
        .iter()
        .map(|logit| ((logit - most) / temperature).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}
