//! `threefold train`: a network that evaluates positions, from training games.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Context;
use clap::Args;
use engine::network::Network;
use training::{NetworkEnd, NetworkPlan, NetworkProgress};

use crate::cli;

/// A network trained on games of `threefold datagen`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold train --data games.tfg more.tfg --threads 2 --out network.tfn\n  \
        threefold train --out network.tfn --export-onnx network.onnx\n\n\
    Ctrl-C writes a checkpoint beside the network, and the same command continues from it. The same games, options and \
    seed give the same network with any number of threads.")]
pub(crate) struct TrainArgs {
    /// Files of games
    #[arg(long, value_name = "FILE", required_unless_present = "export_onnx", num_args = 1..)]
    data: Vec<PathBuf>,
    /// Also write the network of --out as ONNX; without --data, export the existing network
    #[arg(long, value_name = "FILE")]
    export_onnx: Option<PathBuf>,
    /// The network to start from
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// The network to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of epochs
    #[arg(long, value_name = "N", default_value = "30", value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Batch size in positions
    #[arg(long, value_name = "N", default_value = "16384", value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// Learning rate of the first step; it falls to a hundredth of it
    #[arg(long, value_name = "RATE", default_value = "0.001")]
    rate: f32,
    /// Share of the game's result in the target; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value = "0.3")]
    result_share: f32,
    /// Threads to compute with
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
}

pub(crate) fn run(args: &TrainArgs) -> anyhow::Result<()> {
    if !args.data.is_empty() && train(args)? == NetworkEnd::Stopped {
        cli::print_status("threefold: interrupted; the same command goes on");
        return Ok(());
    }
    let mut written = &args.out;
    if let Some(path) = &args.export_onnx {
        let network = Network::open(&args.out)?;
        fs::write(path, training::onnx(&network)).with_context(|| format!("{} cannot be written", path.display()))?;
        written = path;
    }
    writeln!(io::stdout().lock(), "{}", written.display())?;
    Ok(())
}

fn train(args: &TrainArgs) -> anyhow::Result<NetworkEnd> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Release)).context("Ctrl-C cannot be listened for")?;
    let plan = NetworkPlan {
        data: args.data.clone(),
        start: args.start.clone(),
        out: args.out.clone(),
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.rate,
        result_share: args.result_share,
        threads: args.threads.into(),
        seed: args.seed,
    };
    let mut live = Live::new(args.epochs);
    Ok(training::train(&plan, &stop, &mut |progress| live.show(progress))?)
}

/// Progress of the training: a line per epoch, and on a terminal one that changes.
struct Live {
    epochs: u32,
    began: Instant,
    is_terminal: bool,
}

impl Live {
    fn new(epochs: u32) -> Self {
        Live {
            epochs,
            began: Instant::now(),
            is_terminal: io::stderr().is_terminal(),
        }
    }

    /// Thousands of positions a second since the games were read.
    fn pace(&self, seen: u64) -> f64 {
        seen as f64 / self.began.elapsed().max(Duration::from_millis(1)).as_secs_f64() / 1_000.0
    }

    fn show(&mut self, progress: &NetworkProgress) {
        match *progress {
            NetworkProgress::Read {
                training,
                held_out,
                scale,
                lost,
                resumed,
            } => {
                if lost > 0 {
                    cli::print_status(&format!("threefold: {lost} bytes belong to no whole game"));
                }
                cli::print_status(&format!(
                    "{training} positions to train on, {held_out} held out; scale {scale} centipawns; read in {:.1} s",
                    self.began.elapsed().as_secs_f64()
                ));
                if resumed > 0 {
                    cli::print_status(&format!("going on after {resumed} steps"));
                }
                cli::print_status("epoch  loss      held out  thousand positions a second");
                self.began = Instant::now();
            }
            NetworkProgress::Step { epoch, seen, loss } => {
                if self.is_terminal {
                    let words = format!("\r{epoch:>5}  {loss:.6}            {:.0}", self.pace(seen));
                    // A line that cannot be shown is not missed.
                    drop(io::stderr().write_all(words.as_bytes()));
                }
            }
            NetworkProgress::Epoch {
                epoch,
                seen,
                loss,
                held_out,
            } => {
                let start = if self.is_terminal { "\r" } else { "" };
                cli::print_status(&format!(
                    "{start}{epoch:>5}  {loss:.6}  {held_out:.6}  {:.0}  of {} epochs",
                    self.pace(seen),
                    self.epochs
                ));
            }
        }
    }
}
