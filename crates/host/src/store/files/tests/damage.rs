//! Logs that were changed behind the store's back, and logs of a later version.

use fastrand::Rng;

use super::*;
use crate::{
    FORMAT,
    event::{seal, unseal},
};

/// So many mutants of a stored game are read.
const MUTANTS: usize = 10_000;

/// How a log was changed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Change {
    Bit,
    Byte,
    Bytes,
    Cut,
    Insert,
    Remove,
    Swap,
    Zeros,
}

const CHANGES: [Change; 8] = [
    Change::Bit,
    Change::Byte,
    Change::Bytes,
    Change::Cut,
    Change::Insert,
    Change::Remove,
    Change::Swap,
    Change::Zeros,
];

fn mutant(bytes: &[u8], change: Change, random: &mut Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = random.usize(..bytes.len());
    match change {
        Change::Bit => bytes[at] ^= 1 << random.u8(..8),
        Change::Byte => bytes[at] = random.u8(..),
        Change::Bytes => (0..20).for_each(|_| {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }),
        Change::Cut => bytes.truncate(at),
        Change::Insert => bytes.insert(at, random.u8(..)),
        Change::Remove => drop(bytes.remove(at)),
        Change::Swap => {
            let other = random.usize(..bytes.len());
            bytes.swap(at, other);
        }
        Change::Zeros => bytes[at..].fill(0),
    }
    bytes
}

#[test]
fn ten_thousand_changed_logs_are_damaged_or_end_where_they_were_cut() {
    let (directory, table) = stored(30);
    let original = fs::read(log_path(&directory, &table)).unwrap();
    let events = log::read(&table.table, &original).unwrap().events;
    let mut random = Rng::with_seed(17);
    let mut counts = [0, 0, 0];
    for round in 0..MUTANTS {
        let change = CHANGES[round % CHANGES.len()];
        let bytes = mutant(&original, change, &mut random);
        let is_whole = bytes == original;
        let number = match log::read(&table.table, &bytes) {
            Ok(log) => {
                // What is there was written so, and nothing is missing but the end of a file that was cut off.
                assert_eq!(log.events, events[..log.events.len()], "{change:?}");
                assert_eq!(is_whole, log.events.len() == events.len(), "{change:?}");
                assert!(is_whole || !matches!(change, Change::Bit | Change::Byte), "{change:?}");
                usize::from(is_whole)
            }
            Err(LogFault::Unfinished) => {
                assert!(matches!(change, Change::Cut | Change::Zeros), "{change:?}");
                0
            }
            Err(LogFault::Damaged(_)) => 2,
            Err(LogFault::Newer) => unreachable!("{change:?} is not a newer version"),
        };
        counts[number] += 1;
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_damaged_log_is_put_aside_with_its_fault_and_never_deleted() {
    let (directory, table) = stored(30);
    let path = log_path(&directory, &table);
    let index = fs::read(directory.path().join("index")).unwrap();
    let original = fs::read(&path).unwrap();
    let mut random = Rng::with_seed(18);
    let mut before = 0;
    for round in 0..160 {
        let change = CHANGES[round % CHANGES.len()];
        let bytes = mutant(&original, change, &mut random);
        fs::write(&path, &bytes).unwrap();
        fs::write(directory.path().join("index"), &index).unwrap();
        let mut store = open(directory.path());
        let claimed = store.claim(&table.table);
        if let Err(StoreError::Damaged { fault, .. }) = &claimed {
            store.put_aside(&table.table, fault).unwrap();
        }
        let damaged = store.damaged().unwrap();
        if claimed.is_err() {
            assert!(!path.exists());
            assert!(damaged.iter().all(|damaged| !damaged.fault.is_empty()));
            let is_kept = damaged.iter().any(|damaged| fs::read(&damaged.path).unwrap() == bytes);
            assert!(is_kept, "{change:?}");
            before += 1;
        }
        assert_eq!(damaged.len(), before, "{change:?}");
    }
}

/// A log of the next format: its header says so, or only its first event.
fn newer_logs(bytes: &[u8]) -> [Vec<u8>; 2] {
    let text = std::str::from_utf8(bytes).unwrap();
    let raise = |text: &str, wanted: usize| -> Vec<u8> {
        let lines = text.lines().zip(0..).map(|(line, number)| {
            let plain = line.strip_prefix('#').unwrap_or(line);
            let json = unseal(plain).unwrap();
            let [old, new] = [FORMAT, FORMAT + 1].map(|format| format!("\"format\":{format}"));
            if number == wanted && json.contains(&old) {
                let raised: serde_json::Value = serde_json::from_str(&json.replace(&old, &new)).unwrap();
                let mark = if line.starts_with('#') { "#" } else { "" };
                format!("{mark}{}\n", seal(&raised))
            } else {
                format!("{line}\n")
            }
        });
        lines.collect::<String>().into_bytes()
    };
    [raise(text, 0), raise(text, 2)]
}

#[test]
fn logs_of_the_next_format_are_left_alone() {
    let (directory, table) = stored(5);
    let path = log_path(&directory, &table);
    let original = fs::read(&path).unwrap();
    for bytes in newer_logs(&original) {
        assert_ne!(bytes, original);
        for keep_index in [true, false] {
            if !keep_index {
                fs::remove_file(directory.path().join("index")).unwrap();
            }
            fs::write(&path, &bytes).unwrap();
            let mut store = open(directory.path());
            let newer = [
                store.claim(&table.table).map(drop),
                store.load(&table.table).map(drop),
                store.put_aside(&table.table, "a fault"),
            ];
            for result in newer {
                assert!(matches!(result, Err(StoreError::Newer(_))), "{result:?}");
            }
            assert!(store.damaged().unwrap().is_empty());
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
}

#[test]
fn an_index_or_names_of_the_next_format_are_refused_and_left_alone() {
    for (name, kind) in [("index", "threefold-index"), ("players", "threefold-players")] {
        let (directory, _) = stored(2);
        let path = directory.path().join(name);
        let header = seal(&serde_json::json!({ "journal": kind, "format": FORMAT + 1 }));
        fs::write(&path, format!("{header}\nsomething else\n")).unwrap();
        let before = fs::read(&path).unwrap();
        let refused = FileStore::open(directory.path(), ANN).err();
        assert!(matches!(refused, Some(StoreError::Newer(_))), "{refused:?}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}
