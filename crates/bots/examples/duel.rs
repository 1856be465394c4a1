//! A small match: two bots, many openings, each played twice with colours swapped.
//!
//! `cargo run --release -p bots --example duel -- hard medium 100` plays 100 games and prints the score with its 95 %
//! interval, draws, how games ended and how many of them were distinct.

use std::{
    collections::{BTreeMap, HashSet},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::Duration,
};

use anyhow::{Context, bail};
use bots::{BotSpec, Game, Setup};
use chess::{End, Position, shakmaty::Move};
use play::{Ask, Bot, Budget, Choice, Notation, Outcome, Purpose, Record, Side, Stop, Stopwatch, Watch};

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, games] = arguments.as_slice() else {
        bail!("duel SPEC SPEC GAMES")
    };
    let specs = [BotSpec::read(Game::Chess, first)?, BotSpec::read(Game::Chess, second)?];
    let games: usize = games.parse().context("GAMES is a number")?;
    let openings: Vec<&str> = include_str!("../tests/suites/openings.fen").lines().collect();

    let next = AtomicUsize::new(0);
    let worker = || {
        let mut played = Vec::new();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return anyhow::Ok(played);
            }
            played.push(play_game(&specs, openings[game / 2 % openings.len()], game)?);
        }
    };
    let played = thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(worker)).collect();
        let mut all = Vec::new();
        for thread in threads {
            all.extend(thread.join().expect("a worker does not panic")?);
        }
        anyhow::Ok(all)
    })?;
    report(&specs, &played);
    Ok(())
}

struct Played {
    /// Of the first bot: 1, 0.5 or 0.
    points: f64,
    reason: String,
    start: String,
    moves: Vec<Move>,
    slowest: [Duration; 2],
}

/// Game `number`: the first bot is White in even ones.
fn play_game(specs: &[BotSpec; 2], opening: &str, number: usize) -> anyhow::Result<Played> {
    let mut record = Record::new(Position::read_position(opening)?.position);
    let seat = |side: Side| (side.index() + number) % 2;
    let mut bots = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        bots.push(spec.open(Setup::seeded((2 * number + index) as u64))?);
    }
    let mut slowest = [Duration::ZERO; 2];
    while record.outcome().is_none() {
        let side = record.turn();
        let index = seat(side);
        let watch = Stopwatch::start();
        let choice = ask(&mut *bots[index], &record, &watch)?;
        slowest[index] = slowest[index].max(watch.elapsed());
        match choice {
            Choice::Move(mv) => record.play(mv)?,
            Choice::ClaimDraw => record.claim_draw()?,
            Choice::Resign => record.resign(side)?,
        }
    }
    let outcome: Outcome<End> = record.outcome().context("the game is over")?;
    Ok(Played {
        points: outcome
            .winner
            .map_or(0.5, |winner| if seat(winner) == 0 { 1.0 } else { 0.0 }),
        reason: outcome.reason.to_string(),
        start: opening.to_owned(),
        moves: record.moves().to_vec(),
        slowest,
    })
}

fn ask(bot: &mut dyn Bot<Position>, record: &Record<Position>, watch: &dyn Watch) -> anyhow::Result<Choice<Move>> {
    Ok(bot.choose(&mut Ask {
        record,
        budget: Budget::UNLIMITED,
        stop: &Stop::new(),
        watch,
        purpose: Purpose::Game,
        report: &mut |_| {},
    })?)
}

fn report(specs: &[BotSpec; 2], played: &[Played]) {
    let games = played.len() as f64;
    let mean = played.iter().map(|game| game.points).sum::<f64>() / games;
    let variance = played.iter().map(|game| (game.points - mean).powi(2)).sum::<f64>() / games;
    let margin = 1.96 * (variance / games).sqrt();
    let count = |points: f64| played.iter().filter(|game| (game.points - points).abs() < 0.1).count();
    let distinct: HashSet<_> = played
        .iter()
        .map(|game| (&game.start, format!("{:?}", game.moves)))
        .collect();
    let openings: HashSet<_> = played.iter().map(|game| &game.start).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for game in played {
        *reasons.entry(&game.reason).or_default() += 1;
    }
    println!(
        "{} against {}: {} games, {} won, {} drawn, {} lost: {:.1} % ± {:.1}",
        specs[0],
        specs[1],
        played.len(),
        count(1.0),
        count(0.5),
        count(0.0),
        100.0 * mean,
        100.0 * margin
    );
    let plies: usize = played.iter().map(|game| game.moves.len()).sum();
    println!(
        "  {} distinct games from {} openings, {:.0} plies each, {reasons:?}",
        distinct.len(),
        openings.len(),
        plies as f64 / games
    );
    let slowest = |index: usize| played.iter().map(|game| game.slowest[index]).max().unwrap_or_default();
    println!("  slowest answers {:.0?} and {:.0?}", slowest(0), slowest(1));
}
