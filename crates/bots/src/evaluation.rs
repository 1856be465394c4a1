//! The evaluation of Medium and Hard at chess.
//!
//! It is tapered between middlegame and ending by the material on the board, and symmetric: a position and its mirror
//! image have the same score. It has two stages. The cheap terms (material, squares, passed pawns, mop-up) come first.
//! The other terms are bounded; if they cannot bring the score back into the window, they are not computed.

mod king;
mod king_and_pawn;
mod pawns;
mod squares;

use chess::{
    Position,
    shakmaty::{Board, Chess, Color, Position as _, Role},
};
use play::Rules;

use crate::minimax::{Evaluate, UNKNOWN, Window};

/// The evaluation of a level, with its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Which terms there are.
    pub stage: Stage,
    /// How much they count.
    pub weights: Weights,
}

/// The set of terms of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Material, squares, mobility, passed pawns.
    Medium,
    /// King safety, mop-up and the ending of king and pawn beside.
    Hard,
}

/// Factors on the terms, in hundredths; 100 leaves a term as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Pieces by their value.
    pub material: u32,
    /// Their squares, including passed pawns.
    pub position: u32,
    /// How many legal moves there are.
    pub mobility: u32,
    /// Safety of the kings.
    pub king: u32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            material: 100,
            position: 100,
            mobility: 100,
            king: 100,
        }
    }
}

impl Evaluation {
    /// The evaluation with its normal weights.
    pub fn new(stage: Stage) -> Self {
        Evaluation {
            stage,
            weights: Weights::default(),
        }
    }

    /// Computes the tables in advance, so that no search waits for them.
    pub fn prepare(&self) {
        if self.stage == Stage::Hard {
            king_and_pawn::prepare();
        }
    }

    /// The exact value of a position for its mover. In check there is no mobility term, because the search never stops
    /// there.
    pub fn worth(&self, position: &Position) -> i32 {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        self.evaluate(position, &moves, Window::OPEN)
    }

    /// Material, squares, passed pawns and mop-up, from White's side.
    fn cheap(&self, board: &Board, phase: Phase) -> i32 {
        let material = material_balance(board);
        let squares = squares::balance(board) + pawns::balance(board);
        let mop_up = match self.stage {
            Stage::Medium => Tapered::default(),
            Stage::Hard => king::mop_up(board, material, phase),
        };
        scaled(material, self.weights.material)
            + scaled(phase.blend(squares), self.weights.position)
            + phase.blend(mop_up)
    }

    /// The most that mobility and king safety together can add or take.
    fn most_of_the_rest(&self) -> i32 {
        let king = match self.stage {
            Stage::Medium => 0,
            Stage::Hard => king::MOST_DANGER,
        };
        scaled(MOBILITY * MOST_MOVES, self.weights.mobility) + scaled(king, self.weights.king) + 2
    }
}

impl Evaluate<Position> for Evaluation {
    /// Chess has no outlooks.
    type Details = ();

    const HAS_OUTLOOKS: bool = false;

    fn details(&self, _position: &Position) {}

    fn outlook(&self, _position: &Position, (): &(), _mv: chess::shakmaty::Move) -> i32 {
        UNKNOWN
    }

    fn evaluate(&self, position: &Position, moves: &[chess::shakmaty::Move], window: Window) -> i32 {
        let chess = position.chess();
        let board = chess.board();
        let phase = Phase::of(board);
        let sign = chess.turn().fold_wb(1, -1);
        let mut cheap = sign * self.cheap(board, phase);
        if self.stage == Stage::Hard {
            match king_and_pawn::is_won(board, chess.turn()) {
                Some(false) => return 0,
                Some(true) => cheap += sign * material_balance(board).signum() * WON_PAWN,
                None => {}
            }
        }

        let most = self.most_of_the_rest();
        if cheap + most <= window.alpha {
            return cheap + most;
        }
        if cheap - most >= window.beta {
            return cheap - most;
        }
        let king = match self.stage {
            Stage::Medium => 0,
            Stage::Hard => sign * phase.blend(king::safety(board)),
        };
        cheap + scaled(mobility(chess, moves.len()), self.weights.mobility) + scaled(king, self.weights.king)
    }
}

/// How far the game is from an ending: 1.0 with all pieces on the board, 0.0 with few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase(i32);

impl Phase {
    const ENDING: i32 = 1_600;
    const SPAN: i32 = 6_300 - Phase::ENDING;

    /// By the non-pawn material of both sides: 63 pawns' worth or more is 1.0, 16 or less 0.0, linear between.
    pub fn of(board: &Board) -> Self {
        let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let worth: i32 = pieces
            .into_iter()
            .map(|role| value(role) * board.by_role(role).count() as i32)
            .sum();
        Phase((worth - Phase::ENDING).clamp(0, Phase::SPAN))
    }

    /// The phase as a number from 0.0 to 1.0.
    pub fn fraction(self) -> f64 {
        f64::from(self.0) / f64::from(Phase::SPAN)
    }

    /// Whether the phase is at most 0.5.
    const fn is_late(self) -> bool {
        2 * self.0 <= Phase::SPAN
    }

    const fn blend(self, tapered: Tapered) -> i32 {
        (tapered.middlegame * self.0 + tapered.ending * (Phase::SPAN - self.0)) / Phase::SPAN
    }
}

/// A value that differs between middlegame and ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tapered {
    middlegame: i32,
    ending: i32,
}

impl Tapered {
    const fn flat(value: i32) -> Self {
        Tapered {
            middlegame: value,
            ending: value,
        }
    }
}

impl std::ops::Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame + other.middlegame,
            ending: self.ending + other.ending,
        }
    }
}

impl std::ops::Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame - other.middlegame,
            ending: self.ending - other.ending,
        }
    }
}

impl std::iter::Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(terms: I) -> Tapered {
        terms.fold(Tapered::default(), std::ops::Add::add)
    }
}

/// Centipawns a piece is worth.
pub(crate) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 325,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// White's material less Black's.
pub(crate) fn material_balance(board: &Board) -> i32 {
    let side = |color: Color| -> i32 {
        Role::ALL
            .into_iter()
            .map(|role| value(role) * (board.by_role(role) & board.by_color(color)).count() as i32)
            .sum()
    };
    side(Color::White) - side(Color::Black)
}

/// A won ending of king and pawn is worth a rook: it will be a queen.
const WON_PAWN: i32 = value(Role::Rook) - value(Role::Pawn);

/// Centipawns a legal move counts. Up to 10 would be possible and is no better: Medium with 4 scored 94-30-76 against
/// `medium?mobility=2.5`, which counts 10 (`threefold arena`, 200 games, seed 5, Elo +31 ± 42).
const MOBILITY: i32 = 4;

/// A difference beyond this many moves counts no more, so that the term is bounded.
const MOST_MOVES: i32 = 40;

/// The mover's legal moves, which are known, less those the other side would have if it were its turn.
fn mobility(chess: &Chess, own: usize) -> i32 {
    // In check a null move is not possible.
    let Ok(other) = chess.clone().swap_turn() else { return 0 };
    let difference = own as i32 - other.legal_moves().len() as i32;
    MOBILITY * difference.clamp(-MOST_MOVES, MOST_MOVES)
}

/// `term` times a weight in hundredths.
const fn scaled(term: i32, weight: u32) -> i32 {
    (term as i64 * weight as i64 / 100) as i32
}
