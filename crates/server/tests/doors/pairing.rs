//! Quick pairing through the public door: at one server, and at two nodes.

use std::{
    collections::HashMap,
    thread,
    time::{Duration, Instant},
};

use scratch_postgres::{ScratchError, ScratchPostgres};
use serde_json::{Value, json};
use server::{NodeSettings, Server, Settings};

use crate::client::{Client, DEADLINE, TestServer, device, post, text};

/// Somebody who looks for an opponent.
#[derive(Clone)]
struct Player {
    name: String,
    device: String,
    ticket: u32,
}

impl Player {
    fn new(number: usize) -> Self {
        Player {
            name: format!("P{number}"),
            device: device(),
            ticket: fastrand::u32(..),
        }
    }

    fn ask(&self, address: &str) -> Value {
        let wanted = json!({
            "device": self.device, "name": self.name, "ticket": self.ticket, "game": "chess", "clock": "3+2"
        });
        let (status, answer) = post(address, "/api/pairing", &wanted);
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Asks again and again until there is a table.
    fn seek(&self, address: &str) -> String {
        let since = Instant::now();
        // Many ask at once, on a busy machine.
        while since.elapsed() < DEADLINE * 3 {
            let answer = self.ask(address);
            if answer["state"] == "paired" {
                return text(&answer["table"]);
            }
            thread::sleep(Duration::from_millis(300));
        }
        panic!("{} is not paired", self.name);
    }

    fn sit(&self, address: &str, table: &str) -> Client {
        let path = format!("/api/tables/{table}/join");
        let (status, granted) = post(address, &path, &json!({"device": self.device, "name": self.name}));
        assert_eq!(status, 200, "{granted}");
        Client::connect(address, table, &[text(&granted["token"])])
    }
}

/// Everybody looks for an opponent at once, at one of some addresses; who got which table.
fn everybody(players: &[Player], addresses: &[String]) -> HashMap<String, Vec<Player>> {
    let found: Vec<String> = thread::scope(|scope| {
        let seekers: Vec<_> = players
            .iter()
            .zip(addresses.iter().cycle())
            .map(|(player, address)| scope.spawn(move || player.seek(address)))
            .collect();
        seekers
            .into_iter()
            .map(|seeker| seeker.join().expect("a table"))
            .collect()
    });
    let mut tables: HashMap<String, Vec<Player>> = HashMap::new();
    for (player, table) in players.iter().zip(found) {
        tables.entry(table).or_default().push(player.clone());
    }
    tables
}

/// Asks for everybody until so many are paired; who got which table.
fn asked_until(players: &[Player], addresses: &[String], paired: usize) -> HashMap<String, Vec<Player>> {
    let since = Instant::now();
    while since.elapsed() < DEADLINE {
        let mut tables: HashMap<String, Vec<Player>> = HashMap::new();
        for (player, address) in players.iter().zip(addresses.iter().cycle()) {
            let answer = player.ask(address);
            if answer["state"] == "paired" {
                tables.entry(text(&answer["table"])).or_default().push(player.clone());
            }
        }
        if tables.values().map(Vec::len).sum::<usize>() >= paired {
            return tables;
        }
        thread::sleep(Duration::from_millis(200));
    }
    panic!("fewer than {paired} are paired");
}

/// Every table has two people, and both play there.
fn check_pairs(tables: &HashMap<String, Vec<Player>>, pairs: usize, addresses: &[String]) {
    assert_eq!(tables.len(), pairs, "nobody is in two pairs");
    for (table, pair) in tables {
        assert_eq!(pair.len(), 2, "table {table}");
        let mut clients: Vec<Client> = pair
            .iter()
            .zip(addresses.iter().cycle())
            .map(|(player, address)| player.sit(address, table))
            .collect();
        let seats: Vec<Value> = clients
            .iter_mut()
            .map(|client| client.view()["yours"].clone())
            .collect();
        assert!(seats.contains(&json!([0])) && seats.contains(&json!([1])), "{seats:?}");
        let white = usize::from(seats[0] != json!([0]));
        clients[white].typed("e4").expect("it is White's turn");
    }
}

#[test]
fn two_who_want_the_same_are_paired_and_one_who_wants_something_else_waits() {
    let server = TestServer::open();
    let address = server.address();
    let players: Vec<Player> = (0..2).map(Player::new).collect();
    let other = Player::new(9);
    let ransom = json!({"device": other.device, "name": "P9", "ticket": 1, "game": "ransom"});
    let (_, waiting) = post(&address, "/api/pairing", &ransom);
    assert_eq!((&waiting["state"], &waiting["people"]), (&json!("waiting"), &json!(1)));
    let addresses = [address.clone()];
    check_pairs(&everybody(&players, &addresses), 1, &addresses);
    let (_, waiting) = post(&address, "/api/pairing", &ransom);
    assert_eq!(waiting["state"], "waiting");
    assert_eq!(waiting["bot"], Value::Null);
    let stop = json!({"device": other.device});
    assert_eq!(post(&address, "/api/pairing/stop", &stop).0, 200);
    let lobby: Value = serde_json::from_str(&server.get("/api/lobby").1).unwrap();
    assert_eq!(lobby["seeking"], 0);
}

#[test]
fn a_bot_is_offered_after_twenty_seconds_and_wrong_wishes_are_refused() {
    let server = TestServer::with_driven_time();
    let anna = Player::new(1);
    let address = server.address();
    assert_eq!(anna.ask(&address)["bot"], Value::Null);
    for _ in 0..4 {
        server.post("/test/pass", &json!({"ms": 5_000}));
        anna.ask(&address);
    }
    let answer = anna.ask(&address);
    assert!(answer["waited"].as_u64() >= Some(20_000), "{answer}");
    assert!(
        answer["bot"]["spec"].is_string() && answer["bot"]["name"].is_string(),
        "{answer}"
    );
    for (key, value, code) in [
        ("game", json!("go"), "unknown-game"),
        ("clock", json!("soon"), "wrong-clock"),
        ("name", json!("<b>"), "name-letters"),
        ("device", json!("me"), "wrong-body"),
        ("surprise", json!(1), "wrong-body"),
    ] {
        let mut wanted = json!({"device": device(), "name": "Eve", "ticket": 1, "game": "chess"});
        wanted[key] = value;
        let (status, refused) = post(&address, "/api/pairing", &wanted);
        assert_eq!(
            (status, text(&refused["error"]["code"]).as_str()),
            (422, code),
            "{wanted}"
        );
    }
}

#[test]
fn nobody_is_paired_twice_in_a_row_with_the_same_opponent() {
    let server = TestServer::open();
    let address = server.address();
    let mut players: Vec<Player> = (0..2).map(Player::new).collect();
    everybody(&players, std::slice::from_ref(&address));
    for player in &mut players {
        player.ticket = player.ticket.wrapping_add(1);
    }
    // A third one comes: whoever of the two is paired now is so with the third.
    players.push(Player::new(3));
    let tables = asked_until(&players, std::slice::from_ref(&address), 2);
    let pair = tables.values().next().expect("a pair");
    assert!(pair.len() == 2 && pair.iter().any(|player| player.name == "P3"));
}

#[test]
fn forty_players_at_two_nodes_are_paired_once_each() {
    let postgres = match ScratchPostgres::start() {
        Ok(postgres) => postgres,
        Err(ScratchError::Missing) => return println!("skipped: {}", ScratchError::Missing),
        Err(error) => panic!("{error}"),
    };
    postgres.query("CREATE DATABASE pairing").expect("a new database");
    let any = || "127.0.0.1:0".parse().expect("an address");
    let nodes: Vec<Server> = ["a", "b"]
        .into_iter()
        .map(|name| {
            let settings = Settings {
                per_address: 10,
                ..Settings::new(any(), games::registry())
            };
            let node = NodeSettings {
                database: postgres.url_of("pairing"),
                name: name.to_owned(),
                peer_listen: any(),
                peer_address: None,
            };
            Server::open_node(settings, node).expect("the node opens")
        })
        .collect();
    let addresses: Vec<String> = nodes.iter().map(|node| node.address().to_string()).collect();
    let mut players: Vec<Player> = (0..40).map(Player::new).collect();
    let first = everybody(&players, &addresses);
    check_pairs(&first, 20, &addresses);
    // Once more: nobody meets the same opponent again, so that two may be left over.
    for player in &mut players {
        player.ticket = player.ticket.wrapping_add(1);
    }
    let second = asked_until(&players, &addresses, 38);
    let names = |tables: &HashMap<String, Vec<Player>>| -> Vec<Vec<String>> {
        let sorted = tables.values().map(|pair| {
            let mut names: Vec<String> = pair.iter().map(|player| player.name.clone()).collect();
            names.sort();
            names
        });
        sorted.collect()
    };
    let (first, second) = (names(&first), names(&second));
    assert!(second.iter().all(|pair| !first.contains(pair)), "{second:?}");
    for node in nodes {
        node.close().expect("the node closes");
    }
}
