//! The openings of a match.

use fastrand::Rng;
use play::{GameRecord, MoveIndex, OpeningLine};

/// An endless source of openings: a list repeats in the same order.
#[derive(Clone, Debug)]
pub enum Openings {
    /// These, in an order that follows from the seed.
    List(Vec<OpeningLine>),
    /// Random moves from a position.
    Random {
        /// Where they begin.
        start: Box<dyn GameRecord>,
        /// How many moves.
        plies: usize,
    },
}

impl Openings {
    /// Whether there is nothing to begin with.
    pub const fn is_empty(&self) -> bool {
        match self {
            Openings::List(list) => list.is_empty(),
            Openings::Random { .. } => false,
        }
    }

    /// Opening `number` of a match with this seed.
    pub(crate) fn begin(&self, number: u64, seed: u64) -> OpeningLine {
        match self {
            Openings::List(list) => list[place(number, list.len() as u64, seed) as usize].clone(),
            Openings::Random { start, plies } => OpeningLine {
                name: format!("random {}", number + 1),
                record: random_moves(&**start, *plies, mixed(seed, number)),
            },
        }
    }
}

/// Random moves that do not end the game; fewer than wanted if every way ends it.
fn random_moves(start: &dyn GameRecord, plies: usize, seed: u64) -> Box<dyn GameRecord> {
    const TRIES: usize = 100;
    let mut random = Rng::with_seed(seed);
    let mut record = start.boxed();
    for _ in 0..TRIES {
        record = start.boxed();
        while record.outcome().is_none() && record.plies() < plies && record.legal_count() > 0 {
            let mv = MoveIndex(random.usize(..record.legal_count()));
            if record.play(mv, None).is_err() {
                break;
            }
        }
        if record.outcome().is_none() {
            return record;
        }
    }
    while record.outcome().is_some() && record.undo().is_ok() {}
    record
}

/// An index into a list of `count`: every index once before any repeats, in an order that depends on the seed.
///
/// Steps of a length coprime to the count visit all indexes without a shuffled list.
fn place(number: u64, count: u64, seed: u64) -> u64 {
    let mut step = mixed(seed, 1) % count;
    while divisor(step, count) != 1 {
        step = (step + 1) % count;
    }
    let offset = mixed(seed, 2) % count;
    ((u128::from(number) * u128::from(step) + u128::from(offset)) % u128::from(count)) as u64
}

/// The greatest common divisor; of 0 and 1 it is 1, so that a list of one is stepped through by 0.
const fn divisor(one: u64, other: u64) -> u64 {
    let (mut one, mut other) = (one, other);
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

/// Mixes two numbers into a pseudo-random one.
pub(crate) fn mixed(seed: u64, number: u64) -> u64 {
    Rng::with_seed(seed ^ Rng::with_seed(number).u64(..)).u64(..)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_place_comes_once_before_any_comes_again() {
        for count in [1, 2, 3, 10, 97, 360] {
            for seed in 0..20 {
                let first: HashSet<u64> = (0..count).map(|number| place(number, count, seed)).collect();
                assert_eq!(first.len() as u64, count, "{count} {seed}");
                assert_eq!(place(0, count, seed), place(count, count, seed));
            }
        }
    }

    #[test]
    fn seeds_give_different_orders() {
        let orders: HashSet<Vec<u64>> = (0..50)
            .map(|seed| (0..10).map(|n| place(n, 97, seed)).collect())
            .collect();
        assert!(orders.len() > 40);
    }
}
