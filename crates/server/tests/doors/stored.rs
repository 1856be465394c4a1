//! What the server says of storing: nothing is acknowledged that is not stored, and failures show.

use std::time::Instant;

use host::{MemoryStore, StoreError};
use serde_json::{Value, json};
use server::SqliteStore;

use crate::{
    client::{Client, DEADLINE, TestServer, device, get, join, open_table, post, text},
    killed::Victim,
};

#[test]
fn a_move_that_cannot_be_stored_is_refused_and_shows_in_the_health() {
    let store = MemoryStore::new();
    let server = TestServer::with_store(store.clone());
    let wanted = json!({"game": "chess", "mode": "link", "name": "Ada", "device": device()});
    let (table, tokens) = server.table(&wanted);
    let (_, his) = server.join(&table, "Bob");
    let mut ada = server.client(&table, &tokens);
    let mut bob = server.client(&table, &[his]);
    ada.typed("e4").unwrap();
    assert_eq!(server.get("/healthz"), (200, "ok\n".to_owned()));

    store.set_failing(true);
    assert_eq!(bob.typed("e5").unwrap_err().code, "not-stored");
    let health: Value = serde_json::from_str(&server.get("/healthz").1).expect("JSON");
    assert_eq!(
        (server.get("/healthz").0, text(&health["error"]["code"]).as_str()),
        (503, "not-stored")
    );
    let notice = ada.until(|message| message["message"] == "notice");
    assert_eq!(notice["notice"]["code"], "not-stored");
    for path in ["/api/tables", "/api/players/name"] {
        let body = if path == "/api/tables" {
            wanted.clone()
        } else {
            json!({"device": device(), "name": "Ada"})
        };
        let (status, refused) = server.post(path, &body);
        assert_eq!((status, text(&refused["error"]["code"]).as_str()), (503, "not-stored"));
    }
    let metrics = server.metrics();
    assert!(!metrics.contains("threefold_failed_writes_total 0\n"), "{metrics}");
    // Nobody has seen the move that was not stored.
    assert_eq!(
        server.client(&table, &[]).view()["record"]
            .as_array()
            .expect("a record")
            .len(),
        1
    );

    store.set_failing(false);
    let begun = Instant::now();
    while bob.typed("e5").is_err() {
        assert!(begun.elapsed() < DEADLINE, "the store works again");
        std::thread::yield_now();
    }
    assert_eq!(server.get("/healthz").0, 200);
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let data = tempfile::tempdir().expect("tests may write");
    let first = SqliteStore::open(data.path()).expect("a database");
    let second = SqliteStore::open(data.path());
    assert!(matches!(second, Err(StoreError::InUse(_))), "{second:?}");
    drop(first);
    // Another process is refused by its lock, which a kill releases.
    let mut server = Victim::start(&data);
    assert!(SqliteStore::open(data.path()).is_err());
    server.kill();
    SqliteStore::open(data.path()).expect("nobody has it open");
}

/// A seat that was answered for.
struct Granted {
    table: String,
    seat: u64,
    token: String,
}

#[test]
fn what_was_answered_with_201_exists_after_a_kill() {
    const KILLS: usize = 3;
    const TABLES: usize = 12;
    let data = tempfile::tempdir().expect("tests may write");
    let live = json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "link"],
    });
    let turn = json!({"game": "chess", "mode": "link", "name": "Ada"});
    for _ in 0..KILLS {
        let mut server = Victim::start(&data);
        let mut granted = Vec::new();
        for number in 0..TABLES {
            let wanted = if number % 2 == 0 { &turn } else { &live };
            let (table, tokens) = open_table(&server.address, wanted);
            let (seat, token) = join(&server.address, &table, "Bob");
            let second = Granted {
                table: table.clone(),
                seat,
                token,
            };
            granted.push(second);
            let token = tokens[0].clone();
            granted.push(Granted { table, seat: 0, token });
        }
        // The kill follows the last answer at once.
        server.kill();
        let server = Victim::start(&data);
        for Granted { table, seat, token } in &granted {
            let mut client = Client::connect(&server.address, table, std::slice::from_ref(token));
            let view = client.view();
            assert_eq!(view["yours"], json!([seat]), "table {table}");
            let names: Vec<String> = (0..2).map(|seat| text(&view["frame"]["seats"][seat]["name"])).collect();
            assert_eq!(names, ["Ada", "Bob"], "table {table}");
            let guest = json!({"device": device(), "name": "Eve"});
            assert_eq!(
                post(&server.address, &format!("/api/tables/{table}/join"), &guest).0,
                409
            );
        }
        assert_eq!(get(&server.address, "/healthz").0, 200);
    }
}
