//! Databases of version 0.1.

use std::collections::BTreeMap;

use host::{LiveFact, SeatNumber, TableState, TurnFact, legacy};

use super::*;

/// Written by version 0.1: games that were played move by move, seat tokens, a rematch and a game that was put aside.
const DATABASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/hall-0.1.sqlite");
/// The texts of the same games.
const SAVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../host/tests/data/saves-0.1");

fn old_database() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::copy(DATABASE, directory.path().join("hall.sqlite")).unwrap();
    directory
}

/// The saves by the code of their table.
fn saves() -> BTreeMap<String, String> {
    let files = fs::read_dir(SAVES).unwrap();
    files
        .map(|file| {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            let value: serde_json::Value = serde_json::from_str(&text).unwrap();
            (value["table"].as_str().unwrap().to_owned(), text)
        })
        .collect()
}

fn change_old(directory: &Path, statement: &str) {
    let connection = Connection::open(directory.join("hall.sqlite")).unwrap();
    connection.execute_batch(statement).unwrap();
}

fn count(path: &Path, statement: &str) -> i64 {
    let connection = Connection::open(path).unwrap();
    connection.query_row(statement, [], |row| row.get(0)).unwrap()
}

#[test]
fn every_game_becomes_the_log_of_its_last_text() {
    let directory = old_database();
    for _ in 0..2 {
        let mut store = open(directory.path());
        let saves = saves();
        assert_eq!(store.list(&Query::default()).unwrap().len(), saves.len());
        for (code, text) in saves {
            let table: TableId = code.parse().unwrap();
            let tokens = store.tokens(&table).unwrap();
            let person = |SeatNumber(seat): SeatNumber, name: Option<&str>| {
                let is_taken = name.is_some() || tokens.iter().any(|token| token.seat.0 == seat);
                is_taken.then(|| legacy::player_of(&format!("{code}/{seat}")))
            };
            let next = (code == "pe4ptf").then(|| "yf2sdz".parse().unwrap());
            let expected = legacy::convert(&text, next, person).unwrap();
            let claimed = store.claim(&table).unwrap();
            assert_eq!(claimed.events, expected.events, "{code}");
            assert_eq!(claimed.summary, expected.summary, "{code}");
            assert_eq!(claimed.names, expected.names, "{code}");
        }
        let damaged = store.damaged().unwrap();
        assert_eq!(damaged.len(), 1);
        assert_eq!(damaged[0].fault, "turn 59 is wrong: its clock is wrong");
    }
}

#[test]
fn seat_tokens_and_open_seats_are_kept() {
    let directory = old_database();
    let mut store = open(directory.path());
    let table: TableId = "y4rcxy".parse().unwrap();
    let claimed = store.claim(&table).unwrap();
    let ann = claimed.summary.seats[0].person().unwrap();
    assert_eq!(claimed.summary.seats[1], Occupant::Open);
    assert_eq!(claimed.summary.state, TableState::Waiting);
    let tokens = store.tokens(&table).unwrap();
    let hashes: Vec<(u8, PlayerId, Vec<u8>)> = tokens
        .into_iter()
        .map(|token| (token.seat.0, token.player, token.hash))
        .collect();
    assert_eq!(hashes, [(0, ann, vec![1; 32]), (0, ann, vec![2; 32])]);
    let own = Query {
        player: Some(ann),
        ..Query::default()
    };
    assert_eq!(store.list(&own).unwrap().len(), 1);
    // A seat without a name that somebody has a token for is taken.
    let mate = store.claim(&"wqvtrd".parse().unwrap()).unwrap();
    assert!(mate.summary.seats[0].person().is_some());
    assert_eq!(mate.summary.seats[1], Occupant::Open);
}

#[test]
fn a_rematch_becomes_an_event() {
    let directory = old_database();
    let mut store = open(directory.path());
    let events = store.load(&"pe4ptf".parse().unwrap()).unwrap();
    let last = events.last().unwrap().decode::<TurnFact>().unwrap().event;
    assert!(matches!(last, TurnFact::Rematched { next } if next.as_str() == "yf2sdz"));
    let live = store.load(&"798pd8".parse().unwrap()).unwrap();
    assert!(live.last().unwrap().decode::<LiveFact>().is_ok());
}

#[test]
fn the_database_is_copied_before_it_is_converted() {
    let directory = old_database();
    let games = "SELECT count(DISTINCT game) FROM events";
    let before = count(&directory.path().join("hall.sqlite"), games);
    drop(open(directory.path()));
    let copy = directory.path().join("hall.sqlite.before-0.2");
    assert_eq!(count(&copy, games), before);
    assert_eq!(count(&copy, "SELECT user_version FROM pragma_user_version"), 1);
    assert_eq!(count(&copy, "SELECT count(*) FROM rematches"), 1);
    // The copy goes back into place, and is converted once more; the first copy stays.
    fs::copy(&copy, directory.path().join("hall.sqlite")).unwrap();
    drop(open(directory.path()));
    assert_eq!(count(&directory.path().join("hall.sqlite.before-0.2-2"), games), before);
}

#[test]
fn unreadable_games_keep_their_texts_and_a_newer_one_stops_the_migration() {
    let directory = old_database();
    change_old(
        directory.path(),
        "INSERT INTO events VALUES ('222223', 0, 0, '{\"form'), ('no code', 0, 0, '{}'), ('222224', 0, 0, ''), \
         ('222224', 1, 4000000000, 'é')",
    );
    let mut store = open(directory.path());
    assert_eq!(store.damaged().unwrap().len(), 4);
    let text: String = store
        .connection
        .query_row("SELECT text FROM unreadable WHERE game = '222223'", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(text, "{\"form");
    drop(store);

    let directory = old_database();
    change_old(
        directory.path(),
        "INSERT INTO events VALUES ('222223', 0, 0, '{\"format\":2,\"game\":\"chess\"}')",
    );
    for _ in 0..2 {
        let refused = SqliteStore::open(directory.path()).err();
        assert!(matches!(refused, Some(StoreError::Newer(_))), "{refused:?}");
        assert_eq!(
            count(&directory.path().join("hall.sqlite"), "SELECT count(*) FROM rematches"),
            1
        );
    }
}
