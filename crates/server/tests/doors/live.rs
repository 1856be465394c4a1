//! Live games: seats, play, replays, by real sockets.

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Client, DEADLINE, Refused, TestServer, common, device, own, text};

fn wanted(board: &str, seats: &[&str]) -> Value {
    json!({"game": "kungfu", "board": board, "speed": "lightning", "name": "Ada", "seats": seats})
}

/// Takes an open seat.
fn join(server: &TestServer, table: &str, name: &str) -> (u64, Vec<String>) {
    let (seat, token) = server.join(table, name);
    (seat, vec![token])
}

/// The number of the piece that stands on a square.
fn piece_on(frame: &Value, square: &str) -> u64 {
    let pieces = frame["pieces"].as_array().expect("pieces");
    let here = |piece: &&Value| piece["place"]["square"] == square;
    let piece = pieces.iter().find(here).expect("a piece stands there");
    piece["id"].as_u64().expect("a number")
}

/// The code of a refusal.
fn code<T: std::fmt::Debug>(answer: Result<T, Refused>) -> String {
    answer.expect_err("it is refused").code
}

fn set_seat(seat: u64, occupant: &Value) -> Value {
    json!({"kind": "common", "command": "set-seat", "seat": seat, "occupant": occupant})
}

fn seek(tick: u64) -> Value {
    json!({"kind": "own", "command": "seek", "tick": tick})
}

/// Waits until the table is in a phase.
fn until_phase(client: &mut Client, phase: &str) {
    if client.frame()["phase"] != phase {
        client.until(|message| message["frame"]["phase"] == phase);
    }
}

/// Lets time pass in steps until a frame is as wanted.
fn pass_until(server: &TestServer, client: &mut Client, ms: u64, wanted: impl Fn(&Value) -> bool) {
    for _ in 0..200 {
        if wanted(&client.frame()) {
            return;
        }
        assert_eq!(server.post("/test/pass", &json!({"ms": ms})).0, 200);
        client.say(&json!({"ping": 0}));
        client.until(|message| message["message"] == "pong");
    }
    unreachable!("{} is not as wanted", client.frame());
}

/// Waits until a piece stands on a square.
fn until_on(client: &mut Client, square: &str) {
    if !stands_on(&client.frame(), square) {
        client.until(|message| stands_on(&message["frame"], square));
    }
}

fn stands_on(frame: &Value, square: &str) -> bool {
    let pieces = frame["pieces"].as_array().into_iter().flatten();
    let mut places = pieces.map(|piece| &piece["place"]["square"]);
    places.any(|place| place == square)
}

#[test]
fn two_people_by_link_get_ready_play_and_anybody_sees_the_replay() {
    let server = TestServer::with_driven_time();
    let mut listed = wanted("standard", &["link", "you"]);
    listed["visibility"] = "public".into();
    let (table, hers) = server.table(&listed);
    let mut ada = server.client(&table, &hers);
    let view = ada.view();
    assert_eq!((&view["yours"], &view["turned"]), (&json!([1]), &json!(2)));
    assert_eq!(view["frame"]["phase"], "waiting");
    assert_eq!(view["frame"]["seats"][0]["occupant"]["is"], "open");

    let lobby: Value = serde_json::from_str(&server.get("/api/tables").1).expect("a list");
    let listed = json!({
        "table": table, "game": "kungfu", "kind": "live", "names": ["", "Ada"], "open_seats": 1, "moves": 0,
        "over": false, "board": "standard", "speed": "lightning", "clock": null, "open": [0], "ratings": [null, null],
        "rated": false,
    });
    assert_eq!(lobby, json!([listed]));

    let (seat, his) = join(&server, &table, "Bob");
    assert_eq!(seat, 0);
    let mut bob = server.client(&table, &his);
    assert_eq!(bob.view()["frame"]["may"]["ready"], true);
    let mut eve = server.client(&table, &[]);
    assert_eq!(eve.view()["yours"], json!([]));
    assert_eq!(code(bob.typed("e2e4")), "not-begun");
    for client in [&mut ada, &mut bob] {
        client.command(own("ready")).expect("nothing is against it");
    }
    pass_until(&server, &mut ada, 200, |frame| frame["phase"] == "running");
    for client in [&mut bob, &mut eve] {
        until_phase(client, "running");
    }

    // Commands are accepted and seen by everybody, or refused. At the first tick the replay shall show the pawn at
    // home.
    assert_eq!(server.post("/test/pass", &json!({"ms": 200})).0, 200);
    let pawn = piece_on(&bob.frame(), "e2");
    let command = json!({"kind": "own", "command": "go", "piece": pawn, "to": "e4"});
    bob.command(command.clone()).expect("a pawn may go two squares");
    for client in [&mut ada, &mut eve] {
        let update = client.event("departed");
        assert_eq!(update["events"][0]["piece"], pawn);
    }
    assert_eq!(code(eve.typed("d2d4")), "watching");
    assert_eq!(code(ada.typed("d2d4")), "move");
    assert_eq!(code(bob.typed("b1b3")), "move");
    let targets = bob.command(json!({"kind": "own", "command": "targets", "piece": pawn}));
    assert_eq!(targets.expect("one may ask")["answer"], "squares");
    assert_eq!(code(ada.command(seek(0))), "not-over");
    for format in ["json", "pgn", "position"] {
        let (status, words) = server.get(&format!("/api/tables/{table}/export?format={format}"));
        assert!(status == 409 && words.contains("not-over"), "{words}");
    }

    // A client measures the way here, by the clock of the frames.
    ada.say(&json!({"ping": 12.5}));
    let pong = ada.until(|message| message["message"] == "pong");
    assert_eq!(pong["ping"], 12.5);
    let now = |value: &Value| value["now"].as_u64().expect("a moment");
    assert!(now(&pong) >= now(&ada.frame()), "{pong}");

    pass_until(&server, &mut bob, 100, |frame| stands_on(frame, "e4"));
    ada.command(common("resign")).expect("one may resign");
    for client in [&mut ada, &mut bob, &mut eve] {
        until_phase(client, "over");
        let end = client.frame()["end"].clone();
        assert_eq!((&end["winner"], &end["result"]), (&json!(0), &json!("1-0")));
    }

    // Anyone with the link sees the whole game, including where pieces went.
    drop((ada, bob, eve));
    let mut stranger = server.client(&table, &[]);
    let view = stranger.view();
    assert_eq!(
        (&view["frame"]["phase"], &view["frame"]["may"]["replay"]),
        (&json!("over"), &json!(true))
    );
    let start = stranger.command(seek(0)).expect("the game is over")["replay"].clone();
    assert_eq!(
        (&start["frame"]["tick"], piece_on(&start["frame"], "e2")),
        (&json!(0), pawn)
    );
    let next = start["next"].as_u64().expect("something happens");
    let moving = stranger.command(seek(next)).expect("the game is over")["replay"]["frame"].clone();
    let pieces = moving["pieces"].as_array().expect("pieces");
    let under_way = pieces.iter().find(|piece| piece["id"] == pawn).expect("it lives");
    assert_eq!(under_way["place"]["to"], command["to"]);

    // Again, with sides swapped.
    let again = |tokens: &[String]| {
        let path = format!("/api/tables/{table}/rematch");
        let (status, again) = server.post(&path, &json!({"tokens": tokens}));
        assert_eq!(status, 201, "{again}");
        (text(&again["table"]), again["seats"][0]["seat"].clone())
    };
    let (next, seat) = again(&hers);
    assert_eq!((again(&his), seat), ((next, json!(1)), json!(0)));
}

#[test]
fn a_player_who_leaves_comes_back_to_the_same_seat() {
    let server = TestServer::open();
    let (table, hers) = server.table(&wanted("standard", &["you", "link"]));
    server.client(&table, &hers).view();
    // Nobody is there; the link still leads to the open seat.
    let (seat, his) = join(&server, &table, "Bob");
    assert_eq!(seat, 1);
    let mut bob = server.client(&table, &his);
    assert_eq!(bob.view()["frame"]["seats"][0]["name"], "Ada");
    bob.command(own("ready")).unwrap();
    let mut ada = server.client(&table, &hers);
    assert_eq!(ada.view()["yours"], json!([0]));
    ada.command(own("ready")).unwrap();
    until_phase(&mut ada, "running");
    ada.typed("e2e4").unwrap();
    drop(ada);
    // The game goes on for the one who stays, and the seat is hers when she is back.
    bob.until(|message| message["frame"]["seats"][0]["connected"] == false);
    let mut ada = server.client(&table, &hers);
    let view = ada.view();
    assert_eq!(
        (&view["yours"], &view["frame"]["phase"]),
        (&json!([0]), &json!("running"))
    );
    ada.typed("d2d4").unwrap();
    bob.typed("a7a5").unwrap();
}

#[test]
fn a_full_server_opens_no_tables_and_its_games_go_on() {
    let server = TestServer::with_tables(2);
    let mut against = wanted("standard", &["you", "level1"]);
    against["device"] = device().into();
    let games: Vec<_> = (0..2).map(|_| server.table(&against)).collect();
    let mut clients: Vec<Client> = games
        .iter()
        .map(|(table, tokens)| server.client(table, tokens))
        .collect();
    let (status, full) = server.post("/api/tables", &against);
    assert_eq!((status, text(&full["error"]["code"]).as_str()), (503, "full"));
    for client in &mut clients {
        until_phase(client, "running");
        // Time passes by itself here: no piece of the bot can come into the way of a knight.
        client.typed("b1c3").unwrap();
    }
    for client in &mut clients {
        until_on(client, "c3");
    }
    let metrics = server.metrics();
    assert!(metrics.contains("threefold_open_tables 2"), "{metrics}");
    assert!(!metrics.contains("threefold_tick_delay_seconds_count 0"), "{metrics}");
    // With the first who leaves there is room again.
    clients.pop();
    let begun = Instant::now();
    while server.post("/api/tables", &against).0 != 201 {
        assert!(begun.elapsed() < DEADLINE, "a table that nobody is at is closed");
        std::thread::yield_now();
    }
}

#[test]
fn four_seats_are_filled_by_bots_and_by_link() {
    let server = TestServer::open();
    let (table, hers) = server.table(&wanted("four", &["level1", "link", "you", "link"]));
    let mut ada = server.client(&table, &hers);
    let view = ada.view();
    assert_eq!((&view["yours"], &view["board"]["width"]), (&json!([2]), &json!(12)));
    let (seat, his) = join(&server, &table, "Bob");
    assert_eq!(seat, 1);
    let bot = |spec: &str| json!({"is": "bot", "spec": spec});
    let open = json!({"is": "open"});
    for (seat, refused) in [(1, "seat-of-person"), (2, "seat-of-person"), (7, "no-such-seat")] {
        assert_eq!(code(ada.command(set_seat(seat, &bot("level3")))), refused);
    }
    // The last seat goes to a bot, is opened again, and goes to another bot.
    for occupant in [bot("level3"), open.clone(), bot("level2")] {
        ada.command(set_seat(3, &occupant)).unwrap();
        assert_eq!(ada.frame()["seats"][3]["occupant"]["is"], occupant["is"], "{occupant}");
    }
    let mut watching = server.client(&table, &[]);
    assert_eq!(code(watching.command(set_seat(3, &open))), "watching");
    let mut bob = server.client(&table, &his);
    for client in [&mut ada, &mut bob] {
        client.command(own("ready")).unwrap();
    }
    until_phase(&mut bob, "running");
    assert_eq!(code(ada.command(set_seat(0, &bot("level2")))), "already-begun");
    watching.event("departed");
    // Two of the four are people: each resigns for one army, and the bots play on.
    bob.command(common("resign")).unwrap();
    let out = ada.event("out");
    assert_eq!(
        (&out["frame"]["seats"][1]["alive"], &out["frame"]["phase"]),
        (&json!(false), &json!("running"))
    );
}

#[test]
fn nobody_plays_two_seats_of_a_live_game() {
    let server = TestServer::open();
    let (table, hers) = server.table(&wanted("standard", &["you", "link"]));
    let (_, his) = join(&server, &table, "Bob");
    let both: Vec<String> = [hers, his].concat();
    let end = server.client(&table, &both).end();
    assert_eq!((end.reason.as_str(), end.code), ("refused", 1008));
}

#[test]
fn a_client_that_comes_back_to_a_live_game_gets_a_snapshot() {
    let server = TestServer::open();
    let (table, tokens) = server.table(&wanted("standard", &["you", "link"]));
    let mut first = server.client(&table, &tokens);
    let seq = first.view()["frame"]["seq"].as_u64().expect("a number");
    let mut back = Client::reconnect(&server.address(), &table, &tokens, 5, Some(seq));
    assert_eq!(back.until(|_| true)["message"], "snapshot");
}
