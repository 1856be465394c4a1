//! Who may sit where: guests are turned out, tokens replaced, rematches refused to everybody else (H1, M7, L2).

use serde_json::{Value, json};

use crate::client::{Client, TestServer, common, device, own, text};

fn chess() -> Value {
    json!({"game": "chess", "mode": "link", "name": "Ada"})
}

fn kungfu() -> Value {
    json!({"game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "link"]})
}

fn turn_out(seat: u64) -> Value {
    json!({"kind": "common", "command": "turn-out", "seat": seat})
}

fn error(answer: &(u16, Value)) -> (u16, &str) {
    (answer.0, answer.1["error"]["code"].as_str().unwrap_or_default())
}

#[test]
fn the_opener_turns_a_guest_out_and_the_guest_cannot_come_back() {
    for wanted in [chess(), kungfu()] {
        let server = TestServer::open();
        let (table, hers) = server.table(&wanted);
        let join = format!("/api/tables/{table}/join");
        let guest = json!({"device": device(), "name": "Eve"});
        let (status, joined) = server.post(&join, &guest);
        assert_eq!(status, 200, "{joined}");
        let token = text(&joined["token"]);
        let mut ada = server.client(&table, &hers);
        assert_eq!(ada.frame()["may"]["turn-out"], json!([1]));
        let mut eve = server.client(&table, std::slice::from_ref(&token));
        assert_eq!(eve.frame()["may"]["turn-out"], json!([]));
        // A guest turns nobody out, and nobody is turned out who is no guest.
        assert_eq!(eve.command(turn_out(0)).unwrap_err().code, "not-the-opener");
        assert_eq!(ada.command(turn_out(0)).unwrap_err().code, "no-guest");
        assert_eq!(ada.command(turn_out(7)).unwrap_err().code, "no-such-seat");

        ada.command(turn_out(1)).unwrap();
        let end = eve.end();
        assert_eq!((end.reason.as_str(), end.code), ("turned-out", 4403));
        assert_eq!(server.client(&table, &[token]).end().reason, "wrong-token");
        assert_eq!(error(&server.post(&join, &guest)), (403, "turned-out"));
        // The seat is open for others, after a restart too, and the guest stays out.
        let mut server = server;
        server.reopen();
        assert_eq!(error(&server.post(&join, &guest)), (403, "turned-out"));
        let (seat, bobs) = server.join(&table, "Bob");
        assert_eq!(seat, 1);

        // After the first move guests stay.
        let mut ada = server.client(&table, &hers);
        let mut bob = server.client(&table, &[bobs]);
        if wanted["game"] == "chess" {
            ada.typed("e4").unwrap();
        } else {
            for client in [&mut ada, &mut bob] {
                client.command(own("ready")).unwrap();
            }
            ada.until(|message| message["frame"]["phase"] == "running");
        }
        assert_eq!(ada.command(turn_out(1)).unwrap_err().code, "already-begun");
        assert_eq!(ada.frame()["may"]["turn-out"], json!([]));
    }
}

#[test]
fn a_new_token_replaces_the_one_before_and_closes_its_sockets() {
    let server = TestServer::open();
    let hers = device();
    let mut wanted = chess();
    wanted["device"] = json!(hers);
    let (table, first) = server.table(&wanted);
    let mut thief = server.client(&table, &first);
    assert_eq!(thief.view()["yours"], json!([0]));
    let guest = json!({"device": hers, "name": "Ada"});
    let (status, again) = server.post(&format!("/api/tables/{table}/join"), &guest);
    assert_eq!((status, &again["seat"]), (200, &json!(0)));
    let end = thief.end();
    assert_eq!((end.reason.as_str(), end.code), ("reload", 1012));
    let end = server.client(&table, &first).end();
    assert_eq!((end.reason.as_str(), end.code), ("wrong-token", 4401));
    let mut ada = server.client(&table, &[text(&again["token"])]);
    assert_eq!(ada.view()["yours"], json!([0]));
}

#[test]
fn a_hundred_tokens_of_one_seat_are_one_token() {
    let server = TestServer::open();
    let (table, hers) = server.table(&chess());
    let (_, his) = server.join(&table, "Bob");
    server.client(&table, &hers).command(common("resign")).unwrap();
    let rematch = || server.post(&format!("/api/tables/{table}/rematch"), &json!({"tokens": hers}));
    let answers: Vec<Value> = (0..20).map(|_| rematch().1).collect();
    let next = text(&answers[0]["table"]);
    for (number, answer) in answers.iter().enumerate() {
        let token = text(&answer["seats"][0]["token"]);
        let mut client = server.client(&next, &[token]);
        if number + 1 == answers.len() {
            assert_eq!(client.view()["yours"], json!([1]));
        } else {
            assert_eq!(client.end().reason, "wrong-token", "token {number}");
        }
    }
    drop(his);
}

#[test]
fn a_game_that_nobody_joined_has_no_rematch_and_no_seat_afterwards() {
    let server = TestServer::open();
    let (table, hers) = server.table(&chess());
    let mut ada = server.client(&table, &hers);
    ada.command(common("leave")).unwrap();
    let rematch = server.post(&format!("/api/tables/{table}/rematch"), &json!({"tokens": hers}));
    assert_eq!(error(&rematch), (409, "waiting-for-player"));
    let guest = json!({"device": device(), "name": "Eve"});
    let join = server.post(&format!("/api/tables/{table}/join"), &guest);
    assert_eq!(error(&join), (409, "no-open-seat"));
}

#[test]
fn a_table_by_link_is_listed_only_on_request() {
    let server = TestServer::open();
    let mut clients: Vec<Client> = Vec::new();
    let mut wanted = Vec::new();
    for (mut table, visibility) in [
        (chess(), None),
        (kungfu(), None),
        (chess(), Some("private")),
        (chess(), Some("public")),
        (kungfu(), Some("public")),
    ] {
        if let Some(visibility) = visibility {
            table["visibility"] = json!(visibility);
        }
        let (code, tokens) = server.table(&table);
        let mut client = server.client(&code, &tokens);
        client.view();
        clients.push(client);
        wanted.extend((visibility == Some("public")).then_some(code));
    }
    let listed: Vec<Value> = serde_json::from_str(&server.get("/api/tables").1).expect("a list");
    let mut listed: Vec<String> = listed.iter().map(|table| text(&table["table"])).collect();
    listed.sort();
    wanted.sort();
    assert_eq!(listed, wanted);
}
