//! `threefold bench --game kungfu --blunders`: the mistakes of bots, from logged games or from games of each level
//! against itself.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use anyhow::Context;
use kungfu::{Board, Record, Speed, Start, Tick};
use kungfu_bots::{Blunders, KungfuSpec, table::Table};

use super::BenchArgs;
use crate::cli::Usage;

/// Games of each level at each speed.
const GAMES: u64 = 20;
/// A game ends here (8.11).
const LIMIT: Tick = Tick(20_000);

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<20} {:>6} {:>9} {:>6} {:>14} {:>13} {:>13}",
        "mistakes a game", "games", "commands", "hung", "missed dodges", "king dodges", "kings walked"
    )?;
    match &args.log {
        Some(folder) => {
            let (games, blunders) = logged(folder)?;
            write_row(&mut out, "logged games", games, blunders)?;
        }
        None => {
            for level in 1..=4 {
                for speed in Speed::ALL {
                    let games = args.games.unwrap_or(GAMES);
                    let blunders = of_level(level, speed, games)?;
                    write_row(&mut out, &format!("level{level}, {speed}"), games, blunders)?;
                }
            }
        }
    }
    Ok(())
}

/// The mistakes of both players in games of a level against itself at its own pace.
fn of_level(level: u8, speed: Speed, games: u64) -> anyhow::Result<Blunders> {
    let spec: KungfuSpec = format!("level{level}").parse()?;
    let mut all = Blunders::default();
    for game in 0..games {
        let bots = vec![spec.open(2 * game), spec.open(2 * game + 1)];
        let mut table = Table::new(Start::usual(Board::Standard, speed), game, bots);
        table.play(LIMIT, &mut |_| {});
        all += sum(table.bout().record())?;
    }
    Ok(all)
}

/// The number of replays in a directory, and the mistakes in them.
fn logged(folder: &Path) -> anyhow::Result<(u64, Blunders)> {
    let unreadable = || format!("cannot read {}", folder.display());
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.to_string_lossy().ends_with(".replay.json") {
            paths.push(path);
        }
    }
    if paths.is_empty() {
        let words = format!(
            "{} has no replays; `arena --game kungfu --log DIR` writes some",
            folder.display()
        );
        return Err(Usage::new(words).into());
    }
    paths.sort();
    let (mut games, mut all) = (0, Blunders::default());
    for path in paths {
        let wrong = || format!("{} is no replay", path.display());
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let record: Record = serde_json::from_slice(&text).with_context(wrong)?;
        all += sum(&record).with_context(wrong)?;
        games += 1;
    }
    Ok((games, all))
}

/// The mistakes of all players of a game.
fn sum(record: &Record) -> anyhow::Result<Blunders> {
    let mut all = Blunders::default();
    for blunders in Blunders::of(record)? {
        all += blunders;
    }
    Ok(all)
}

fn write_row(out: &mut impl Write, name: &str, games: u64, blunders: Blunders) -> io::Result<()> {
    let each = |count: u32| format!("{:.2}", f64::from(count) / games.max(1) as f64);
    writeln!(
        out,
        "{name:<20} {games:>6} {:>9} {:>6} {:>14} {:>13} {:>13}",
        each(blunders.commands),
        each(blunders.hung),
        each(blunders.missed_dodges),
        each(blunders.missed_king_dodges),
        each(blunders.kings_walked)
    )
}
