//! Games by link, at one screen and against the machine.

use serde_json::json;

use crate::client::{House, Page, text};

#[test]
fn two_people_by_link_play_and_the_rest_watches() {
    let house = House::open();
    let wanted = json!({"game": "chess", "mode": "link", "side": "black", "name": "Ada"});
    let (table, hers) = house.table(&wanted);
    let mut ada = house.page(&table, &hers);
    let view = ada.view();
    assert_eq!(view["yours"], json!([1]));
    assert_eq!(view["frame"]["seats"][0]["sitter"]["is"], "nobody");

    let lobby = house.get("/api/tables").1;
    assert!(lobby.contains(&table) && lobby.contains("\"open_seats\":1"), "{lobby}");
    let (status, joined) = house.post(&format!("/api/tables/{table}/join"), &json!({"name": "Bob"}));
    assert_eq!(status, 200, "{joined}");
    let (status, full) = house.post(&format!("/api/tables/{table}/join"), &json!({"name": "Eve"}));
    assert_eq!(
        (status, text(&full["error"]).as_str()),
        (409, "all seats are taken; you can watch")
    );

    let mut bob = house.page(&table, &[text(&joined["secret"])]);
    assert_eq!(bob.view()["frame"]["seats"][0]["name"], "Bob");
    let mut eve = house.page(&table, &[]);
    assert_eq!(eve.view()["yours"], json!([]));
    assert_eq!(eve.typed("e4"), Err("you are watching this game".to_owned()));

    bob.typed("e4").unwrap();
    assert!(bob.typed("d4").is_err(), "it is Ada's turn");
    for page in [&mut ada, &mut eve] {
        let news = page.event("played");
        assert_eq!(news["events"][0]["entry"]["label"], "e4");
    }
    ada.wish(json!({"wish": "move", "from": "e7", "to": "e5"})).unwrap();
    // Taking back needs the other's consent.
    ada.wish(json!({"wish": "undo"})).unwrap();
    bob.event("offered");
    bob.wish(json!({"wish": "answer", "yes": true})).unwrap();
    assert_eq!(eve.event("taken-back")["frame"]["scene"]["ply"], 1);
    ada.typed("c5").unwrap();
    bob.wish(json!({"wish": "resign"})).unwrap();
    let end = eve.event("ended")["frame"]["end"].clone();
    assert_eq!((end["winner"].clone(), end["result"].clone()), (json!(1), json!("0-1")));
    let (status, pgn) = house.get(&format!("/api/tables/{table}/export?format=pgn"));
    assert_eq!(status, 200);
    assert!(
        pgn.contains("[White \"Bob\"]") && pgn.contains("1. e4") && pgn.trim_end().ends_with("0-1"),
        "{pgn}"
    );

    // Again, with sides swapped and the same people.
    let (status, again) = house.post(&format!("/api/tables/{table}/rematch"), &json!({"secrets": hers}));
    assert_eq!(status, 201, "{again}");
    assert_eq!(bob.event("offered")["frame"]["offer"]["what"], "rematch");
    let mut ada = house.page(&text(&again["table"]), &[text(&again["secrets"][0]["secret"])]);
    let view = ada.view();
    assert_eq!(
        (view["yours"].clone(), view["frame"]["seats"][0]["name"].clone()),
        (json!([0]), json!("Ada"))
    );
    let his = text(&joined["secret"]);
    let (_, same) = house.post(&format!("/api/tables/{table}/rematch"), &json!({"secrets": [his]}));
    assert_eq!(
        (&same["table"], &same["secrets"][0]["seat"]),
        (&again["table"], &json!(1))
    );
}

#[test]
fn a_game_goes_on_where_it_was_when_the_hall_opens_again() {
    let mut house = House::open();
    let wanted = json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob", "clock": "5+3"});
    let (table, secrets) = house.table(&wanted);
    let mut page = house.page(&table, &secrets);
    assert_eq!(page.view()["yours"], json!([0, 1]));
    for turn in ["c1d3", "c8d6", "d3e5"] {
        page.typed(turn).unwrap();
    }
    house.close();
    let (words, code) = page.end();
    assert_eq!((words.as_str(), code), ("the hall is closing; your game is kept", 1001));
    house.reopen();
    let mut page = house.page(&table, &secrets);
    let view = page.view();
    assert_eq!(view["record"].as_array().unwrap().len(), 3);
    assert_eq!(view["yours"], json!([0, 1]));
    page.typed("d6e4").unwrap();
}

#[test]
fn a_page_that_has_seen_everything_is_not_told_everything_again() {
    let house = House::open();
    let wanted = json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, secrets) = house.table(&wanted);
    let mut first = house.page(&table, &secrets);
    let version = first.view()["frame"]["version"].as_u64().unwrap();
    for (seen, told) in [(version, "news"), (version + 5, "view")] {
        let mut page = Page::connect(&house.address(), &table);
        page.say(&json!({"hello": {"secrets": [], "seen": seen}}));
        assert_eq!(page.until(|_| true)["told"], told);
    }
}

#[test]
fn bots_of_every_level_answer() {
    let house = House::open();
    let levels: serde_json::Value = serde_json::from_str(&house.get("/api/levels").1).unwrap();
    for game in levels.as_array().unwrap() {
        for level in game["levels"].as_array().unwrap() {
            let wanted = json!({
                "game": game["game"], "mode": "machine", "level": level["spec"], "side": "black", "name": "Ada",
                "clock": "0.1+0",
            });
            let wanted = match game["game"].as_str() {
                Some("kungfu") => json!({
                    "game": "kungfu", "board": "standard", "speed": "lightning", "name": "Ada",
                    "seats": ["you", level["spec"]],
                }),
                _ => wanted,
            };
            let (table, secrets) = house.table(&wanted);
            let mut page = house.page(&table, &secrets);
            match game["game"].as_str() {
                Some("kungfu") => page.event("started"),
                _ => page.event("played"),
            };
        }
    }
}

#[test]
fn a_new_name_reaches_everybody_and_survives_the_hall() {
    let live = json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "link"],
    });
    let turns = json!({"game": "chess", "mode": "link", "side": "white", "name": "Ada"});
    let mut house = House::open();
    for wanted in [turns, live] {
        let (table, hers) = house.table(&wanted);
        let (_, joined) = house.post(&format!("/api/tables/{table}/join"), &json!({"name": "Bob"}));
        let mut ada = house.page(&table, &hers);
        let mut bob = house.page(&table, &[text(&joined["secret"])]);
        let mut eve = house.page(&table, &[]);
        bob.view();
        eve.view();
        let rename = |name: &str| json!({"wish": "rename", "seat": 0, "name": name});
        assert_eq!(eve.wish(rename("Eve")), Err("you are watching this game".to_owned()));
        assert_eq!(bob.wish(rename("Bob")), Err("somebody else sits there".to_owned()));
        for (name, words) in [
            ("  ", "Display name cannot be empty"),
            ("aaaaaaaaaaaaaaaaaaaaa", "Display name must be 20 characters or less"),
            (
                "A  B",
                "Display name can only contain letters, numbers, and single spaces",
            ),
        ] {
            assert_eq!(ada.wish(rename(name)), Err(words.to_owned()), "{name:?}");
        }
        ada.wish(rename(" Ada Lovelace ")).expect("a name");
        for page in [&mut bob, &mut eve] {
            let news = page.event("renamed");
            assert_eq!(news["frame"]["seats"][0]["name"], "Ada Lovelace");
        }
        let lobby = house.get("/api/tables").1;
        assert!(lobby.contains(r#""names":["Ada Lovelace","Bob"]"#), "{lobby}");
        drop((ada, bob, eve));
        house.reopen();
        let mut eve = house.page(&table, &[]);
        assert_eq!(eve.view()["frame"]["seats"][0]["name"], "Ada Lovelace");
    }
}

#[test]
fn a_finished_game_is_given_away_under_the_new_name() {
    let house = House::open();
    let live = json!({
        "game": "kungfu", "board": "standard", "speed": "standard", "name": "Ada", "seats": ["you", "level1"],
    });
    let turns = json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada"});
    for (wanted, format, written) in [
        (turns, "pgn", "[White \"Lovelace\"]"),
        (live, "json", "\"who\":\"Lovelace\""),
    ] {
        let (table, secrets) = house.table(&wanted);
        let mut ada = house.page(&table, &secrets);
        let waits = |frame: &serde_json::Value| !frame["phase"].is_null() && frame["phase"] != "running";
        if waits(&ada.frame()) {
            ada.until(|told| told["frame"]["phase"] == "running");
        }
        ada.wish(json!({"wish": "rename", "seat": 0, "name": "Lovelace"}))
            .expect("a name");
        ada.wish(json!({"wish": "resign"})).expect("one may give up");
        let (status, given) = house.get(&format!("/api/tables/{table}/export?format={format}"));
        assert!(status == 200 && given.contains(written), "{given}");
    }
}
