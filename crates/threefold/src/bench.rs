//! `threefold bench`: a fixed piece of work of the engine, its checksum and its speed.

use std::io::{self, Write};

use clap::Args;
use engine::{Signal, Technique, Techniques, bench};

#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold bench\n  \
        threefold bench 10 --techniques\n\n\
    The number of nodes is the same on every run and machine; it changes when the engine plays otherwise.")]
pub(crate) struct BenchArgs {
    /// Depth in plies [default: 13]
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Show how often each technique of the search had its way, and the nodes it takes without it
    #[arg(long)]
    techniques: bool,
    /// Switch a technique off
    #[arg(long, value_name = "TECHNIQUE", conflicts_with = "techniques")]
    without: Option<Technique>,
}

pub(crate) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let signal = Signal::default();
    let all = Techniques::default();
    let used = args.without.map_or(all, |technique| all.without(technique));
    let summary = bench::run(args.depth, used, &signal)?;
    let mut out = io::stdout().lock();
    if args.techniques {
        writeln!(
            out,
            "{:<24} {:>12} {:>16} {:>8}",
            "technique", "had its way", "nodes without", "change"
        )?;
        for technique in Technique::ALL {
            let without = bench::run(args.depth, all.without(technique), &signal)?;
            let change = (without.nodes as f64 / summary.nodes as f64 - 1.0) * 100.0;
            let times = summary.tally.of(technique);
            writeln!(
                out,
                "{technique:<24} {times:>12} {:>16} {change:>+7.1} %",
                without.nodes
            )?;
        }
    }
    writeln!(out, "{summary}")?;
    Ok(())
}
