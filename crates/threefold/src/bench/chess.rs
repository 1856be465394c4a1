//! The engine: its checksum, its speed, and what its techniques are worth.

use std::io::{self, Write};

use engine::{Signal, Technique, TechniqueError, Techniques, bench, network::Network};

use super::BenchArgs;
use crate::cli::Usage;

pub(super) fn run(args: &BenchArgs) -> anyhow::Result<()> {
    super::refuse_kungfu_flags(args)?;
    if args.ratings {
        return super::ratings::run();
    }
    if args.techniques && !Techniques::SWITCHABLE {
        return Err(Usage::new(format!("--techniques: {}", TechniqueError::Fixed)).into());
    }
    let signal = Signal::default();
    let all = Techniques::default();
    let used = args.without.map_or(all, |technique| all.without(technique));
    let summary = bench::run(args.depth, used, Network::embedded(), &signal)?;
    let mut out = io::stdout().lock();
    if args.techniques {
        writeln!(
            out,
            "{:<24} {:>12} {:>16} {:>8}",
            "technique", "fired", "nodes without", "change"
        )?;
        for technique in Technique::ALL {
            let without = bench::run(args.depth, all.without(technique), Network::embedded(), &signal)?;
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
