//! One hostile address against everybody else: connections, sockets, spectators, tables, joins, guesses, bytes (H5, H6,
//! M4, M6, M7, M8, L9, L13).

mod requests;

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    time::Instant,
};

use serde_json::{Value, json};
use tungstenite::{
    Message,
    protocol::frame::{
        Frame,
        coding::{Data, OpCode},
    },
};

use crate::client::{Client, DEADLINE, TestServer, device, own, text, typed};
use requests::{code, connect_from, new_table, post_from, raw, request, socket_from};

/// Where attacks come from; the tests themselves are at 127.0.0.1.
const HOSTILE: &str = "127.0.0.66";

#[test]
fn half_requests_are_ended_in_time_and_hold_nobody_up() {
    let server = TestServer::open();
    let halves = [
        "",
        "G",
        "GET / HTTP/1.1\r\nhost: localhost\r\nx: ",
        "POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
        "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n",
    ];
    let streams: Vec<TcpStream> = halves
        .iter()
        .map(|half| {
            let mut stream = connect_from(HOSTILE, &server.address());
            stream.write_all(half.as_bytes()).expect("the server reads");
            stream
        })
        .collect();
    assert_eq!(server.get("/healthz").0, 200);
    for (mut stream, half) in streams.into_iter().zip(halves) {
        let mut answer = String::new();
        // The end of the stream comes from the server; a read that timed out would be an error.
        stream
            .read_to_string(&mut answer)
            .unwrap_or_else(|error| panic!("{half:?} is held: {error}"));
        if half.starts_with("POST") {
            assert!(
                answer.starts_with("HTTP/1.1 408") && answer.contains("slow-body"),
                "{answer}"
            );
        }
    }
}

#[test]
fn one_address_leaves_connections_to_others() {
    let server = TestServer::open();
    let held: Vec<TcpStream> = (0..200).map(|_| connect_from(HOSTILE, &server.address())).collect();
    let refused = raw(connect_from(HOSTILE, &server.address()), "");
    assert_eq!(code(&refused), (503, "full"));
    assert_eq!(server.get("/healthz").0, 200);
    drop(held);
}

#[test]
fn one_address_leaves_sockets_to_others() {
    let server = TestServer::open();
    let (table, tokens) = server.table(&new_table());
    let held: Vec<Client> = (0..256)
        .map_while(|_| socket_from(&server, HOSTILE, &table).ok())
        .collect();
    assert_eq!(held.len(), 256);
    assert_eq!(socket_from(&server, HOSTILE, &table).err(), Some(429));
    server.client(&table, &tokens).typed("e4").expect("others play");
    drop(held);
}

#[test]
fn a_table_has_only_so_many_spectators_and_always_room_for_its_players() {
    let server = TestServer::open();
    let (table, tokens) = server.table(&new_table());
    let mut watching: Vec<Client> = Vec::new();
    for number in 0..500 {
        let from = format!("127.0.1.{}", 1 + number / 250);
        let mut client = socket_from(&server, &from, &table).expect("a place").greeting(&[]);
        client.view();
        watching.push(client);
    }
    let end = server.client(&table, &[]).end();
    assert_eq!((end.reason.as_str(), end.code), ("full", 1013));
    let mut player = server.client(&table, &tokens);
    player.typed("e4").expect("players have their seats");
    for client in &mut watching {
        client.event("moved");
    }
}

#[test]
fn coming_back_counts_among_the_open_tables() {
    let server = TestServer::with_tables(3);
    let mut sleeping = Vec::new();
    for _ in 0..5 {
        let (table, tokens) = server.table(&new_table());
        let mut client = server.client(&table, &tokens);
        client.view();
        drop(client);
        until_asleep(&server);
        sleeping.push((table, tokens));
    }
    let mut awake: Vec<Client> = Vec::new();
    for (table, tokens) in &sleeping[..3] {
        let mut client = server.client(table, tokens);
        client.view();
        awake.push(client);
    }
    let (table, tokens) = &sleeping[3];
    let end = server.client(table, tokens).end();
    assert_eq!((end.reason.as_str(), end.code), ("full", 1013));
    let join = json!({"device": device(), "name": "Eve"});
    let joined = server.post(&format!("/api/tables/{table}/join"), &join);
    assert_eq!(code(&joined), (503, "full"));
    // Somebody leaves, and the next one may come.
    awake.pop();
    let begun = Instant::now();
    let mut client = loop {
        let mut client = server.client(table, tokens);
        let first = client.until(|message| message["message"] != "pong");
        if first["message"] == "snapshot" {
            break client;
        }
        assert!(begun.elapsed() < DEADLINE, "{first}");
    };
    client.typed("e4").unwrap();
}

/// Waits until no table is open.
fn until_asleep(server: &TestServer) {
    let begun = Instant::now();
    while !server.metrics().contains("threefold_open_tables 0\n") {
        assert!(begun.elapsed() < DEADLINE, "a table that was left is closed");
        std::thread::yield_now();
    }
}

#[test]
fn one_address_has_only_so_many_tables() {
    let server = TestServer::open();
    let opened = (0..101)
        .map(|_| post_from(&server, HOSTILE, "/api/tables", &new_table(), &[]))
        .find(|answer| answer.0 != 201);
    assert_eq!(code(&opened.expect("the last is refused")), (429, "too-many-tables"));
    assert_eq!(server.post("/api/tables", &new_table()).0, 201);
}

#[test]
fn joins_are_paced() {
    let server = TestServer::open();
    let (table, _) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada"}));
    let path = format!("/api/tables/{table}/join");
    let guest = || json!({"device": device(), "name": "Eve"});
    let answers: Vec<(u16, Value)> = (0..40)
        .map(|_| post_from(&server, HOSTILE, &path, &guest(), &[]))
        .collect();
    assert_eq!(answers[0].0, 200);
    assert_eq!(code(&answers[1]), (409, "no-open-seat"));
    assert!(
        answers.iter().any(|answer| code(answer) == (429, "too-fast")),
        "{answers:?}"
    );
    assert_eq!(server.post(&path, &guest()).0, 409, "others are not held up");
}

#[test]
fn guessing_codes_is_paced_and_players_are_not_held_up() {
    let server = TestServer::open();
    let (table, tokens) = server.table(&new_table());
    let export = |code: &str| {
        let path = format!("/api/tables/{code}/export?format=pgn");
        raw(
            connect_from(HOSTILE, &server.address()),
            &request("GET", &path, &[("host", "localhost")], ""),
        )
    };
    let guesses: Vec<(u16, Value)> = (0..40).map(|_| export("222222")).collect();
    assert_eq!(code(&guesses[0]), (404, "no-table"));
    assert_eq!(code(&guesses[39]), (429, "too-fast"));
    // Whether a code exists stays unknown too.
    assert_eq!(code(&export(&table)), (429, "too-fast"));
    let mut watcher = socket_from(&server, HOSTILE, &table).expect("a socket").greeting(&[]);
    assert_eq!(watcher.end().reason, "too-fast");
    let mut player = socket_from(&server, HOSTILE, &table)
        .expect("a socket")
        .greeting(&tokens);
    player.typed("e4").expect("who holds a seat does not guess");
    assert_eq!(server.get(&format!("/api/tables/{table}/export?format=pgn")).0, 200);
}

#[test]
fn a_host_of_another_name_is_refused() {
    let server = TestServer::with_settings(|settings| settings.hosts = vec!["chess.example.org".to_owned()]);
    let get = |hosts: &[&str]| {
        let headers: Vec<(&str, &str)> = hosts.iter().map(|host| ("host", *host)).collect();
        raw(
            connect_from("127.0.0.1", &server.address()),
            &request("GET", "/api/levels", &headers, ""),
        )
    };
    for host in [
        "localhost:3333",
        "127.0.0.1",
        "[::1]:80",
        "chess.example.org",
        "CHESS.example.org:443",
    ] {
        assert_eq!(get(&[host]).0, 200, "{host}");
    }
    for hosts in [
        &["evil.example"][..],
        &["localhost.evil.example"],
        &["localhost", "evil.example"],
    ] {
        assert_eq!(code(&get(hosts)), (421, "wrong-host"), "{hosts:?}");
    }
    // The socket that DNS rebinding would open: page and host agree, and are not ours.
    let (table, _) = server.table(&new_table());
    let stream = connect_from("127.0.0.1", &server.address());
    let rebound = Client::over(stream, "evil.example:1", &table, Some("http://evil.example:1"));
    assert_eq!(rebound.err(), Some(421));
}

#[test]
fn visitors_behind_a_trusted_proxy_have_limits_of_their_own() {
    let server = TestServer::with_settings(|settings| settings.proxies = vec!["127.0.0.1".parse().expect("one")]);
    let through = |list: &str| {
        let headers = [("x-forwarded-for", list)];
        post_from(&server, "127.0.0.1", "/api/tables", &new_table(), &headers)
    };
    let hostile = (0..101)
        .map(|number| through(&format!("10.9.8.{number}, 203.0.113.5")))
        .find(|answer| answer.0 != 201);
    assert_eq!(code(&hostile.expect("it is one address")), (429, "too-many-tables"));
    assert_eq!(through("203.0.113.6").0, 201);
    // Nobody else may say who somebody is.
    let forged = (0..101)
        .map(|number| {
            let name = format!("10.9.8.{number}");
            let headers = [("x-forwarded-for", name.as_str())];
            post_from(&server, HOSTILE, "/api/tables", &new_table(), &headers)
        })
        .find(|answer| answer.0 != 201);
    assert_eq!(code(&forged.expect("it is one address")), (429, "too-many-tables"));
}

#[test]
fn figures_are_not_for_visitors() {
    let server = TestServer::open();
    assert_eq!(server.get("/metrics").0, 404);
    assert!(server.metrics().contains("threefold_open_tables"));
}

#[test]
fn bytes_of_one_address_are_bounded() {
    const BOUND: u64 = 100 << 10;
    let server = TestServer::with_settings(|settings| settings.stored_per_hour = BOUND);
    let (status, opened) = post_from(&server, HOSTILE, "/api/tables", &new_table(), &[]);
    assert_eq!(status, 201);
    let tokens: Vec<String> = opened["seats"]
        .as_array()
        .expect("seats")
        .iter()
        .map(|seat| text(&seat["token"]))
        .collect();
    let table = text(&opened["table"]);
    let size = || {
        let files = fs::read_dir(server.data()).expect("a directory");
        let sizes = files.map(|file| file.expect("a file").metadata().expect("its size").len());
        sizes.sum::<u64>()
    };
    let before = size();
    let mut client = socket_from(&server, HOSTILE, &table)
        .expect("a socket")
        .greeting(&tokens);
    client.view();
    let mut commands = 0;
    for command in [typed("e4"), own("take-back")].iter().cycle() {
        let mut command = command.clone();
        command["id"] = json!(commands);
        if client.say_if_open(&command).is_err() {
            break;
        }
        let answered = client.until_gone(|message| message["id"] == commands || message["message"] == "bye");
        commands += 1;
        let Ok(answered) = answered else { break };
        if answered["message"] == "bye" {
            assert_eq!(answered["reason"], "too-much-stored");
            break;
        }
        assert!(commands < 1_000, "it goes on and on");
        std::thread::sleep(std::time::Duration::from_millis(35));
    }
    assert!(commands > 50, "{commands}");
    // The database grows by whole pages, and its journal by every page that was written.
    assert!(
        size() - before < (BOUND / 2) * 8 + (4 << 20),
        "{} bytes",
        size() - before
    );
    for (path, body) in [
        ("/api/tables", new_table()),
        ("/api/players/name", json!({"device": device(), "name": "Eve"})),
    ] {
        let refused = post_from(&server, HOSTILE, path, &body, &[]);
        assert_eq!(code(&refused), (429, "too-much-stored"), "{path}");
    }
    let (table, tokens) = server.table(&new_table());
    server.client(&table, &tokens).typed("e4").expect("others play");
}

#[test]
fn a_database_that_was_deleted_or_replaced_shows_in_the_health() {
    let server = TestServer::open();
    let path = server.data().join("hall.sqlite");
    assert_eq!(server.get("/healthz").0, 200);
    let aside = server.data().join("aside");
    fs::rename(&path, &aside).expect("it can be moved");
    assert_eq!(server.get("/healthz").0, 503);
    fs::copy(&aside, &path).expect("it can be copied");
    assert_eq!(server.get("/healthz").0, 503, "it is another file");
    fs::rename(&aside, &path).expect("it can be moved back");
    assert_eq!(server.get("/healthz").0, 200);
}

#[test]
fn unfinished_messages_are_bounded() {
    let server = TestServer::open();
    let (table, _) = server.table(&new_table());
    let mut client = server.client(&table, &[]);
    client.view();
    // Fragments without an end, with pongs between them that would keep the socket alive.
    let mut ended = false;
    for number in 0..1_000 {
        let code = if number == 0 { Data::Text } else { Data::Continue };
        let fragment = Frame::message(vec![b'x'; 1_000], OpCode::Data(code), false);
        if client.try_send(Message::Frame(fragment)).is_err() {
            ended = true;
            break;
        }
    }
    assert!(ended || client.end_if_sent().is_some_and(|end| end.reason == "too-long"));
}
