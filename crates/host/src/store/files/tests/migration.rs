//! Saves of version 0.1 in the directory of the store.

use super::*;
use crate::Occupant;

const SAVES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/saves-0.1");

/// A directory with all the saves as version 0.1 named them, and their texts by table.
fn saves() -> (tempfile::TempDir, Vec<(TableId, String)>) {
    let directory = tempfile::tempdir().unwrap();
    let mut texts = Vec::new();
    for entry in fs::read_dir(SAVES).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        let table: TableId = value["table"].as_str().unwrap().parse().unwrap();
        fs::write(directory.path().join(format!("{table}.game.json")), &text).unwrap();
        texts.push((table, text));
    }
    (directory, texts)
}

fn names(directory: &Path) -> Vec<String> {
    let files = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn saves_become_logs_once_and_are_never_deleted() {
    let (directory, texts) = saves();
    for _ in 0..2 {
        let mut store = open(directory.path());
        assert_eq!(store.list(&Query::default()).unwrap().len(), texts.len());
        for (table, text) in &texts {
            assert!(!store.load(table).unwrap().is_empty());
            let moved = directory.path().join(format!("before-0.2/{table}.game.json"));
            assert_eq!(&fs::read_to_string(moved).unwrap(), text);
        }
        assert!(store.damaged().unwrap().is_empty());
    }
    assert!(names(directory.path()).iter().all(|name| !name.contains(".json")));
}

#[test]
fn people_without_a_name_are_the_local_player() {
    let (directory, _) = saves();
    let mut store = open(directory.path());
    let own = Query {
        player: Some(ANN),
        ..Query::default()
    };
    let listings = store.list(&own).unwrap();
    assert!(!listings.is_empty());
    for listing in store.list(&Query::default()).unwrap() {
        assert!(!listing.summary.seats.contains(&Occupant::Open));
        for (occupant, name) in listing.summary.seats.iter().zip(&listing.names) {
            let is_named = occupant.person().is_some_and(|person| person != ANN);
            assert_eq!(name.is_some(), is_named, "{listing:?}");
        }
    }
}

#[test]
fn a_migration_that_was_interrupted_goes_on() {
    let (directory, texts) = saves();
    drop(open(directory.path()));
    let whole = names(directory.path());
    // Killed after a log was written and before its save was moved, or while the log was being written.
    let (table, text) = &texts[0];
    let save = directory.path().join(format!("{table}.game.json"));
    fs::rename(directory.path().join(format!("before-0.2/{table}.game.json")), &save).unwrap();
    drop(open(directory.path()));
    assert_eq!(names(directory.path()), whole);
    fs::rename(directory.path().join(format!("before-0.2/{table}.game.json")), &save).unwrap();
    let log = directory.path().join(format!("{table}.log"));
    let bytes = fs::read(&log).unwrap();
    fs::remove_file(&log).unwrap();
    fs::write(log.with_extension("new"), &bytes[..bytes.len() / 2]).unwrap();
    drop(open(directory.path()));
    assert_eq!(names(directory.path()), whole);
    assert_eq!(fs::read(&log).unwrap(), bytes);
    assert_eq!(
        &fs::read_to_string(directory.path().join(format!("before-0.2/{table}.game.json"))).unwrap(),
        text
    );
}

#[test]
fn unreadable_saves_are_put_aside_and_newer_ones_left_alone() {
    let (directory, texts) = saves();
    let (table, text) = &texts[0];
    let save = |number: u64| format!("{}.game.json", TableId::numbered(number));
    let newer = text.replace("\"format\":1", "\"format\":2");
    for (name, text) in [
        (save(1), text.as_str()),
        (save(2), &text[..text.len() / 2]),
        (save(3), &newer),
        (format!("{table}.damaged-1.json"), "noise"),
    ] {
        fs::write(directory.path().join(name), text).unwrap();
    }
    let mut store = open(directory.path());
    assert_eq!(store.list(&Query::default()).unwrap().len(), texts.len());
    let damaged = store.damaged().unwrap();
    assert_eq!(damaged.len(), 3, "{damaged:?}");
    assert!(damaged.iter().any(|damaged| damaged.fault.contains(table.as_str())));
    assert_eq!(fs::read_to_string(directory.path().join(save(3))).unwrap(), newer);
    assert_eq!(
        fs::read_to_string(directory.path().join("damaged").join(save(2))).unwrap(),
        text[..text.len() / 2]
    );
}
