//! A player who notes what was acknowledged, and what was not answered when the server was killed.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use fastrand::Rng;
use serde_json::{Value, json};

use super::log::Log;
use crate::client::{Client, Gone, join, open_table, own, text};

/// Between two commands of a live game, so that nobody is taken for a flood.
const BREATH: Duration = Duration::from_millis(70);

/// How a player plays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Habit {
    /// Moves, and takes moves back.
    Turn,
    /// Sends pieces, resting ones too.
    Live,
}

/// A client that keeps its number over kills.
pub(super) struct Player {
    habit: Habit,
    table: String,
    tokens: Vec<String>,
    seat: usize,
    number: u64,
    /// The number of the last command.
    last: u64,
    /// Commands that were acknowledged and change something.
    acknowledged: Vec<u64>,
    /// Commands that were refused.
    refused: Vec<u64>,
    /// Commands on their way when the server was killed.
    unanswered: Vec<(u64, Value)>,
    pub(super) is_over: bool,
}

impl Player {
    /// Opens a table for one client or two.
    pub(super) fn open(address: &str, habit: Habit, rng: &mut Rng) -> Vec<Player> {
        let wanted = match (habit, rng.u8(..4)) {
            (Habit::Turn, 0) => json!({"game": "chess", "mode": "here", "name": "Ada", "opponent": "Bob"}),
            (Habit::Turn, 1) => json!({"game": "ransom", "mode": "here", "name": "Ada", "opponent": "Bob"}),
            (Habit::Turn, _) => json!({"game": "chess", "mode": "link", "name": "Ada"}),
            (Habit::Live, 0 | 1) => live("standard", &["you", "link"]),
            (Habit::Live, 2) => live("standard", &["you", "level1"]),
            (Habit::Live, _) => live("four", &["you", "link", "level1", "level2"]),
        };
        let (table, tokens) = open_table(address, &wanted);
        let links = wanted["seats"].as_array().into_iter().flatten();
        let by_link = wanted["mode"] == "link" || links.into_iter().any(|seat| seat == "link");
        let guest = by_link.then(|| vec![join(address, &table, "Bob").1]);
        let player = |tokens: Vec<String>| Player {
            habit,
            table: table.clone(),
            tokens,
            seat: 0,
            number: fastrand::u64(..1 << 53),
            last: 0,
            acknowledged: Vec::new(),
            refused: Vec::new(),
            unanswered: Vec::new(),
            is_over: false,
        };
        [Some(tokens), guest].into_iter().flatten().map(player).collect()
    }

    /// Sends everything again that was not answered, as a client does when it reconnects; all of it is answered now.
    pub(super) fn send_unanswered_again(&mut self, address: &str) {
        if self.is_over && self.unanswered.is_empty() {
            return;
        }
        let mut client = self.connect(address).expect("the server is there");
        for (id, command) in std::mem::take(&mut self.unanswered) {
            let answer = client.command_as(id, command).expect("the server is there");
            self.note(id, answer.is_ok());
        }
        // An answer may be asked for again; whatever comes under a number that was used is not carried out.
        let latest = self.acknowledged.iter().rev().take(50);
        if let Some(id) = fastrand::choice(latest) {
            let other = match self.habit {
                Habit::Turn => own("take-back"),
                Habit::Live => own("ready"),
            };
            let again = client.command_as(*id, other).expect("the server is there");
            assert!(again.is_ok(), "command {id} was carried out before");
        }
    }

    /// Plays until the server is gone or the game is over, and counts what was acknowledged.
    pub(super) fn play(&mut self, address: &str, mut rng: Rng, acknowledged: &AtomicUsize) {
        let Ok(mut client) = self.connect(address) else {
            return;
        };
        if self.habit == Habit::Live {
            self.last += 1;
            let mut ready = own("ready");
            ready["id"] = self.last.into();
            if client.say_if_open(&ready).is_err() {
                return;
            }
        }
        while let Ok(Some(command)) = self.choose(&mut client, &mut rng) {
            self.last += 1;
            let id = self.last;
            let Ok(answer) = client.command_as(id, command.clone()) else {
                self.unanswered.push((id, command));
                return;
            };
            acknowledged.fetch_add(usize::from(answer.is_ok()), Ordering::Relaxed);
            self.note(id, answer.is_ok());
        }
    }

    /// Every acknowledged command is in the log once, every refused one is not, and one on its way once at the most.
    pub(super) fn check(&self, log: &mut Log, kill: usize) {
        let mut caused = |id: u64| log.caused(&self.table, self.number, id);
        for &id in &self.acknowledged {
            let events = caused(id);
            assert!(
                !events.is_empty(),
                "kill {kill}, table {}: command {id} is lost",
                self.table
            );
            self.check_once(id, events);
        }
        for &id in &self.refused {
            assert_eq!(
                caused(id),
                Vec::<String>::new(),
                "table {}: {id} was refused",
                self.table
            );
        }
        for (id, _) in &self.unanswered {
            let events = caused(*id);
            self.check_once(*id, events);
        }
    }

    fn check_once(&self, id: u64, mut events: Vec<String>) {
        let all = events.len();
        events.sort_unstable();
        events.dedup();
        assert_eq!(
            events.len(),
            all,
            "table {}: command {id} was carried out twice",
            self.table
        );
    }

    fn note(&mut self, id: u64, accepted: bool) {
        if accepted {
            self.acknowledged.push(id);
        } else {
            self.refused.push(id);
        }
    }

    fn connect(&mut self, address: &str) -> Result<Client, Gone> {
        let mut client = Client::try_open(address, &self.table)?;
        client.say_if_open(&json!({"hello": {"tokens": self.tokens, "client": self.number, "seq": null}}))?;
        let snapshot = client.until_gone(|message| message["message"] == "snapshot")?;
        self.seat = snapshot["view"]["yours"][0].as_u64().expect("a seat") as usize;
        Ok(client)
    }

    /// The next command; none when the game is over.
    fn choose(&mut self, client: &mut Client, rng: &mut Rng) -> Result<Option<Value>, Gone> {
        match self.habit {
            Habit::Turn => self.choose_move(client, rng),
            Habit::Live => self.choose_piece(client, rng),
        }
    }

    fn choose_move(&mut self, client: &mut Client, rng: &mut Rng) -> Result<Option<Value>, Gone> {
        loop {
            let frame = client.frame();
            if !frame["end"].is_null() {
                self.is_over = true;
                return Ok(None);
            }
            let choices = frame["choices"].as_array().expect("choices");
            if self.tokens.len() == 2 && frame["may"]["take-back"] == true && rng.u8(..5) == 0 {
                return Ok(Some(own("take-back")));
            }
            if let Some(choice) = rng.choice(choices) {
                let code = text(&choice["code"]);
                return Ok(Some(json!({"kind": "own", "command": "type", "text": code})));
            }
            client.until_gone(|message| !message["frame"].is_null())?;
        }
    }

    fn choose_piece(&mut self, client: &mut Client, rng: &mut Rng) -> Result<Option<Value>, Gone> {
        loop {
            let frame = client.frame();
            if frame["phase"] == "over" {
                self.is_over = true;
                return Ok(None);
            }
            let own = &frame["seats"][self.seat];
            let pieces = frame["pieces"].as_array().expect("pieces").iter();
            let mine = pieces.filter(|piece| piece["army"] == own["army"] && piece["place"]["is"] == "standing");
            // The same premove again would change nothing and be stored nowhere.
            let premoves = frame["premoves"].as_array().expect("premoves");
            let waits = |piece: &Value| premoves.iter().any(|premove| premove["piece"] == *piece);
            let mine: Vec<Value> = mine
                .map(|piece| piece["id"].clone())
                .filter(|piece| !waits(piece))
                .collect();
            let can = frame["phase"] == "running" && own["alive"] == true;
            let Some(piece) = rng.choice(mine).filter(|_| can) else {
                client.until_gone(|message| !message["frame"].is_null())?;
                continue;
            };
            thread::sleep(BREATH);
            self.last += 1;
            let targets = json!({"kind": "own", "command": "targets", "piece": piece});
            let answer = client.command_as(self.last, targets)?.unwrap_or_default();
            if let Some(to) = answer["squares"].as_array().and_then(|squares| rng.choice(squares)) {
                return Ok(Some(json!({"kind": "own", "command": "go", "piece": piece, "to": to})));
            }
        }
    }
}

fn live(board: &str, seats: &[&str]) -> Value {
    json!({"game": "kungfu", "board": board, "speed": "lightning", "name": "Ada", "seats": seats})
}
