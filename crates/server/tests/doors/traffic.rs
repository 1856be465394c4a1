//! Whole live games with every byte that was sent to every socket, against the server's own log: where another player's
//! piece will stop is in none of them while the game runs (docs/kungfu.md, 6.1).

mod log;

use std::{thread, time::Duration};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::client::{Client, TestServer, common, device, own, text};
use log::Log;

/// So many commands people give before they resign; the king may fall sooner.
const COMMANDS: usize = 80;
/// The least time between two commands of a player, so that nobody is taken for a flood.
const BREATH: Duration = Duration::from_millis(120);

/// What one socket was sent.
pub(crate) struct Heard {
    /// The seat it spoke for.
    pub(crate) seat: Option<u64>,
    /// Every message while the game ran.
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
fn no_byte_shows_where_another_players_piece_will_stop() {
    let server = TestServer::open();
    let server = &server;
    thread::scope(|scope| {
        let games = GAMES.map(|game| scope.spawn(move || check(server, &game)));
        for game in games {
            game.join().expect("nothing leaks");
        }
    });
}

fn check(server: &TestServer, game: &Game) {
    let (log, sockets) = play(server, game);
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
                let squares = json!({
                    "message": "reply", "answer": {"answer": "squares", "piece": hidden.piece, "squares": [hidden.to]},
                });
                assert!(!log.leaks(&squares, heard.seat).is_empty());
                planted += 1;
            }
        }
    }
    assert!(planted > 0);
}

/// Plays a game to its end: what everybody was sent, and what was so.
fn play(server: &TestServer, game: &Game) -> (Log, Vec<Heard>) {
    let wanted = json!({
        "game": "kungfu", "board": game.board, "speed": game.speed, "name": "Ada", "device": device(),
        "seats": game.seats,
    });
    let (status, opened) = server.post("/api/tables", &wanted);
    assert_eq!(status, 201, "{opened}");
    let table = text(&opened["table"]);
    let granted = &opened["seats"][0];
    let mut seats = vec![(granted["seat"].as_u64().expect("a seat"), text(&granted["token"]))];
    for _ in game.seats.iter().filter(|seat| **seat == "link") {
        seats.push(server.join(&table, "Bob"));
    }
    let sockets = thread::scope(|scope| {
        let table = &table;
        let people = seats.into_iter().map(|(seat, token)| {
            scope.spawn(move || {
                let mut client = server.client(table, &[token]);
                play_seat(&mut client, seat);
                heard(client, Some(seat))
            })
        });
        let people: Vec<_> = people.collect();
        let spectator = scope.spawn(move || {
            let mut client = server.client(table, &[]);
            client.until(is_over);
            heard(client, None)
        });
        let sockets = people.into_iter().chain([spectator]);
        sockets.map(|socket| socket.join().expect("it is played")).collect()
    });
    let (status, kept) = server.get(&format!("/api/tables/{table}/export?format=json"));
    assert_eq!(status, 200, "{kept}");
    (Log::read(&kept), sockets)
}

fn is_over(message: &Value) -> bool {
    [&message["frame"], &message["view"]["frame"]]
        .iter()
        .any(|frame| frame["phase"] == "over")
}

/// Sends pieces wherever they may go, as often as a person would, and resigns after a while.
fn play_seat(client: &mut Client, seat: u64) {
    let mut rng = Rng::with_seed(seat);
    let army = client.view()["frame"]["seats"][seat as usize]["army"].clone();
    let mut id = 0;
    let mut send = |client: &mut Client, mut command: Value| {
        id += 1;
        command["id"] = id.into();
        client.say(&command);
    };
    send(client, own("ready"));
    let mut commands = 0;
    loop {
        let heard = |message: &Value| {
            !message["frame"].is_null() || message["answer"]["answer"] == "squares" || message["message"] == "refused"
        };
        let message = client.until(heard);
        if is_over(&message) {
            return;
        }
        if commands > COMMANDS || client.frame()["phase"] != "running" {
            continue;
        }
        thread::sleep(BREATH);
        commands += 1;
        let answer = &message["answer"];
        let squares = answer["squares"].as_array().filter(|squares| !squares.is_empty());
        if commands > COMMANDS {
            send(client, common("resign"));
        } else if let Some(squares) = squares {
            let to = &squares[rng.usize(..squares.len())];
            send(
                client,
                json!({"kind": "own", "command": "go", "piece": answer["piece"], "to": to}),
            );
        } else {
            let frame = client.frame();
            let pieces = frame["pieces"].as_array().expect("pieces").iter();
            let own: Vec<&Value> = pieces.filter(|piece| piece["army"] == army).collect();
            if own.is_empty() {
                continue;
            }
            let piece = &own[rng.usize(..own.len())]["id"];
            send(client, json!({"kind": "own", "command": "targets", "piece": piece}));
        }
    }
}

/// What a socket was sent until the game was over.
fn heard(client: Client, seat: Option<u64>) -> Heard {
    let messages = client.into_heard();
    let messages = messages
        .iter()
        .map(|text| serde_json::from_str(text).expect("messages are JSON"))
        .map(|mut message: Value| {
            // A snapshot holds the same frame as an update.
            if message["message"] == "snapshot" {
                message["frame"] = message["view"]["frame"].take();
            }
            message
        });
    Heard {
        seat,
        messages: messages.take_while(|message| !is_over(message)).collect(),
    }
}
