//! The evaluation as the sum it is, for whoever fits its weights.
//!
//! For White a position is worth the middlegame and the endgame sum of its weights, each times a factor, and an offset.
//! Which of two slides gives the factors, the sign of the endgame sum tells; all else is fixed for a position, and only
//! the weights can be fitted.

use shakmaty::{Chess, Color};

use super::{
    Balance, Slide, explain, material,
    weights::{FIELDS, WEIGHTS},
};
use crate::board::Board;

/// A field of the table of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightField {
    /// Its name in the table.
    pub name: &'static str,
    /// Its weights in centipawns, for the middlegame and for the endgame.
    pub values: Vec<[i32; 2]>,
}

/// What a position counts of the weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Places in the table, its fields one after the other, with White's times less Black's; what is level is left out.
    pub counts: Vec<(usize, i32)>,
    /// The slides when White and when Black is ahead in the endgame sum.
    slides: [Slide; 2],
    /// What is added for White whatever the weights are.
    pub offset: i32,
}

impl Terms {
    /// How the sums become a value; it depends on who is ahead in the endgame sum.
    pub fn slide(&self, white_is_ahead: bool) -> Slide {
        self.slides[usize::from(!white_is_ahead)]
    }
}

/// The weights the engine plays with.
pub fn weight_fields() -> Vec<WeightField> {
    let mut weights = WEIGHTS.flat().into_iter();
    let fields = FIELDS.iter().map(|(name, count)| WeightField {
        name,
        values: weights
            .by_ref()
            .take(*count)
            .map(|weight| [weight.middlegame(), weight.endgame()])
            .collect(),
    });
    fields.collect()
}

/// What a position counts.
pub fn terms(position: &Chess) -> Terms {
    let board = Board::new(position.clone());
    let (counts, _) = explain::trace(&board);
    let phase = Balance::of(&board).phase;
    Terms {
        counts: counts.differences().collect(),
        slides: [Color::White, Color::Black].map(|ahead| Slide::of(&board, phase, ahead)),
        offset: material::mop_up(&board),
    }
}
