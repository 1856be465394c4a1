//! Matches between configurations of the Kung Fu bots, to test and to tune their evaluation.
//!
//! `cargo run --release -p kungfu-bots --example duel -- lightning 3 400 1 level3:exposure=1000 level3 level2` plays
//! the first bot against each of the others at the pace of level 3, without decisions within the delay. With pace 0
//! every bot has its own delays and early decisions. Games are played in pairs with sides exchanged. `four SPEED PACE
//! GAMES SEED BOT BOT` plays the first bot against three of the second on the board for four. `tune SPEED PACE STEPS
//! SEED BOT BOT…` fits the weights of the first bot against itself and the others by SPSA. A bot is `levelN`, followed
//! by weights to change (or `samples`, `horizon`, `confidence`, `slack`, `calm`, `age`, `among`, or at pace 0 `pace`
//! for the delays of another level), `random`, `careful`, or `plain1` to `plain3`, the reference opponents. The match
//! prints score, 95 % interval, the log-likelihood ratio of +20 Elo against 0, and the mistakes of each side per game.

mod careful;
mod plain;

use std::collections::BTreeMap;

use kungfu::{Board, Speed, Start, Tick};
use kungfu_bots::{
    Blunders, Level, LevelBot, LiveBot, Paced, RandomMover, Weights,
    table::{Finish, Table},
};

use careful::Careful;
use plain::Plain;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "tune") {
        tune(&words[1..]);
        return;
    }
    if words.first().is_some_and(|word| word == "four") {
        four(&words[1..]);
        return;
    }
    let [speed, pace, games, series, first, others @ ..] = &words[..] else {
        eprintln!("duel SPEED PACE GAMES SEED BOT BOT…");
        std::process::exit(2);
    };
    let speed: Speed = speed.parse().expect("standard or lightning");
    let pace: u8 = pace.parse().expect("a level");
    let games: u64 = games.parse().expect("a number of games");
    let series: u64 = series.parse().expect("a seed");
    let mut whole = Tally::default();
    for other in others {
        let mut tally = Tally::default();
        for pair in 0..games / 2 {
            let chance = series * 1_000_003 + pair * 7;
            for swapped in [false, true] {
                tally.add(&play(speed, pace, chance, [first, other], swapped));
            }
        }
        println!("{first} - {other}, {speed}, pace {pace}, seed {series}: {tally}");
        whole.join(&tally);
    }
    if others.len() > 1 {
        println!("{first} - field, {speed}, pace {pace}, seed {series}: {whole}");
    }
}

/// Games of four, the first bot among three of the other kind, in every seat in turn.
fn four(words: &[String]) {
    let [speed, pace, games, series, first, other] = words else {
        eprintln!("duel four SPEED PACE GAMES SEED BOT BOT");
        std::process::exit(2);
    };
    let speed: Speed = speed.parse().expect("standard or lightning");
    let (pace, games): (u8, u64) = (pace.parse().expect("a level"), games.parse().expect("games"));
    let series: u64 = series.parse().expect("a seed");
    let (mut won, mut first_out, mut adjudicated) = (0_u64, 0_u64, 0_u64);
    for game in 0..games {
        let chance = series * 1_000_003 + game * 7;
        let seat = game as usize % 4;
        let bots = (0..4).map(|index| {
            let text = if index == seat { first } else { other };
            open(text, speed, pace, chance + index as u64)
        });
        let mut table = Table::new(Start::usual(Board::Four, speed), chance, bots.collect());
        let ended = table.play(Tick(20_000), &mut |_| {});
        won += u64::from(ended.places[seat] == 1);
        first_out += u64::from(ended.first_out.is_some_and(|player| player.index() == seat));
        adjudicated += u64::from(ended.finish == Finish::Adjudicated);
    }
    let share = |count: u64| 100.0 * count as f64 / games as f64;
    let error = 1.96 * (share(won) * (100.0 - share(won)) / games as f64).sqrt();
    println!(
        "{first} among three {other}, {speed}, pace {pace}, seed {series}: wins {:.1} ± {error:.1} % of {games} games, first out {:.1} %, {:.1} % adjudicated",
        share(won),
        share(first_out),
        share(adjudicated)
    );
}

/// Simultaneous perturbation: every step plays the weights moved both ways against each other and the field.
fn tune(words: &[String]) {
    let [speed, pace, steps, series, first, field @ ..] = words else {
        eprintln!("duel tune SPEED PACE STEPS SEED BOT BOT…");
        std::process::exit(2);
    };
    let speed: Speed = speed.parse().expect("standard or lightning");
    let (pace, steps): (u8, u64) = (pace.parse().expect("a level"), steps.parse().expect("steps"));
    let series: u64 = series.parse().expect("a seed");
    let (name, changes) = first.split_once(':').unwrap_or((first, ""));
    let number = name.strip_prefix("level").and_then(|number| number.parse().ok());
    let mut start = *Level::new(number.expect("levelN")).weights(speed);
    set(&mut start, changes);
    let names = start.each().map(|(name, _)| name);
    let mut theta = start.each().map(|(_, weight)| f64::from(*weight));
    let scale = names.map(step_size);
    let mut rng = fastrand::Rng::with_seed(series);
    for step in 0..steps {
        let fraction = step as f64 / steps as f64;
        let reach = 1.0 - 0.6 * fraction;
        let rate = 0.06 / (1.0 + 3.0 * fraction);
        let signs = names.map(|_| if rng.bool() { 1.0 } else { -1.0 });
        let moved = |way: f64| {
            let values = (0..names.len()).map(|i| (theta[i] + way * reach * signs[i] * scale[i]).round());
            let text: Vec<String> = names
                .iter()
                .zip(values)
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            format!("{name}:{}", text.join(","))
        };
        let (plus, minus) = (moved(1.0), moved(-1.0));
        let mut gain = 0.0;
        for game in 0..4 {
            let chance = rng.u64(..1 << 40);
            gain += play(speed, pace, chance, [&plus, &minus], game % 2 == 1).score as f64 - 1.0;
            for other in field {
                let with = |text: &str| play(speed, pace, chance, [text, other], game % 2 == 1).score as f64;
                gain += (with(&plus) - with(&minus)) / 2.0;
            }
        }
        for i in 0..names.len() {
            theta[i] += rate * gain * signs[i] * scale[i];
            theta[i] = theta[i].clamp(least(names[i]), 5000.0);
        }
        if (step + 1) % (steps / 20).max(1) == 0 {
            let text: Vec<String> = names
                .iter()
                .zip(theta)
                .map(|(name, value)| format!("{name}={value:.0}"))
                .collect();
            println!("{} {name}:{}", step + 1, text.join(","));
        }
    }
}

/// The perturbation of a weight.
fn step_size(name: &str) -> f64 {
    match name {
        "exposure" | "menace" | "line" => 300.0,
        "recapture" => 100.0,
        "net" | "commitment" | "centre" | "reaction" | "king_reaction" => 10.0,
        "threat" | "development" | "least" | "desertion" => 30.0,
        _ => 20.0,
    }
}

/// The least value that makes sense.
fn least(name: &str) -> f64 {
    match name {
        "least" => -500.0,
        "reaction" | "king_reaction" => 3.0,
        _ => 0.0,
    }
}

/// A bot by its text.
fn open(text: &str, speed: Speed, pace: u8, series: u64) -> Box<dyn LiveBot> {
    let (name, changes) = text.split_once(':').unwrap_or((text, ""));
    if name == "random" {
        return Box::new(RandomMover::new(series));
    }
    if name == "careful" {
        // It has no pace of its own.
        let pace = Level::new(if pace == 0 { 3 } else { pace });
        return Box::new(Paced::new(Box::new(Careful::new(series)), pace, series ^ 0x5EED));
    }
    if let Some(number) = name.strip_prefix("plain") {
        let number: u8 = number.parse().expect("plainN");
        let pace = Level::new(if pace == 0 { number } else { pace });
        return Box::new(Paced::new(Box::new(Plain::new(number, series)), pace, series ^ 0x5EED));
    }
    let number = name.strip_prefix("level").and_then(|number| number.parse().ok());
    let level = Level::new(number.expect("levelN"));
    let mut weights = *level.weights(speed);
    set(&mut weights, changes);
    let mut level = level.with_weights(weights);
    for (name, value) in numbers(changes) {
        match name {
            "samples" => level.samples = [value as u32; 2],
            "horizon" => level.horizon = value as u32,
            "confidence" => level.confidence = value,
            "slack" => level.slack = value,
            "calm" => level.calm = value,
            "age" => level.age = value,
            "among" => level.age_among_several = value,
            "pace" => level = level.at_pace_of(value as u8),
            _ => {}
        }
    }
    if pace == 0 {
        return Box::new(LevelBot::new(level, series));
    }
    let bot = LevelBot::new(level.without_delay(), series);
    Box::new(Paced::new(Box::new(bot), Level::new(pace), series ^ 0x5EED))
}

/// Reads `name=value,name=value`.
fn numbers(changes: &str) -> impl Iterator<Item = (&str, i32)> {
    changes
        .split(',')
        .filter_map(|change| change.split_once('='))
        .map(|(name, value)| (name, value.parse().expect("a whole number")))
}

/// Applies `name=value,name=value`.
fn set(weights: &mut Weights, changes: &str) {
    let mut wanted: BTreeMap<&str, i32> = numbers(changes).collect();
    for other in [
        "samples",
        "horizon",
        "confidence",
        "slack",
        "calm",
        "age",
        "among",
        "pace",
    ] {
        wanted.remove(other);
    }
    for (name, weight) in weights.each() {
        *weight = wanted.remove(name).unwrap_or(*weight);
    }
    assert!(wanted.is_empty(), "unknown weights: {wanted:?}");
}

struct Played {
    /// Twice the score of the first bot.
    score: u64,
    adjudicated: bool,
    drawn: bool,
    commands: u64,
    ticks: u64,
    /// Of the first and of the second bot.
    blunders: [Blunders; 2],
}

fn play(speed: Speed, pace: u8, chance: u64, bots: [&str; 2], swapped: bool) -> Played {
    let seats = if swapped { [bots[1], bots[0]] } else { bots };
    let opened = seats
        .into_iter()
        .zip(chance..)
        .map(|(text, series)| open(text, speed, pace, series));
    let mut table = Table::new(Start::usual(Board::Standard, speed), chance, opened.collect());
    let ended = table.play(Tick(20_000), &mut |_| {});
    let me = usize::from(swapped);
    let score = match ended.places[me].cmp(&ended.places[1 - me]) {
        std::cmp::Ordering::Less => 2,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 0,
    };
    let blunders = Blunders::of(table.bout().record()).expect("a record replays");
    Played {
        score,
        blunders: [blunders[me], blunders[1 - me]],
        adjudicated: ended.finish == Finish::Adjudicated,
        drawn: score == 1,
        commands: table.bout().record().entries.len() as u64,
        ticks: u64::from(table.bout().game().tick_count().0),
    }
}

#[derive(Default)]
struct Tally {
    games: u64,
    /// Twice the score.
    score: u64,
    draws: u64,
    adjudicated: u64,
    commands: u64,
    ticks: u64,
    blunders: [Blunders; 2],
}

impl Tally {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.score += played.score;
        self.draws += u64::from(played.drawn);
        self.adjudicated += u64::from(played.adjudicated);
        self.commands += played.commands;
        self.ticks += played.ticks;
        for (own, more) in self.blunders.iter_mut().zip(played.blunders) {
            *own += more;
        }
    }

    fn join(&mut self, other: &Tally) {
        self.games += other.games;
        self.score += other.score;
        self.draws += other.draws;
        self.adjudicated += other.adjudicated;
        self.commands += other.commands;
        self.ticks += other.ticks;
        for (own, more) in self.blunders.iter_mut().zip(other.blunders) {
            *own += more;
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let games = self.games as f64;
        let mean = self.score as f64 / games / 2.0;
        // Every score is 0, ½ or 1.
        let wins = (self.score - self.draws) as f64 / 2.0;
        let variance = (wins + self.draws as f64 / 4.0) / games - mean * mean;
        let error = 1.96 * (variance / games).sqrt();
        let expected = 1.0 / (1.0 + 10_f64.powf(-20.0 / 400.0));
        let ratio = (expected - 0.5) * (2.0 * mean - 0.5 - expected) * games / (2.0 * variance.max(1e-9));
        write!(
            f,
            "{:.1} ± {:.1} % of {} games, LLR {ratio:.2}; {:.1} % draws, {:.1} % adjudicated, {:.0} commands and {:.0} ticks a game",
            100.0 * mean,
            100.0 * error,
            self.games,
            100.0 * self.draws as f64 / games,
            100.0 * self.adjudicated as f64 / games,
            self.commands as f64 / games,
            self.ticks as f64 / games,
        )?;
        let each = |count: fn(&Blunders) -> u32| self.blunders.map(|all| f64::from(count(&all)) / games);
        let [own, other] = each(|all| all.hung);
        write!(f, "; hung {own:.2} and {other:.2}")?;
        let [own, other] = each(|all| all.missed_dodges);
        write!(f, ", missed dodges {own:.2} and {other:.2}")
    }
}
