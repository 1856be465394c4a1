//! Playing at a rating, with errors like those of people.
//!
//! A rating-limited search visits few nodes, so it misses distant tactics. It scores several moves, each with its own
//! window, and chooses one at random, better ones with a higher probability ([`choice`]). [`Handicap`] has the
//! parameters. docs/strength.md has the measurement of the ratings.

mod choice;

use std::ops::RangeInclusive;

pub(crate) use choice::choose;

/// The ratings that can be asked for.
pub const RATINGS: RangeInclusive<u32> = LADDER[0].0..=LADDER[LADDER.len() - 1].0;

/// The limits that bring the engine down to a rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Handicap {
    /// No depth begins once so many positions have been visited; the first two are searched in any case.
    pub(crate) nodes: u64,
    /// The moves that are scored.
    pub(crate) lines: usize,
    /// The centipawns that make a move e times less likely.
    softness: f64,
    /// The share of quiet moves that are overlooked.
    blindness: f64,
    /// The most centipawns a chosen move may lose as far as the search sees.
    most: f64,
}

/// Ratings and their parameters; docs/strength.md has the measurements.
const LADDER: [(u32, Handicap); 15] = [
    (400, handicap(6, 74, 128.0, 0.460, 950.0)),
    (600, handicap(11, 64, 97.0, 0.370, 480.0)),
    (800, handicap(20, 55, 67.5, 0.280, 370.0)),
    (1000, handicap(530, 35, 47.5, 0.207, 305.0)),
    (1200, handicap(1_700, 24, 37.4, 0.168, 267.0)),
    (1400, handicap(2_810, 17, 30.1, 0.138, 237.0)),
    (1600, handicap(3_450, 12, 25.7, 0.117, 216.0)),
    (1800, handicap(4_450, 10, 21.2, 0.095, 191.0)),
    (2000, handicap(5_760, 8, 18.2, 0.080, 172.0)),
    (2200, handicap(7_340, 7, 16.0, 0.067, 156.0)),
    (2400, handicap(10_000, 6, 13.2, 0.051, 135.0)),
    (2600, handicap(11_500, 4, 11.7, 0.043, 121.0)),
    (2800, handicap(18_000, 4, 8.4, 0.029, 100.0)),
    (3000, handicap(26_000, 3, 5.0, 0.015, 70.0)),
    (3200, handicap(36_000, 2, 3.4, 0.008, 50.0)),
];

const fn handicap(nodes: u64, lines: usize, softness: f64, blindness: f64, most: f64) -> Handicap {
    Handicap {
        nodes,
        lines,
        softness,
        blindness,
        most,
    }
}

impl Handicap {
    /// The handicap for a rating. Between measured ratings counts are interpolated geometrically, the rest linearly.
    pub(crate) fn of(rating: u32) -> Self {
        let rating = rating.clamp(*RATINGS.start(), *RATINGS.end());
        let above = LADDER.iter().position(|(rung, _)| *rung >= rating);
        let above = above.unwrap_or(LADDER.len() - 1).max(1);
        let ((lower, low), (upper, high)) = (LADDER[above - 1], LADDER[above]);
        let share = f64::from(rating - lower) / f64::from(upper - lower);
        let evenly = |low: f64, high: f64| low + (high - low) * share;
        let in_proportion = |low: f64, high: f64| (low * (high / low).powf(share)).round();
        Handicap {
            nodes: in_proportion(low.nodes as f64, high.nodes as f64) as u64,
            lines: in_proportion(low.lines as f64, high.lines as f64) as usize,
            softness: evenly(low.softness, high.softness),
            blindness: evenly(low.blindness, high.blindness),
            most: evenly(low.most, high.most),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_rating_sees_more_and_errs_less() {
        let all: Vec<Handicap> = RATINGS.step_by(20).map(Handicap::of).collect();
        for pair in all.windows(2) {
            assert!(pair[0].nodes <= pair[1].nodes && pair[0].lines >= pair[1].lines);
            assert!(pair[0].softness > pair[1].softness && pair[0].most > pair[1].most);
            assert!(pair[0].blindness >= pair[1].blindness);
        }
        for (rating, handicap) in LADDER {
            assert_eq!(Handicap::of(rating), handicap);
        }
        assert_eq!(Handicap::of(0), LADDER[0].1);
        assert_eq!(Handicap::of(u32::MAX), LADDER[LADDER.len() - 1].1);
    }

    /// From 600 on the value of a queen exceeds the loss allowed in a move.
    #[test]
    fn from_600_on_nothing_near_a_queen_may_be_lost() {
        assert!(
            RATINGS
                .filter(|rating| *rating >= 600)
                .all(|rating| Handicap::of(rating).most <= 600.0)
        );
    }
}
