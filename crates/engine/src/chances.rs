//! The win-draw-loss model: expected results by score and material.

use shakmaty::{Board, Role};

use crate::report::Chances;

/// A logistic curve of wins over the score, whose two numbers depend on the material.
///
/// The probability of a win is `1 / (1 + exp((even - score) / slope))`; that of a loss is the other side's win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResultModel {
    /// The score from which half of all games are won: in centipawns, without material and what all material adds.
    pub even: [f64; 2],
    /// How many centipawns change the odds of a win by a factor of e, in the same way.
    pub slope: [f64; 2],
}

impl ResultModel {
    /// The model that `threefold tune --chances` fitted; docs/strength.md has the command.
    pub const FITTED: ResultModel = ResultModel {
        even: [264.1, -212.2],
        slope: [74.8, 79.0],
    };

    /// The shares of wins and losses of the side that has this score.
    pub fn shares(&self, score: i32, material: u32) -> (f64, f64) {
        let share = f64::from(material.min(FULL_MATERIAL)) / f64::from(FULL_MATERIAL);
        let (even, slope) = (
            self.even[0] + self.even[1] * share,
            self.slope[0] + self.slope[1] * share,
        );
        let wins = |score: i32| 1.0 / (1.0 + ((even - f64::from(score)) / slope).exp());
        (wins(score), wins(-score))
    }

    /// The same in thousandths.
    pub(crate) fn chances(&self, score: i32, material: u32) -> Chances {
        let (win, loss) = self.shares(score, material);
        let [win, loss] = [win, loss].map(|share| (1000.0 * share).round() as u16);
        Chances {
            win,
            draw: 1000_u16.saturating_sub(win + loss),
            loss,
        }
    }
}

/// The material of the usual start, in pawns.
const FULL_MATERIAL: u32 = 78;

/// The material of both sides: pawn 1, knight and bishop 3, rook 5, queen 9.
pub fn material(board: &Board) -> u32 {
    let worth = |role: Role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    };
    Role::ALL
        .iter()
        .map(|role| worth(*role) * board.by_role(*role).count() as u32)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_thousandths_and_mirrored() {
        for material in [0, 20, 78, 206] {
            for value in [-32_000, -400, -1, 0, 1, 90, 5_000] {
                let [own, other] = [value, -value].map(|value| ResultModel::FITTED.chances(value, material));
                assert_eq!(own.win + own.draw + own.loss, 1000, "{value} {material}");
                assert_eq!((own.win, own.draw, own.loss), (other.loss, other.draw, other.win));
            }
        }
    }

    #[test]
    fn a_higher_score_wins_more() {
        let wins = [-300, -50, 0, 50, 300].map(|value| ResultModel::FITTED.chances(value, 40).win);
        assert!(wins.is_sorted() && wins[0] < wins[4], "{wins:?}");
    }

    #[test]
    fn the_usual_start_has_all_material() {
        assert_eq!(material(&Board::default()), FULL_MATERIAL);
        assert_eq!(material(&Board::empty()), 0);
    }
}
