mod damage;
mod migration;

use std::path::Path;

use super::*;
use crate::testing::{self, ANN};

fn open(directory: &Path) -> FileStore {
    FileStore::open_with(directory, ANN, SyncPolicy::Never).unwrap()
}

fn with_store(law: impl FnOnce(&mut dyn Store)) {
    let directory = tempfile::tempdir().unwrap();
    law(&mut open(directory.path()));
}

crate::store_tests!(with_store);

/// A directory with one table of so many events, in appends of one, closed again.
fn stored(events: u64) -> (tempfile::TempDir, NewTable) {
    let directory = tempfile::tempdir().unwrap();
    let table = testing::table(1);
    let mut store = open(directory.path());
    let epoch = store.create(&table).unwrap();
    for expected in 1..events {
        assert_eq!(store.append(&[testing::append(&table, epoch, expected, 1)]), [Ok(())]);
    }
    (directory, table)
}

fn plies(store: &mut FileStore) -> Vec<u32> {
    let listed = store.list(&Query::default()).unwrap();
    listed.iter().map(|listing| listing.summary.plies).collect()
}

fn log_path(directory: &tempfile::TempDir, table: &NewTable) -> PathBuf {
    directory.path().join(format!("{}.log", table.table))
}

#[test]
fn two_processes_never_both_write_a_table() {
    let directory = tempfile::tempdir().unwrap();
    testing::two_writers(&mut open(directory.path()), &mut open(directory.path()));
}

#[test]
fn everything_survives() {
    let directory = tempfile::tempdir().unwrap();
    testing::everything_survives(&mut || Box::new(FileStore::open(directory.path(), ANN).unwrap()));
}

#[test]
fn an_append_that_was_cut_off_is_as_if_it_had_not_been() {
    let (directory, table) = stored(3);
    let path = log_path(&directory, &table);
    let before = fs::metadata(&path).unwrap().len() as usize;
    let mut store = open(directory.path());
    let claimed = store.claim(&table.table).unwrap();
    assert_eq!(store.append(&[testing::append(&table, claimed.epoch, 3, 2)]), [Ok(())]);
    drop(store);
    let bytes = fs::read(&path).unwrap();
    for length in before..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        fs::remove_file(directory.path().join("index")).unwrap();
        let mut store = open(directory.path());
        assert_eq!(plies(&mut store), [2]);
        let claimed = store.claim(&table.table).unwrap();
        assert_eq!(claimed.events.len(), 3);
        let next = testing::append(&table, claimed.epoch, 3, 1);
        assert_eq!(store.append(&[next]), [Ok(())]);
        store.release(&table.table, claimed.epoch).unwrap();
        assert_eq!(store.load(&table.table).unwrap().len(), 4);
        assert_eq!(plies(&mut store), [3]);
        assert!(store.damaged().unwrap().is_empty());
    }
}

#[test]
fn a_table_whose_creation_was_cut_off_never_was() {
    let (directory, table) = stored(1);
    let path = log_path(&directory, &table);
    let bytes = fs::read(&path).unwrap();
    for length in 0..bytes.len() {
        fs::write(&path, &bytes[..length]).unwrap();
        fs::remove_file(directory.path().join("index")).unwrap();
        let mut store = open(directory.path());
        assert_eq!(plies(&mut store), [0_u32; 0]);
        assert_eq!(
            store.claim(&table.table),
            Err(StoreError::NoTable(table.table.clone())),
            "{length}"
        );
    }
}

#[test]
fn an_index_that_is_missing_cut_off_changed_or_behind_mends_itself() {
    let (directory, table) = stored(1);
    let path = directory.path().join("index");
    let behind = fs::read(&path).unwrap();
    let mut store = open(directory.path());
    let epoch = store.claim(&table.table).unwrap().epoch;
    assert_eq!(store.append(&[testing::append(&table, epoch, 1, 5)]), [Ok(())]);
    drop(store);
    let whole = fs::read(&path).unwrap();
    let changed: Vec<u8> = whole
        .iter()
        .map(|&byte| if byte == b'5' { b'6' } else { byte })
        .collect();
    for index in [
        Vec::new(),
        behind,
        whole[..whole.len() - 30].to_vec(),
        changed,
        b"noise".to_vec(),
    ] {
        fs::write(&path, index).unwrap();
        for _ in 0..2 {
            assert_eq!(plies(&mut open(directory.path())), [5]);
        }
    }
    fs::remove_file(&path).unwrap();
    assert_eq!(plies(&mut open(directory.path())), [5]);
    // Somebody may move a log away, or bring one from elsewhere.
    let log = log_path(&directory, &table);
    fs::rename(&log, directory.path().join("elsewhere")).unwrap();
    assert_eq!(plies(&mut open(directory.path())), [0_u32; 0]);
    fs::rename(directory.path().join("elsewhere"), log).unwrap();
    assert_eq!(plies(&mut open(directory.path())), [5]);
}

#[test]
fn an_index_of_mostly_old_lines_is_rewritten_when_nobody_else_has_it_open() {
    let (directory, table) = stored(2_000);
    let lines = || {
        fs::read_to_string(directory.path().join("index"))
            .unwrap()
            .lines()
            .count()
    };
    assert!(lines() > 1_500);
    let other = open(directory.path());
    assert!(lines() < 10, "it was alone");
    drop(other);
    let mut store = open(directory.path());
    let epoch = store.claim(&table.table).unwrap().epoch;
    for expected in 2_000..4_000 {
        assert_eq!(store.append(&[testing::append(&table, epoch, expected, 1)]), [Ok(())]);
    }
    assert_eq!(plies(&mut open(directory.path())), [3_999]);
    assert!(lines() > 1_500, "another store is open");
    drop(store);
    assert_eq!(plies(&mut open(directory.path())), [3_999]);
    assert!(lines() < 10);
}

#[test]
fn a_line_of_names_that_was_cut_off_costs_only_itself() {
    let directory = tempfile::tempdir().unwrap();
    let [ann, ben] = [(ANN, "Ann"), (testing::BEN, "Ben")];
    open(directory.path()).rename(ann.0, ann.1).unwrap();
    let path = directory.path().join("players");
    let mut bytes = fs::read(&path).unwrap();
    bytes.extend_from_slice(b"12345678 {\"player\":\"p22");
    fs::write(&path, bytes).unwrap();
    open(directory.path()).rename(ben.0, ben.1).unwrap();
    let names = open(directory.path()).names(&[ann.0, ben.0]).unwrap();
    assert_eq!(names, [ann, ben].map(|(player, name)| (player, name.to_owned())));
}

#[cfg(unix)]
#[test]
fn a_failed_write_and_a_failed_sync_fail_their_own_entries_and_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = FileStore::open(directory.path(), ANN).unwrap();
    let tables = [1, 2, 3].map(testing::table);
    let epochs = [0, 1, 2].map(|number| store.create(&tables[number]).unwrap());
    // Nothing can be written through a handle that only reads; what goes to the null device cannot be synced.
    let read_only = File::open(store.path(&tables[0].table)).unwrap();
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").unwrap();
    let swap = |store: &mut FileStore, number: usize, file: File| {
        let claim = store.claims.get_mut(&tables[number].table).unwrap();
        std::mem::replace(&mut claim.file, file)
    };
    let first = swap(&mut store, 0, read_only);
    let second = swap(&mut store, 1, null);
    let entry = |number: usize, expected| testing::append(&tables[number], epochs[number], expected, 1);
    let group = [entry(0, 1), entry(1, 1), entry(2, 1), entry(1, 2), entry(2, 2)];
    let done = store.append(&group);
    let failed = |result: &Result<(), StoreError>, number: usize| match result {
        Err(StoreError::Failed { place, .. }) => place.contains(tables[number].table.as_str()),
        _ => false,
    };
    assert!(
        failed(&done[0], 0) && failed(&done[1], 1) && failed(&done[3], 1),
        "{done:?}"
    );
    assert_eq!((&done[2], &done[4]), (&Ok(()), &Ok(())));
    assert_eq!(plies(&mut store), [2, 0, 0]);
    swap(&mut store, 0, first);
    swap(&mut store, 1, second);
    assert!(store.append(&group[..2]).iter().all(Result::is_ok), "sent again");
    assert_eq!(store.append(&[group[3].clone()]), [Ok(())]);
    drop(store);
    assert_eq!(plies(&mut open(directory.path())), [2, 2, 1]);
}

#[test]
fn a_table_that_cannot_be_created_is_reported_and_does_not_exist() {
    let (directory, _) = stored(1);
    let mut store = FileStore::open(directory.path(), ANN).unwrap();
    fs::rename(directory.path(), directory.path().with_extension("away")).unwrap();
    let created = store.create(&testing::table(2));
    assert!(matches!(created, Err(StoreError::Failed { .. })), "{created:?}");
    fs::rename(directory.path().with_extension("away"), directory.path()).unwrap();
    assert_eq!(plies(&mut open(directory.path())), [0]);
    assert!(store.create(&testing::table(2)).is_ok());
}

#[test]
fn a_move_costs_the_same_in_a_long_game() {
    let (directory, table) = stored(1);
    let mut store = open(directory.path());
    let epoch = store.claim(&table.table).unwrap().epoch;
    let written = || -> u64 {
        let files = fs::read_dir(directory.path()).unwrap();
        files.map(|file| file.unwrap().metadata().unwrap().len()).sum()
    };
    let mut costs = Vec::new();
    for expected in 1..=300 {
        let before = written();
        assert_eq!(store.append(&[testing::append(&table, epoch, expected, 1)]), [Ok(())]);
        costs.push(written() - before);
    }
    // Only the numbers in the lines get longer.
    assert!(costs[299] <= costs[9] + 16, "{} and {}", costs[9], costs[299]);
}
