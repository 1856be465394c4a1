//! `threefold serve`: Threefold for browsers.

use std::{
    env,
    io::{self, IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
};

use anyhow::Context;
use clap::Args;
use server::{Finding, NodeSettings, Server, Settings, SqliteStore, Subnet, Time};
use terminal::Folders;
use tracing_subscriber::{filter::LevelFilter, layer::SubscriberExt, util::SubscriberInitExt};

use crate::{cli::Usage, model::ModelsArgs};

/// Play in the browser: against bots, with two people at one screen, or by link.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold serve\n  \
        threefold serve --listen 0.0.0.0:8080 --data /var/lib/threefold\n  \
        threefold serve --host chess.example.org --trust-proxy 127.0.0.1 --metrics-listen 127.0.0.1:9464\n  \
        threefold serve --database postgres://threefold@db/threefold --peer-listen 10.0.0.5:3334 --name a\n  \
        threefold serve --model maia=maia-1500.onnx\n  \
        threefold serve --check --data /var/lib/threefold\n\n\
    Ctrl-C or SIGTERM ends the server; every game is stored.")]
pub(crate) struct ServeArgs {
    /// The address to listen on; only this machine can reach the default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:3333")]
    listen: SocketAddr,
    /// Where games are stored [default: the player's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Run as one of several nodes on this database instead, such as `postgres://user:password@host/database`
    #[arg(
        long,
        value_name = "URL",
        conflicts_with = "data",
        requires = "peer_listen",
        requires = "name",
        env = "THREEFOLD_DATABASE",
        hide_env_values = true
    )]
    database: Option<String>,
    /// The address to listen on for other nodes; only they should be able to reach it
    #[arg(long, value_name = "ADDRESS", requires = "database")]
    peer_listen: Option<SocketAddr>,
    /// The address by which other nodes reach this one, if it is not the one it listens on
    #[arg(long, value_name = "ADDRESS", requires = "database")]
    peer_address: Option<SocketAddr>,
    /// The name of this node, in logs and metrics
    #[arg(long, value_name = "NAME", requires = "database")]
    name: Option<String>,
    /// Check these settings and exit
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    models: ModelsArgs,
    /// How many tables may be open at once; more are refused
    #[arg(long, value_name = "N", default_value_t = Settings::TABLES)]
    tables: usize,
    /// A name under which browsers reach the server; localhost and addresses are always accepted
    #[arg(long, value_name = "NAME", num_args = 1..)]
    host: Vec<String>,
    /// Proxies that name the address of a visitor in X-Forwarded-For or Forwarded, as 127.0.0.1 or 10.0.0.0/8
    #[arg(long, value_name = "ADDRESSES", num_args = 1..)]
    trust_proxy: Vec<Subnet>,
    /// The address for /metrics, which is served nowhere else
    #[arg(long, value_name = "ADDRESS")]
    metrics_listen: Option<SocketAddr>,
    /// Multiply the limits of one address by this, for example for a school behind one address
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    per_address: u32,
    /// How many MiB one address may have stored in an hour
    #[arg(long, value_name = "MIB", default_value_t = Settings::STORED_PER_HOUR >> 20, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    stored_per_hour: u64,
    /// Disable the chat at tables
    #[arg(long)]
    no_chat: bool,
    /// Time is stopped until `POST /test/pass` advances it; for tests, and on the loopback alone
    #[arg(long, hide = true)]
    test_clock: bool,
}

/// Writes the log to standard error.
fn start_log() {
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none());
    tracing_subscriber::registry()
        .with(lines)
        .with(LevelFilter::INFO)
        .init();
}

pub(crate) fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let storage = Storage::read(args)?;
    let models = args.models.read("--model")?;
    if args.check {
        return report(match &storage {
            Storage::Directory(data) => server::check_directory(args.listen, data),
            Storage::Database(node) => server::check_database(args.listen, node),
        });
    }
    start_log();
    let settings = Settings {
        metrics: args.metrics_listen,
        hosts: args.host.clone(),
        proxies: args.trust_proxy.clone(),
        per_address: args.per_address,
        stored_per_hour: args.stored_per_hour << 20,
        tables: args.tables,
        chat: !args.no_chat,
        time: if args.test_clock { Time::Driven } else { Time::Wall },
        ..Settings::new(args.listen, games::registry_with(&models))
    };
    let server = match storage {
        Storage::Directory(data) => {
            let store = SqliteStore::open(&data)
                .context("games cannot be stored; another directory can be named with --data")?;
            Server::open(settings, store)?
        }
        Storage::Database(node) => Server::open_node(settings, node)?,
    };
    writeln!(io::stdout(), "Threefold is open: http://{}/", server.address())?;
    if let Some(address) = server.metrics_address() {
        writeln!(io::stdout(), "Figures: http://{address}/metrics")?;
    }
    Ok(server.run()?)
}

/// Where games are stored.
enum Storage {
    Directory(PathBuf),
    Database(NodeSettings),
}

impl Storage {
    fn read(args: &ServeArgs) -> Result<Self, Usage> {
        match (&args.database, args.peer_listen, &args.name) {
            (Some(database), Some(peer_listen), Some(name)) => Ok(Storage::Database(NodeSettings {
                database: database.clone(),
                name: name.clone(),
                peer_listen,
                peer_address: args.peer_address,
            })),
            _ => args.data.clone().map_or_else(usual_data, Ok).map(Storage::Directory),
        }
    }
}

/// Prints findings; something that is wrong is an error.
fn report(findings: Vec<Finding>) -> anyhow::Result<()> {
    let mut out = io::stdout();
    let mut wrong = 0;
    for Finding { what, result } in findings {
        match result {
            Ok(words) => writeln!(out, "ok     {what}: {words}")?,
            Err(words) => {
                wrong += 1;
                writeln!(out, "wrong  {what}: {words}")?;
            }
        }
    }
    if wrong > 0 {
        anyhow::bail!("the server would not run well with these settings");
    }
    Ok(())
}

/// Where games are stored unless a directory is named.
pub(crate) fn usual_data() -> Result<PathBuf, Usage> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    folders
        .map(|folders| folders.data.join("server"))
        .ok_or_else(|| Usage::new("no home is known here; name a directory with --data"))
}
