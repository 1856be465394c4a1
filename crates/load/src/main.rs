//! A load generator for the server. It plays games of Kung Fu Chess against bots, each over a socket that sends
//! commands as often as a person would, and opens sockets that only listen. It measures how long commands and ticks
//! take, and how much memory the server needs.
//!
//! With the command `cluster` it plays at several nodes on one database, causes faults, and compares what was
//! acknowledged with what is stored.
//!
//! It uses only the public protocol of the server, over the loopback interface. It contains no rules: it asks the
//! server where a piece may move.

mod cluster;
mod crowd;
mod figures;
mod player;
mod profile;
mod request;
mod server;
mod siege;
mod sign_ins;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::{Context, bail};
use clap::Parser;
use tokio::task::LocalSet;

use crowd::Crowd;
use figures::{Row, Ticks};
use server::{Address, Process};
use siege::Siege;
use sign_ins::SignIns;

/// How often the games are measured during an attack, so that growing memory is visible.
const SIEGE_ROWS: usize = 3;

/// How many games a server can hold: opens them, plays them, and prints a table
#[derive(Parser, Debug)]
#[command(name = "cargo xtask load")]
struct Args {
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,
    /// Games added in each step, until the server is full or its ticks are late; 0 for none
    #[arg(long, value_name = "N", default_value_t = 250, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    grow: u32,
    /// How long each step is measured
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// Seconds between two commands of a game
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pace: f64,
    /// Sockets that only listen, added after the first measurement; 0 for none
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(0..=9_000))]
    idle: u32,
    /// The bot of every game
    #[arg(long, value_name = "SPEC", default_value = "level2")]
    bot: String,
    /// standard or lightning
    #[arg(long, default_value = "standard")]
    speed: String,
    /// The address of a server that runs on this machine already; otherwise one is started
    #[arg(long, value_name = "ADDRESS")]
    address: Option<SocketAddr>,
    /// The address of the metrics of a server that runs already
    #[arg(long, value_name = "ADDRESS", requires = "address")]
    metrics: Option<SocketAddr>,
    /// The program to start [default: threefold beside this one]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Measures only the games, then the games during an attack from one address
    #[arg(long)]
    siege: bool,
    /// Measures only the games, then the games while this many people sign in per minute
    #[arg(long, value_name = "N", conflicts_with = "siege")]
    sign_ins: Option<u32>,
    /// Measures only the profile and the lists of a player with this many finished games
    #[arg(long, value_name = "N", conflicts_with_all = ["siege", "sign_ins", "address"])]
    profile: Option<u32>,
    /// How many tables the started server may have open [default: the server's own limit]
    #[arg(long, value_name = "N")]
    tables: Option<u32>,
}

impl Args {
    fn program(&self) -> anyhow::Result<PathBuf> {
        match &self.program {
            Some(program) => Ok(program.clone()),
            None => Ok(std::env::current_exe()?.with_file_name("threefold")),
        }
    }
}

/// A server is on time while commands are seen so soon, and ticks are played so soon.
const LATENCY_P99: Duration = Duration::from_millis(50);
const TICK_P999: Duration = Duration::from_millis(20);

fn main() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    // One thread for the whole crowd: it shares the machine with the server.
    if std::env::args().nth(1).as_deref() == Some("cluster") {
        return LocalSet::new().block_on(&runtime, cluster::run(std::env::args().skip(1)));
    }
    let args = Args::parse();
    LocalSet::new().block_on(&runtime, run(&args))
}

async fn run(args: &Args) -> anyhow::Result<()> {
    let process = match args.address {
        Some(_) => None,
        None => Some(Process::start(&args.program()?, args.tables)?),
    };
    if let (Some(process), Some(games)) = (&process, args.profile) {
        return profile::measure(process, games).await;
    }
    let address = args.address.or_else(|| process.as_ref().map(Process::address));
    let address = Address::new(address.context("there is no server")?)?;
    let metrics = args.metrics.or_else(|| process.as_ref().map(Process::metrics));
    let metrics = Address::new(metrics.context("name the address of its figures with --metrics")?)?;
    let mut measure = Measure {
        args,
        address,
        metrics,
        process,
        crowd: Crowd::new(address, args.pace, &args.bot, &args.speed),
        empty: 0,
    };
    measure.empty = measure.memory();
    println!("{}", Row::HEAD);
    measure.games(args.games).await?;
    if args.siege {
        return measure.siege().await;
    }
    if let Some(a_minute) = args.sign_ins {
        return measure.sign_ins(a_minute).await;
    }
    if args.idle > 0 {
        measure.crowd.listen(args.idle).await.context("idle sockets")?;
        measure.row().await?;
        measure.crowd.dismiss_listeners();
    }
    measure.grow().await
}

/// A server, a crowd in it, and what is measured.
struct Measure<'a> {
    args: &'a Args,
    address: Address,
    metrics: Address,
    process: Option<Process>,
    crowd: Crowd,
    /// Memory of the server before anybody came, in KiB.
    empty: u64,
}

impl Measure<'_> {
    /// Opens games until there are so many, and measures them.
    async fn games(&mut self, games: u32) -> anyhow::Result<Row> {
        self.crowd.play(games).await?;
        self.row().await
    }

    /// More and more games, until the server is full or late.
    async fn grow(&mut self) -> anyhow::Result<()> {
        let mut games = self.args.games;
        while self.args.grow > 0 {
            games += self.args.grow;
            match self.games(games).await {
                Ok(row) if row.latencies[1] > LATENCY_P99 || row.ticks[2] > TICK_P999 => {
                    println!("no longer on time with {games} games");
                    break;
                }
                Ok(_) => {}
                Err(error) => {
                    println!("{} games, then: {error:#}", self.crowd.games());
                    self.row().await?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Measures the same games while one address does all the harm it can, and afterwards.
    async fn siege(&mut self) -> anyhow::Result<()> {
        let table = self.crowd.some_table().context("there is no game")?;
        let siege = Siege::begin(self.address.0, &table);
        for _ in 0..SIEGE_ROWS {
            self.row().await?;
        }
        println!("turned away: {} honest players", self.crowd.figures().turned_away());
        self.crowd.figures().print_refusals();
        siege.spoils.print();
        drop(siege);
        tokio::time::sleep(Duration::from_secs(5)).await;
        self.row().await?;
        Ok(())
    }

    /// Measures the same games while people sign in.
    async fn sign_ins(&mut self, a_minute: u32) -> anyhow::Result<()> {
        let sign_ins = SignIns::begin(self.address.0, a_minute).await?;
        self.row().await?;
        sign_ins.print();
        Ok(())
    }

    /// Measures the crowd as it is, and prints it.
    async fn row(&mut self) -> anyhow::Result<Row> {
        self.crowd.settle().await?;
        let before = Ticks::read(&self.metrics.metrics().await?);
        let used = [self.used(), server::own_time()];
        self.crowd.figures().clear();
        tokio::time::sleep(Duration::from_secs(self.args.seconds)).await;
        let time = self.args.seconds as f64;
        let played = Ticks::read(&self.metrics.metrics().await?).since(&before);
        if played.count() == 0 {
            bail!("no tick was played");
        }
        let busy = [self.used() - used[0], server::own_time() - used[1]].map(|used| used / time);
        let memory = self.memory();
        let row = self
            .crowd
            .figures()
            .row(&played, time, self.crowd.sockets(), busy, [self.empty, memory]);
        println!("{row}");
        Ok(row)
    }

    fn memory(&self) -> u64 {
        self.process.as_ref().map_or(0, Process::memory)
    }

    fn used(&self) -> f64 {
        self.process.as_ref().map_or(0.0, Process::time)
    }
}
