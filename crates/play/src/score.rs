//! The value of a position as a search reports it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A judgement of a position from the side to move.
///
/// Ordered by preference: a loss, the later the better; points; a win, the sooner the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// An evaluation in hundredths of a pawn.
    Centipawns(i32),
    /// A forced win in this many plies, the mover's first and last included.
    Win(u32),
    /// A forced loss in this many plies; 0 is lost on the board.
    Loss(u32),
}

impl Score {
    fn rank(self) -> (i8, i64) {
        match self {
            Score::Loss(plies) => (-1, i64::from(plies)),
            Score::Centipawns(points) => (0, i64::from(points)),
            Score::Win(plies) => (1, -i64::from(plies)),
        }
    }

    /// Moves of the winner to the end, negative if the mover loses; `None` for an evaluation.
    pub const fn moves_to_end(self) -> Option<i32> {
        match self {
            Score::Centipawns(_) => None,
            Score::Win(plies) => Some(plies.div_ceil(2) as i32),
            Score::Loss(plies) => Some(-(plies.div_ceil(2) as i32)),
        }
    }

    /// The same judgement from the other side.
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Centipawns(points) => Score::Centipawns(-points),
            Score::Win(plies) => Score::Loss(plies),
            Score::Loss(plies) => Score::Win(plies),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Score {
    /// Pawns with two decimals, or `#3` and `#-3`: moves of the winner to the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Score::Centipawns(points) => write!(f, "{:+.2}", f64::from(points) / 100.0),
            Score::Win(plies) => write!(f, "#{}", plies.div_ceil(2)),
            Score::Loss(plies) => write!(f, "#-{}", plies.div_ceil(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score::{Centipawns, Loss, Win};

    #[test]
    fn order_is_preference() {
        let ascending = [
            Loss(0),
            Loss(6),
            Centipawns(-9000),
            Centipawns(0),
            Centipawns(9000),
            Win(7),
            Win(1),
        ];
        assert!(ascending.is_sorted());
        let mut reversed = ascending.map(super::Score::reversed);
        reversed.reverse();
        assert!(reversed.is_sorted());
    }

    #[test]
    fn shows_pawns_and_moves_to_mate() {
        let shown = [Centipawns(35), Centipawns(-120), Win(1), Win(5), Loss(4), Loss(0)].map(|s| s.to_string());
        assert_eq!(shown, ["+0.35", "-1.20", "#1", "#3", "#-2", "#-0"]);
    }
}
