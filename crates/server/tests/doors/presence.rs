//! Who is away from a table, what a minute without the opponent allows, leaving, and tables that nobody may watch.

use serde_json::{Value, json};

use crate::client::{Client, TestServer, common, device, text};

/// Two people at a table by link on a driven clock, who have both moved.
fn playing(server: &TestServer) -> (String, Client, Client, String) {
    let (table, hers) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada", "side": "white"}));
    let (_, his) = server.join(&table, "Bob");
    let mut ada = server.client(&table, &hers);
    let mut bob = server.client(&table, std::slice::from_ref(&his));
    bob.view();
    ada.typed("e4").expect("the move is legal");
    bob.until(|message| message["events"][0]["event"] == "moved");
    bob.typed("e5").expect("the move is legal");
    (table, ada, bob, his)
}

fn pass(server: &TestServer, ms: u64) {
    assert_eq!(server.post("/test/pass", &json!({ "ms": ms })).0, 200);
}

fn until_absent(client: &mut Client) -> Value {
    let message = client.until(|message| !message["frame"]["absence"].is_null());
    message["frame"]["absence"].clone()
}

#[test]
fn a_player_who_disappears_is_missed_at_once_and_loses_after_a_minute() {
    let server = TestServer::with_driven_time();
    let (_, mut ada, bob, _) = playing(&server);
    drop(bob);
    let absence = until_absent(&mut ada);
    assert_eq!(absence["seat"], 1);
    let wait = absence["claim_at"].as_u64().unwrap() - absence["since"].as_u64().unwrap();
    assert_eq!(wait, 60_000);
    assert_eq!(ada.command(common("claim-win")).unwrap_err().code, "nobody-away");
    pass(&server, 60_000);
    ada.until(|message| message["frame"]["may"]["claim-win"] == true);
    ada.command(common("claim-win")).unwrap();
    let end = ada.frame()["end"].clone();
    assert_eq!(
        (text(&end["result"]).as_str(), text(&end["reason"]).as_str()),
        ("1-0", "the other player left")
    );
}

#[test]
fn a_player_who_comes_back_in_time_plays_on() {
    let server = TestServer::with_driven_time();
    let (table, mut ada, bob, his) = playing(&server);
    drop(bob);
    until_absent(&mut ada);
    pass(&server, 59_000);
    let mut bob = server.client(&table, &[his]);
    assert_eq!(bob.view()["frame"]["absence"], Value::Null);
    ada.until(|message| message["frame"]["seats"][1]["connected"] == true);
    pass(&server, 60_000);
    assert_eq!(ada.command(common("claim-win")).unwrap_err().code, "nobody-away");
    ada.typed("Nf3").unwrap();
}

#[test]
fn a_guest_who_leaves_makes_room_for_another_and_an_opener_who_leaves_closes_the_table() {
    let server = TestServer::open();
    let (table, hers) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada", "side": "white"}));
    let mut ada = server.client(&table, &hers);
    assert_eq!(ada.view()["frame"]["may"]["leave"], "closes-table");
    assert_eq!(ada.command(common("resign")).unwrap_err().code, "waiting-for-player");
    let (_, his) = server.join(&table, "Bob");
    let mut bob = server.client(&table, &[his]);
    assert_eq!(bob.view()["frame"]["may"]["leave"], "opens-seat");
    // The guest is closed before there is an answer.
    let mut leave = common("leave");
    leave["id"] = json!(1);
    bob.say(&leave);
    let end = bob.end();
    assert_eq!((end.reason.as_str(), end.code), ("left", 4405));
    let (seat, _) = server.join(&table, "Cora");
    assert_eq!(seat, 1);
    ada.command(common("leave")).unwrap();
    assert_eq!(ada.frame()["end"]["result"], "*");
}

#[test]
fn a_closed_table_is_seen_by_its_players_alone() {
    let server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "link", "name": "Ada", "visibility": "closed"});
    let (table, hers) = server.table(&wanted);
    let mut ada = server.client(&table, &hers);
    ada.view();
    let mut early = server.client(&table, &[]);
    early.view();
    let (_, his) = server.join(&table, "Bob");
    assert_eq!(early.end().reason, "reload", "who has no seat connects again");
    let mut late = server.client(&table, &[]);
    let end = late.end();
    assert_eq!((end.reason.as_str(), end.code), ("not-watched", 4406));
    let mut bob = server.client(&table, &[his]);
    assert_eq!(bob.view()["yours"].as_array().unwrap().len(), 1);
    let listed = server.get("/api/lobby").1;
    assert!(!listed.contains(&table), "{listed}");
}

#[test]
fn a_declined_rematch_is_announced_and_one_that_nobody_answers_expires() {
    let server = TestServer::with_driven_time();
    let (_, mut ada, mut bob, _) = playing(&server);
    bob.command(common("resign")).unwrap();
    let offer = || json!({"kind": "common", "command": "offer", "what": "rematch"});
    ada.command(offer()).unwrap();
    bob.event("offered");
    bob.command(json!({"kind": "common", "command": "answer", "answer": "decline"}))
        .unwrap();
    ada.event("declined");
    ada.command(offer()).unwrap();
    pass(&server, 60_000);
    ada.event("expired");
    assert_eq!(ada.frame()["offer"], Value::Null);
}

#[test]
fn the_lobby_says_what_one_sits_down_to_and_counts_people() {
    let server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "link", "name": "Ada", "side": "black", "clock": "3+2", "visibility": "public"});
    let (table, hers) = server.table(&wanted);
    let mut ada = server.client(&table, &hers);
    ada.view();
    let lobby: Value = serde_json::from_str(&server.get("/api/lobby").1).unwrap();
    assert_eq!(lobby["online"], 1);
    let entry = &lobby["tables"][0];
    assert_eq!(
        (text(&entry["table"]), text(&entry["clock"])),
        (table.clone(), "3+2".to_owned())
    );
    assert_eq!((&entry["open"], &entry["open_seats"]), (&json!([0]), &json!(1)));
    let guest = json!({"device": device(), "name": "Bob"});
    assert_eq!(server.post(&format!("/api/tables/{table}/join"), &guest).0, 200);
    let lobby: Value = serde_json::from_str(&server.get("/api/lobby").1).unwrap();
    assert_eq!(lobby["tables"][0]["open"], json!([]));
}
