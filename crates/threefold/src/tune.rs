//! `threefold tune`: fits the parameters of the search by games in the arena, and the win-draw-loss model by training
//! games.

mod chances;
mod spsa;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, bail};
use clap::Args;

use crate::cli;
use spsa::{Number, Spsa};

/// The fit of the numbers of the search, or of the win-draw-loss model.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold tune --search numbers.json --openings book.epd --nodes 5000\n  \
        threefold tune --chances games.tfg more.tfg\n\n\
    --search needs a program built with the feature 'tune'; the same command continues from the file.")]
pub(crate) struct TuneArgs {
    /// The state of the fit, written after every iteration; an existing file is continued
    #[arg(long, value_name = "FILE", required_unless_present = "chances")]
    search: Option<PathBuf>,
    /// Fit the win-draw-loss model to the results of these training games and print it
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "search")]
    chances: Vec<PathBuf>,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Iterations of the whole fit
    #[arg(long, value_name = "N", default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Games of an iteration
    #[arg(long, value_name = "N", default_value = "8", value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Nodes for a move
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Openings from a file [default: a balanced set]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games played at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Fit only these parameters
    #[arg(long, value_name = "NAME", num_args = 1..)]
    only: Vec<String>,
}

/// Fits what the arguments ask for.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    match &args.search {
        Some(state) => search(args, state),
        None => chances::run(&args.chances),
    }
}

/// Plays iteration after iteration until the plan is done or Ctrl-C; the state is written after each.
fn search(args: &TuneArgs, state: &Path) -> anyhow::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Release)).context("Ctrl-C cannot be listened for")?;
    let mut spsa = match fs::read_to_string(state) {
        Ok(text) => serde_json::from_str(&text).with_context(|| format!("{} is no state of a fit", state.display()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Spsa::new(args.seed, args.iterations, numbers(&args.only)?)
        }
        Err(error) => return Err(error).with_context(|| format!("{} cannot be read", state.display())),
    };
    while !spsa.is_done() {
        let trial = spsa.trial();
        let players = [player(&spsa, &trial.plus)?, player(&spsa, &trial.minus)?];
        let balance = play(&players, spsa.done, args)?;
        if stop.load(Ordering::Acquire) {
            cli::print_status("threefold: interrupted; the same command goes on");
            break;
        }
        spsa.learn(balance);
        write(state, &spsa)?;
        if spsa.done.is_multiple_of(10) {
            cli::print_status(&format!("{} iterations", spsa.done));
        }
    }
    for number in &spsa.numbers {
        cli::print_status(&format!("{} = {:.0}", number.name, number.value));
    }
    Ok(())
}

/// The numbers of the search, or some of them by name.
#[cfg(feature = "tune")]
fn numbers(only: &[String]) -> anyhow::Result<Vec<Number>> {
    let rows = engine::Parameter::all();
    if let Some(unknown) = only.iter().find(|name| !rows.iter().any(|row| row.name == **name)) {
        bail!("no number of the search is called '{unknown}'");
    }
    let wanted = rows
        .iter()
        .filter(|row| only.is_empty() || only.iter().any(|name| name == row.name));
    Ok(wanted
        .map(|row| Number::new(row.name, row.usual, row.least, row.most))
        .collect())
}

#[cfg(not(feature = "tune"))]
fn numbers(_only: &[String]) -> anyhow::Result<Vec<Number>> {
    bail!("this program was built without the feature 'tune': cargo build --release -p threefold --features tune")
}

/// This program as a UCI engine with these values.
fn player(spsa: &Spsa, values: &[i32]) -> anyhow::Result<String> {
    let program = env::current_exe().context("the program does not know where it is")?;
    let pairs: Vec<String> = spsa
        .numbers
        .iter()
        .zip(values)
        .map(|(number, value)| format!("{}={value}", number.name))
        .collect();
    Ok(format!("uci:\"{}\" uci?{}", program.display(), pairs.join("&")))
}

/// Games won less games lost by the first player.
fn play(players: &[String; 2], iteration: u32, args: &TuneArgs) -> anyhow::Result<i32> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("arena").args(players);
    command.args(["--games", &args.games.to_string(), "--nodes", &args.nodes.to_string()]);
    command.args(["--concurrency", &args.concurrency.to_string()]);
    command.args([
        "--seed",
        &(args.seed.wrapping_mul(1_000_003) + u64::from(iteration)).to_string(),
    ]);
    if let Some(openings) = &args.openings {
        command.arg("--openings").arg(openings);
    }
    let output = command
        .stdin(Stdio::null())
        .output()
        .context("the arena cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout);
    balance(&text).with_context(|| format!("the arena failed: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The balance of the line `score A 3-2-1 B …`.
fn balance(text: &str) -> Option<i32> {
    let line = text.lines().rev().find(|line| line.starts_with("score "))?;
    line.split(' ').find_map(|word| {
        let counts: Vec<i32> = word.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
        match counts[..] {
            [won, _, lost] => Some(won - lost),
            _ => None,
        }
    })
}

/// Writes the state whole or not at all.
fn write(path: &Path, spsa: &Spsa) -> anyhow::Result<()> {
    let fresh = path.with_added_extension("new");
    fs::write(&fresh, serde_json::to_string_pretty(spsa)?)
        .and_then(|()| fs::rename(&fresh, path))
        .with_context(|| format!("{} cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_balance_is_read_from_the_last_line() {
        let text = "10/20  +3 =2 -5\nscore uci:a-1 uci?x=1 12-3-5 uci:a-1 uci?x=2 elo 3.0 ± 9.0\n";
        assert_eq!(balance(text), Some(7));
        assert_eq!(balance("nothing was played"), None);
    }
}
