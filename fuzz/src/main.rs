//! `cargo xtask fuzz`: damaged input for every reader, for as long as asked.

use std::{
    fmt::Write as _,
    process::ExitCode,
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use clap::Parser;
use fuzz::{Corpus, Fault, Mutator, TARGETS, Target};

/// Damages inputs and reads them, until the time is up or something breaks
#[derive(Parser, Debug)]
#[command(name = "cargo xtask fuzz")]
struct Args {
    /// How long, shared by the targets
    #[arg(long, value_name = "N", default_value_t = 5.0)]
    minutes: f64,
    /// Where chance begins [default: another place every time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// One target alone
    #[arg(value_name = "TARGET")]
    target: Option<String>,
}

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let targets: Vec<&Target> = match &args.target {
        None => TARGETS.iter().collect(),
        Some(name) => {
            let found = TARGETS.iter().find(|target| target.name == name);
            let Some(found) = found else {
                bail!("there is no target '{name}'; there are {}", names());
            };
            vec![found]
        }
    };
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let time = Duration::from_secs_f64((args.minutes * 60.0).clamp(0.0, 1e9)) / targets.len() as u32;
    println!("seed {seed}, {time:.1?} for each target");
    // What panics is reported below, once.
    std::panic::set_hook(Box::new(|_| {}));
    let mut broken = 0;
    for target in targets {
        broken += run(target, seed, time)?;
    }
    Ok(if broken == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs a target and returns how many different inputs broke it, at most ten.
fn run(target: &Target, seed: u64, time: Duration) -> anyhow::Result<usize> {
    let corpus = Corpus::of(target.name).with_context(|| format!("the corpus of {}", target.name))?;
    let mut inputs = corpus.bytes();
    let generated = (target.seeds)();
    inputs.extend(generated.iter().map(Vec::as_slice));
    let mut mutator = Mutator::new(seed);
    let (since, mut count, mut faults, mut slowest) = (Instant::now(), 0_u64, 0, Duration::ZERO);
    while since.elapsed() < time && faults < 10 {
        let input = mutator.damaged(&inputs);
        let begun = Instant::now();
        let read = fuzz::read(target, &input);
        slowest = slowest.max(begun.elapsed());
        count += 1;
        if let Err(fault) = read {
            faults += 1;
            let path = fuzz::keep(target.name, &input)?;
            let words = match fault {
                Fault::Panic(words) => words,
                Fault::Slow(taken) => format!("it took {taken:.1?}"),
            };
            println!("{}: {words}; the input is in {}", target.name, path.display());
        }
    }
    println!(
        "{:<10} {count:>9} inputs, slowest {slowest:.1?}, {faults} faults",
        target.name
    );
    Ok(faults)
}

fn names() -> String {
    TARGETS.iter().fold(String::new(), |mut text, target| {
        // Writing to a text does not fail.
        write!(text, " {}", target.name).ok();
        text
    })
}
