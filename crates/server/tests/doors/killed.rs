//! The server is killed many times at random moments while clients play. Every acknowledged command is in the log
//! exactly once, and an unanswered command can be sent again without being executed twice.

mod log;
mod pair;
mod player;

use std::{
    env,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use fastrand::Rng;
use tempfile::TempDir;

use log::Log;
use pair::Pair;
use player::{Habit, Player};

/// A server that can be killed.
pub(crate) struct Victim {
    process: Child,
    pub(crate) address: String,
    /// Where its figures are.
    pub(crate) metrics: String,
}

impl Victim {
    pub(crate) fn start(data: &TempDir) -> Self {
        let mut process = Command::new(example("server"))
            .arg(data.path())
            // All of them have one address.
            .arg("20")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example starts; cargo build -p server --examples builds it");
        let out = process.stdout.take().expect("stdout is piped");
        let mut lines = BufReader::new(out).lines();
        let mut line = || lines.next().expect("it prints its addresses").expect("a line");
        Victim {
            address: line(),
            metrics: line(),
            process,
        }
    }

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

/// How often each test kills the server: `THREEFOLD_KILLS`, or a few times.
fn kills() -> usize {
    let wanted = env::var("THREEFOLD_KILLS").ok();
    wanted.map_or(5, |wanted| wanted.parse().expect("THREEFOLD_KILLS is a number"))
}

/// Players of one kind play until the server is killed at a random command, over and over.
fn kill_again_and_again(seed: u64, open: impl Fn(&str, &mut Rng) -> Vec<Player>, players: usize) {
    let mut rng = Rng::with_seed(seed);
    let data = tempfile::tempdir().expect("tests may write");
    let mut all: Vec<Player> = Vec::new();
    let mut finished: Vec<Player> = Vec::new();
    let mut acknowledged = 0;
    for kill in 0..kills() {
        let mut server = Victim::start(&data);
        for player in &mut all {
            player.send_unanswered_again(&server.address);
        }
        // A game that is over makes room for another.
        let (over, playing) = all.into_iter().partition(|player| player.is_over);
        finished.extend::<Vec<Player>>(over);
        all = playing;
        while all.len() < players {
            all.extend(open(&server.address, &mut rng));
        }
        acknowledged += play_until_killed(&mut server, &mut all, &mut rng);
        drop(server);
        let mut log = Log::open(data.path());
        for player in all.iter().chain(finished.iter().rev().take(players)) {
            player.check(&mut log, kill);
        }
    }
    println!("{} kills, {acknowledged} commands acknowledged before them", kills());
    assert!(acknowledged >= kills(), "{acknowledged} commands in {} kills", kills());
}

/// Everybody plays; the server is killed when so many commands were acknowledged that nobody knows before.
fn play_until_killed(server: &mut Victim, players: &mut [Player], rng: &mut Rng) -> usize {
    let wanted = rng.usize(1..60);
    let acknowledged = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (acknowledged, address) = (&acknowledged, server.address.clone());
        let playing: Vec<_> = players
            .iter_mut()
            .map(|player| {
                let (address, rng) = (address.clone(), rng.fork());
                scope.spawn(move || player.play(&address, rng, acknowledged))
            })
            .collect();
        while acknowledged.load(Ordering::Relaxed) < wanted && playing.iter().any(|player| !player.is_finished()) {
            thread::yield_now();
        }
        server.kill();
        for player in playing {
            player.join().expect("it was played");
        }
    });
    acknowledged.into_inner()
}

#[test]
fn every_acknowledged_command_of_a_turn_game_is_stored_exactly_once() {
    let open = |address: &str, rng: &mut Rng| Player::open(address, Habit::Turn, rng);
    kill_again_and_again(50, open, 12);
}

#[test]
fn every_acknowledged_command_of_a_live_game_is_stored_exactly_once() {
    let open = |address: &str, rng: &mut Rng| Player::open(address, Habit::Live, rng);
    kill_again_and_again(52, open, 12);
}

#[test]
fn whatever_any_door_answered_is_there_after_a_kill() {
    const PAIRS: usize = 6;
    let seed = env::var("THREEFOLD_SEED").map_or(53, |seed| seed.parse().expect("THREEFOLD_SEED is a number"));
    let mut rng = Rng::with_seed(seed);
    let data = tempfile::tempdir().expect("tests may write");
    let mut pairs: Vec<Pair> = (0..PAIRS).map(|_| Pair::new(rng.fork())).collect();
    let mut all = 0;
    for _ in 0..kills() {
        let mut server = Victim::start(&data);
        for pair in &mut pairs {
            pair.check_server(&server.address).expect("the server is there");
        }
        let wanted = rng.usize(1..50);
        let answered = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (answered, address) = (&answered, server.address.clone());
            let visits: Vec<_> = pairs
                .iter_mut()
                .map(|pair| {
                    let address = address.clone();
                    scope.spawn(move || pair.visit(&address, answered))
                })
                .collect();
            while answered.load(Ordering::Relaxed) < wanted
                && !visits.iter().any(std::thread::ScopedJoinHandle::is_finished)
            {
                thread::yield_now();
            }
            server.kill();
        });
        drop(server);
        all += answered.into_inner();
        let mut log = Log::open(data.path());
        for pair in &pairs {
            pair.check_log(&mut log);
        }
    }
    println!("{} kills, {all} answers before them", kills());
}
