//! Whoever means no good, or does not know better.

use std::time::Instant;

use serde_json::{Value, json};
use tungstenite::Message;

use crate::client::{DEADLINE, House, Page, text};

fn table(house: &House) -> (String, Vec<String>) {
    house.table(&json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob"}))
}

#[test]
fn wrong_wishes_for_a_table_are_answered_with_words() {
    let house = House::open();
    let good = json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada"});
    for (key, value, words) in [
        ("name", json!(""), "Display name cannot be empty"),
        (
            "name",
            json!("x".repeat(21)),
            "Display name must be 20 characters or less",
        ),
        (
            "name",
            json!("<b>"),
            "Display name can only contain letters, numbers, and single spaces",
        ),
        ("level", json!("uci:/bin/sh"), "no level is called 'uci:/bin/sh'"),
        ("level", json!(null), "choose a level"),
        ("clock", json!("soon"), "'soon' is not a clock"),
        ("start", json!({"text": "8/8/8/8/8/8/8/8 w - - 0 1"}), "king"),
        ("mode", json!("here"), "name the second player"),
    ] {
        let mut wanted = good.clone();
        wanted[key] = value;
        let (status, answer) = house.post("/api/tables", &wanted);
        assert_eq!(status, 422, "{wanted}");
        assert!(text(&answer["error"]).contains(words), "{answer}");
    }
    let live = json!({"game": "kungfu", "board": "four", "speed": "lightning", "name": "Ada"});
    for (seats, words) in [
        (json!(["you", "link"]), "this board has 4 seats, not 2"),
        (json!(["you", "you", "link", "level1"]), "you can take one seat only"),
        (json!(["you", "link", "link", "level9"]), "no level is called 'level9'"),
        (
            json!(["uci:/bin/sh", "link", "link", "you"]),
            "no level is called 'uci:/bin/sh'",
        ),
    ] {
        let mut wanted = live.clone();
        wanted["seats"] = seats;
        let (status, answer) = house.post("/api/tables", &wanted);
        assert_eq!((status, text(&answer["error"]).as_str()), (422, words), "{wanted}");
    }
    for wanted in [
        json!({"game": "go"}),
        json!([]),
        json!({"surprise": 1}),
        json!({"game": "kungfu", "mode": "machine", "level": "level1", "name": "Ada"}),
        json!({"game": "chess", "mode": "link", "name": "Ada", "seats": ["you", "link"]}),
    ] {
        assert_eq!(house.post("/api/tables", &wanted).0, 422);
    }
    assert_eq!(house.post("/api/tables", &json!({"name": "x".repeat(100_000)})).0, 413);
    for path in [
        "/api/tables/nosuch/export?format=pgn",
        "/api/tables/222222/export?format=pgn",
    ] {
        assert_eq!(house.get(path).0, 404, "{path}");
    }
}

#[test]
fn a_seat_opens_only_to_its_secret() {
    let house = House::open();
    let (table, _) = table(&house);
    let (_, others) = self::table(&house);
    for secrets in [vec![], vec!["0".repeat(32)], others] {
        let mut page = house.page(&table, &secrets);
        assert_eq!(page.view()["yours"], json!([]));
        for wish in ["typed", "resign", "undo"] {
            let wish = json!({"wish": wish, "text": "c1d3"});
            assert_eq!(page.wish(wish), Err("you are watching this game".to_owned()));
        }
    }
    let (status, _) = house.post(&format!("/api/tables/{table}/rematch"), &json!({"secrets": ["x"]}));
    assert_eq!(status, 403);
}

#[test]
fn a_page_seats_no_program_of_this_machine() {
    let house = House::open();
    let wanted = json!({"game": "chess", "mode": "machine", "level": "easy", "name": "Ada"});
    let (table, secrets) = house.table(&wanted);
    let mut page = house.page(&table, &secrets);
    let replace = |spec: &str| json!({"wish": "replace", "seat": 1, "spec": spec});
    for spec in ["uci:/bin/sh", "uci:/bin/sh?x=1", "master?threads=64"] {
        assert_eq!(page.wish(replace(spec)), Err("no such bot plays here".to_owned()));
    }
    page.wish(replace("medium")).unwrap();
}

#[test]
fn a_foreign_page_is_refused() {
    let house = House::open();
    let (table, _) = table(&house);
    let address = house.address();
    for origin in ["http://elsewhere.example", "null", "https://elsewhere.example:3333"] {
        let refused = Page::connect_from(&address, &table, Some(origin));
        assert_eq!(refused.err(), Some(403), "{origin}");
    }
    let own = format!("http://{address}");
    assert!(Page::connect_from(&address, &table, Some(&own)).is_ok());
}

#[test]
fn nonsense_ends_the_socket_with_a_code_and_harms_nobody() {
    let house = House::open();
    let (table, secrets) = table(&house);
    let mut player = house.page(&table, &secrets);
    player.view();
    let nonsense: [(Message, u16); 5] = [
        (Message::text("{"), 1007),
        (Message::text(r#"{"request":1,"wish":"fly"}"#), 1007),
        (Message::text(r#"{"request":-1,"wish":"resign"}"#), 1007),
        (Message::binary(vec![0; 16]), 1007),
        (Message::text("x".repeat(100_000)), 1009),
    ];
    for (message, code) in nonsense {
        let mut page = house.page(&table, &[]);
        page.view();
        page.send(message);
        assert_eq!(page.end().1, code);
    }
    for first in [
        json!({"request": 1, "wish": "resign"}),
        json!("hello"),
        json!({"hello": {"secrets": 7}}),
    ] {
        let mut page = Page::connect(&house.address(), &table);
        page.say(&first);
        assert_eq!(page.end().1, 1007);
    }
    let mut lost = house.page("222222", &[]);
    assert_eq!(lost.end().1, 4404);

    // One after the other faster than anybody plays.
    let mut page = house.page(&table, &[]);
    for request in 0..200 {
        page.say(&json!({"request": request, "wish": "look", "ply": 0}));
    }
    assert_eq!(page.end().1, 1008);
    player.typed("c1d3").unwrap();

    // Who goes without a word, as browsers do, is not counted among them.
    let mut passing = house.page(&table, &[]);
    passing.view();
    drop((page, lost, passing));
    let begun = Instant::now();
    let metrics = loop {
        let metrics = house.get("/metrics").1;
        if metrics.contains("threefold_sockets 1\n") {
            break metrics;
        }
        assert!(begun.elapsed() < DEADLINE, "{metrics}");
    };
    assert!(metrics.contains("threefold_expelled_total 9\n"), "{metrics}");
}

#[test]
fn the_page_comes_with_headers_and_figures_can_be_read() {
    let house = House::open();
    let (status, page) = house.get("/");
    assert!(status == 200 && page.contains("<title>Threefold"), "{page}");
    assert_eq!(house.get("/no/such/file").0, 404);
    assert_eq!(house.get("/index.html").0, 404, "the page has one address");
    assert_eq!(house.get("/healthz"), (200, "ok\n".to_owned()));
    let (table, secrets) = table(&house);
    house.page(&table, &secrets).typed("c1d3").unwrap();
    let metrics = house.get("/metrics").1;
    assert!(
        metrics.contains("threefold_wishes_total 1") && metrics.contains("threefold_tables_total 1"),
        "{metrics}"
    );
    let described: Value = serde_json::from_str(&house.get("/api/openapi.json").1).unwrap();
    assert!(described["paths"]["/api/tables"]["post"].is_object());
}

#[test]
fn the_document_names_its_files_in_one_folder() {
    let house = House::open();
    let (_, page) = house.get("/");
    let named = page.split("href=\"").chain(page.split("src=\"")).skip(1);
    let mut files: Vec<&str> = named.filter_map(|rest| rest.split('"').next()).collect();
    files.retain(|file| file.rsplit('/').next().is_some_and(|name| name.contains('.')));
    assert!(files.len() > 30, "{files:?}");
    let (folder, _) = files[0].split_once('/').expect("a folder");
    for file in &files {
        assert!(file.starts_with(&format!("{folder}/")), "{file} is not in {folder}");
        assert_eq!(house.get(&format!("/{file}")).0, 200, "{file}");
    }
}
