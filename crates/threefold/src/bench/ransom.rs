//! The bench of Ransom: counts the moves from the start (perft), and searches forty positions from games with the
//! search of Hard, to the given depth or to several.

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

    let depths = args.depth.map_or_else(|| DEPTHS.to_vec(), |depth| vec![depth]);
    let mut all = Work::default();
    for depth in depths {
        let work = search(depth)?;
        writeln!(
            out,
            "depth {depth}: {} nodes, {:.2} ms a position; median {:.2} ms, slowest {:.1} ms",
            work.nodes / work.times.len() as u64,
            milliseconds(work.times.iter().sum::<Duration>()) / work.times.len() as f64,
            milliseconds(work.times[work.times.len() / 2]),
            milliseconds(work.times[work.times.len() - 1]),
        )?;
        all.nodes += work.nodes;
        all.times.extend(work.times);
    }
    let total: Duration = all.times.iter().sum();
    writeln!(
        out,
        "{} nodes {:.0} nps",
        all.nodes,
        all.nodes as f64 / total.as_secs_f64()
    )?;
    Ok(())
}

/// The depths of Easy and Hard, and one beyond.
const DEPTHS: [u32; 3] = [4, 6, 8];

/// What the positions cost together.
#[derive(Default)]
struct Work {
    nodes: u64,
    /// Of each position, the shortest first.
    times: Vec<Duration>,
}

/// Searches the positions as Hard does, each from an empty memory.
fn search(depth: u32) -> anyhow::Result<Work> {
    let plan = Plan::of(Rank::Hard);
    let mut minimax = Minimax::new(Evaluation::default(), plan.settings(Settings::default().hash))?;
    let mut work = Work::default();
    for position in middlegames() {
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
        work.times.push(clock.elapsed());
        work.nodes += minimax.nodes();
    }
    work.times.sort_unstable();
    Ok(work)
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
