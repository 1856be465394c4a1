//! `threefold serve`: Threefold for browsers.

use std::{
    env,
    io::{self, IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
};

use anyhow::Context;
use clap::Args;
use server::{Server, Settings, SqliteStore, Subnet, Time};
use terminal::Folders;

use crate::cli::Usage;

/// Play in the browser: against bots, at one screen together, or by link.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold serve\n  \
        threefold serve --listen 0.0.0.0:8080 --data /var/lib/threefold\n  \
        threefold serve --host chess.example.org --trust-proxy 127.0.0.1 --metrics-listen 127.0.0.1:9464\n\n\
    Ctrl-C or SIGTERM ends the server; every game is stored.")]
pub(crate) struct ServeArgs {
    /// The address to listen on; this machine alone can reach the default
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:3333")]
    listen: SocketAddr,
    /// Where games are stored [default: the player's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How many tables may be open at once; further ones are refused with words
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
    /// One address may have and do so many times as much as usual; for a school behind one address
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    per_address: u32,
    /// How many MiB one address may have stored in an hour
    #[arg(long, value_name = "MIB", default_value_t = Settings::STORED_PER_HOUR >> 20, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    stored_per_hour: u64,
    /// Time stands until `POST /test/pass` moves it; for tests, and on the loopback alone
    #[arg(long, hide = true)]
    test_clock: bool,
}

pub(crate) fn run(args: ServeArgs) -> anyhow::Result<()> {
    let data = match args.data {
        Some(data) => data,
        None => usual_data()?,
    };
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal() && env::var_os("NO_COLOR").is_none())
        .init();
    let store =
        SqliteStore::open(&data).context("games cannot be stored; another directory can be named with --data")?;
    let settings = Settings {
        metrics: args.metrics_listen,
        hosts: args.host,
        proxies: args.trust_proxy,
        per_address: args.per_address,
        stored_per_hour: args.stored_per_hour << 20,
        tables: args.tables,
        time: if args.test_clock { Time::Driven } else { Time::Wall },
        ..Settings::new(args.listen, games::registry())
    };
    let server = Server::open(settings, store)?;
    writeln!(io::stdout(), "Threefold is open: http://{}/", server.address())?;
    if let Some(address) = server.metrics_address() {
        writeln!(io::stdout(), "Figures: http://{address}/metrics")?;
    }
    Ok(server.run()?)
}

/// Where games are stored unless a directory is named.
pub(crate) fn usual_data() -> Result<PathBuf, Usage> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    folders
        .map(|folders| folders.data.join("server"))
        .ok_or_else(|| Usage::new("no home is known here; name a directory with --data"))
}
