//! `threefold datagen`: training games of the engine against itself.

use std::{
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
use indicatif::{ProgressBar, ProgressStyle};
use training::{Origin, Plan, Progress};

use crate::cli;

/// Training games of the engine against itself.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
        threefold datagen --games 10000 --nodes 5000 --threads 2 --seed 1 --out games.tfg\n\n\
    If it is run again with the same file, seed and nodes, it plays the missing games. Ctrl-C drops the running games.")]
pub(crate) struct DatagenArgs {
    /// Games that the file has at the end
    #[arg(long, value_name = "N")]
    games: u32,
    /// Nodes for a move; after half of them no further iteration begins
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games played at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The seed of all random numbers
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The network that evaluates positions, instead of the embedded one
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The file to write or continue
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(crate) fn run(args: &DatagenArgs) -> anyhow::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    ctrlc::set_handler(move || raised.store(true, Ordering::Release)).context("Ctrl-C cannot be listened for")?;
    let network = match &args.network {
        Some(path) => Arc::new(Network::open(path)?),
        None => Network::embedded(),
    };
    let plan = Plan {
        games: args.games,
        origin: Origin {
            seed: args.seed,
            nodes: args.nodes,
        },
        network,
        threads: args.threads.into(),
    };
    let mut live = Live::new(args.games);
    let done = training::generate(&plan, &args.out, &stop, &mut |progress| live.show(progress));
    live.end();
    let progress = done?;
    if progress.lost > 0 {
        cli::print_status(&format!(
            "threefold: {} bytes of {} belong to no whole game; what was in them has been played again",
            progress.lost,
            args.out.display()
        ));
    }
    if progress.games < args.games {
        cli::print_status("threefold: interrupted; the same command goes on");
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} games {} positions {} an hour",
        progress.games,
        progress.samples,
        live.pace(&progress)
    )?;
    Ok(())
}

/// How far it is: a bar on a terminal, a line now and then elsewhere.
struct Live {
    bar: Option<ProgressBar>,
    began: Instant,
    last: Instant,
    games: u32,
}

impl Live {
    fn new(games: u32) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(games.into());
            let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games {eta}  {wide_msg}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        let began = Instant::now();
        Live {
            bar,
            began,
            last: began,
            games,
        }
    }

    /// Kept positions an hour since the program began.
    fn pace(&self, progress: &Progress) -> u64 {
        let hours = self.began.elapsed().as_secs_f64().max(0.001) / 3_600.0;
        ((progress.samples - progress.samples_before) as f64 / hours) as u64
    }

    fn show(&mut self, progress: &Progress) {
        /// Between two plain lines.
        const PAUSE: Duration = Duration::from_secs(30);
        let words = format!("{} positions, {} an hour", progress.samples, self.pace(progress));
        match &self.bar {
            Some(bar) => {
                bar.set_position(progress.games.into());
                bar.set_message(words);
            }
            None if self.last.elapsed() >= PAUSE => {
                self.last = Instant::now();
                cli::print_status(&format!("{}/{} games  {words}", progress.games, self.games));
            }
            None => {}
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
