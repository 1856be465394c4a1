//! The server is killed during many live games. Each continues at most a second before the point where it was, with the
//! state of its log. Every acknowledged command is in the log, premoves of resting pieces still wait, and bots play on.

mod frames;

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread::{self, ScopedJoinHandle},
    time::Duration,
};

use fastrand::Rng;
use serde_json::{Value, json};

use crate::{
    client::{Client, Gone, common, get, join, open_table, own, text},
    killed::Victim,
};
use frames::{alive, all_moved, is_same, moves, piece, premoves, rests, tick, was_dropped};

const GAMES: usize = 50;
const KILLS: usize = 3;
/// Ticks of a second.
const SECOND: u64 = 30;
/// Ticks that the last part of a game takes at least: longer than any piece rests.
const LAST_PART: u64 = 12 * SECOND;
/// Ticks after which a bot stands still. The longest that a level 2 bot chose to wait in 50 games was 254.
const STILL: u64 = 60 * SECOND;
/// Between two commands of a player, so that nobody is taken for a flood.
const BREATH: Duration = Duration::from_millis(150);

/// A piece and where it was sent.
type Sent = (u64, String);

/// A game as its people know it.
struct Game {
    table: String,
    /// Those of people; all the others are bots'.
    seats: Vec<Seat>,
    /// The tables as they were first shown after every kill.
    resumed: Vec<Value>,
}

/// A person at a table.
struct Seat {
    number: u64,
    token: String,
    /// What was acknowledged and went at once.
    acknowledged: Vec<Sent>,
    /// What was acknowledged and waited for a resting piece.
    waited: Vec<Sent>,
    /// What of it still waits.
    waiting: Vec<Sent>,
    /// The last frame that was sent before the server was killed or the game ended.
    sent: Value,
}

impl Game {
    /// One in five is a cross with three people and a bot, so that it is over when the people give up.
    fn open(address: &str, number: usize) -> Self {
        let (board, seats) = match number % 5 {
            0 => ("four", json!(["you", "link", "level2", "link"])),
            _ => ("standard", json!(["you", "level2"])),
        };
        let wanted = json!({"game": "kungfu", "board": board, "speed": "standard", "name": "Ada", "seats": seats});
        let (table, tokens) = open_table(address, &wanted);
        let mut taken: Vec<(u64, String)> = tokens.into_iter().map(|token| (0, token)).collect();
        for _ in seats.as_array().expect("seats").iter().filter(|seat| **seat == "link") {
            taken.push(join(address, &table, "Bob"));
        }
        Game {
            table,
            seats: taken
                .into_iter()
                .map(|(number, token)| Seat::new(number, token))
                .collect(),
            resumed: Vec::new(),
        }
    }

    /// The seats of bots.
    fn bots(&self, frame: &Value) -> Vec<u64> {
        let seats = frame["seats"].as_array().expect("seats").len() as u64;
        (0..seats)
            .filter(|number| self.seats.iter().all(|seat| seat.number != *number))
            .collect()
    }

    /// Looks at the game after a kill: it is where it was, and what waited for a resting piece still does. Returns how
    /// much that is.
    fn look(&mut self, address: &str) -> usize {
        let mut still = 0;
        for seat in &mut self.seats {
            let frame = seat.sit(address, &self.table).frame();
            let (sent, stored) = (tick(&seat.sent), tick(&frame));
            assert!(
                stored + SECOND >= sent,
                "table {}: {sent} was sent, {stored} is stored",
                self.table
            );
            let waits = premoves(&frame);
            // Who has lost the king meanwhile commands nobody.
            let lives = alive(&frame)[seat.number as usize];
            for sent in &seat.waiting {
                // A piece may have gone and come to rest again since the player last heard of it.
                let [then, now] = [&seat.sent, &frame].map(|frame| rests(frame, sent.0));
                let rests = then == now && now > Some(stored);
                assert!(
                    !lives || !rests || waits.contains(sent),
                    "table {}: {sent:?} is forgotten",
                    self.table
                );
            }
            still += waits.len();
            seat.waiting = waits;
            self.resumed.push(frame);
        }
        still
    }

    /// The log of the server, when the game is over.
    fn log(&self, address: &str) -> Value {
        let (status, exported) = get(address, &format!("/api/tables/{}/export?format=json", self.table));
        assert_eq!(status, 200, "{exported}");
        serde_json::from_str::<Value>(&exported).expect("a game")["record"].take()
    }

    /// Every table that was shown after a kill is the one to which the log leads.
    fn check_resumed(&self, address: &str) {
        let mut client = self.seats[0].sit(address, &self.table);
        for resumed in &self.resumed {
            let seek = json!({"kind": "own", "command": "seek", "tick": tick(resumed)});
            let replayed = client.command(seek).expect("the game is over")["replay"]["frame"].clone();
            let pieces = |frame: &Value| frame["pieces"].as_array().expect("pieces").clone();
            assert_eq!(pieces(&replayed).len(), pieces(resumed).len(), "table {}", self.table);
            for shown in pieces(resumed) {
                let logged = piece(&replayed, shown["id"].as_u64().expect("a number")).expect("it lives");
                assert!(
                    is_same(&shown, &logged, tick(resumed)),
                    "table {}: {shown} was shown, {logged} is logged",
                    self.table
                );
            }
            // A piece of another player says less than the log does, but the seats say the same.
            assert_eq!(alive(&replayed), alive(resumed), "table {}", self.table);
        }
    }
}

impl Seat {
    fn new(number: u64, token: String) -> Self {
        Seat {
            number,
            token,
            acknowledged: Vec::new(),
            waited: Vec::new(),
            waiting: Vec::new(),
            sent: Value::Null,
        }
    }

    fn sit(&self, address: &str, table: &str) -> Client {
        let mut client = Client::connect(address, table, std::slice::from_ref(&self.token));
        client.view();
        client
    }

    /// Plays until the server is gone, and counts in `granted` what was acknowledged.
    fn play(&mut self, address: &str, table: &str, mut rng: Rng, granted: &AtomicUsize) {
        let mut client = self.sit(address, table);
        // A socket that is there may be gone by now.
        drop(client.say_if_open(&ready()));
        while let Ok(is_granted) = self.command(&mut client, &mut rng) {
            granted.fetch_add(usize::from(is_granted), Ordering::Relaxed);
            thread::sleep(BREATH);
        }
        let frame = client.frame();
        self.waiting = premoves(&frame);
        // What was on its way when the server was killed was never acknowledged.
        self.waiting.retain(|sent| self.waited.contains(sent));
        self.sent = frame;
    }

    /// Plays on until nothing waits any more that waited after the last kill and every bot has moved, then resigns and
    /// sees the end. Returns what it was sent meanwhile.
    fn finish(&mut self, address: &str, table: &str, mut rng: Rng) -> Vec<String> {
        let mut client = self.sit(address, table);
        let first = client.frame();
        client.say(&ready());
        loop {
            let frame = client.frame();
            let waits = premoves(&frame);
            let settled = !self.waiting.iter().any(|sent| waits.contains(sent));
            let out = !alive(&frame)[self.number as usize];
            let passed = tick(&frame) - tick(&first);
            let enough = settled && passed >= LAST_PART && (all_moved(&first, &frame) || passed >= STILL);
            let is_over = frame["phase"] == "over";
            self.sent = frame;
            if is_over || out || enough {
                break;
            }
            self.command(&mut client, &mut rng).expect("the server is there");
            thread::sleep(BREATH);
        }
        // A player without a king cannot.
        drop(client.command(common("resign")));
        if client.frame()["phase"] != "over" {
            client.until(|message| message["frame"]["phase"] == "over");
        }
        client.into_heard()
    }

    /// Sends some piece somewhere, a resting one too, and takes note if that was granted.
    fn command(&mut self, client: &mut Client, rng: &mut Rng) -> Result<bool, Gone> {
        let frame = client.frame();
        if frame["phase"] == "over" {
            client.until_gone(|_| false)?;
        }
        if frame["phase"] != "running" {
            client.until_gone(|message| {
                ["running", "over"]
                    .iter()
                    .any(|phase| message["frame"]["phase"] == *phase)
            })?;
            return Ok(false);
        }
        let army = &frame["seats"][self.number as usize]["army"];
        let waits = premoves(&frame);
        let pieces = frame["pieces"].as_array().expect("pieces").iter();
        let own = pieces.filter(|piece| piece["army"] == *army && piece["place"]["is"] == "standing");
        // What waits is not taken back, so that it can be looked for.
        let free: Vec<u64> = own
            .filter_map(|piece| piece["id"].as_u64())
            .filter(|piece| waits.iter().all(|(waiting, _)| waiting != piece))
            .collect();
        let Some(piece) = rng.choice(free) else {
            client.until_gone(|message| !message["frame"].is_null())?;
            return Ok(false);
        };
        let targets = json!({"kind": "own", "command": "targets", "piece": piece});
        let answer = client.command_if_open(targets)?.unwrap_or_default();
        let squares = answer["squares"].as_array().map_or(&[][..], Vec::as_slice);
        let Some(to) = rng.choice(squares).map(text) else {
            return Ok(false);
        };
        // A piece that was taken meanwhile is refused, and so is one whose way is blocked by what cannot be seen.
        let go = json!({"kind": "own", "command": "go", "piece": piece, "to": to});
        let granted = client.command_if_open(go)?.is_ok();
        let sent = (piece, to);
        let rested = !self::piece(&frame, piece).is_some_and(|piece| piece["place"]["rests"].is_null());
        if granted && premoves(&client.frame()).contains(&sent) {
            self.waited.push(sent);
        } else if granted && !rested {
            self.acknowledged.push(sent);
        }
        Ok(granted)
    }
}

/// Says that its player is ready, under a number that no answer is waited for.
fn ready() -> Value {
    let mut ready = own("ready");
    ready["id"] = 0.into();
    ready
}

/// Everybody plays until so much was granted, then the server is killed.
fn play_until_killed(server: &mut Victim, games: &mut [Game], rng: &mut Rng, wanted: usize) {
    let granted = AtomicUsize::new(0);
    thread::scope(|scope| {
        let granted = &granted;
        let address = server.address.clone();
        let mut players = Vec::new();
        for Game { table, seats, .. } in games {
            for seat in seats {
                let (address, table, rng) = (address.clone(), &*table, rng.fork());
                players.push(scope.spawn(move || seat.play(&address, table, rng, granted)));
            }
        }
        while granted.load(Ordering::Relaxed) < wanted && !players.iter().any(ScopedJoinHandle::is_finished) {
            thread::yield_now();
        }
        server.kill();
        for player in players {
            player.join().expect("it was played");
        }
    });
    assert!(granted.into_inner() >= wanted, "nobody ends before the server does");
}

#[test]
fn every_live_game_goes_on_as_its_log_has_it_after_a_kill() {
    let mut rng = Rng::with_seed(51);
    let data = tempfile::tempdir().expect("tests may write");
    let mut server = Victim::start(&data);
    let mut games: Vec<Game> = (0..GAMES).map(|number| Game::open(&server.address, number)).collect();
    let mut waiting = 0;
    for _ in 0..KILLS {
        let wanted = rng.usize(800..1_500);
        play_until_killed(&mut server, &mut games, &mut rng, wanted);
        server = Victim::start(&data);
        waiting = games.iter_mut().map(|game| game.look(&server.address)).sum();
        assert!(waiting > 0, "something waited for resting pieces");
    }
    let heard: Vec<Vec<Vec<String>>> = thread::scope(|scope| {
        let address = &server.address;
        let games: Vec<Vec<_>> = games
            .iter_mut()
            .map(|Game { table, seats, .. }| {
                let table = &*table;
                let seats = seats.iter_mut();
                seats
                    .map(|seat| {
                        let rng = rng.fork();
                        scope.spawn(move || seat.finish(address, table, rng))
                    })
                    .collect()
            })
            .collect();
        let ended = |seats: Vec<ScopedJoinHandle<'_, _>>| {
            seats
                .into_iter()
                .map(|seat| seat.join().expect("it came to its end"))
                .collect()
        };
        games.into_iter().map(ended).collect()
    });
    let (mut went, mut played_on) = (0, 0);
    for (game, heard) in games.iter().zip(heard) {
        let record = game.log(&server.address);
        let resumed = game.resumed.last().expect("it was killed");
        for (seat, heard) in game.seats.iter().zip(heard) {
            let logged = moves(&record, seat.number);
            let mut entries = logged.iter();
            let lost = seat
                .acknowledged
                .iter()
                .find(|sent| !entries.any(|(_, entry)| entry == *sent));
            assert_eq!(lost, None, "table {}", game.table);
            for sent in &seat.waiting {
                let woke = logged.iter().any(|(at, entry)| *at >= tick(resumed) && entry == sent);
                // The game may be over before the piece wakes.
                let slept = rests(resumed, sent.0) >= record["ticks"].as_u64();
                assert!(
                    woke || slept || was_dropped(&heard, sent.0),
                    "table {}: {sent:?} never woke",
                    game.table
                );
                went += usize::from(woke);
            }
        }
        for bot in game.bots(resumed) {
            let on = moves(&record, bot).iter().any(|(at, _)| *at > tick(resumed));
            let long = record["ticks"].as_u64() >= Some(tick(resumed) + STILL);
            let lived = game.seats.iter().all(|seat| alive(&seat.sent)[bot as usize]);
            assert!(on || !long || !lived, "table {}: the bot stands still", game.table);
            played_on += usize::from(on);
        }
        game.check_resumed(&server.address);
    }
    assert!(went > 0, "of {waiting} that waited none went");
    assert!(played_on > 0, "no bot plays on");
}
