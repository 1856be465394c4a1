//! Playing at a rating: fewer positions, so that what is far or quiet is missed and what is near is seen.

use std::ops::RangeInclusive;

/// The ratings that can be asked for.
pub(crate) const RATINGS: RangeInclusive<u32> = POINTS[0].0..=POINTS[POINTS.len() - 1].0;

/// Ratings and the positions a move that reach them, on the scale of Stockfish 15.1's own limit; a rough measurement,
/// whose figures stand in docs/engine.md.
const POINTS: [(u32, u64); 3] = [(1250, 60), (1500, 1_000), (2600, 25_000)];

/// The positions a move at a rating, between the measured points in equal proportions.
pub(crate) fn nodes(rating: u32) -> u64 {
    let rating = rating.clamp(*RATINGS.start(), *RATINGS.end());
    let above = POINTS
        .iter()
        .position(|(point, _)| *point >= rating)
        .unwrap_or(POINTS.len() - 1)
        .max(1);
    let ((low, fewest), (high, most)) = (POINTS[above - 1], POINTS[above]);
    let share = f64::from(rating - low) / f64::from(high - low);
    let nodes = fewest as f64 * (most as f64 / fewest as f64).powf(share);
    nodes.round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_means_more_positions() {
        let all: Vec<u64> = RATINGS.step_by(20).map(nodes).collect();
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
        for (rating, count) in POINTS {
            assert_eq!(nodes(rating), count);
        }
        assert_eq!((nodes(0), nodes(u32::MAX)), (POINTS[0].1, POINTS[2].1));
    }
}
