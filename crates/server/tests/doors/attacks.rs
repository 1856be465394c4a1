//! Attempts to get a seat that belongs to somebody else.

use serde_json::{Value, json};

use crate::client::{Client, TestServer, common, device, text};

fn rematch(server: &TestServer, table: &str, tokens: &[String]) -> (u16, Value) {
    server.post(&format!("/api/tables/{table}/rematch"), &json!({"tokens": tokens}))
}

/// The steps of the attack: the attacker opens a rematch while a seat of the first table is free, and the victim takes
/// that seat. Then the attacker, as another person at the first table, requests the victim's seat at the rematch.
fn steal_through_rematch(wanted: &Value) {
    let server = TestServer::open();
    let (first, attackers) = server.table(wanted);
    // A game that is not over has no rematch, so the second table is not opened with a free seat.
    let (status, early) = rematch(&server, &first, &attackers);
    assert_eq!((status, text(&early["error"]["code"]).as_str()), (409, "not-over"));

    // As close as one can come: the game is played to its end, a rematch is opened, and a third party asks for it.
    let (_, victims) = server.join(&first, "Victim");
    let mut attacker = server.client(&first, &attackers);
    let mut victim = server.client(&first, std::slice::from_ref(&victims));
    if !attacker.frame()["phase"].is_null() {
        for client in [&mut attacker, &mut victim] {
            client
                .command(json!({"kind": "own", "command": "ready"}))
                .expect("one may be ready");
        }
        for client in [&mut attacker, &mut victim] {
            if client.frame()["phase"] != "running" {
                client.until(|message| message["frame"]["phase"] == "running");
            }
        }
    }
    attacker.command(common("resign")).expect("one may resign");
    let (status, next) = rematch(&server, &first, &attackers);
    assert_eq!(status, 201, "{next}");
    let (second, own) = (text(&next["table"]), next["seats"].as_array().expect("seats").clone());
    assert_eq!(own.len(), 1, "one player, one seat");
    let attackers_seat = own[0]["seat"].as_u64().expect("a seat");

    // A person without a seat at the first table gets nothing, with or without a token.
    let guest = json!({"device": device(), "name": "Stranger"});
    assert_eq!(server.post(&format!("/api/tables/{first}/join"), &guest).0, 409);
    assert_eq!(server.post(&format!("/api/tables/{second}/join"), &guest).0, 409);
    for tokens in [vec![], vec!["0".repeat(32)], vec![text(&own[0]["token"])]] {
        let (status, refused) = rematch(&server, &first, &tokens);
        assert_eq!((status, text(&refused["error"]["code"]).as_str()), (403, "not-yours"));
    }
    // However often the attacker asks, and with whatever it holds, it stays with its own seat of the one table.
    let all: Vec<String> = [attackers, vec![text(&own[0]["token"])]].concat();
    for _ in 0..3 {
        let (_, again) = rematch(&server, &first, &all);
        assert_eq!(again["table"], second);
        let seats: Vec<u64> = again["seats"]
            .as_array()
            .expect("seats")
            .iter()
            .map(|granted| granted["seat"].as_u64().expect("a seat"))
            .collect();
        assert_eq!(seats, [attackers_seat]);
        let mut thief = server.client(&second, &[text(&again["seats"][0]["token"])]);
        assert_eq!(thief.view()["yours"], json!([attackers_seat]));
    }
    // Tokens of the first table open nothing at the second.
    assert_eq!(server.client(&second, &all[..1]).end().reason, "wrong-token");
    let (status, victims_next) = rematch(&server, &first, &[victims]);
    assert_eq!(status, 201);
    assert_eq!(
        (&victims_next["table"], &victims_next["seats"][0]["seat"]),
        (&json!(second), &json!(1 - attackers_seat))
    );
}

#[test]
fn nobody_gets_a_strangers_seat_of_a_turn_game_through_a_rematch() {
    steal_through_rematch(&json!({"game": "chess", "mode": "link", "name": "Attacker"}));
}

#[test]
fn nobody_gets_a_strangers_seat_of_a_live_game_through_a_rematch() {
    steal_through_rematch(&json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Attacker", "seats": ["you", "link"],
    }));
}

#[test]
fn many_who_ask_for_a_rematch_at_once_come_to_one_table() {
    let server = TestServer::open();
    let (table, hers) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada"}));
    let (_, his) = server.join(&table, "Bob");
    server.client(&table, &hers).command(common("resign")).unwrap();
    let (server, table, his) = (&server, &table, &[his][..]);
    let answers: Vec<(u16, Value)> = std::thread::scope(|scope| {
        let asking = [hers.as_slice(), his].repeat(6);
        let asked: Vec<_> = asking
            .into_iter()
            .map(|tokens| scope.spawn(move || rematch(server, table, tokens)))
            .collect();
        asked
            .into_iter()
            .map(|asked| asked.join().expect("an answer"))
            .collect()
    });
    for (number, (status, answer)) in answers.iter().enumerate() {
        let seat = 1 - number % 2;
        assert_eq!((status, &answer["table"]), (&201, &answers[0].1["table"]), "{answer}");
        assert_eq!(answer["seats"][0]["seat"], seat, "{answer}");
    }
}

#[test]
fn a_seat_opens_only_to_its_token() {
    let server = TestServer::open();
    let wanted = json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, own) = server.table(&wanted);
    let (_, others) = server.table(&wanted);
    for tokens in [vec!["0".repeat(32)], others] {
        let end = server.client(&table, &tokens).end();
        assert_eq!((end.reason.as_str(), end.code), ("wrong-token", 4401));
    }
    let mut client = server.client(&table, &[]);
    assert_eq!(client.view()["yours"], json!([]));
    for command in [
        json!({"kind": "own", "command": "type", "text": "c1d3"}),
        common("resign"),
        json!({"kind": "own", "command": "take-back"}),
        json!({"kind": "common", "command": "turn-out", "seat": 0}),
    ] {
        assert_eq!(client.command(command).unwrap_err().code, "watching");
    }
    let (status, _) = rematch(&server, &table, &["x".to_owned()]);
    assert_eq!(status, 403);
    // One token of two opens one seat, and the same token twice opens it once.
    let mut client = server.client(&table, &[own[1].clone(), own[1].clone()]);
    assert_eq!(client.view()["yours"], json!([1]));
    // A player who joins a table again gets the same seat.
    let hers = device();
    let (table, _) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada", "device": hers}));
    let guest = json!({"device": hers, "name": "Ada"});
    let (status, joined) = server.post(&format!("/api/tables/{table}/join"), &guest);
    assert_eq!((status, &joined["seat"]), (200, &json!(0)));
    let mut client = server.client(&table, &[text(&joined["token"])]);
    assert_eq!(client.view()["yours"], json!([0]));
}

#[test]
fn a_client_number_of_somebody_else_takes_nothing_over() {
    let server = TestServer::open();
    let (table, hers) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada"}));
    let mut ada = Client::reconnect(&server.address(), &table, &hers, 99, None);
    assert_eq!(ada.view()["yours"], json!([0]));
    let mut eve = Client::reconnect(&server.address(), &table, &[], 99, None);
    assert_eq!(eve.view()["yours"], json!([]));
    assert_eq!(eve.typed("e4").unwrap_err().code, "watching");
}
