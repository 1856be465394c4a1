//! Visitors who have the engine think all the time, beside others who play.

use serde_json::{Value, json};

use crate::client::{Client, TestServer};

/// A table against a bot, and its player.
fn against(server: &TestServer, level: &str, clock: Option<&str>) -> Client {
    let mut wanted = json!({"game": "chess", "mode": "machine", "level": level, "name": "Ada", "side": "white"});
    if let Some(clock) = clock {
        wanted["clock"] = clock.into();
    }
    let (table, tokens) = server.table(&wanted);
    server.client(&table, &tokens)
}

/// Somebody who listens to the engine at a table of their own.
fn listener(server: &TestServer) -> Client {
    let mut client = against(server, "easy", None);
    let listen = json!({"kind": "own", "command": "analyse", "analysis": "on"});
    client.command(listen).expect("one may listen");
    client
}

/// Whether a message shows the board after White's move and the answer, or the end of the game.
fn is_answer(message: &Value) -> bool {
    message["frame"]["scene"]["ply"] == 2 || !message["frame"]["end"].is_null()
}

#[test]
fn master_with_fifteen_seconds_answers_beside_listeners() {
    let server = TestServer::open();
    let mut listeners: Vec<Client> = (0..10).map(|_| listener(&server)).collect();
    let mut player = against(&server, "master", Some("0.25+0"));
    player.typed("e4").expect("a legal move");
    let answered = player.until(is_answer);
    assert!(answered["frame"]["end"].is_null(), "{answered}");
    // Analysis goes on in turns.
    for listener in &mut listeners {
        listener.until(|message| message["note"]["note"] == "thought");
    }
}

#[test]
fn easy_answers_beside_a_listener() {
    let server = TestServer::open();
    let _listener = listener(&server);
    let mut player = against(&server, "easy", None);
    player.typed("e4").expect("a legal move");
    player.until(is_answer);
}
