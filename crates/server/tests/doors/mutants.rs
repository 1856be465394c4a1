//! Messages and requests that were changed at random: no fault comes of them, and a player at the same table plays on.

use std::{
    env,
    io::{Read, Write},
    net::TcpStream,
};

use fastrand::Rng;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::client::{Client, DEADLINE, TestServer, own, typed};

const MESSAGES: &str = include_str!("corpus/messages.txt");
const REQUESTS: &str = include_str!("corpus/requests.txt");

/// How many mutants each test sends: `THREEFOLD_MUTANTS`, or a few.
fn mutants() -> usize {
    let wanted = env::var("THREEFOLD_MUTANTS").ok();
    wanted.map_or(100, |wanted| wanted.parse().expect("THREEFOLD_MUTANTS is a number"))
}

/// Changes a text in some places: bytes, pieces of other texts, numbers, lengths.
fn mutate(rng: &mut Rng, corpus: &[&str]) -> Vec<u8> {
    let mut bytes = rng.choice(corpus).expect("a corpus").as_bytes().to_vec();
    for _ in 0..rng.usize(..5) {
        let at = rng.usize(..=bytes.len());
        match rng.u8(..6) {
            0 if at < bytes.len() => bytes[at] = rng.u8(..),
            1 => bytes.insert(at, *rng.choice(b"{}[]\",:0-e\\\0\xff").expect("a byte")),
            2 => bytes.truncate(at),
            3 => {
                let other = rng.choice(corpus).expect("a corpus").as_bytes();
                let from = rng.usize(..other.len());
                bytes.splice(at..at, other[from..].iter().copied());
            }
            4 => {
                let number: &[u8] = rng
                    .choice([
                        &b"-1"[..],
                        b"18446744073709551616",
                        b"1e999",
                        b"null",
                        b"\"\"",
                        b"[]",
                        b"{}",
                    ])
                    .expect("one");
                bytes.splice(at..at, number.iter().copied());
            }
            _ => {
                let part = bytes[at..].to_vec();
                bytes.extend(part);
            }
        }
    }
    bytes
}

#[test]
fn changed_messages_harm_nobody() {
    let corpus: Vec<&str> = MESSAGES.lines().collect();
    let turn = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let live = json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "level1"],
    });
    for (seed, wanted) in [(60, turn), (61, live)] {
        let server = TestServer::with_settings(|settings| settings.per_address = 1_000);
        let mut rng = Rng::with_seed(seed);
        // Their own table may be resigned or paused by a mutant; another one is played at meanwhile.
        let (table, tokens) = server.table(&wanted);
        let (calm, own_tokens) =
            server.table(&json!({"game": "chess", "mode": "here", "name": "Eve", "opponent": "Fay"}));
        let mut player = server.client(&calm, &own_tokens);
        let mut moved = 0;
        let mut sent = 0;
        while sent < mutants() {
            let greets = rng.u8(..4) > 0;
            let mut client = Client::open(&server.address(), &table);
            if greets {
                client = client.greeting(if rng.bool() { &tokens } else { &[] });
            }
            for _ in 0..rng.usize(1..20) {
                let bytes = mutate(&mut rng, &corpus);
                let message = match String::from_utf8(bytes) {
                    Ok(text) if rng.u8(..10) > 0 => Message::text(text),
                    Ok(text) => Message::binary(text.into_bytes()),
                    Err(error) => Message::binary(error.into_bytes()),
                };
                sent += 1;
                if client.try_send(message).is_err() {
                    break;
                }
            }
            // One that is malformed whatever came before it ends the socket.
            drop(client.try_send(Message::text("{")));
            let end = client.end_if_sent();
            assert!(end.as_ref().is_none_or(|end| end.code != 1011), "{end:?}");
            let command = [typed("e4"), own("take-back")][moved % 2].clone();
            player.command(command).expect("others play on");
            moved += 1;
        }
        let mut again = server.client(&table, &tokens);
        again.view();
    }
}

#[test]
fn changed_requests_are_answered_without_a_fault() {
    let server = TestServer::with_settings(|settings| settings.per_address = 1_000);
    let mut rng = Rng::with_seed(62);
    let corpus: Vec<&str> = REQUESTS.lines().collect();
    let bodies: Vec<&str> = corpus.iter().filter_map(|line| line.splitn(3, ' ').nth(2)).collect();
    for number in 0..mutants() {
        let line = rng.choice(&corpus).expect("a corpus");
        let mut parts = line.splitn(3, ' ');
        let (method, path) = (parts.next().expect("a method"), parts.next().expect("a path"));
        let method = if rng.u8(..8) == 0 { "PATCH" } else { method };
        let path = if rng.u8(..4) == 0 {
            let changed = mutate(&mut rng, &[path]);
            let printable = changed.into_iter().filter(u8::is_ascii_graphic);
            format!("/{}", printable.map(char::from).collect::<String>())
        } else {
            path.to_owned()
        };
        let body = if method == "GET" {
            Vec::new()
        } else {
            mutate(&mut rng, &bodies)
        };
        let kind = if rng.u8(..10) == 0 {
            "text/plain"
        } else {
            "application/json"
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: {kind}\r\n\
             content-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(server.address()).expect("the server listens");
        stream.set_read_timeout(Some(DEADLINE)).expect("a deadline");
        stream
            .write_all(&[head.as_bytes(), &body].concat())
            .expect("the server reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("the server answers");
        let answer = String::from_utf8_lossy(&answer);
        let status: u16 = answer
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .expect("a status");
        assert!(
            status != 500 && status != 501,
            "{number}: {head}{} gets {answer}",
            String::from_utf8_lossy(&body)
        );
        if status >= 400 {
            let content = answer.split_once("\r\n\r\n").map_or("", |(_, content)| content);
            // What is no request at all is answered by the protocol alone.
            let shaped =
                serde_json::from_str::<Value>(content).is_ok_and(|content| content["error"]["code"].is_string());
            assert!(shaped || content.is_empty(), "{number}: {answer}");
        }
    }
    assert_eq!(server.get("/healthz").0, 200);
}
