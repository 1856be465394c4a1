//! Quick pairing over HTTP: at one server, and at two nodes.

use std::{
    collections::HashMap,
    thread,
    time::{Duration, Instant},
};

use scratch_postgres::{ScratchError, ScratchPostgres};
use serde_json::{Value, json};
use server::{NodeSettings, Server, Settings};

use crate::{
    accounts::PASSWORD,
    client::{Client, DEADLINE, TestServer, agent, device, get, post, text},
};

/// Somebody who looks for an opponent.
#[derive(Clone)]
struct Player {
    name: String,
    device: String,
    ticket: u32,
    /// The session of an account.
    cookie: Option<String>,
}

/// Somebody at a table, and how long the search took.
#[derive(Clone)]
struct Paired {
    player: Player,
    waited: Duration,
}

impl Player {
    fn new(number: usize) -> Self {
        Player {
            name: format!("P{number}"),
            device: device(),
            ticket: fastrand::u32(..),
            cookie: None,
        }
    }

    /// The same with an account.
    fn signed_up(number: usize, address: &str) -> Self {
        let player = Player::new(number);
        let wanted = json!({"name": player.name, "password": PASSWORD});
        let sent = agent()
            .post(format!("http://{address}/api/account/signup"))
            .send_json(wanted);
        let answer = sent.expect("the server answers");
        assert_eq!(answer.status().as_u16(), 201);
        let cookie = answer
            .headers()
            .get("set-cookie")
            .expect("a session")
            .to_str()
            .expect("a text");
        let cookie = cookie.split(';').next().map(str::to_owned);
        Player { cookie, ..player }
    }

    fn post(&self, address: &str, path: &str, body: &Value) -> (u16, Value) {
        let mut request = agent().post(format!("http://{address}{path}"));
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let mut answer = request.send_json(body).expect("the server answers");
        let text = answer.body_mut().read_to_string().expect("a text");
        (answer.status().as_u16(), serde_json::from_str(&text).expect("JSON"))
    }

    fn ask(&self, address: &str) -> Value {
        let wanted = json!({
            "device": self.device, "name": self.name, "ticket": self.ticket, "game": "chess", "clock": "3+2"
        });
        let (status, answer) = self.post(address, "/api/pairing", &wanted);
        assert_eq!(status, 200, "{answer}");
        answer
    }

    /// Asks again and again until there is a table; how long that took.
    fn seek(&self, address: &str) -> (String, Duration) {
        let since = Instant::now();
        // Many ask at once, on a busy machine.
        loop {
            assert!(since.elapsed() < DEADLINE * 3, "{} is not paired", self.name);
            let answer = self.ask(address);
            if answer["state"] == "paired" {
                return (text(&answer["table"]), since.elapsed());
            }
            thread::sleep(Duration::from_millis(300));
        }
    }

    fn sit(&self, address: &str, table: &str) -> Client {
        let path = format!("/api/tables/{table}/join");
        let (status, granted) = self.post(address, &path, &json!({"device": self.device, "name": self.name}));
        assert_eq!(status, 200, "{granted}");
        Client::connect(address, table, &[text(&granted["token"])])
    }
}

/// Everybody looks for an opponent at once, at one of some addresses; who got which table.
fn everybody(players: &[Player], addresses: &[String]) -> HashMap<String, Vec<Paired>> {
    let found: Vec<(String, Duration)> = thread::scope(|scope| {
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
    let mut tables: HashMap<String, Vec<Paired>> = HashMap::new();
    for (player, (table, waited)) in players.iter().zip(found) {
        let player = player.clone();
        tables.entry(table).or_default().push(Paired { player, waited });
    }
    tables
}

/// Asks for everybody until so many are paired; who got which table.
fn asked_until(players: &[Player], addresses: &[String], paired: usize) -> HashMap<String, Vec<Paired>> {
    let since = Instant::now();
    loop {
        assert!(since.elapsed() < DEADLINE, "fewer than {paired} are paired");
        let mut tables: HashMap<String, Vec<Paired>> = HashMap::new();
        for (player, address) in players.iter().zip(addresses.iter().cycle()) {
            let answer = player.ask(address);
            if answer["state"] == "paired" {
                let (player, waited) = (player.clone(), since.elapsed());
                tables
                    .entry(text(&answer["table"]))
                    .or_default()
                    .push(Paired { player, waited });
            }
        }
        // One of a pair may have asked just before it was made.
        tables.retain(|_, pair| pair.len() > 1);
        if tables.values().map(Vec::len).sum::<usize>() >= paired {
            return tables;
        }
        thread::sleep(Duration::from_millis(200));
    }
}

/// Every table has two people, and both play there.
fn check_pairs(tables: &HashMap<String, Vec<Paired>>, pairs: usize, addresses: &[String]) {
    assert_eq!(tables.len(), pairs, "nobody is in two pairs");
    for (table, pair) in tables {
        assert_eq!(pair.len(), 2, "table {table}");
        let mut clients: Vec<Client> = pair
            .iter()
            .zip(addresses.iter().cycle())
            .map(|(paired, address)| paired.player.sit(address, table))
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
fn a_bot_is_offered_after_twenty_seconds_and_wrong_terms_are_refused() {
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
    // A third seeker comes: one of the two is now paired with the third.
    players.push(Player::new(3));
    let tables = asked_until(&players, std::slice::from_ref(&address), 2);
    let pair = tables.values().next().expect("a pair");
    assert!(pair.len() == 2 && pair.iter().any(|paired| paired.player.name == "P3"));
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
    let mut players: Vec<Player> = (0..40)
        .zip(addresses.iter().cycle())
        .map(|(number, address)| Player::signed_up(number, address))
        .collect();
    for (number, player) in players.iter().enumerate() {
        let rated = format!(
            "INSERT INTO ratings SELECT player, 'chess-blitz', {}, 60, 0.06, 20, created FROM accounts WHERE name = '{}'",
            rating_of(number),
            player.name
        );
        postgres.query_of("pairing", &rated).expect("a rating");
    }
    let waiting = players[7].ask(&addresses[0]);
    assert_eq!(waiting["rating"], rating_of(7), "{waiting}");
    let first = everybody(&players, &addresses);
    check_pairs(&first, 20, &addresses);
    check_ratings(&first, &addresses[1]);
    // Once more: nobody meets the same opponent again, so that two may be left over.
    for player in &mut players {
        player.ticket = player.ticket.wrapping_add(1);
    }
    let second = asked_until(&players, &addresses, 38);
    check_ratings(&second, &addresses[0]);
    let names = |tables: &HashMap<String, Vec<Paired>>| -> Vec<Vec<String>> {
        let sorted = tables.values().map(|pair| {
            let mut names: Vec<String> = pair.iter().map(|paired| paired.player.name.clone()).collect();
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

/// The ratings of forty players, each 40 points above the one before.
const fn rating_of(number: usize) -> usize {
    1_000 + 40 * number
}

/// Games of accounts are rated, and nobody plays somebody further away than the wait of both allows; says how far.
fn check_ratings(tables: &HashMap<String, Vec<Paired>>, address: &str) {
    let mut differences = Vec::new();
    for (table, pair) in tables {
        let about: Value = serde_json::from_str(&get(address, &format!("/api/ratings/{table}")).1).expect("JSON");
        assert_eq!(about["rated"], true, "table {table}");
        let [one, other] = [0, 1].map(|place| {
            let name = pair[place].player.name.trim_start_matches('P');
            rating_of(name.parse().expect("a number"))
        });
        let waited = pair[0].waited.min(pair[1].waited).as_secs() as usize;
        let difference = one.abs_diff(other);
        assert!(
            difference <= 100 + 40 * (waited + 1),
            "{one} plays {other} after {waited} s"
        );
        differences.push(difference);
    }
    differences.sort_unstable();
    let mean = differences.iter().sum::<usize>() / differences.len();
    println!(
        "{} pairs; rating differences: mean {mean}, largest {:?}; all: {differences:?}",
        differences.len(),
        differences.last()
    );
}

#[test]
fn a_game_of_two_accounts_is_rated_and_one_with_somebody_without_is_not() {
    let server = TestServer::open();
    let address = server.address();
    let rated = |players: &[Player]| {
        let tables = everybody(players, std::slice::from_ref(&address));
        let table = tables.keys().next().expect("a table");
        let about: Value = serde_json::from_str(&server.get(&format!("/api/ratings/{table}")).1).expect("JSON");
        let lobby: Value = serde_json::from_str(&server.get("/api/lobby").1).expect("JSON");
        let listed = lobby["tables"].as_array().expect("a list");
        let entry = listed.iter().find(|entry| entry["table"] == table.as_str());
        assert_eq!(entry.map(|entry| &entry["rated"]), Some(&about["rated"]));
        about["rated"].clone()
    };
    let accounts = [1, 2, 3].map(|number| Player::signed_up(number, &address));
    assert_eq!(accounts[0].ask(&address)["rating"], 1500, "everybody begins there");
    assert_eq!(rated(&accounts[..2]), true);
    let nobody = Player::new(4);
    assert_eq!(nobody.ask(&address)["rating"], Value::Null);
    assert_eq!(rated(&[accounts[2].clone(), nobody]), false);
}
