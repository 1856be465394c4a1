//! The hall is killed in the middle of many games without turns: each goes on within a second of where it was, and what
//! was acknowledged is in its log.

use fastrand::Rng;
use serde_json::{Value, json};

use crate::{
    client::{Page, text},
    killed::Victim,
};

const GAMES: usize = 50;
const KILLS: usize = 3;
/// Ticks of a second.
const SECOND: u64 = 30;

/// A game as its player knows it.
struct Game {
    table: String,
    secret: String,
    /// Pieces and where they were sent, as it was acknowledged.
    acknowledged: Vec<(u64, String)>,
}

impl Game {
    fn open(address: &str, number: usize) -> Self {
        let (board, seats) = match number % 5 {
            0 => ("four", json!(["you", "level1", "level2", "level1"])),
            _ => ("standard", json!(["you", "level2"])),
        };
        let wanted = json!({"game": "kungfu", "board": board, "speed": "standard", "name": "Ada", "seats": seats});
        let mut answer = ureq::post(format!("http://{address}/api/tables"))
            .send_json(&wanted)
            .expect("the hall opens a table");
        let opened: Value = answer.body_mut().read_json().expect("an answer");
        Game {
            table: text(&opened["table"]),
            secret: text(&opened["secrets"][0]["secret"]),
            acknowledged: Vec::new(),
        }
    }

    fn sit(&self, address: &str) -> Page {
        let mut page = Page::connect(address, &self.table);
        page.say(&json!({"hello": {"secrets": [self.secret], "seen": null}}));
        page.view();
        page
    }

    /// Sends some piece somewhere.
    fn command(&mut self, page: &mut Page, rng: &mut Rng) {
        let frame = page.frame();
        let pieces = frame["pieces"].as_array().expect("pieces").iter();
        let ready = pieces.filter(|piece| piece["army"] == "white" && piece["place"]["is"] == "standing");
        let ready: Vec<u64> = ready
            .filter(|piece| piece["place"]["rests"].is_null())
            .filter_map(|piece| piece["id"].as_u64())
            .collect();
        if ready.is_empty() {
            return;
        }
        let piece = ready[rng.usize(..ready.len())];
        page.say(&json!({"request": 0, "wish": "choices", "piece": piece}));
        let told = page.until(|told| told["told"] == "squares" || told["told"] == "refused");
        let squares = told["squares"].as_array().cloned().unwrap_or_default();
        let Some(to) = rng.choice(&squares).map(text) else {
            return;
        };
        // A piece that was taken meanwhile is refused, and so is one whose way is blocked by what cannot be seen.
        let granted = page.wish(json!({"wish": "command", "piece": piece, "to": to})).is_ok();
        let waits = page.frame()["premoves"]
            .as_array()
            .is_some_and(|waiting| !waiting.is_empty());
        if granted && !waits {
            self.acknowledged.push((piece, to));
        }
    }

    /// What the log of the hall holds of the player's commands.
    fn logged(&self, address: &str) -> Vec<(u64, String)> {
        let url = format!("http://{address}/api/tables/{}/export?format=json", self.table);
        let mut answer = ureq::get(url).call().expect("the hall gives the game");
        let kept: Value = answer.body_mut().read_json().expect("a game");
        let record = &kept["record"];
        let size = if record["start"]["board"] == "standard" { 8 } else { 12 };
        let pieces = record["start"]["pieces"].as_array().expect("pieces");
        let entries = record["entries"].as_array().expect("entries").iter();
        let own = entries.filter(|entry| entry["player"] == 1 && entry["deed"] == "move");
        own.map(|entry| {
            let piece = pieces.iter().position(|piece| *piece == entry["piece"]);
            let [row, col] = [0, 1].map(|index| entry["to"][index].as_u64().expect("a place"));
            let to = format!("{}{}", char::from(b'a' + col as u8), size - row);
            (piece.expect("it is one of them") as u64, to)
        })
        .collect()
    }
}

#[test]
fn every_live_game_goes_on_within_a_second_of_its_last_tick_after_a_kill() {
    let mut rng = Rng::with_seed(51);
    let data = tempfile::tempdir().expect("tests may write");
    let mut hall = Victim::start(&data);
    let mut games: Vec<Game> = (0..GAMES).map(|number| Game::open(&hall.address, number)).collect();
    for _ in 0..KILLS {
        let mut pages: Vec<Page> = games.iter().map(|game| game.sit(&hall.address)).collect();
        for page in &mut pages {
            if page.frame()["phase"] == "countdown" {
                page.until(|told| told["frame"]["phase"] == "running");
            }
        }
        for _ in 0..rng.usize(40..120) {
            let index = rng.usize(..GAMES);
            games[index].command(&mut pages[index], &mut rng);
        }
        drop(hall);
        for page in &mut pages {
            page.drain();
        }
        hall = Victim::start(&data);
        for (game, page) in games.iter().zip(&mut pages) {
            let tick = |frame: &Value| frame["tick"].as_u64().expect("a tick");
            let (told, kept) = (tick(&page.frame()), tick(&game.sit(&hall.address).frame()));
            assert!(
                kept + SECOND >= told,
                "table {}: {told} was told, {kept} is kept",
                game.table
            );
        }
    }
    for game in &games {
        let mut page = game.sit(&hall.address);
        if page.frame()["phase"] == "countdown" {
            page.until(|told| told["frame"]["phase"] == "running");
        }
        // It may be over already.
        drop(page.wish(json!({"wish": "resign"})));
        if page.frame()["phase"] != "over" {
            // Two bots are left on the cross, who play on.
            continue;
        }
        // What was sent to a resting piece, without our knowing that it rests, is in the log later or not at all.
        let mut logged = game.logged(&hall.address).into_iter();
        let lost = game
            .acknowledged
            .iter()
            .find(|sent| !logged.any(|entry| entry == **sent));
        assert_eq!(lost, None, "table {}", game.table);
    }
}
