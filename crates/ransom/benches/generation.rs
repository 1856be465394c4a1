//! How fast moves are listed: `cargo bench -p ransom`.
//!
//! Times are of this machine at this moment; compare them within one run only.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::{hint::black_box, time::Instant};

use play::{Notation, Rules, perft};
use ransom::Position;

fn main() {
    let start = Position::new();
    let clock = Instant::now();
    let count = perft(&start, 5);
    let time = clock.elapsed();
    println!(
        "perft 5: {count} in {time:.1?}, {:.0} million a second",
        count as f64 / time.as_secs_f64() / 1e6
    );

    let positions: Vec<Position> = include_str!("../tests/data/ransom.perft")
        .lines()
        .filter_map(|line| {
            line.split(" ;")
                .next()
                .and_then(|text| Position::read_position(text).ok())
        })
        .map(|reading| reading.position)
        .collect();
    let mut moves = Vec::new();
    each("listing the moves", &positions, |position| {
        position.moves(&mut moves);
        moves.len() as u64
    });
    each("counting the moves", &positions, |position| {
        u64::from(position.mobility(position.turn()))
    });
}

fn each(name: &str, positions: &[Position], mut work: impl FnMut(&Position) -> u64) {
    const ROUNDS: u32 = 100_000;
    let clock = Instant::now();
    for _ in 0..ROUNDS {
        for position in positions {
            black_box(work(black_box(position)));
        }
    }
    println!(
        "{name}: {:?} a position",
        clock.elapsed() / (ROUNDS * positions.len() as u32)
    );
}
