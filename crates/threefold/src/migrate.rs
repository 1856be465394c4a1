//! `threefold migrate`: from one process with `SQLite` to several nodes with `PostgreSQL`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use anyhow::Context;
use clap::Args;

/// Move the games of a server into a database that several nodes share.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  \
        threefold migrate --from /var/lib/threefold --to postgres://threefold@db/threefold\n\n\
    The server must not run. Nothing is deleted. If the copy is interrupted, the same command continues it.")]
pub(crate) struct MigrateArgs {
    /// Where the server stored its games
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The database
    #[arg(long, value_name = "URL", env = "THREEFOLD_DATABASE", hide_env_values = true)]
    to: String,
}

pub(crate) fn run(args: &MigrateArgs) -> anyhow::Result<()> {
    let mut out = io::stderr();
    let progress = |done: usize, total: usize| {
        if done.is_multiple_of(100) || done == total {
            // A closed stderr is no reason to stop.
            let _written = writeln!(out, "{done} of {total} games");
        }
    };
    let moved = server::migrate(&args.from, &args.to, progress).context("not everything was moved")?;
    writeln!(
        io::stdout(),
        "{} games are in the new database, {} of them new; {} events and {} seat tokens were compared; {} players have their \
         names",
        moved.games,
        moved.new,
        moved.events,
        moved.tokens,
        moved.players,
    )?;
    if moved.aside > 0 {
        writeln!(io::stdout(), "{} damaged games were left where they are", moved.aside)?;
    }
    Ok(())
}
