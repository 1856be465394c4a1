//! `threefold serve`: Threefold for browsers.

use std::{
    env,
    io::{self, IsTerminal, Write},
    net::SocketAddr,
    path::PathBuf,
};

use anyhow::Context;
use clap::Args;
use server::{Server, Settings, SqliteStore, Time};
use terminal::Folders;

use crate::cli::Usage;

/// Play in the browser: against bots, at one screen together, or by link.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold serve\n  \
        threefold serve --listen 0.0.0.0:8080 --data /var/lib/threefold\n\n\
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
        listen: args.listen,
        tables: args.tables,
        registry: games::registry(),
        time: if args.test_clock { Time::Driven } else { Time::Wall },
    };
    let server = Server::open(settings, store)?;
    writeln!(io::stdout(), "Threefold is open: http://{}/", server.address())?;
    Ok(server.run()?)
}

fn usual_data() -> Result<PathBuf, Usage> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    folders
        .map(|folders| folders.data.join("server"))
        .ok_or_else(|| Usage::new("no home is known here; name a directory with --data"))
}
