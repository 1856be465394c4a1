mod migration;

use host::{
    Flush, TableState,
    testing::{self, ANN},
};

use super::*;

fn open(directory: &Path) -> SqliteStore {
    SqliteStore::open(directory).unwrap()
}

fn with_store(law: impl FnOnce(&mut dyn Store)) {
    let directory = tempfile::tempdir().unwrap();
    law(&mut open(directory.path()));
}

host::store_tests!(with_store);

#[test]
fn everything_survives() {
    let directory = tempfile::tempdir().unwrap();
    testing::everything_survives(&mut || Box::new(open(directory.path())));
}

#[test]
fn a_second_process_is_refused_until_the_first_has_closed() {
    let directory = tempfile::tempdir().unwrap();
    let first = open(directory.path());
    let refused = SqliteStore::open(directory.path()).err().unwrap();
    assert!(
        matches!(&refused, StoreError::InUse(path) if path.contains("hall.sqlite")),
        "{refused}"
    );
    drop(first);
    open(directory.path());
}

#[test]
fn a_database_of_a_later_version_is_refused_as_newer_and_not_touched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("hall.sqlite");
    {
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch("CREATE TABLE later (x); PRAGMA user_version = 1000;")
            .unwrap();
    }
    let before = fs::read(&path).unwrap();
    let refused = SqliteStore::open(directory.path()).err();
    assert!(matches!(refused, Some(StoreError::Newer(_))), "{refused:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn what_is_no_database_is_left_alone_and_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("hall.sqlite");
    fs::write(&path, "not a database, but long enough to be taken for one".repeat(100)).unwrap();
    let before = fs::read(&path).unwrap();
    let refused = SqliteStore::open(directory.path()).err().unwrap();
    assert!(refused.to_string().contains("hall.sqlite"), "{refused}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_group_that_cannot_be_committed_stores_nothing_and_every_entry_says_so() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let tables = [1, 2].map(testing::table);
    let epochs = [0, 1].map(|number| store.create(&tables[number]).unwrap());
    store.connection.execute_batch("PRAGMA query_only = ON").unwrap();
    let group = [0, 1].map(|number| testing::append(&tables[number], epochs[number], 1, 1));
    let done = store.append(&group);
    assert!(
        done.iter().all(|done| matches!(done, Err(StoreError::Failed { .. }))),
        "{done:?}"
    );
    let created = store.create(&testing::table(3));
    assert!(matches!(created, Err(StoreError::Failed { .. })), "{created:?}");
    store.connection.execute_batch("PRAGMA query_only = OFF").unwrap();
    assert_eq!(store.load(&tables[0].table).unwrap().len(), 1);
    assert!(store.append(&group).iter().all(Result::is_ok), "sent again");
}

#[test]
fn a_log_with_a_hole_is_damaged_and_can_be_put_aside() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let table = testing::table(1);
    let epoch = store.create(&table).unwrap();
    assert_eq!(store.append(&[testing::append(&table, epoch, 1, 5)]), [Ok(())]);
    for hole in [6, 3] {
        store
            .connection
            .execute("DELETE FROM events WHERE seq = ?1", [hole])
            .unwrap();
        let claimed = store.claim(&table.table);
        assert!(matches!(claimed, Err(StoreError::Damaged { .. })), "{claimed:?}");
    }
    store.put_aside(&table.table, "a fault").unwrap();
    assert_eq!(store.damaged().unwrap().len(), 1);
}

#[test]
fn lists_are_searched_by_an_index() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(directory.path());
    let lobby = Query {
        states: vec![host::TableState::Waiting, host::TableState::Running],
        visibility: Some(host::Visibility::Public),
        limit: 50,
        ..Query::default()
    };
    let own = Query {
        player: Some(ANN),
        ..Query::default()
    };
    let newest = Query {
        limit: 20,
        ..Query::default()
    };
    for (query, index, is_sorted) in [
        (lobby, "games_by_visibility", false),
        (own, "seats_of_player", true),
        (newest, "games_by_time", false),
    ] {
        let (text, values) = rows::list_query(&query).unwrap();
        let mut statement = store.connection.prepare(&format!("EXPLAIN QUERY PLAN {text}")).unwrap();
        let rows = statement
            .query_map(params_from_iter(values), |row| row.get::<_, String>(3))
            .unwrap();
        let plan: Vec<String> = rows.map(Result::unwrap).collect();
        assert!(plan.iter().any(|step| step.contains(index)), "{plan:?}");
        assert_eq!(
            plan.iter().any(|step| step.contains("TEMP B-TREE FOR ORDER BY")),
            is_sorted,
            "{plan:?}"
        );
    }
}

#[test]
fn a_move_costs_the_same_in_a_long_game() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    store.connection.execute_batch("PRAGMA wal_autocheckpoint = 0").unwrap();
    let table = testing::table(1);
    let epoch = store.create(&table).unwrap();
    let written = || fs::metadata(directory.path().join("hall.sqlite-wal")).unwrap().len();
    let mut costs = Vec::new();
    for expected in 1..=300 {
        let before = written();
        assert_eq!(store.append(&[testing::append(&table, epoch, expected, 1)]), [Ok(())]);
        costs.push(written() - before);
    }
    for number in [10, 100, 300] {
        println!("move {number}: {} bytes in the write-ahead log", costs[number - 1]);
    }
    // A page with its header in the log is 4,120 bytes; now and then a page of events is split.
    let pages = |move_number: usize| costs[move_number - 1] / 4_120;
    assert!(pages(300) <= pages(10) + 2, "{} and {}", pages(10), pages(300));
    let most = costs.iter().max().unwrap();
    assert!(*most <= 10 * 4_120, "{most}");
}

#[test]
fn a_group_waits_for_the_disk_if_a_client_waits_for_it_or_a_game_ends() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let table = testing::table(1);
    let epoch = store.create(&table).unwrap();
    let mut append = |expected, flush, state| {
        let mut entry = testing::append(&table, epoch, expected, 1);
        entry.flush = flush;
        entry.summary.state = state;
        assert_eq!(store.append(&[entry]), [Ok(())]);
        let level: i64 = store
            .connection
            .pragma_query_value(None, "synchronous", |row| row.get(0))
            .unwrap();
        level
    };
    let (lazy, synced) = (1, 2);
    assert_eq!(append(1, Flush::Soon, TableState::Running), lazy);
    assert_eq!(append(2, Flush::Now, TableState::Running), synced);
    assert_eq!(append(3, Flush::Soon, TableState::Running), lazy);
    assert_eq!(append(4, Flush::Soon, TableState::Over), synced);
}

#[test]
fn the_time_in_lists_is_at_most_ten_seconds_behind_and_exact_when_a_client_waits() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let table = testing::table(1);
    let epoch = store.create(&table).unwrap();
    let start = table.summary.touched.0;
    let mut append = |expected, flush, later, plies| {
        let mut entry = testing::append(&table, epoch, expected, 1);
        entry.flush = flush;
        entry.summary.touched = Moment(start + later);
        entry.summary.plies = plies;
        assert_eq!(store.append(&[entry]), [Ok(())]);
        let listed = store.list(&Query::default()).unwrap().remove(0).summary;
        assert_eq!(listed.plies, plies);
        listed.touched.0 - start
    };
    assert_eq!(append(1, Flush::Soon, 500, 1), 0);
    assert_eq!(append(2, Flush::Now, 1_000, 2), 1_000);
    assert_eq!(append(3, Flush::Soon, 10_999, 3), 1_000);
    assert_eq!(append(4, Flush::Soon, 11_000, 4), 11_000);
}

/// A table with so many plies that was last touched at a moment.
fn touched(number: u64, plies: u32, state: TableState, at: u64) -> NewTable {
    let table = testing::table(number);
    NewTable {
        summary: Summary {
            plies,
            state,
            touched: Moment(at),
            ..table.summary.clone()
        },
        ..table
    }
}

#[test]
fn empty_games_expire_unless_somebody_is_there() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    let tables = [
        touched(1, 0, TableState::Waiting, 10),
        touched(2, 0, TableState::Waiting, 10),
        touched(3, 1, TableState::Running, 10),
        touched(4, 0, TableState::Waiting, 1_000),
    ];
    for table in &tables {
        store.create(table).unwrap();
    }
    let open = tables[1].table.clone();
    assert_eq!(store.expire(Moment(500), std::slice::from_ref(&open)), Ok(1));
    assert_eq!(
        store.load(&tables[0].table),
        Err(StoreError::NoTable(tables[0].table.clone()))
    );
    for kept in &tables[1..] {
        assert!(store.load(&kept.table).is_ok());
    }
    assert_eq!(store.create(&tables[0]), Ok(Epoch(1)), "nothing of it is left");
}

#[test]
fn a_vacuum_deletes_what_its_policy_says_and_the_file_becomes_smaller() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = open(directory.path());
    for number in 0..600 {
        store.create(&touched(number, 0, TableState::Waiting, 10)).unwrap();
    }
    let over = touched(601, 9, TableState::Over, 10);
    let left = touched(602, 9, TableState::Running, 10);
    let save = NewTable {
        summary: Summary {
            save: Some("a save".to_owned()),
            ..touched(603, 9, TableState::Over, 10).summary
        },
        ..testing::table(603)
    };
    for table in [&over, &left, &save] {
        store.create(table).unwrap();
    }
    let policy = VacuumPolicy {
        empty_before: Some(Moment(500)),
        finished_before: None,
        abandoned_before: None,
    };
    let vacuumed = store.vacuum(policy).unwrap();
    assert_eq!((vacuumed.empty, vacuumed.finished, vacuumed.abandoned), (600, 0, 0));
    assert!(vacuumed.bytes.1 < vacuumed.bytes.0, "{vacuumed:?}");
    let all = VacuumPolicy {
        finished_before: Some(Moment(500)),
        abandoned_before: Some(Moment(500)),
        ..policy
    };
    let vacuumed = store.vacuum(all).unwrap();
    assert_eq!((vacuumed.empty, vacuumed.finished, vacuumed.abandoned), (0, 1, 1));
    assert!(store.load(&save.table).is_ok(), "named saves stay");
}
