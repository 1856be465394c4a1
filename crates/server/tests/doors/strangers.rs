//! Wrong requests, wrong messages, and floods: all are answered, and nobody else is harmed.

use std::time::Instant;

use serde_json::{Value, json};
use server::{ServeError, Server, Settings, Time};
use tungstenite::Message;

use crate::client::{Client, DEADLINE, TestServer, agent, device, text};

fn table(server: &TestServer) -> (String, Vec<String>) {
    server.table(&json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob"}))
}

#[test]
fn wrong_tables_are_refused_with_a_code_and_words() {
    let server = TestServer::open();
    let good = json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada", "device": device()});
    for (key, value, code, words) in [
        ("name", json!(""), "name-empty", "Display name cannot be empty"),
        (
            "name",
            json!("x".repeat(21)),
            "name-too-long",
            "Display name must be 20 characters or less",
        ),
        (
            "name",
            json!("<b>"),
            "name-letters",
            "Display name can only contain letters, numbers, and single spaces",
        ),
        (
            "level",
            json!("uci:/bin/sh"),
            "unknown-level",
            "no level is called 'uci:/bin/sh'",
        ),
        ("level", json!(null), "no-level", "choose a level"),
        ("clock", json!("soon"), "wrong-clock", "'soon' is not a clock"),
        ("clock", json!("0.00001+5"), "wrong-clock", "tenth of a second"),
        (
            "start",
            json!({"text": "8/8/8/8/8/8/8/8 w - - 0 1"}),
            "wrong-start",
            "king",
        ),
        ("mode", json!("here"), "no-opponent", "name the second player"),
        ("game", json!("go"), "unknown-game", "no game is called 'go'"),
        ("device", json!("me"), "wrong-body", "32 hexadecimal digits"),
        ("surprise", json!(1), "wrong-body", "surprise"),
    ] {
        let mut wanted = good.clone();
        wanted[key] = value;
        let (status, answer) = server.post("/api/tables", &wanted);
        assert_eq!(
            (status, text(&answer["error"]["code"]).as_str()),
            (422, code),
            "{wanted}"
        );
        assert!(text(&answer["error"]["words"]).contains(words), "{answer}");
    }
    let live = json!({"game": "kungfu", "board": "four", "speed": "lightning", "name": "Ada", "device": device()});
    for (seats, code, words) in [
        (json!(["you", "link"]), "wrong-seats", "this board has 4 seats, not 2"),
        (
            json!(["you", "you", "link", "level1"]),
            "two-seats",
            "you can take one seat only",
        ),
        (
            json!(["you", "link", "link", "level9"]),
            "unknown-level",
            "no level is called 'level9'",
        ),
        (
            json!(["uci:/bin/sh", "link", "link", "you"]),
            "unknown-level",
            "no level is called 'uci:/bin/sh'",
        ),
    ] {
        let mut wanted = live.clone();
        wanted["seats"] = seats;
        let (status, answer) = server.post("/api/tables", &wanted);
        let error = &answer["error"];
        assert_eq!(
            (status, text(&error["code"]).as_str(), text(&error["words"]).as_str()),
            (422, code, words),
            "{wanted}"
        );
    }
    for wanted in [
        json!([]),
        json!({"surprise": 1}),
        json!({"game": "kungfu", "mode": "machine", "level": "level1", "name": "Ada", "device": device()}),
        json!({"game": "chess", "mode": "link", "name": "Ada", "seats": ["you", "link"], "device": device()}),
    ] {
        let (status, answer) = server.post("/api/tables", &wanted);
        assert_eq!((status, text(&answer["error"]["code"]).as_str()), (422, "wrong-body"));
    }
}

#[test]
fn every_http_error_has_a_code_and_words() {
    let server = TestServer::open();
    let base = format!("http://{}", server.address());
    let agent = agent();
    let json = "application/json";
    let post = |path: &str, kind: &str, body: &str| {
        agent
            .post(format!("{base}{path}"))
            .content_type(kind)
            .send(body)
            .expect("an answer")
    };
    let get = |path: &str| agent.get(format!("{base}{path}")).call().expect("an answer");
    let join = "/api/tables/222222/join";
    let guest = json!({"device": device(), "name": "Ada"}).to_string();
    let name_missing = json!({"device": device()}).to_string();
    for (mut answer, status, code) in [
        (post("/api/tables", json, "{"), 400, "bad-request"),
        (get("/api/tables/222222/export"), 400, "bad-request"),
        (get("/api/nothing"), 404, "not-found"),
        (get("/no/such/file"), 404, "not-found"),
        (get("/index.html"), 404, "not-found"),
        (get("/api/tables/nosuch/export?format=pgn"), 404, "no-table"),
        (get("/api/tables/222222/export?format=pgn"), 404, "no-table"),
        (post(join, json, &guest), 404, "no-table"),
        (post("/api/levels", json, "{}"), 405, "wrong-method"),
        (get("/api/players/name"), 405, "wrong-method"),
        (
            post("/api/tables", json, &format!("\"{}\"", "x".repeat(100_000))),
            413,
            "too-large",
        ),
        (post("/api/tables", "text/plain", "{}"), 415, "not-json"),
        (post(join, json, &name_missing), 422, "wrong-body"),
        (get("/api/tables/222222/export?format=x"), 422, "unknown-format"),
        (get("/ws/222222"), 400, "bad-request"),
    ] {
        let body: Value = answer.body_mut().read_json().expect("JSON");
        assert_eq!(
            (answer.status().as_u16(), text(&body["error"]["code"]).as_str()),
            (status, code),
            "{body}"
        );
        assert!(!text(&body["error"]["words"]).is_empty());
    }
}

#[test]
fn a_client_seats_no_program_of_this_machine() {
    let server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada"});
    let (table, tokens) = server.table(&wanted);
    let mut client = server.client(&table, &tokens);
    let seat = |spec: &str| json!({"kind": "common", "command": "set-seat", "seat": 1, "occupant": {"is": "bot", "spec": spec}});
    for spec in [
        "uci:/bin/sh",
        "uci:/bin/sh?x=1",
        "onnx:/etc/passwd",
        "model:nobody",
        "master?threads=64",
    ] {
        assert_eq!(client.command(seat(spec)).unwrap_err().code, "no-such-bot");
    }
    client.command(seat("medium")).unwrap();
}

#[test]
fn a_foreign_page_is_refused() {
    let server = TestServer::open();
    let (table, _) = table(&server);
    let address = server.address();
    for origin in ["http://elsewhere.example", "null", "https://elsewhere.example:3333"] {
        let refused = Client::open_from(&address, &table, Some(origin));
        assert_eq!(refused.err(), Some(403), "{origin}");
    }
    let own = format!("http://{address}");
    assert!(Client::open_from(&address, &table, Some(&own)).is_ok());
}

#[test]
fn nonsense_ends_the_socket_with_a_reason_and_harms_nobody() {
    let server = TestServer::open();
    let (table, tokens) = table(&server);
    let mut player = server.client(&table, &tokens);
    player.view();
    let nonsense: [(Message, &str, u16); 6] = [
        (Message::text("{"), "malformed", 1007),
        (
            Message::text(r#"{"id":1,"kind":"own","command":"fly"}"#),
            "malformed",
            1007,
        ),
        (
            Message::text(r#"{"id":-1,"kind":"common","command":"resign"}"#),
            "malformed",
            1007,
        ),
        // A command of the other kind of table.
        (
            Message::text(r#"{"id":1,"kind":"own","command":"ready"}"#),
            "malformed",
            1007,
        ),
        (Message::binary(vec![0; 16]), "malformed", 1007),
        (Message::text("x".repeat(100_000)), "too-long", 1009),
    ];
    for (message, reason, code) in nonsense {
        let mut client = server.client(&table, &[]);
        client.view();
        client.send(message);
        let end = client.end();
        assert_eq!((end.reason.as_str(), end.code), (reason, code));
    }
    let many = vec!["0".repeat(32); 9];
    for (first, code) in [
        (json!({"id": 1, "kind": "common", "command": "resign"}), 1007),
        (json!("hello"), 1007),
        (json!({"hello": {"tokens": 7}}), 1007),
        (json!({"hello": {"tokens": []}}), 1007),
        (json!({"hello": {"tokens": [], "client": 1_u64 << 53}}), 1007),
        (json!({"hello": {"tokens": many, "client": 1}}), 1007),
        (json!({"hello": {"tokens": ["x".repeat(5_000)], "client": 1}}), 1009),
    ] {
        let mut client = Client::open(&server.address(), &table);
        client.say(&first);
        assert_eq!(client.end().code, code, "{first}");
    }
    for code in ["222222", "no-code"] {
        let mut lost = server.client(code, &[]);
        let end = lost.end();
        assert_eq!((end.reason.as_str(), end.code), ("no-table", 4404));
    }

    // One after the other faster than anybody plays.
    let mut client = server.client(&table, &[]);
    for id in 0..200 {
        client.say(&json!({"id": id, "kind": "own", "command": "look", "ply": 0}));
    }
    let end = client.end();
    assert_eq!((end.reason.as_str(), end.code), ("too-fast", 1008));
    player.typed("c1d3").unwrap();

    // A client that goes without a word, as browsers do, is not counted among them.
    let mut passing = server.client(&table, &[]);
    passing.view();
    drop((client, passing));
    let begun = Instant::now();
    let metrics = loop {
        let metrics = server.metrics();
        if metrics.contains("threefold_sockets 1\n") {
            break metrics;
        }
        assert!(begun.elapsed() < DEADLINE, "{metrics}");
    };
    assert!(metrics.contains("threefold_expelled_total 14\n"), "{metrics}");
}

#[test]
fn the_page_comes_with_headers_and_figures_can_be_read() {
    let server = TestServer::open();
    let (status, page) = server.get("/");
    assert!(status == 200 && page.contains("<title>Threefold"), "{page}");
    assert_eq!(server.get("/healthz"), (200, "ok\n".to_owned()));
    let (table, tokens) = table(&server);
    server.client(&table, &tokens).typed("c1d3").unwrap();
    let metrics = server.metrics();
    for figure in ["commands_total 1", "tables_total 1", "failed_writes_total 0"] {
        assert!(metrics.contains(&format!("threefold_{figure}\n")), "{metrics}");
    }
    let described: Value = serde_json::from_str(&server.get("/api/openapi.json").1).unwrap();
    assert!(described["paths"]["/api/tables"]["post"].is_object());
    assert!(described["paths"]["/api/players/name"]["post"].is_object());
}

#[test]
fn the_document_names_its_files_in_one_folder() {
    let server = TestServer::open();
    let (_, page) = server.get("/");
    let named = page.split("href=\"").chain(page.split("src=\"")).skip(1);
    let mut files: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
    files.retain(|file| file.rsplit('/').next().is_some_and(|name| name.contains('.')));
    assert!(files.len() > 30, "{files:?}");
    let (folder, _) = files[0].split_once('/').expect("a folder");
    for file in &files {
        assert!(file.starts_with(&format!("{folder}/")), "{file} is not in {folder}");
        assert_eq!(server.get(&format!("/{file}")).0, 200, "{file}");
    }
}

#[test]
fn time_is_driven_on_the_loopback_alone() {
    let settings = Settings {
        time: Time::Driven,
        ..Settings::new("0.0.0.0:0".parse().expect("an address"), games::registry())
    };
    let refused = Server::open(settings, host::MemoryStore::new());
    assert!(matches!(refused, Err(ServeError::DrivenTime(_))));
}
