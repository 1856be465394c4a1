//! `threefold vacuum`: deletes old games of a server and makes its database smaller.

use std::{
    io::{self, Write},
    path::PathBuf,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use clap::Args;
use play::Moment;
use server::{SqliteStore, VacuumPolicy, Vacuumed};

use crate::serve;

/// Delete old games of a stopped server and shrink its database.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold vacuum\n  \
        threefold vacuum --data /var/lib/threefold --finished 365 --abandoned 90\n\n\
    Named saves and games that were set aside as damaged are never deleted.")]
pub(crate) struct VacuumArgs {
    /// Where games are stored [default: the player's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Delete games without a move after this many days
    #[arg(long, value_name = "DAYS", default_value_t = 1)]
    empty: u32,
    /// Delete finished games after this many days [default: never]
    #[arg(long, value_name = "DAYS")]
    finished: Option<u32>,
    /// Delete abandoned games after this many days [default: never]
    #[arg(long, value_name = "DAYS")]
    abandoned: Option<u32>,
}

pub(crate) fn run(args: VacuumArgs) -> anyhow::Result<()> {
    let data = match args.data {
        Some(data) => data,
        None => serve::usual_data()?,
    };
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .context("the clock is wrong")?;
    let before = |days: u32| {
        let age = Duration::from_hours(24) * days;
        Moment(u64::try_from(now.saturating_sub(age).as_millis()).unwrap_or(0))
    };
    let policy = VacuumPolicy {
        empty_before: Some(before(args.empty)),
        finished_before: args.finished.map(before),
        abandoned_before: args.abandoned.map(before),
    };
    let mut store = SqliteStore::open(&data).context("the games cannot be opened; end the server first")?;
    let Vacuumed {
        empty,
        finished,
        abandoned,
        players,
        bytes: (was, is),
    } = store.vacuum(policy)?;
    writeln!(
        io::stdout(),
        "deleted: {empty} empty games, {finished} finished, {abandoned} abandoned, {players} names; {was} bytes before, \
         {is} now"
    )?;
    Ok(())
}
