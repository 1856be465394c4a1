//! Tactical positions by theme, and what each level must find in them; `tests/suites/README.md` says how they were made
//! and confirmed.

use chess::{
    Position,
    shakmaty::{Move, Position as _},
};
use play::{Notation, Record, Rules, Side};

use crate::asking::{legal, move_in_game, open, position};

/// A line of a suite.
struct Entry {
    id: String,
    position: Position,
    /// Moves that solve it; empty if none are named.
    best: Vec<Move>,
    /// Moves that fail; empty if none are named.
    avoid: Vec<Move>,
    /// Moves to mate, if it is one.
    mate_in: Option<u32>,
}

impl Entry {
    fn read(line: &str) -> Entry {
        let fields: Vec<&str> = line.splitn(5, ' ').collect();
        let position = position(&fields[..4].join(" "));
        let operation = |name: &str| {
            let mut operations = fields[4].split(';').map(str::trim);
            operations
                .find_map(|text| text.strip_prefix(name)?.strip_prefix(' '))
                .unwrap_or_default()
        };
        let moves = |name: &str| {
            operation(name)
                .split_whitespace()
                .map(|text| {
                    position
                        .read_move(text)
                        .unwrap_or_else(|error| panic!("{line}: {error}"))
                })
                .collect()
        };
        Entry {
            id: operation("id").trim_matches('"').to_owned(),
            best: moves("bm"),
            avoid: moves("am"),
            mate_in: operation("dm").parse().ok(),
            position,
        }
    }
}

/// Asks `level` for every entry of a suite and lists those whose answer is wrong.
fn failures(suite: &str, level: &str, right: impl Fn(&Entry, Move) -> bool) -> Vec<String> {
    let entries: Vec<Entry> = suite.lines().filter(|line| !line.is_empty()).map(Entry::read).collect();
    assert!(
        entries.len() >= 50,
        "a suite has at least 50 positions, not {}",
        entries.len()
    );
    let turns = Side::BOTH.map(|side| entries.iter().filter(|entry| entry.position.turn() == side).count());
    assert!(
        turns.iter().all(|&count| count >= 10),
        "both sides are to move: {turns:?}"
    );
    let mut wrong = Vec::new();
    for (seed, entry) in entries.iter().enumerate() {
        let record = Record::new(entry.position.clone());
        let mv = move_in_game(&mut *open(level, seed as u64), &record);
        if !right(entry, mv) {
            wrong.push(format!(
                "{} {} in {}",
                entry.id,
                entry.position.label(mv),
                entry.position.position_text()
            ));
        }
    }
    wrong
}

fn check(suite: &str, level: &str, right: impl Fn(&Entry, Move) -> bool) {
    check_but(0, suite, level, right);
}

/// The same, for a level that may fail a few.
fn check_but(allowed: usize, suite: &str, level: &str, right: impl Fn(&Entry, Move) -> bool) {
    let wrong = failures(suite, level, right);
    assert!(
        wrong.len() <= allowed,
        "{level} fails {}, {allowed} are allowed:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn solves(entry: &Entry, mv: Move) -> bool {
    assert!(!entry.best.is_empty(), "{} names no solution", entry.id);
    entry.best.contains(&mv)
}

/// Medium searches four plies and must find every mate in two; a mate in three needs five plies.
fn solves_short(entry: &Entry, mv: Move) -> bool {
    let moves = entry.mate_in.expect("an entry of a mate says in how many moves");
    moves > 2 || solves(entry, mv)
}

fn avoids(entry: &Entry, mv: Move) -> bool {
    assert!(!entry.avoid.is_empty(), "{} names no mistake", entry.id);
    !entry.avoid.contains(&mv)
}

fn mates(entry: &Entry, mv: Move) -> bool {
    let mut next = entry.position.clone();
    next.play(mv);
    let verdict = next.verdict(&legal(&next));
    verdict.is_some_and(|verdict| verdict.winner == Some(entry.position.turn()))
}

#[test]
fn mate_in_one() {
    for level in ["medium", "hard"] {
        check(include_str!("../suites/mate_in_one.epd"), level, mates);
    }
}

#[test]
fn mate_in_two() {
    for level in ["medium", "hard"] {
        check(include_str!("../suites/mate_in_two.epd"), level, solves);
    }
}

#[test]
fn back_rank() {
    for level in ["medium", "hard"] {
        check(include_str!("../suites/back_rank.epd"), level, solves);
    }
}

#[test]
fn smothered() {
    let suite = include_str!("../suites/smothered.epd");
    check(suite, "medium", solves_short);
    check_but(8, suite, "medium", solves);
    check(suite, "hard", solves);
}

#[test]
fn fork() {
    for level in ["medium", "hard"] {
        check(include_str!("../suites/fork.epd"), level, solves);
    }
}

#[test]
fn pin() {
    let suite = include_str!("../suites/pin.epd");
    check_but(1, suite, "medium", solves);
    check(suite, "hard", solves);
}

#[test]
fn skewer() {
    for level in ["medium", "hard"] {
        check(include_str!("../suites/skewer.epd"), level, solves);
    }
}

#[test]
fn discovered_attack() {
    let suite = include_str!("../suites/discovered.epd");
    check_but(1, suite, "medium", solves);
    check(suite, "hard", solves);
}

#[test]
fn hanging_queen() {
    for level in ["medium", "hard"] {
        check(include_str!("../suites/hanging_queen.epd"), level, avoids);
    }
}

#[test]
fn stalemate_trap() {
    let stalemates = |entry: &Entry, mv: Move| {
        let mut next = entry.position.clone();
        next.play(mv);
        next.chess().is_stalemate()
    };
    let suite = include_str!("../suites/stalemate_trap.epd");
    check(suite, "medium", |entry, mv| !stalemates(entry, mv));
    check(suite, "hard", avoids);
}
