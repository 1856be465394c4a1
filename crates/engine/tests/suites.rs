//! Positions with a point, by theme, and positions made to hurt; made and confirmed as `suites/README.md` describes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use std::path::Path;

use engine::{Answer, Engine, Game, Limits, Score, Settings, Signal, Syzygy};
use shakmaty::{CastlingMode, Chess, Move, Position as _, fen::Fen, san::San};

/// A line of a suite.
struct Entry {
    id: String,
    position: Chess,
    /// Moves that solve it; empty if none are named.
    best: Vec<Move>,
    /// The result for the side to move.
    result: Option<String>,
    /// The moves to mate.
    mate: Option<u32>,
    /// Whether a search without tables should solve it.
    by_search: bool,
}

impl Entry {
    fn read(line: &str) -> Entry {
        let fields: Vec<&str> = line.splitn(5, ' ').collect();
        let operation = |name: &str| {
            let mut operations = fields[4].split(';').map(str::trim);
            operations.find_map(|text| text.strip_prefix(name)?.strip_prefix(' '))
        };
        let counter = |name: &str, usual: &str| operation(name).unwrap_or(usual).to_owned();
        let text = format!(
            "{} {} {}",
            fields[..4].join(" "),
            counter("hmvc", "0"),
            counter("fmvn", "1")
        );
        let position = read(&text);
        let moves = operation("bm").unwrap_or_default().split_whitespace();
        let word = |name: &str| operation(name).map(|text| text.trim_matches('"').to_owned());
        Entry {
            id: word("id").unwrap(),
            best: moves
                .map(|san| san.parse::<San>().unwrap().to_move(&position).unwrap())
                .collect(),
            result: word("c0").filter(|word| ["win", "draw", "loss"].contains(&word.as_str())),
            mate: operation("dm").map(|moves| moves.parse().unwrap()),
            by_search: word("c1").as_deref() == Some("search"),
            position,
        }
    }

    /// Whether an answer agrees with what the entry names.
    fn is_solved(&self, answer: &Answer) -> bool {
        let score = answer.lines.first().map(|line| points(line.score)).unwrap();
        let fits = match self.result.as_deref() {
            Some("win") => score > LEVEL,
            Some("loss") => score < -LEVEL,
            Some("draw") => score.abs() <= LEVEL,
            _ => true,
        };
        if self.best.is_empty() {
            fits
        } else {
            self.best.contains(&answer.best.unwrap())
        }
    }
}

/// A score nearer to zero than this is a draw for the tests.
const LEVEL: i32 = 150;

fn read(text: &str) -> Chess {
    let fen: Fen = text.parse().unwrap();
    fen.into_position(CastlingMode::Chess960).unwrap()
}

fn points(score: Score) -> i32 {
    match score {
        Score::Centipawns(points) => points,
        Score::Mate(moves) if moves > 0 => 30_000 - moves,
        Score::Mate(moves) => -30_000 - moves,
    }
}

fn entries(suite: &str) -> Vec<Entry> {
    let entries: Vec<Entry> = suite.lines().filter(|line| !line.is_empty()).map(Entry::read).collect();
    assert!(
        entries.len() >= 50,
        "a suite has at least 50 positions, not {}",
        entries.len()
    );
    entries
}

fn ask(engine: &mut Engine, position: &Chess, limits: &Limits) -> Answer {
    engine.new_game();
    engine.search(&Game::new(position.clone()), limits, &Signal::default(), &mut |_| {})
}

/// The entries an engine does not solve within `nodes`.
fn unsolved(entries: &[Entry], settings: Settings, nodes: u64) -> Vec<String> {
    let mut engine = Engine::new(settings).unwrap();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let wrong = entries
        .iter()
        .filter(|entry| !entry.is_solved(&ask(&mut engine, &entry.position, &limits)));
    wrong.map(|entry| entry.id.clone()).collect()
}

/// Fails when more than `most` entries are unsolved; the numbers are what was measured when they were set.
fn expect(suite: &str, nodes: u64, most: usize) {
    let wrong = unsolved(&entries(suite), Settings::default(), nodes);
    assert!(wrong.len() <= most, "{} unsolved: {wrong:?}", wrong.len());
}

#[test]
fn combinations_are_found() {
    expect(include_str!("suites/tactics.epd"), 300_000, 3);
}

#[test]
fn mates_are_found_and_are_the_shortest() {
    let mut engine = Engine::new(Settings::default()).unwrap();
    let mut wrong = Vec::new();
    for entry in entries(include_str!("suites/mates.epd")) {
        let limits = Limits {
            mate: entry.mate,
            nodes: Some(10_000_000),
            ..Limits::default()
        };
        let answer = ask(&mut engine, &entry.position, &limits);
        let found = answer.lines[0].score == Score::Mate(entry.mate.unwrap().cast_signed());
        // A mate as short by another move is as good.
        if !found {
            wrong.push(format!("{} {:?}", entry.id, answer.lines[0].score));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn zugzwang_is_seen_through_null_moves() {
    expect(include_str!("suites/zugzwang.epd"), 400_000, 2);
}

#[test]
fn fortresses_are_kept() {
    expect(include_str!("suites/fortress.epd"), 200_000, 3);
}

#[test]
fn smaller_pieces_are_promoted_to() {
    // In one of the two that are left a bishop and a knight must mate; the other needs 800,000 nodes.
    expect(include_str!("suites/underpromotion.epd"), 200_000, 2);
}

#[test]
fn endings_are_searched() {
    let mut all = entries(include_str!("suites/endings.epd"));
    all.retain(|entry| entry.by_search);
    let wrong = unsolved(&all, Settings::default(), 200_000);
    assert!(all.len() >= 50 && wrong.len() <= 2, "of {}: {wrong:?}", all.len());
}

/// With tables every move preserves the result; the tables of three pieces are beside the tests.
#[test]
fn endings_are_looked_up() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tables");
    let settings = Settings {
        syzygy: Some(Syzygy::open(path.to_str().unwrap()).unwrap().into()),
        ..Settings::default()
    };
    let mut all = entries(include_str!("suites/endings.epd"));
    all.retain(|entry| entry.position.board().occupied().count() == 3);
    let wrong = unsolved(&all, settings, 5_000);
    assert!(all.len() >= 30 && wrong.is_empty(), "of {}: {wrong:?}", all.len());
}

#[test]
fn hostile_positions_are_survived() {
    let mut engine = Engine::new(Settings::default()).unwrap();
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let entries = entries(include_str!("suites/hostile.epd"));
    assert!(entries.len() >= 1_000);
    for entry in entries {
        let legal = entry.position.legal_moves();
        let answer = ask(&mut engine, &entry.position, &limits);
        assert_eq!(answer.best.is_none(), legal.is_empty(), "{}", entry.id);
        assert!(answer.best.is_none_or(|mv| legal.contains(&mv)), "{}", entry.id);
        assert!(answer.nodes <= 20_000, "{}", entry.id);
        for line in &answer.lines {
            let mut position = entry.position.clone();
            for mv in &line.moves {
                position = position
                    .play(*mv)
                    .unwrap_or_else(|error| panic!("{}: {error}", entry.id));
            }
        }
    }
}

/// With queens everywhere even the first depth has no end, and `stop` ends it all the same.
#[test]
fn a_stop_is_heard_in_the_first_depth_too() {
    let mut engine = Engine::new(Settings::default()).unwrap();
    let stop = Signal::default();
    stop.stop();
    let mut most = 0;
    for entry in entries(include_str!("suites/hostile.epd")) {
        let answer = engine.search(
            &Game::new(entry.position.clone()),
            &Limits::default(),
            &stop,
            &mut |_| {},
        );
        assert_eq!(
            answer.best.is_none(),
            entry.position.legal_moves().is_empty(),
            "{}",
            entry.id
        );
        most = most.max(answer.nodes);
    }
    assert_eq!(most, 8_192, "some need the bound, none goes beyond");
}
