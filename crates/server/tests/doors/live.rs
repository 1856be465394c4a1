//! Games without turns: rooms, play, replays, by real sockets.

use std::{thread, time::Duration};

use serde_json::{Value, json};

use crate::client::{House, Page, text};

fn wanted(board: &str, seats: &[&str]) -> Value {
    json!({"game": "kungfu", "board": board, "speed": "lightning", "name": "Ada", "seats": seats})
}

/// A seat at a table for whoever has the link.
fn join(house: &House, table: &str, name: &str) -> (u64, Vec<String>) {
    let (status, joined) = house.post(&format!("/api/tables/{table}/join"), &json!({"name": name}));
    assert_eq!(status, 200, "{joined}");
    let seat = joined["seat"].as_u64().expect("a seat");
    (seat, vec![text(&joined["secret"])])
}

/// The number of the piece that stands on a square.
fn piece_on(frame: &Value, square: &str) -> u64 {
    let pieces = frame["pieces"].as_array().expect("pieces");
    let here = |piece: &&Value| piece["place"]["square"] == square;
    let piece = pieces.iter().find(here).expect("a piece stands there");
    piece["id"].as_u64().expect("a number")
}

fn typed(page: &mut Page, squares: &str) -> Result<(), String> {
    page.wish(json!({"wish": "typed", "text": squares}))
}

/// Waits until the table is in a phase.
fn until_phase(page: &mut Page, phase: &str) {
    if page.frame()["phase"] != phase {
        page.until(|told| told["frame"]["phase"] == phase);
    }
}

/// Waits until the counter has left the tick it was told at.
fn until_next_tick(page: &mut Page) {
    const TICK: u64 = 34;
    let since = page.frame()["since"].as_u64().expect("time runs");
    loop {
        page.say(&json!({"ping": 0}));
        let pong = page.until(|told| told["told"] == "pong");
        if pong["now"].as_u64().expect("a moment") > since + TICK {
            return;
        }
        thread::sleep(Duration::from_millis(TICK));
    }
}

/// Waits until a piece stands on a square.
fn until_on(page: &mut Page, square: &str) {
    let stands = |frame: &Value| {
        let pieces = frame["pieces"].as_array().into_iter().flatten();
        let mut places = pieces.map(|piece| &piece["place"]["square"]);
        places.any(|place| place == square)
    };
    if !stands(&page.frame()) {
        page.until(|told| stands(&told["frame"]));
    }
}

#[test]
fn two_people_by_link_get_ready_play_and_anybody_sees_the_replay() {
    let house = House::open();
    let (table, hers) = house.table(&wanted("standard", &["link", "you"]));
    let mut ada = house.page(&table, &hers);
    let view = ada.view();
    assert_eq!((&view["yours"], &view["turned"]), (&json!(1), &json!(2)));
    assert_eq!(view["frame"]["phase"], "waiting");
    assert_eq!(view["frame"]["seats"][0]["sitter"]["is"], "nobody");

    let lobby: Value = serde_json::from_str(&house.get("/api/tables").1).expect("a list");
    let listed = json!({
        "table": table, "game": "kungfu", "names": ["", "Ada"], "open_seats": 1, "moves": 0, "over": false,
        "board": "standard", "speed": "lightning",
    });
    assert_eq!(lobby, json!([listed]));

    let (seat, his) = join(&house, &table, "Bob");
    assert_eq!(seat, 0);
    let mut bob = house.page(&table, &his);
    assert_eq!(bob.view()["frame"]["may"]["ready"], true);
    let mut eve = house.page(&table, &[]);
    assert_eq!(eve.view()["yours"], json!(null));
    assert_eq!(typed(&mut bob, "e2e4"), Err("The game has not begun yet.".to_owned()));
    for page in [&mut ada, &mut bob] {
        page.wish(json!({"wish": "ready"})).expect("nothing is against it");
    }
    for page in [&mut ada, &mut bob, &mut eve] {
        until_phase(page, "running");
    }

    // Commands are granted, seen by everybody, or refused with words. At the first tick the replay shall show it at home.
    until_next_tick(&mut bob);
    let pawn = piece_on(&bob.frame(), "e2");
    let command = json!({"wish": "command", "piece": pawn, "to": "e4"});
    bob.wish(command.clone()).expect("a pawn may go two squares");
    for page in [&mut ada, &mut eve] {
        let news = page.event("started");
        assert_eq!(news["events"][0]["piece"], pawn);
    }
    assert_eq!(typed(&mut eve, "d2d4"), Err("you are watching this game".to_owned()));
    assert!(typed(&mut ada, "d2d4").unwrap_err().contains("not yours"));
    assert!(typed(&mut bob, "b1b3").is_err());
    bob.wish(json!({"wish": "choices", "piece": pawn}))
        .expect("one may ask");
    assert!(
        ada.wish(json!({"wish": "seek", "tick": 0})).is_err(),
        "not before the end"
    );
    for format in ["json", "pgn", "position"] {
        let (status, words) = house.get(&format!("/api/tables/{table}/export?format={format}"));
        assert_eq!(status, 409, "{words}");
    }

    // The page measures the way here, by the clock of the frames.
    ada.say(&json!({"ping": 12.5}));
    let pong = ada.until(|told| told["told"] == "pong");
    assert_eq!(pong["ping"], 12.5);
    let now = |value: &Value| value["now"].as_u64().expect("a moment");
    assert!(now(&pong) >= now(&ada.frame()), "{pong}");

    until_on(&mut bob, "e4");
    ada.wish(json!({"wish": "resign"})).expect("one may give up");
    for page in [&mut ada, &mut bob, &mut eve] {
        until_phase(page, "over");
        let end = page.frame()["end"].clone();
        assert_eq!((&end["winner"], &end["result"]), (&json!(0), &json!("1-0")));
    }

    // Whoever has the link sees the whole game, where pieces went included.
    drop((ada, bob, eve));
    let mut stranger = house.page(&table, &[]);
    let view = stranger.view();
    assert_eq!(
        (&view["frame"]["phase"], &view["frame"]["may"]["replay"]),
        (&json!("over"), &json!(true))
    );
    stranger.say(&json!({"request": 1, "wish": "seek", "tick": 0}));
    let start = stranger.until(|told| told["told"] == "replayed")["replayed"].clone();
    assert_eq!(
        (&start["frame"]["tick"], piece_on(&start["frame"], "e2")),
        (&json!(0), pawn)
    );
    let next = start["next"].as_u64().expect("something happens");
    stranger.say(&json!({"request": 2, "wish": "seek", "tick": next}));
    let moving = stranger.until(|told| told["told"] == "replayed")["replayed"]["frame"].clone();
    let pieces = moving["pieces"].as_array().expect("pieces");
    let under_way = pieces.iter().find(|piece| piece["id"] == pawn).expect("it lives");
    assert_eq!(under_way["place"]["to"], command["to"]);

    // Again, with sides swapped.
    let again = |secrets: &[String]| {
        let path = format!("/api/tables/{table}/rematch");
        let (status, again) = house.post(&path, &json!({"secrets": secrets}));
        assert_eq!(status, 201, "{again}");
        (text(&again["table"]), again["secrets"][0]["seat"].clone())
    };
    let (next, seat) = again(&hers);
    assert_eq!((again(&his), seat), ((next, json!(1)), json!(0)));
}

#[test]
fn a_host_who_leaves_comes_back_to_the_same_seat() {
    let house = House::open();
    let (table, hers) = house.table(&wanted("standard", &["you", "link"]));
    house.page(&table, &hers).view();
    // Nobody is there; the link still leads to the free seat.
    let (seat, his) = join(&house, &table, "Bob");
    assert_eq!(seat, 1);
    let mut bob = house.page(&table, &his);
    assert_eq!(bob.view()["frame"]["seats"][0]["name"], "Ada");
    bob.wish(json!({"wish": "ready"})).unwrap();
    let mut ada = house.page(&table, &hers);
    assert_eq!(ada.view()["yours"], json!(0));
    ada.wish(json!({"wish": "ready"})).unwrap();
    until_phase(&mut ada, "running");
    typed(&mut ada, "e2e4").unwrap();
    drop(ada);
    // The game goes on for who stays, and the seat is hers when she is back.
    bob.event("seated");
    let mut ada = house.page(&table, &hers);
    let view = ada.view();
    assert_eq!(
        (&view["yours"], &view["frame"]["phase"]),
        (&json!(0), &json!("running"))
    );
    typed(&mut ada, "d2d4").unwrap();
    typed(&mut bob, "a7a5").unwrap();
}

#[test]
fn a_full_hall_opens_no_tables_and_its_games_go_on() {
    let house = House::with_tables(2);
    let against = wanted("standard", &["you", "level1"]);
    let games: Vec<_> = (0..2).map(|_| house.table(&against)).collect();
    let mut pages: Vec<Page> = games
        .iter()
        .map(|(table, secrets)| house.page(table, secrets))
        .collect();
    for page in &mut pages {
        until_phase(page, "running");
    }
    let (status, full) = house.post("/api/tables", &against);
    assert_eq!(
        (status, text(&full["error"]).as_str()),
        (503, "the hall is full; try again in a moment")
    );
    for page in &mut pages {
        typed(page, "e2e4").unwrap();
        until_on(page, "e4");
    }
    let metrics = house.get("/metrics").1;
    assert!(metrics.contains("threefold_open_tables 2"), "{metrics}");
    assert!(!metrics.contains("threefold_tick_delay_seconds_count 0"), "{metrics}");
    // With the first who leaves there is room again.
    pages.pop();
    let deadline = std::time::Instant::now() + std::time::Duration::from_mins(1);
    while house.post("/api/tables", &against).0 != 201 {
        assert!(
            std::time::Instant::now() < deadline,
            "a table that nobody is at is closed"
        );
        std::thread::yield_now();
    }
}

#[test]
fn four_seats_are_filled_by_bots_and_by_link() {
    let house = House::open();
    let (table, hers) = house.table(&wanted("four", &["level1", "link", "you", "link"]));
    let mut ada = house.page(&table, &hers);
    let view = ada.view();
    assert_eq!((&view["yours"], &view["board"]["width"]), (&json!(2), &json!(12)));
    let (seat, his) = join(&house, &table, "Bob");
    assert_eq!(seat, 1);
    let replace = |seat: u64, spec: &str| json!({"wish": "replace", "seat": seat, "spec": spec});
    for (seat, words) in [
        (1, "A person sits there"),
        (2, "A person sits there"),
        (7, "this table has no seat 7"),
    ] {
        assert_eq!(ada.wish(replace(seat, "level3")), Err(words.to_owned()));
    }
    // The last seat goes to a bot, back to whoever comes, and to another bot.
    for (spec, sits) in [("level3", "bot"), ("link", "nobody"), ("level2", "bot")] {
        ada.wish(replace(3, spec)).unwrap();
        assert_eq!(ada.frame()["seats"][3]["sitter"]["is"], sits, "{spec}");
    }
    let mut watching = house.page(&table, &[]);
    assert_eq!(
        watching.wish(replace(3, "link")),
        Err("you are watching this game".to_owned())
    );
    let mut bob = house.page(&table, &his);
    for page in [&mut ada, &mut bob] {
        page.wish(json!({"wish": "ready"})).unwrap();
    }
    until_phase(&mut bob, "running");
    assert_eq!(
        ada.wish(replace(0, "level2")),
        Err("The game has begun; seats stay as they are".to_owned())
    );
    watching.event("started");
    // Two of the four are people: each resigns for one army, and the bots play on.
    bob.wish(json!({"wish": "resign"})).unwrap();
    let out = ada.event("out");
    assert_eq!(
        (&out["frame"]["seats"][1]["alive"], &out["frame"]["phase"]),
        (&json!(false), &json!("running"))
    );

    // Everybody goes on by one seat.
    let path = format!("/api/tables/{table}/rematch");
    let seats =
        [&hers, &his].map(|secrets| house.post(&path, &json!({"secrets": secrets})).1["secrets"][0]["seat"].clone());
    assert_eq!(seats, [json!(3), json!(2)]);
}

#[test]
fn a_page_that_has_seen_everything_is_told_the_news_alone() {
    let house = House::open();
    let (table, secrets) = house.table(&wanted("standard", &["you", "link"]));
    let mut first = house.page(&table, &secrets);
    let version = first.view()["frame"]["version"].as_u64().unwrap();
    for (seen, told) in [(version, "live-news"), (version + 5, "live-view")] {
        let mut page = Page::connect(&house.address(), &table);
        page.say(&json!({"hello": {"secrets": [], "seen": seen}}));
        assert_eq!(page.until(|_| true)["told"], told);
    }
}
