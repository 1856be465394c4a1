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
