//! The laws of every store, and those of several nodes, on a database of their own for each.

use std::sync::{
    LazyLock,
    atomic::{AtomicU32, Ordering},
};

use host::{Append, testing};
use scratch_postgres::{ScratchError, ScratchPostgres};

use super::*;

/// One server for all tests of this process; every test has a database of its own.
static SERVER: LazyLock<Option<ScratchPostgres>> = LazyLock::new(|| match ScratchPostgres::start() {
    Ok(server) => Some(server),
    Err(ScratchError::Missing) => None,
    Err(error) => panic!("{error}"),
});

/// A new database; nothing where `PostgreSQL` is not installed.
pub(crate) fn database() -> Option<(Database, &'static ScratchPostgres, String)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let Some(server) = SERVER.as_ref() else {
        println!("skipped: {}", ScratchError::Missing);
        return None;
    };
    let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    server
        .query(&format!("CREATE DATABASE {name}"))
        .expect("a new database");
    let url = server.url_of(&name);
    Some((Database::read(&url).expect("an address"), server, name))
}

/// A node of a database.
pub(crate) fn node(database: &Database) -> (PostgresStore, i32) {
    let number = NodeNumber::default();
    let mut store = PostgresStore::open(database, number.clone()).expect("the database is there");
    let statement = "INSERT INTO nodes (name, address, until) VALUES ('test', '', now()) RETURNING id";
    let rows = store.run(async |link, _| link.ask(statement, &[]).await);
    number.set(rows.expect("a row")[0].get(0));
    let id = number.get();
    (store, id)
}

fn bury(store: &mut PostgresStore, node: i32) {
    let statement = "UPDATE nodes SET dead = true WHERE id = $1";
    store
        .run(async |link, _| link.ask(statement, &[&node]).await)
        .expect("it can be buried");
}

fn with_store(law: impl FnOnce(&mut dyn Store)) {
    if let Some((database, ..)) = database() {
        law(&mut node(&database).0);
    }
}

host::store_tests!(with_store);

#[test]
fn of_two_nodes_one_writes() {
    let Some((first, ..)) = database() else { return };
    testing::two_writers(&mut node(&first).0, &mut node(&first).0);
    let Some((second, ..)) = database() else { return };
    let [(mut one, number), (mut other, _), (mut third, _)] = [(); 3].map(|()| node(&second));
    testing::a_dead_node_is_taken_over(&mut one, &mut other, || bury(&mut third, number));
}

#[test]
fn everything_is_there_for_the_next_node() {
    let Some((database, ..)) = database() else { return };
    let mut before: Option<i32> = None;
    testing::everything_survives(&mut || {
        let (mut store, number) = node(&database);
        if let Some(before) = before.replace(number) {
            bury(&mut store, before);
        }
        Box::new(store)
    });
}

#[test]
fn a_write_whose_answer_was_lost_is_known_after_the_table_was_taken_over() {
    let Some((database, ..)) = database() else { return };
    let [(mut one, number), (mut other, _)] = [(); 2].map(|()| node(&database));
    let table = testing::table(1);
    let epoch = one.create(&table).expect("a new table");
    let entry = testing::append(&table, epoch, 1, 2);
    assert_eq!(one.append(std::slice::from_ref(&entry)), [Ok(())]);
    bury(&mut other, number);
    other.claim(&table.table).expect("its owner is dead");
    // It was written, whichever node has the table now; anything after it is not.
    assert_eq!(one.append(std::slice::from_ref(&entry)), [Ok(())]);
    let conflict = StoreError::Conflict(table.table.clone());
    assert_eq!(one.append(&[testing::append(&table, epoch, 3, 1)]), [Err(conflict)]);
}

#[test]
fn a_group_of_many_tables_is_one_statement() {
    let Some((database, ..)) = database() else { return };
    let (mut store, _) = node(&database);
    let tables: Vec<NewTable> = (1..=256).map(testing::table).collect();
    let entries: Vec<Append> = tables
        .iter()
        .map(|table| {
            let epoch = store.create(table).expect("a new table");
            testing::append(table, epoch, 1, 2)
        })
        .collect();
    assert_eq!(append::rounds(&entries).len(), 1);
    assert!(store.append(&entries).into_iter().all(|result| result == Ok(())));
    for table in &tables {
        assert_eq!(store.load(&table.table).map(|events| events.len()), Ok(3));
    }
}

#[test]
fn a_connection_that_is_cut_is_made_again() {
    let Some((database, server, name)) = database() else {
        return;
    };
    let (mut store, _) = node(&database);
    let table = testing::table(1);
    let epoch = store.create(&table).expect("a new table");
    for expected in 1..5 {
        let cut = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
        server.query(&cut).expect("connections can be cut");
        assert_eq!(store.append(&[testing::append(&table, epoch, expected, 1)]), [Ok(())]);
    }
    assert_eq!(store.load(&table.table).map(|events| events.len()), Ok(5));
}

#[test]
fn a_database_of_a_later_version_is_refused() {
    let Some((database, ..)) = database() else { return };
    let (mut store, _) = node(&database);
    store
        .run(async |link, _| link.ask("INSERT INTO schema_steps (step) VALUES (1000)", &[]).await)
        .expect("a row");
    let refused = PostgresStore::open(&database, NodeNumber::default()).map(drop);
    assert!(matches!(refused, Err(StoreError::Newer(_))), "{refused:?}");
}
