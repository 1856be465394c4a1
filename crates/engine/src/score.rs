//! Values inside the search: centipawns, with mates and tablebase wins far above them.

use crate::report::Score;

/// The deepest line.
pub(crate) const MAX_PLY: usize = 200;
/// Above every value.
pub(crate) const INFINITE: i32 = 32_001;
/// Mate now; a mate in `n` plies is worth `n` less.
pub(crate) const MATE: i32 = 32_000;
/// From here on a value is a mate.
pub(crate) const MATE_BOUND: i32 = MATE - MAX_PLY as i32;
/// A win by the Syzygy tables, less the plies until it is reached.
pub(crate) const TB_WIN: i32 = 30_000;
/// From here on a value is proven, by a mate or by the tables.
pub(crate) const PROVEN: i32 = TB_WIN - MAX_PLY as i32;
/// The value of a draw.
pub(crate) const DRAW: i32 = 0;

/// Mated at this distance from the root.
pub(crate) fn mated(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a value is proven rather than estimated.
pub(crate) fn is_proven(value: i32) -> bool {
    value.abs() >= PROVEN
}

/// A value of the root as one of the node it belongs to: proven ones count from the node.
pub(crate) fn to_tt(value: i32, ply: usize) -> i32 {
    match value {
        value if value >= PROVEN => value + ply as i32,
        value if value <= -PROVEN => value - ply as i32,
        value => value,
    }
}

/// The reverse of [`to_tt`] for a node at `ply`.
///
/// A mate that the fifty-move rule may prevent counts as a win that is not proven.
pub(crate) fn from_tt(value: i32, ply: usize, halfmoves: u32) -> i32 {
    let within = |distance: i32| distance <= 100 - halfmoves.min(100) as i32;
    match value {
        value if value >= MATE_BOUND && !within(MATE - value) => PROVEN - 1,
        value if value <= -MATE_BOUND && !within(MATE + value) => 1 - PROVEN,
        value if value >= PROVEN => value - ply as i32,
        value if value <= -PROVEN => value + ply as i32,
        value => value,
    }
}

/// The value as UCI reports it.
pub(crate) fn uci_score(value: i32) -> Score {
    match value {
        value if value >= MATE_BOUND => Score::Mate((MATE - value + 1) / 2),
        value if value <= -MATE_BOUND => Score::Mate(-(MATE + value) / 2),
        value => Score::Centipawns(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_values_count_from_their_node() {
        for value in [MATE - 7, -(MATE - 8), TB_WIN - 3, 3 - TB_WIN, 120, -75, 0] {
            assert_eq!(from_tt(to_tt(value, 5), 5, 0), value);
        }
        assert_eq!(from_tt(to_tt(MATE - 7, 5), 3, 0), MATE - 5);
    }

    #[test]
    fn a_mate_beyond_the_fifty_moves_is_not_proven() {
        assert!(is_proven(from_tt(MATE - 10, 0, 90)));
        assert!(!is_proven(from_tt(MATE - 11, 0, 90)));
        assert!(!is_proven(from_tt(11 - MATE, 0, 90)));
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let cases = [
            (MATE - 1, 1),
            (MATE - 2, 1),
            (MATE - 3, 2),
            (-MATE, 0),
            (2 - MATE, -1),
            (4 - MATE, -2),
        ];
        for (value, moves) in cases {
            assert_eq!(uci_score(value), Score::Mate(moves), "{value}");
        }
        assert_eq!(uci_score(-310), Score::Centipawns(-310));
    }
}
