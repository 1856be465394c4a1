//! The levels of Ransom, on the shared minimax.

mod ceiling;
mod endings;
mod evaluation;
mod level;
mod move_class;
mod outlook;

pub use crate::level_search::Errors;
pub use endings::{Effort, Ending, Endings};
pub use evaluation::{BONUSES, Bonuses, Evaluation, TERMS, Weights, counts};
pub(crate) use level::answer_draw;
pub use level::{Level, Plan, Rank};
pub use outlook::Details;

use play::Notation;
use ransom::Position;

/// Forty positions from play, for measurements.
pub fn middlegames() -> Vec<Position> {
    positions(include_str!("ransom/middlegames.txt"))
}

/// Four hundred positions after six random turns in which neither side is better, for matches.
pub fn balanced() -> Vec<Position> {
    positions(include_str!("ransom/balanced.txt"))
}

fn positions(text: &str) -> Vec<Position> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            Position::read_position(line)
                .expect("the file holds positions")
                .position
        })
        .collect()
}
