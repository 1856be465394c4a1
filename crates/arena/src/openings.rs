//! Where the games of a match begin.

use fastrand::Rng;
use play::{Record, Rules};

/// The beginning of a game.
#[derive(Clone, Debug)]
pub struct Opening<R: Rules> {
    /// Shown in reports.
    pub name: String,
    /// Where it starts.
    pub start: R,
    /// What is played from there before the bots take over; legal.
    pub moves: Vec<R::Move>,
}

/// A source of openings, without end: a list begins again, in the same order.
#[derive(Clone, Debug)]
pub enum Openings<R: Rules> {
    /// These, in an order that follows from the seed.
    List(Vec<Opening<R>>),
    /// So many random moves from a position.
    Random {
        /// Where they begin.
        start: R,
        /// How many moves.
        plies: usize,
    },
}

impl<R: Rules> Openings<R> {
    /// Whether there is nothing to begin with.
    pub const fn is_empty(&self) -> bool {
        match self {
            Openings::List(list) => list.is_empty(),
            Openings::Random { .. } => false,
        }
    }

    /// The record of opening `number` of a match with this seed, and its name.
    pub fn begin(&self, number: u64, seed: u64) -> (Record<R>, String) {
        match self {
            Openings::List(list) => {
                let opening = &list[place(number, list.len() as u64, seed) as usize];
                let mut record = Record::new(opening.start.clone());
                for &mv in &opening.moves {
                    // A line that runs into the end of the game is played as far as it goes.
                    if record.play(mv).is_err() {
                        break;
                    }
                }
                (record, opening.name.clone())
            }
            Openings::Random { start, plies } => (
                random_moves(start, *plies, mixed(seed, number)),
                format!("random {}", number + 1),
            ),
        }
    }
}

/// Random moves that do not end the game; fewer than wanted if every way ends it.
fn random_moves<R: Rules>(start: &R, plies: usize, seed: u64) -> Record<R> {
    const TRIES: usize = 100;
    let mut random = Rng::with_seed(seed);
    let mut record = Record::new(start.clone());
    for _ in 0..TRIES {
        record = Record::new(start.clone());
        while record.outcome().is_none() && record.moves().len() < plies {
            let Some(&mv) = random.choice(record.legal()) else {
                break;
            };
            if record.play(mv).is_err() {
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

/// A place in a list of `count`: every place once before any comes again, in an order that follows from the seed.
///
/// Steps of a length without a common divisor with the count visit all places without keeping a shuffled list.
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

/// Two numbers mixed into one that looks like chance.
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
