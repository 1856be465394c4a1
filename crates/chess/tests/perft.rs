//! Move generation by counts: every depth of the data files that is cheap enough for a test.

use chess::Position;
use play::{Notation, perft};

/// Deeper counts are run by hand through the program.
const MOST: u64 = 5_000_000;

fn check(data: &str) -> u64 {
    let mut counted = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(" ;").expect("a line is a position and counts");
        let position = Position::read_position(fen).expect("the positions are valid").position;
        for entry in counts.split(" ;") {
            let (depth, count) = entry.split_once(' ').expect("an entry is a depth and a count");
            let depth = depth.trim_start_matches('D').parse().expect("the depth is a number");
            let count: u64 = count.parse().expect("the count is a number");
            if count <= MOST {
                assert_eq!(perft(&position, depth), count, "{fen} depth {depth}");
                counted += 1;
            }
        }
    }
    counted
}

#[test]
fn standard() {
    assert_eq!(check(include_str!("data/standard.perft")), 26);
}

#[test]
fn chess960() {
    assert_eq!(check(include_str!("data/chess960.perft")), 42);
}

#[test]
fn chess960_by_number_is_the_position_of_that_number() {
    for (number, count) in [(0, 4_975_808), (518, 4_865_609), (959, 4_973_573)] {
        let position = Position::chess960(number).unwrap();
        assert_eq!(perft(&position, 5), count, "{number}");
    }
}
