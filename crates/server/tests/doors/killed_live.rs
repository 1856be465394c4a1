//! The hall is killed in the middle of many games without turns: each goes on within a second of where it was, and what
//! was acknowledged is in its log.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, ScopedJoinHandle},
    time::Duration,
};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::{
    client::{Gone, Page, get, open_table, text},
    killed::Victim,
};

const GAMES: usize = 50;
const KILLS: usize = 3;
/// Ticks of a second.
const SECOND: u64 = 30;
/// Between two wishes of a player, so that nobody is taken for a flood.
const BREATH: Duration = Duration::from_millis(150);

/// A game as its player knows it.
struct Game {
    table: String,
    secrets: Vec<String>,
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
        let (table, secrets) = open_table(address, &wanted);
        Game {
            table,
            secrets,
            acknowledged: Vec::new(),
        }
    }

    fn sit(&self, address: &str) -> Page {
        let mut page = Page::sit(address, &self.table, &self.secrets);
        page.view();
        page
    }

    /// Plays until the hall is gone, and counts in `granted` what was acknowledged; the last tick that was told.
    fn play(&mut self, address: &str, mut rng: Rng, granted: &AtomicUsize) -> u64 {
        let mut page = self.sit(address);
        while let Ok(sent) = command(&mut page, &mut rng) {
            if let Some(sent) = sent {
                self.acknowledged.push(sent);
                granted.fetch_add(1, Ordering::Relaxed);
            }
            thread::sleep(BREATH);
        }
        tick(&page.frame())
    }

    /// What the log of the hall holds of the player's commands.
    fn logged(&self, address: &str) -> Vec<(u64, String)> {
        let (status, kept) = get(address, &format!("/api/tables/{}/export?format=json", self.table));
        assert_eq!(status, 200, "{kept}");
        let kept: Value = serde_json::from_str(&kept).expect("a game");
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

/// Sends some piece somewhere: which and where, if that was granted and it went at once.
fn command(page: &mut Page, rng: &mut Rng) -> Result<Option<(u64, String)>, Gone> {
    let frame = page.frame();
    if frame["phase"] != "running" {
        page.until_gone(|told| told["frame"]["phase"] == "running")?;
        return Ok(None);
    }
    let pieces = frame["pieces"].as_array().expect("pieces").iter();
    let ready = pieces.filter(|piece| piece["army"] == "ivory" && piece["place"]["is"] == "standing");
    let ready: Vec<u64> = ready
        .filter(|piece| piece["place"]["rests"].is_null())
        .filter_map(|piece| piece["id"].as_u64())
        .collect();
    let Some(piece) = rng.choice(ready) else {
        page.until_gone(|told| !told["frame"].is_null())?;
        return Ok(None);
    };
    page.say_if_open(&json!({"request": 0, "wish": "choices", "piece": piece}))?;
    let told = page.until_gone(|told| told["told"] == "squares" || told["told"] == "refused")?;
    let squares = told["squares"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(to) = rng.choice(squares).map(text) else {
        return Ok(None);
    };
    // A piece that was taken meanwhile is refused, and so is one whose way is blocked by what cannot be seen.
    let granted = page
        .wish_if_open(json!({"wish": "command", "piece": piece, "to": to}))?
        .is_ok();
    let waits = page.frame()["premoves"]
        .as_array()
        .is_some_and(|waiting| !waiting.is_empty());
    Ok((granted && !waits).then_some((piece, to)))
}

fn tick(frame: &Value) -> u64 {
    frame["tick"].as_u64().expect("a tick")
}

#[test]
fn every_live_game_goes_on_within_a_second_of_its_last_tick_after_a_kill() {
    let mut rng = Rng::with_seed(51);
    let data = tempfile::tempdir().expect("tests may write");
    let mut hall = Victim::start(&data);
    let mut games: Vec<Game> = (0..GAMES).map(|number| Game::open(&hall.address, number)).collect();
    for _ in 0..KILLS {
        let wanted = rng.usize(100..300);
        let granted = AtomicUsize::new(0);
        let told: Vec<u64> = thread::scope(|scope| {
            let (address, granted) = (hall.address.clone(), &granted);
            let players: Vec<_> = games
                .iter_mut()
                .map(|game| {
                    let (address, rng) = (address.clone(), rng.fork());
                    scope.spawn(move || game.play(&address, rng, granted))
                })
                .collect();
            while granted.load(Ordering::Relaxed) < wanted && !players.iter().any(ScopedJoinHandle::is_finished) {
                thread::yield_now();
            }
            hall.kill();
            players
                .into_iter()
                .map(|player| player.join().expect("it was played"))
                .collect()
        });
        assert!(granted.into_inner() >= wanted, "nobody ends before the hall does");
        hall = Victim::start(&data);
        for (game, told) in games.iter().zip(told) {
            let kept = tick(&game.sit(&hall.address).frame());
            assert!(
                kept + SECOND >= told,
                "table {}: {told} was told, {kept} is kept",
                game.table
            );
        }
    }
    let pages: Vec<Page> = games.iter().map(|game| game.sit(&hall.address)).collect();
    for (game, mut page) in games.iter().zip(pages) {
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
