//! The bench of Kung Fu Chess: whole games of bots, for each level and board; their ticks are the checksum.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use kungfu::{Board, Speed, Start, Tick};
use kungfu_bots::{KungfuSpec, table::Table};

use super::BenchArgs;
use crate::cli::Usage;

/// Games of each kind.
const GAMES: u64 = 4;
/// A game ends here.
const LIMIT: Tick = Tick(6_000);

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    super::refuse_engine_flags(args)?;
    if args.depth.is_some() {
        return Err(Usage::new("Kung Fu Chess has no depth").into());
    }
    if args.blunders {
        return super::blunders::run(args);
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:<10} {:<7} {:>8} {:>10} {:>9} {:>9} {:>9} {:>14}",
        "board", "bots", "ticks", "decisions", "p50", "p99", "max", "time of a tick"
    )?;
    let (mut ticks, mut spent) = (0, Duration::ZERO);
    for (board, name) in [(Board::Standard, "standard"), (Board::Four, "four")] {
        for level in 1..=4 {
            let spec: KungfuSpec = format!("level{level}").parse()?;
            let begun = Instant::now();
            let mut own = 0_u64;
            let mut times = Vec::new();
            for seed in 0..GAMES {
                let bots = (0..u64::from(board.players().count())).map(|seat| spec.open(seed + seat));
                let mut table = Table::new(Start::usual(board, Speed::Standard), seed, bots.collect());
                table.play(LIMIT, &mut |asked| {
                    // A look that weighs no moves is no decision.
                    if !asked.considered.is_empty() {
                        times.push(asked.elapsed);
                    }
                });
                own += u64::from(table.bout().game().tick_count().0);
            }
            let time = begun.elapsed();
            times.sort_unstable();
            let each = time / u32::try_from(own.max(1)).unwrap_or(u32::MAX);
            let [p50, p99, max] = [50, 99, 100].map(|percent| format!("{:.1?}", percentile(&times, percent)));
            writeln!(
                out,
                "{name:<10} level{level:<2} {own:>8} {:>10} {p50:>9} {p99:>9} {max:>9} {:>14}",
                times.len(),
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

/// The least of the times that so many percent do not exceed; they must be sorted.
fn percentile(times: &[Duration], percent: usize) -> Duration {
    let rank = (times.len() * percent).div_ceil(100);
    times.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_least_time_that_so_many_do_not_exceed() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_micros).collect();
        let at = |percent| percentile(&times, percent).as_micros();
        assert_eq!([at(50), at(99), at(100)], [100, 198, 200]);
        assert_eq!(percentile(&times[..1], 99), Duration::from_micros(1));
        assert_eq!(percentile(&[], 50), Duration::ZERO);
    }
}
