//! The bench of Ransom: the moves of the start counted, and forty positions from play searched as Hard does.

use std::{
    io::{self, Write},
    time::{Duration, Instant},
};

use bots::{
    minimax::{Breadth, Limits, Minimax, Settings},
    ransom::{Evaluation, Plan, Rank, middlegames},
};
use play::{Record, Stop, Stopwatch, perft};
use ransom::Position;

use super::BenchArgs;

/// Plies of the count.
const PERFT: u32 = 5;

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    super::refuse_engine_flags(args)?;
    super::refuse_kungfu_flags(args)?;
    let mut out = io::stdout().lock();
    let clock = Instant::now();
    let count = perft(&Position::new(), PERFT);
    let speed = count as f64 / clock.elapsed().as_secs_f64();
    writeln!(out, "perft {PERFT}: {count}, {:.0} million a second", speed / 1e6)?;

    let plan = Plan::of(Rank::Hard);
    let depth = args.depth.unwrap_or(plan.depth);
    let mut minimax = Minimax::new(Evaluation::default(), plan.settings(Settings::default().hash))?;
    let mut times = Vec::new();
    let mut nodes = 0;
    for (index, position) in middlegames().into_iter().enumerate() {
        let watch = Stopwatch::start();
        let limits = Limits {
            depth,
            time: None,
            nodes: None,
            stop: &Stop::new(),
            watch: &watch,
        };
        minimax.forget();
        let clock = Instant::now();
        minimax.think(&Record::new(position), &limits, Breadth::Lines(1), &mut |_| {});
        times.push(clock.elapsed());
        nodes += minimax.nodes();
        writeln!(
            out,
            "position {:>2}: {:>9} nodes {:>8.1} ms",
            index + 1,
            minimax.nodes(),
            milliseconds(times[index])
        )?;
    }
    let total: Duration = times.iter().sum();
    times.sort_unstable();
    writeln!(
        out,
        "hard to depth {depth}: median {:.1} ms, slowest {:.1} ms",
        milliseconds(times[times.len() / 2]),
        milliseconds(times[times.len() - 1])
    )?;
    writeln!(out, "{nodes} nodes {:.0} nps", nodes as f64 / total.as_secs_f64())?;
    Ok(())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
