//! The bench of Kung Fu Chess: whole games of bots, for each level and board; their ticks are the checksum.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use kungfu::{Board, Speed, Start, Tick};
use kungfu_bots::{KungfuSpec, table::Table};

use crate::cli::{BenchArgs, Usage};

/// Games of each kind.
const GAMES: u64 = 4;
/// A game is broken off here.
const LIMIT: Tick = Tick(6_000);

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    super::refuse_engine_flags(args)?;
    if args.depth.is_some() {
        return Err(Usage::new("Kung Fu Chess has no depth").into());
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<10} {:<7} {:>8} {:>10} {:>14}",
        "board", "bots", "ticks", "decisions", "time of a tick"
    )?;
    let (mut ticks, mut spent) = (0, Duration::ZERO);
    for (board, name) in [(Board::Standard, "standard"), (Board::Four, "four")] {
        for level in 1..=4 {
            let spec: KungfuSpec = format!("level{level}").parse()?;
            let begun = Instant::now();
            let (mut own, mut decisions) = (0_u64, 0_u64);
            for seed in 0..GAMES {
                let bots = (0..u64::from(board.players().count())).map(|seat| spec.open(seed + seat));
                let mut table = Table::new(Start::usual(board, Speed::Standard), seed, bots.collect());
                table.play(LIMIT, &mut |_| decisions += 1);
                own += u64::from(table.bout().game().tick_count().0);
            }
            let time = begun.elapsed();
            let each = time / u32::try_from(own.max(1)).unwrap_or(u32::MAX);
            writeln!(
                out,
                "{name:<10} level{level:<2} {own:>8} {decisions:>10} {:>14}",
                format!("{each:.1?}")
            )?;
            ticks += own;
            spent += time;
        }
    }
    let speed = u128::from(ticks) * 1_000_000 / spent.as_micros().max(1);
    writeln!(out, "{ticks} ticks {speed} a second")?;
    Ok(())
}
