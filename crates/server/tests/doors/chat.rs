//! What is said at a table.

use serde_json::{Value, json};

use crate::client::{Client, TestServer};

fn say(client: &mut Client, text: &str) {
    client.say(&json!({"chat": {"say": {"text": text, "name": "Cora"}}}));
}

fn heard(client: &mut Client) -> Value {
    let has_lines = |message: &Value| message["lines"].as_array().is_some_and(|lines| !lines.is_empty());
    client.until(|message| message["message"] == "chat" && has_lines(message))["lines"][0].clone()
}

#[test]
fn players_talk_watchers_talk_and_neither_hears_the_other() {
    let server = TestServer::open();
    let (table, hers) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada", "side": "white"}));
    let (_, his) = server.join(&table, "Bob");
    let mut ada = server.client(&table, &hers);
    let mut bob = server.client(&table, &[his]);
    let mut cora = server.client(&table, &[]);
    let mut dora = server.client(&table, &[]);
    for client in [&mut ada, &mut bob, &mut cora, &mut dora] {
        client.view();
    }
    say(&mut cora, "What a fine afternoon");
    let line = heard(&mut dora);
    assert_eq!((&line["seat"], &line["name"]), (&Value::Null, &json!("Cora")));
    say(&mut ada, "Good luck");
    let line = heard(&mut bob);
    assert_eq!((&line["seat"], &line["text"]), (&json!(0), &json!("Good luck")));
    bob.say(&json!({"chat": "off"}));
    ada.until(|message| message["message"] == "chat" && message["open"] == false);
    say(&mut ada, "Hello?");
    assert_eq!(
        ada.until(|message| message["message"] == "chat-refused")["reason"],
        "off"
    );
    cora.say(&json!({"chat": {"report": {"line": 1}}}));
    cora.say(&json!({"chat": "off"}));
    assert_eq!(
        cora.until(|message| message["message"] == "chat-refused")["reason"],
        "not-a-player"
    );
    for client in [ada, bob] {
        assert!(!client.into_heard().concat().contains("afternoon"));
    }
    for client in [cora, dora] {
        assert!(!client.into_heard().concat().contains("Good luck"));
    }
}

#[test]
fn a_flood_is_refused_and_the_table_goes_on() {
    let server = TestServer::open();
    let (table, hers) =
        server.table(&json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada", "side": "white"}));
    let mut ada = server.client(&table, &hers);
    for _ in 0..8 {
        say(&mut ada, "!");
    }
    assert_eq!(
        ada.until(|message| message["message"] == "chat-refused")["reason"],
        "too-fast"
    );
    ada.typed("e4").unwrap();
}

#[test]
fn a_server_can_be_without_chat() {
    let server = TestServer::with_settings(|settings| settings.chat = false);
    let (table, hers) = server.table(&json!({"game": "chess", "mode": "link", "name": "Ada"}));
    let mut ada = server.client(&table, &hers);
    ada.view();
    say(&mut ada, "Hello");
    assert_eq!(
        ada.until(|message| message["message"] == "chat-refused")["reason"],
        "off"
    );
    let heard = ada.into_heard().concat();
    assert!(
        heard.contains(r#"{"message":"chat","lines":[],"open":false}"#),
        "{heard}"
    );
}
