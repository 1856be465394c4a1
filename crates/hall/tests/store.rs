//! Games on disk: whole or as they were before, and never deleted.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::channel,
    time::Duration,
};

use bots::{Game, Sitter};
use fastrand::Rng;
use hall::{Delivery, FileStore, Hall, Input, Manners, Page, Plan, SeatNumber, Settings, Start, Store, TableId, Told};

fn temporary(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).expect("an earlier run's games can go");
    }
    directory
}

/// A game of some turns in a new directory: its table and its text.
fn a_game(directory: &Path) -> (TableId, String) {
    let hall = Hall::open(Settings::with_store(
        FileStore::open(directory).expect("the directory can be made"),
    ));
    let table = hall
        .begin(Plan {
            game: Game::Chess,
            sitters: [Sitter::Human, Sitter::Human],
            names: [Some("Ada".to_owned()), None],
            start: Start::Usual,
            control: None,
            seed: 1,
            manners: Manners::Brisk,
        })
        .expect("the plan is sound");
    let (sender, told) = channel();
    let mailbox = Box::new(move |told| sender.send(told).map_or(Delivery::Gone, |()| Delivery::Taken));
    let desk = hall
        .sit(&table, &[SeatNumber(0), SeatNumber(1)], mailbox)
        .expect("the seats are free");
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        let text = text.to_owned();
        let request = desk.send(Input::Typed { text });
        while told.recv_timeout(Duration::from_mins(1)).expect("it is told in time") != (Told::Done { request }) {}
    }
    drop(desk);
    drop(hall);
    let path = directory.join(format!("{table}.game.json"));
    (table, fs::read_to_string(path).expect("the game is kept"))
}

fn page(table: &TableId, text: &str) -> Page {
    Page {
        table: table.clone(),
        text: text.to_owned(),
    }
}

#[test]
fn a_write_that_is_cut_off_anywhere_leaves_the_earlier_game() {
    let directory = temporary("cut-off");
    let (table, text) = a_game(&directory);
    let unfinished = directory.join(format!("{table}.unfinished"));
    for length in 0..text.len() {
        // Killed after so many bytes of the next text, before its renaming.
        fs::write(&unfinished, &text[..length]).unwrap();
        let mut store = FileStore::open(&directory).unwrap();
        assert_eq!(store.tables().unwrap(), std::slice::from_ref(&table));
        assert_eq!(store.read(&table).unwrap().as_deref(), Some(text.as_str()));
    }
    let mut store = FileStore::open(&directory).unwrap();
    let longer = format!("{text} ");
    assert!(store.write(&[page(&table, &longer)]).iter().all(Result::is_ok));
    assert_eq!(store.read(&table).unwrap(), Some(longer));
    assert!(!unfinished.exists());
}

#[test]
fn damaged_games_are_put_aside_and_never_deleted() {
    let directory = temporary("damaged");
    let (table, text) = a_game(&directory);
    let path = directory.join(format!("{table}.game.json"));
    let mut random = Rng::with_seed(7);
    for round in 0..300 {
        let mut bytes = text.clone().into_bytes();
        match round % 3 {
            0 => bytes.truncate(random.usize(..bytes.len())),
            1 => {
                let at = random.usize(..bytes.len());
                bytes[at] = random.u8(..);
            }
            _ => (0..20).for_each(|_| {
                let at = random.usize(..bytes.len());
                bytes[at] = random.u8(..);
            }),
        }
        fs::write(&path, &bytes).unwrap();
        let kept = everything(&directory);
        let hall = Hall::open(Settings::with_store(FileStore::open(&directory).unwrap()));
        // Whether it can still be read is up to the damage; what was there is there, under one name or the other.
        let resumed = hall.resume(&table);
        let listed = hall.listings().len();
        let damaged = hall.damaged().len();
        drop(hall);
        assert_eq!(resumed.is_ok(), path.exists(), "{resumed:?}");
        assert_eq!(resumed.is_ok(), listed == 1);
        let after = everything(&directory);
        assert_eq!(kept.len(), after.len());
        if resumed.is_err() {
            assert!(after.contains(&bytes), "round {round}");
            assert!(damaged > 0);
        }
    }
}

/// The contents of every file, in order.
fn everything(directory: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(directory).expect("the directory is there");
    let mut contents: Vec<Vec<u8>> = entries
        .map(|entry| fs::read(entry.expect("it can be listed").path()).expect("it can be read"))
        .collect();
    contents.sort_unstable();
    contents
}

#[test]
fn huge_and_hostile_files_are_refused_with_their_fault() {
    let directory = temporary("hostile");
    let (table, text) = a_game(&directory);
    let path = directory.join(format!("{table}.game.json"));
    for (hostile, fault) in [
        ("x".repeat(3 << 20), "larger than any game"),
        ("[".repeat(100_000), "cannot be read"),
        (text.replace("\"format\":1", "\"format\":9"), "form 9"),
        (text.replace("\"e2e4\"", "\"e2e5\""), "turn 1 is wrong"),
        (
            text.replace("\"human\",", "\"genius\","),
            "no bot of Chess is called 'genius'",
        ),
        (
            text.replace("\"ending\":null", "\"ending\":\"claimed\""),
            "its end is wrong",
        ),
    ] {
        fs::write(&path, hostile).unwrap();
        let hall = Hall::open(Settings::with_store(FileStore::open(&directory).unwrap()));
        let damaged = if hall.listings().is_empty() {
            hall.damaged()
        } else {
            let words = hall.resume(&table).unwrap_err().to_string();
            assert!(words.contains(fault), "{words}");
            hall.damaged()
        };
        assert!(
            damaged.iter().any(|damaged| damaged.fault.contains(fault)),
            "{fault}: {damaged:?}"
        );
    }
}
