//! Challenges by name over HTTP and sockets.

use serde_json::{Value, json};

use crate::{
    accounts::Browser,
    client::{TestServer, common, device, play_short_game, text},
};

/// A rated game of chess with a seat that is kept for somebody.
fn challenge(to: &str) -> Value {
    json!({"game": "chess", "mode": "link", "side": "white", "clock": "5+0", "rated": true, "challenge": to})
}

fn state(browser: &Browser<'_>, table: &str) -> Value {
    browser.get(&format!("/api/challenges/{table}")).body["state"].clone()
}

#[test]
fn a_player_is_challenged_by_name_and_accepts_by_sitting_down() {
    let server = TestServer::open();
    let [mut ada, mut bob, mut eve] = ["Ada", "Bob", "Eve"].map(|name| Browser::of(&server, name));
    let (table, tokens) = ada.table(&challenge("bob"));
    let received = bob.get("/api/challenges").body;
    let entry = &received[0];
    assert_eq!(received.as_array().map(Vec::len), Some(1), "{received}");
    assert_eq!(
        [&entry["table"], &entry["name"], &entry["game"], &entry["clock"]].map(text),
        [table.as_str(), "Ada", "chess", "5+0"]
    );
    assert_eq!((&entry["seat"], &entry["rated"]), (&json!(1), &json!(true)));
    assert_eq!((&entry["has_account"], &entry["rating"]), (&json!(true), &Value::Null));
    assert_eq!(eve.get("/api/challenges").body, json!([]), "it is nobody else's");
    assert_eq!(eve.join(&table).code(), (403, "seat-kept"));
    let mut nobody = Browser::new(&server);
    assert_eq!(nobody.get("/api/challenges").body, json!([]));
    assert_eq!(nobody.join(&table).code(), (403, "needs-account"));
    let lobby: Value = serde_json::from_str(&server.get("/api/lobby").1).expect("JSON");
    assert_eq!(lobby["tables"], json!([]), "a challenge is not listed");
    assert_eq!(state(&ada, &table), "open");
    let joined = bob.join(&table);
    assert_eq!(joined.status, 200, "{}", joined.body);
    assert_eq!(state(&ada, &table), "accepted");
    assert_eq!(bob.get("/api/challenges").body, json!([]));
    play_short_game(&server, &table, &tokens, &text(&joined.body["token"]));
    // The next challenge shows what the game did to the rating.
    ada.get(&format!("/api/ratings/{table}"));
    ada.table(&challenge("Bob"));
    let rating = bob.get("/api/challenges").body[0]["rating"].as_u64();
    assert!(rating > Some(1_600), "{rating:?}");
}

#[test]
fn a_challenge_is_declined_or_withdrawn_and_then_keeps_no_seat() {
    let server = TestServer::open();
    let [mut ada, mut bob, mut eve] = ["Ada", "Bob", "Eve"].map(|name| Browser::of(&server, name));
    let (table, _) = ada.table(&challenge("Bob"));
    let decline = format!("/api/challenges/{table}/decline");
    assert_eq!(eve.post(&decline, &json!({})).code(), (404, "no-challenge"));
    assert_eq!(bob.post(&decline, &json!({})).status, 204);
    assert_eq!(bob.post(&decline, &json!({})).code(), (404, "no-challenge"));
    assert_eq!(state(&ada, &table), "declined");
    assert_eq!(bob.get("/api/challenges").body, json!([]));
    assert_eq!(eve.join(&table).status, 200, "the link can be given to somebody else");
    let (table, tokens) = ada.table(&challenge("Bob"));
    assert_eq!(bob.get("/api/challenges").body.as_array().map(Vec::len), Some(1));
    let mut client = server.client(&table, &tokens);
    client.view();
    // The table closes, and the socket with it.
    let left = client.command_if_open(common("leave"));
    assert!(left.is_err() || left.is_ok_and(|answer| answer.is_ok()));
    let withdrawn = crate::client::until_true(|| bob.get("/api/challenges").body == json!([]));
    assert!(withdrawn, "who has left the table has withdrawn the challenge");
}

#[test]
fn wrong_challenges_are_refused_and_one_without_an_account_is_casual() {
    let server = TestServer::open();
    let (mut ada, bob) = (Browser::of(&server, "Ada"), Browser::of(&server, "Bob"));
    let mut refused = |change: Value, code: (u16, &str)| {
        let mut wanted = challenge("Bob");
        wanted["device"] = device().into();
        wanted["name"] = "Visitor".into();
        for (key, value) in change.as_object().expect("changes") {
            wanted[key] = value.clone();
        }
        assert_eq!(ada.post("/api/tables", &wanted).code(), code, "{change}");
    };
    refused(json!({"challenge": "Nobody here"}), (404, "no-player"));
    refused(json!({"challenge": "<b>"}), (404, "no-player"));
    refused(json!({"challenge": "Ada"}), (422, "own-challenge"));
    refused(json!({"visibility": "public"}), (422, "not-a-challenge"));
    refused(
        json!({"mode": "here", "opponent": "Cy", "rated": false}),
        (422, "not-a-challenge"),
    );
    let mut nobody = Browser::new(&server);
    let casual = json!({"game": "kungfu", "board": "standard", "speed": "lightning", "seats": ["link", "you"], "challenge": "Bob"});
    nobody.table(&casual);
    let entry = &bob.get("/api/challenges").body[0];
    assert_eq!((&entry["has_account"], &entry["rated"]), (&json!(false), &json!(false)));
    assert_eq!((&entry["speed"], &entry["seat"]), (&json!("lightning"), &json!(0)));
    for _ in 0..9 {
        nobody.table(&casual);
    }
    let mut one_more = casual;
    one_more["device"] = device().into();
    one_more["name"] = "Visitor".into();
    assert_eq!(
        nobody.post("/api/tables", &one_more).code(),
        (429, "too-many-challenges")
    );
}
