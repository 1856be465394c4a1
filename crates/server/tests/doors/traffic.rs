//! Whole games without turns with every byte that was sent to every socket, against the server's own log: where another
//! player's piece will stop is in none of them while the game runs (6.1).

mod log;

use std::{thread, time::Duration};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::client::{House, Page, text};
use log::Log;

/// So many wishes people make before they give up; the king may fall sooner.
const WISHES: usize = 80;
/// The least time between two wishes of a player.
const BREATH: Duration = Duration::from_millis(120);

/// What one socket was told.
pub(crate) struct Heard {
    /// The seat it spoke for.
    pub(crate) seat: Option<u64>,
    /// Everything told while the game ran.
    pub(crate) messages: Vec<Value>,
}

/// Who sits at a table; the first person opens it, the others come by link.
struct Game {
    board: &'static str,
    speed: &'static str,
    seats: &'static [&'static str],
}

const GAMES: [Game; 4] = [
    Game {
        board: "standard",
        speed: "lightning",
        seats: &["level3", "you"],
    },
    Game {
        board: "standard",
        speed: "standard",
        seats: &["you", "link"],
    },
    Game {
        board: "four",
        speed: "lightning",
        seats: &["you", "level2", "link", "link"],
    },
    Game {
        board: "four",
        speed: "standard",
        seats: &["link", "link", "you", "level4"],
    },
];

#[test]
fn no_byte_tells_where_another_players_piece_will_stop() {
    let house = House::open();
    let house = &house;
    thread::scope(|scope| {
        let games = GAMES.map(|game| scope.spawn(move || check(house, &game)));
        for game in games {
            game.join().expect("nothing leaks");
        }
    });
}

fn check(house: &House, game: &Game) {
    let (log, sockets) = play(house, game);
    let mut under_way = 0;
    for heard in &sockets {
        for message in &heard.messages {
            assert_eq!(log.leaks(message, heard.seat), Vec::<String>::new(), "{message}");
            under_way += log.hidden(message, heard.seat).len();
        }
    }
    assert!(under_way > 100, "only {under_way} moves of others were on their way");
    planted_leaks_are_found(&log, &sockets);
}

/// The check is one that can fail.
fn planted_leaks_are_found(log: &Log, sockets: &[Heard]) {
    let mut planted = 0;
    for heard in sockets {
        for message in &heard.messages {
            for hidden in log.hidden(message, heard.seat).into_iter().take(1) {
                let with = |change: &dyn Fn(&mut Value)| {
                    let mut message = message.clone();
                    let pieces = message["frame"]["pieces"].as_array_mut().expect("pieces");
                    let piece = pieces.iter_mut().find(|piece| piece["id"] == hidden.piece);
                    change(&mut piece.expect("it is under way")["place"]);
                    log.leaks(&message, heard.seat)
                };
                assert!(!with(&|place| place["to"] = json!(hidden.to)).is_empty());
                assert!(!with(&|place| place["why"] = json!({"towards": hidden.to})).is_empty());
                let far = hidden.way.iter().any(|way| way.abs() > 1);
                assert!(!far || !with(&|place| place["step"] = json!(hidden.way)).is_empty());
                let squares = json!({"told": "squares", "piece": hidden.piece, "squares": [hidden.to]});
                assert!(!log.leaks(&squares, heard.seat).is_empty());
                planted += 1;
            }
        }
    }
    assert!(planted > 0);
}

/// Plays a game to its end: what everybody was told, and what was so.
fn play(house: &House, game: &Game) -> (Log, Vec<Heard>) {
    let wanted = json!({
        "game": "kungfu", "board": game.board, "speed": game.speed, "name": "Ada", "seats": game.seats,
    });
    let (status, opened) = house.post("/api/tables", &wanted);
    assert_eq!(status, 201, "{opened}");
    let table = text(&opened["table"]);
    let mut seats = vec![opened["secrets"][0].clone()];
    for _ in game.seats.iter().filter(|seat| **seat == "link") {
        let (status, joined) = house.post(&format!("/api/tables/{table}/join"), &json!({"name": "Bob"}));
        assert_eq!(status, 200, "{joined}");
        seats.push(joined);
    }
    let sockets = thread::scope(|scope| {
        let table = &table;
        let people = seats.iter().map(|given| {
            let seat = given["seat"].as_u64().expect("a seat");
            let secret = text(&given["secret"]);
            scope.spawn(move || {
                let mut page = house.page(table, &[secret]);
                play_seat(&mut page, seat);
                heard(page, Some(seat))
            })
        });
        let people: Vec<_> = people.collect();
        let spectator = scope.spawn(move || {
            let mut page = house.page(table, &[]);
            page.until(is_over);
            heard(page, None)
        });
        let sockets = people.into_iter().chain([spectator]);
        sockets.map(|socket| socket.join().expect("it is played")).collect()
    });
    let (status, kept) = house.get(&format!("/api/tables/{table}/export?format=json"));
    assert_eq!(status, 200, "{kept}");
    (Log::read(&kept), sockets)
}

fn is_over(told: &Value) -> bool {
    [&told["frame"], &told["view"]["frame"]]
        .iter()
        .any(|frame| frame["phase"] == "over")
}

/// Sends pieces wherever they may go, as often as a person would, and gives up after a while.
fn play_seat(page: &mut Page, seat: u64) {
    let mut rng = Rng::with_seed(seat);
    let army = page.view()["frame"]["seats"][seat as usize]["army"].clone();
    page.say(&json!({"request": 0, "wish": "ready"}));
    let mut wishes = 0;
    loop {
        let heard = |told: &Value| !told["frame"].is_null() || told["told"] == "squares" || told["told"] == "refused";
        let told = page.until(heard);
        if is_over(&told) {
            return;
        }
        if wishes > WISHES || page.frame()["phase"] != "running" {
            continue;
        }
        thread::sleep(BREATH);
        wishes += 1;
        let squares = told["squares"].as_array().filter(|squares| !squares.is_empty());
        if wishes > WISHES {
            page.say(&json!({"request": 1, "wish": "resign"}));
        } else if let Some(squares) = squares {
            let to = &squares[rng.usize(..squares.len())];
            page.say(&json!({"request": 2, "wish": "command", "piece": told["piece"], "to": to}));
        } else {
            let frame = page.frame();
            let pieces = frame["pieces"].as_array().expect("pieces").iter();
            let own: Vec<&Value> = pieces.filter(|piece| piece["army"] == army).collect();
            if own.is_empty() {
                continue;
            }
            let piece = &own[rng.usize(..own.len())]["id"];
            page.say(&json!({"request": 3, "wish": "choices", "piece": piece}));
        }
    }
}

/// What a socket was told until the game was over.
fn heard(page: Page, seat: Option<u64>) -> Heard {
    let messages = page.into_heard();
    let messages = messages
        .iter()
        .map(|text| serde_json::from_str(text).expect("the hall speaks JSON"))
        .map(|mut told: Value| {
            // A view holds the same frame as news.
            if told["told"] == "live-view" {
                told["frame"] = told["view"]["frame"].take();
            }
            told
        });
    Heard {
        seat,
        messages: messages.take_while(|told| !is_over(told)).collect(),
    }
}
