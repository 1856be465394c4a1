//! `threefold account`: account management for operators.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use clap::{Args, Subcommand};
use server::Operators;

use crate::serve;

/// List the accounts of a server, reset a password, or close an account; the server may run.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold account list\n  \
        threefold account --data /var/lib/threefold reset Ada --url https://chess.example.org\n  \
        threefold account --database postgres://threefold@db/threefold close 'Ada Lovelace'")]
pub(crate) struct AccountArgs {
    /// Where games are stored [default: the player's data folder]
    #[arg(long, value_name = "DIR", conflicts_with = "database")]
    data: Option<PathBuf>,
    /// The database of several nodes
    #[arg(long, value_name = "URL", env = "THREEFOLD_DATABASE", hide_env_values = true)]
    database: Option<String>,
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print every account: name, day it was opened, day it was last used, finished games
    List,
    /// Print a link with which the owner of an account can set another password within an hour
    Reset {
        /// The name of the account
        name: String,
        /// The address under which browsers reach the server
        #[arg(long, value_name = "URL", default_value = "http://localhost:3333")]
        url: String,
    },
    /// Close an account: credentials and lists are deleted, its games stay without a name
    Close {
        /// The name of the account
        name: String,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
}

pub(crate) fn run(args: &AccountArgs) -> anyhow::Result<()> {
    let operators = match (&args.database, &args.data) {
        (Some(database), _) => Operators::of_database(database)?,
        (None, Some(data)) => Operators::of_directory(data)?,
        (None, None) => Operators::of_directory(&serve::usual_data()?)?,
    };
    let mut out = io::stdout();
    match &args.action {
        Action::List => {
            for line in operators.list()? {
                let seen = line.seen.map_or_else(|| "never".to_owned(), day);
                writeln!(out, "{}\t{}\t{seen}\t{}", line.name, day(line.created), line.games)?;
            }
        }
        Action::Reset { name, url } => {
            let link = operators.reset(name)?;
            writeln!(out, "{}/#reset/{link}", url.trim_end_matches('/'))?;
        }
        Action::Close { name, yes } => {
            if !yes && !is_certain(name)? {
                anyhow::bail!("nothing was closed");
            }
            operators.close(name)?;
            writeln!(out, "the account {name} is closed")?;
        }
    }
    Ok(())
}

/// Asks on the terminal; no answer is a no.
fn is_certain(name: &str) -> io::Result<bool> {
    let mut out = io::stderr();
    write!(out, "Close the account {name}? It cannot be undone. Type yes: ")?;
    out.flush()?;
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.trim() == "yes")
}

/// The day of a moment.
fn day(milliseconds: u64) -> String {
    play::Moment(milliseconds).date().unwrap_or_default()
}
