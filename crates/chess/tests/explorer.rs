//! The explorer over games of chess: counts, results, transpositions, limits.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking, in its helpers too")]

use chess::Position;
use play::{Explorer, ExplorerLimits, GameRecord, Notation, Record, Side, TreeResult, TurnGame, TypedRecord, key_text};

const LIMITS: ExplorerLimits = ExplorerLimits {
    plies: 40,
    moves: 1_000,
};

fn record(moves: &str) -> TypedRecord<Position> {
    let mut record = Record::new(Position::new());
    for san in moves.split_whitespace() {
        let mv = record.position().read_move(san).unwrap();
        record.play(mv).unwrap();
    }
    TypedRecord::from(record)
}

fn explorer(games: &[(&str, TreeResult)], limits: ExplorerLimits) -> Explorer {
    let mut explorer = Explorer::new(limits);
    for (moves, result) in games {
        explorer.add(&record(moves), *result);
    }
    explorer
}

fn key(moves: &str) -> u64 {
    let record = record(moves);
    record.key(record.plies()).unwrap()
}

#[test]
fn moves_are_counted_with_their_results_whatever_the_way_to_the_position() {
    let games = [
        ("e4 e5 Nf3 Nc6", TreeResult::Win(Side::White)),
        ("Nf3 e5 e4 Nc6", TreeResult::Win(Side::Black)),
        ("e4 e5 Nf3 d6", TreeResult::Draw),
        ("d4 d5", TreeResult::Open),
    ];
    let explorer = explorer(&games, LIMITS);
    assert_eq!(explorer.games(), 4);
    let found: Vec<_> = explorer
        .moves(key("e4 e5 Nf3"))
        .iter()
        .map(|mv| (mv.label.clone(), mv.games, mv.white, mv.draws, mv.black))
        .collect();
    assert_eq!(found, [("Nc6".to_owned(), 2, 1, 0, 1), ("d6".to_owned(), 1, 0, 1, 0)]);
    let first: Vec<_> = explorer
        .moves(key(""))
        .iter()
        .map(|mv| (mv.code.clone(), mv.games))
        .collect();
    assert_eq!(
        first,
        [("e2e4".to_owned(), 2), ("d2d4".to_owned(), 1), ("g1f3".to_owned(), 1)]
    );
    assert_eq!(explorer.moves(key("a3")), []);
    let named = &explorer.moves(key("e4 e5 Nf3"))[1].opening;
    assert_eq!(named.as_ref().unwrap().to_string(), "C41 Philidor Defence");
}

#[test]
fn a_position_that_comes_again_counts_once() {
    let again = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6";
    let explorer = explorer(&[(again, TreeResult::Draw)], LIMITS);
    assert_eq!(explorer.moves(key(""))[0].games, 1);
}

#[test]
fn the_limits_hold_and_are_named() {
    let games = [("e4 e5 Nf3", TreeResult::Open), ("e4 c5", TreeResult::Open)];
    let short = explorer(&games, ExplorerLimits { plies: 1, ..LIMITS }).book();
    assert_eq!((short.positions.len(), short.is_cut), (1, false));
    let cut = explorer(&games, ExplorerLimits { moves: 3, ..LIMITS }).book();
    assert!(cut.is_cut);
    assert_eq!(cut.moves(&key_text(key("")))[0].games, 2);
    assert_eq!(cut.moves(&key_text(key("e4"))).len(), 1);
}

#[test]
fn the_table_of_openings_is_played() {
    let lines = Position::opening_lines();
    assert!(lines.len() >= 250, "{}", lines.len());
    let mut explorer = Explorer::new(ExplorerLimits {
        plies: 40,
        moves: 60_000,
    });
    for line in lines {
        explorer.add(&TypedRecord::from(line), TreeResult::Open);
    }
    let book = explorer.book();
    assert!(!book.is_cut);
    let first = book.moves(&key_text(key("")));
    assert_eq!(first.len(), 20);
    assert!(first.iter().all(|mv| mv.opening.is_some()));
}
