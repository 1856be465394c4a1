//! `threefold tune`: fits the weights of the evaluation to training games.

use std::{
    fs,
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::Args;
use training::{Dataset, TuningPlan};

use crate::cli;

/// The fit of the evaluation to games of `threefold datagen`.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
        threefold tune --data games.tfg more.tfg --threads 2 --out crates/engine/src/evaluation/weights/table.rs\n\n\
    The same games, epochs and seed give the same weights, whatever the threads.")]
pub(crate) struct TuneArgs {
    /// Files of games
    #[arg(long, value_name = "FILE", required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// How often every position is looked at
    #[arg(long, value_name = "N", default_value = "40")]
    epochs: u32,
    /// Threads to count with
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Let everything that is left to chance follow from this number
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Where to write the table of weights, as Rust source [default: stdout]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    let data = Dataset::read(&args.data, args.seed)?;
    let [training, held_out] = data.positions();
    if data.lost() > 0 {
        cli::tell(&format!("threefold: {} bytes belong to no whole game", data.lost()));
    }
    cli::tell(&format!(
        "{} games: {training} positions to fit to, {held_out} held out",
        data.games()
    ));
    cli::tell("epoch  loss      held out");
    let plan = TuningPlan {
        epochs: args.epochs,
        threads: args.threads.into(),
        seed: args.seed,
    };
    let fit = training::tune(&data, &plan, &mut |epoch| {
        cli::tell(&format!(
            "{:>5}  {:.6}  {:.6}",
            epoch.number, epoch.training, epoch.held_out
        ));
    });
    cli::tell(&format!(
        "rounded          {:.6}  (steepness {:.5} a centipawn)",
        fit.held_out, fit.steepness
    ));
    let table = training::weight_table(&fit.fields);
    match &args.out {
        Some(path) => fs::write(path, table).with_context(|| format!("{} cannot be written", path.display()))?,
        None => io::stdout().lock().write_all(table.as_bytes())?,
    }
    Ok(())
}
