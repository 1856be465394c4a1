//! Games by link, at one screen and against the machine.

use serde_json::{Value, json};

use crate::client::{Client, End, TestServer, common, device, own, text};

#[test]
fn two_people_by_link_play_and_the_rest_watches() {
    let server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "link", "side": "black", "name": "Ada", "visibility": "public"});
    let (table, hers) = server.table(&wanted);
    let mut ada = server.client(&table, &hers);
    let view = ada.view();
    assert_eq!(view["yours"], json!([1]));
    assert_eq!(view["frame"]["seats"][0]["occupant"]["is"], "open");

    let lobby = server.get("/api/tables").1;
    assert!(lobby.contains(&table) && lobby.contains("\"open_seats\":1"), "{lobby}");
    let (_, his) = server.join(&table, "Bob");
    let guest = json!({"device": device(), "name": "Eve"});
    let (status, full) = server.post(&format!("/api/tables/{table}/join"), &guest);
    assert_eq!((status, text(&full["error"]["code"]).as_str()), (409, "no-open-seat"));

    let mut bob = server.client(&table, std::slice::from_ref(&his));
    assert_eq!(bob.view()["frame"]["seats"][0]["name"], "Bob");
    let mut eve = server.client(&table, &[]);
    assert_eq!(eve.view()["yours"], json!([]));
    assert_eq!(eve.typed("e4").unwrap_err().code, "watching");

    bob.typed("e4").unwrap();
    assert_eq!(bob.typed("d4").unwrap_err().code, "move", "it is Ada's turn");
    for client in [&mut ada, &mut eve] {
        let update = client.event("moved");
        assert_eq!(update["events"][0]["entry"]["label"], "e4");
    }
    ada.command(json!({"kind": "own", "command": "move", "from": "e7", "to": "e5"}))
        .unwrap();
    // Taking back needs the other's consent.
    ada.command(own("take-back")).unwrap();
    bob.event("offered");
    bob.command(json!({"kind": "common", "command": "answer", "answer": "accept"}))
        .unwrap();
    assert_eq!(eve.event("taken-back")["frame"]["scene"]["ply"], 1);
    ada.typed("c5").unwrap();
    let again = |tokens: &[String]| server.post(&format!("/api/tables/{table}/rematch"), &json!({"tokens": tokens}));
    let (status, early) = again(&hers);
    assert_eq!((status, text(&early["error"]["code"]).as_str()), (409, "not-over"));
    bob.command(common("resign")).unwrap();
    let end = eve.event("ended")["frame"]["end"].clone();
    assert_eq!((end["winner"].clone(), end["result"].clone()), (json!(1), json!("0-1")));
    let (status, pgn) = server.get(&format!("/api/tables/{table}/export?format=pgn"));
    assert_eq!(status, 200);
    assert!(
        pgn.contains("[White \"Bob\"]") && pgn.contains("1. e4") && pgn.trim_end().ends_with("0-1"),
        "{pgn}"
    );

    // Again, with sides swapped and the same people.
    let (status, next) = again(&hers);
    assert_eq!(status, 201, "{next}");
    let update = bob.until(|message| !message["frame"]["next"].is_null());
    assert_eq!(update["frame"]["next"], next["table"]);
    let mut ada = server.client(&text(&next["table"]), &[text(&next["seats"][0]["token"])]);
    let view = ada.view();
    assert_eq!(
        (view["yours"].clone(), view["frame"]["seats"][0]["name"].clone()),
        (json!([0]), json!("Ada"))
    );
    let (_, same) = again(&[his]);
    assert_eq!((&same["table"], &same["seats"][0]["seat"]), (&next["table"], &json!(1)));
}

#[test]
fn a_game_goes_on_where_it_was_when_the_server_opens_again() {
    let mut server = TestServer::open();
    let wanted = json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob", "clock": "5+3"});
    let (table, tokens) = server.table(&wanted);
    let mut client = server.client(&table, &tokens);
    assert_eq!(client.view()["yours"], json!([0, 1]));
    for turn in ["c1d3", "c8d6", "d3e5"] {
        client.typed(turn).unwrap();
    }
    server.close();
    let reason = "shutting-down".to_owned();
    assert_eq!(client.end(), End { reason, code: 1001 });
    server.reopen();
    let mut client = server.client(&table, &tokens);
    let view = client.view();
    assert_eq!(view["record"].as_array().unwrap().len(), 3);
    assert_eq!(view["yours"], json!([0, 1]));
    client.typed("d6e4").unwrap();
}

/// The labels of the moves in an update.
fn moves(update: &Value) -> Vec<String> {
    let events = update["events"].as_array().expect("events").iter();
    let moved = events.filter(|event| event["event"] == "moved");
    moved.map(|event| text(&event["entry"]["label"])).collect()
}

#[test]
fn a_client_that_comes_back_gets_exactly_what_it_missed() {
    let mut server = TestServer::open();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, tokens) = server.table(&wanted);
    let mut away = Client::reconnect(&server.address(), &table, &tokens, 7, None);
    away.view();
    away.command_as(1, json!({"kind": "own", "command": "type", "text": "e4"}))
        .unwrap()
        .unwrap();
    let seq = away.frame()["seq"].as_u64().expect("a number");
    drop(away);
    let mut other = server.client(&table, &tokens);
    for turn in ["e5", "Nf3", "Nc6"] {
        other.typed(turn).unwrap();
    }
    let back = |server: &TestServer, seq: u64| {
        let mut client = Client::reconnect(&server.address(), &table, &tokens, 7, Some(seq));
        (client.until(|_| true), client)
    };
    let (update, _) = back(&server, seq);
    assert_eq!(
        (&update["message"], moves(&update)),
        (&json!("update"), vec!["e5".into(), "Nf3".into(), "Nc6".into()])
    );
    let latest = update["frame"]["seq"].as_u64().expect("a number");
    let (nothing, _) = back(&server, latest);
    assert_eq!((&nothing["message"], moves(&nothing)), (&json!("update"), vec![]));
    // A number that never was is answered by everything.
    assert_eq!(back(&server, latest + 5).0["message"], "snapshot");

    // The same after a restart, and a command that was answered before is answered again and not carried out again.
    other.typed("Bb5").unwrap();
    server.reopen();
    let (update, mut client) = back(&server, seq);
    assert_eq!(moves(&update), ["e5", "Nf3", "Nc6", "Bb5"]);
    let repeated = client.command_as(1, json!({"kind": "own", "command": "type", "text": "e4"}));
    assert!(repeated.unwrap().is_ok());
    let mut fresh = server.client(&table, &tokens);
    assert_eq!(fresh.view()["record"].as_array().expect("a record").len(), 5);
}

#[test]
fn bots_of_every_level_answer() {
    let server = TestServer::open();
    let levels: Value = serde_json::from_str(&server.get("/api/levels").1).unwrap();
    let games: Vec<String> = levels
        .as_array()
        .unwrap()
        .iter()
        .map(|game| text(&game["game"]))
        .collect();
    assert_eq!(games, ["chess", "ransom", "kungfu"]);
    for game in levels.as_array().unwrap() {
        for level in game["levels"].as_array().unwrap() {
            let wanted = match game["kind"].as_str() {
                Some("live") => json!({
                    "game": game["game"], "board": "standard", "speed": "lightning", "name": "Ada",
                    "seats": ["you", level["spec"]],
                }),
                _ => json!({
                    "game": game["game"], "mode": "machine", "level": level["spec"], "side": "black", "name": "Ada",
                    "clock": "0.1+0",
                }),
            };
            let (table, tokens) = server.table(&wanted);
            let mut client = server.client(&table, &tokens);
            match game["kind"].as_str() {
                Some("live") => client.event("departed"),
                _ => client.event("moved"),
            };
        }
    }
}

#[test]
fn a_new_name_reaches_everybody_and_survives_a_restart() {
    let live = json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "link"],
    });
    let turns = json!({"game": "chess", "mode": "link", "side": "white", "name": "Ada"});
    let mut server = TestServer::open();
    for mut wanted in [turns, live] {
        let hers = device();
        wanted["device"] = hers.clone().into();
        wanted["visibility"] = "public".into();
        let (table, tokens) = server.table(&wanted);
        let (_, his) = server.join(&table, "Bob");
        let ada = server.client(&table, &tokens);
        let mut bob = server.client(&table, &[his]);
        let mut eve = server.client(&table, &[]);
        bob.view();
        eve.view();
        let rename =
            |device: &str, name: &str| server.post("/api/players/name", &json!({"device": device, "name": name}));
        for (name, code) in [
            ("  ", "name-empty"),
            ("aaaaaaaaaaaaaaaaaaaaa", "name-too-long"),
            ("A  B", "name-letters"),
        ] {
            let (status, refused) = rename(&hers, name);
            assert_eq!(
                (status, text(&refused["error"]["code"]).as_str()),
                (422, code),
                "{name:?}"
            );
        }
        // The id of a player is public; the secret of its device is not.
        assert_eq!(rename(&device(), "Somebody").0, 200);
        assert_eq!(rename(&hers, " Ada Lovelace "), (200, json!({"name": "Ada Lovelace"})));
        for client in [&mut bob, &mut eve] {
            if client.frame()["seats"][0]["name"] != "Ada Lovelace" {
                client.until(|message| message["frame"]["seats"][0]["name"] == "Ada Lovelace");
            }
        }
        let lobby = server.get("/api/tables").1;
        assert!(lobby.contains(r#""names":["Ada Lovelace","Bob"]"#), "{lobby}");
        drop((ada, bob, eve));
        server.reopen();
        let mut eve = server.client(&table, &[]);
        assert_eq!(eve.view()["frame"]["seats"][0]["name"], "Ada Lovelace");
    }
}

#[test]
fn a_finished_game_is_exported_under_the_new_name() {
    let server = TestServer::open();
    let live = json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "level1"],
    });
    let turns = json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada"});
    for (mut wanted, format, written) in [
        (turns, "pgn", "[White \"Lovelace\"]"),
        (live, "json", "\"name\":\"Lovelace\""),
    ] {
        let hers = device();
        wanted["device"] = hers.clone().into();
        let (table, tokens) = server.table(&wanted);
        let mut ada = server.client(&table, &tokens);
        let waits = |frame: &Value| !frame["phase"].is_null() && frame["phase"] != "running";
        if waits(&ada.frame()) {
            ada.until(|message| message["frame"]["phase"] == "running");
        }
        let renamed = server.post("/api/players/name", &json!({"device": hers, "name": "Lovelace"}));
        assert_eq!(renamed.0, 200);
        ada.command(common("resign")).expect("one may resign");
        let (status, exported) = server.get(&format!("/api/tables/{table}/export?format={format}"));
        assert!(status == 200 && exported.contains(written), "{exported}");
    }
}

#[test]
fn a_registered_game_is_played_through_a_socket() {
    let server = TestServer::with_games(games::registry().with(hexapawn::HexapawnBots));
    let levels = server.get("/api/levels").1;
    assert!(levels.contains(r#""game":"hexapawn""#), "{levels}");
    let (table, tokens) = server.table(&json!({"game": "hexapawn", "mode": "here", "name": "Ada", "opponent": "Bob"}));
    let mut client = server.client(&table, &tokens);
    let view = client.view();
    assert_eq!(
        (&view["game"], &view["board"]["width"]),
        (&json!("hexapawn"), &json!(4))
    );
    let mut plies = 0;
    while client.frame()["end"].is_null() {
        let choice = client.frame()["choices"][0].clone();
        client
            .command(json!({
                "kind": "own", "command": "move", "from": choice["from"], "to": choice["to"], "action": choice["action"],
            }))
            .expect("a choice is legal");
        plies += 1;
    }
    assert!(plies > 2, "{plies}");
    let (status, exported) = server.get(&format!("/api/tables/{table}/export?format=json"));
    assert!(status == 200 && exported.contains("hexapawn"), "{exported}");
    // Against its bot, too; a server that does not know the game says so.
    let levels: Value = serde_json::from_str(&levels).expect("a list");
    let games = levels.as_array().expect("a list");
    let toy = games
        .iter()
        .find(|game| game["game"] == "hexapawn")
        .expect("it is registered");
    let against = json!({
        "game": "hexapawn", "mode": "machine", "level": toy["levels"][0]["spec"], "side": "black", "name": "Ada",
    });
    let (table, tokens) = server.table(&against);
    server.client(&table, &tokens).event("moved");
    let mut unknown = against.clone();
    unknown["device"] = device().into();
    let (status, refused) = TestServer::open().post("/api/tables", &unknown);
    assert_eq!(
        (status, text(&refused["error"]["code"]).as_str()),
        (422, "unknown-game")
    );
}

#[test]
fn a_test_drives_the_time() {
    let server = TestServer::with_driven_time();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob", "clock": "1+0"});
    let (table, tokens) = server.table(&wanted);
    let mut client = server.client(&table, &tokens);
    client.typed("e4").unwrap();
    client.typed("e5").unwrap();
    let left = client.frame()["seats"][0]["clock"]["left"].clone();
    assert_eq!(left, 60_000);
    assert_eq!(server.post("/test/pass", &json!({"ms": 59_000})).0, 200);
    client.say(&json!({"ping": 1}));
    client.until(|message| message["message"] == "pong");
    assert!(client.frame()["end"].is_null());
    assert_eq!(server.post("/test/pass", &json!({"ms": 2_000})).0, 200);
    assert_eq!(client.event("ended")["frame"]["end"]["result"], "0-1");
    // Nobody else can do that.
    assert_eq!(TestServer::open().post("/test/pass", &json!({"ms": 1})).0, 404);
}
