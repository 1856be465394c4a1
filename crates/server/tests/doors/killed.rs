//! The hall is killed in the middle of many games, again and again: nothing that was acknowledged is lost.

use std::{
    env,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use fastrand::Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Page, open_table, text};

const GAMES: usize = 50;
const KILLS: usize = 6;

/// A hall that can be killed.
pub(crate) struct Victim {
    process: Child,
    pub(crate) address: String,
}

impl Victim {
    pub(crate) fn start(data: &TempDir) -> Self {
        let mut process = Command::new(example("hall"))
            .arg(data.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts");
        let mut address = String::new();
        let out = process.stdout.take().expect("stdout is piped");
        BufReader::new(out)
            .read_line(&mut address)
            .expect("it tells its address");
        Victim {
            process,
            address: address.trim().to_owned(),
        }
    }
}

impl Victim {
    /// Without a warning, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("it can be killed");
        self.process.wait().expect("it is gone");
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for Victim {
    fn drop(&mut self) {
        self.kill();
    }
}

fn example(name: &str) -> PathBuf {
    let tests = env::current_exe().expect("the test is a file");
    let target = tests
        .parent()
        .and_then(|deps| deps.parent())
        .expect("target/debug/deps");
    target
        .join("examples")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// A game as its player knows it.
struct Game {
    table: String,
    secrets: Vec<String>,
    /// Turns that were acknowledged.
    acknowledged: Vec<String>,
}

#[test]
fn every_game_is_at_its_last_acknowledged_turn_after_a_kill() {
    let mut rng = Rng::with_seed(50);
    let data = tempfile::tempdir().expect("tests may write");
    let mut hall = Victim::start(&data);
    let mut games: Vec<Game> = (0..GAMES).map(|number| open(&hall.address, number)).collect();
    for _ in 0..KILLS {
        let mut pages: Vec<Page> = games.iter().map(|game| seat(&hall.address, game)).collect();
        for _ in 0..rng.usize(1..40) {
            let index = rng.usize(..GAMES);
            let choice = choice(&mut pages[index], &mut rng);
            pages[index].typed(&choice).expect("a choice is legal");
            games[index].acknowledged.push(choice);
        }
        // A turn on its way when the hall dies may be kept or lost, as a whole.
        let late = rng.usize(..GAMES);
        let choice = choice(&mut pages[late], &mut rng);
        pages[late].say(&json!({"request": 9_999, "wish": "typed", "text": choice}));
        drop(hall);
        hall = Victim::start(&data);
        for (index, game) in games.iter_mut().enumerate() {
            let kept = turns(&seat_view(&hall.address, game));
            if index == late && kept.len() == game.acknowledged.len() + 1 {
                assert_eq!(kept.last(), Some(&choice));
                game.acknowledged.push(choice.clone());
            }
            assert_eq!(kept, game.acknowledged, "table {}", game.table);
        }
    }
}

fn open(address: &str, number: usize) -> Game {
    let game = ["chess", "ransom"][number % 2];
    let wanted = json!({"game": game, "mode": "here", "name": "Ada", "opponent": "Bob"});
    let (table, secrets) = open_table(address, &wanted);
    Game {
        table,
        secrets,
        acknowledged: Vec::new(),
    }
}

fn seat(address: &str, game: &Game) -> Page {
    Page::sit(address, &game.table, &game.secrets)
}

fn seat_view(address: &str, game: &Game) -> Value {
    seat(address, game).view()
}

fn turns(view: &Value) -> Vec<String> {
    let record = view["record"].as_array().expect("a record");
    record.iter().map(|entry| text(&entry["code"])).collect()
}

/// Some choice of whoever has the turn.
fn choice(page: &mut Page, rng: &mut Rng) -> String {
    let frame = page.frame();
    let choices = frame["choices"].as_array().expect("choices");
    text(&choices[rng.usize(..choices.len())]["code"])
}
