//! The screens in the terminal, as the command line opens them.

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
};

use clap::CommandFactory;
use clap_complete::Shell;
use kungfu_bots::KungfuSpec;
use play::{Registry, Side};
use terminal::{Folders, NewGame, Opening, Preferences, RunError};

use crate::cli::{self, AppArgs, Cli, Usage};

/// Shows the screens until the player quits.
pub(crate) fn run(args: AppArgs) -> anyhow::Result<()> {
    if args.print_config {
        return print_config();
    }
    let registry = games::registry_with(&args.models.read("--model")?);
    let opening = opening(args, &registry)?;
    match terminal::run(registry, opening) {
        Err(error @ (RunError::NoTerminal | RunError::DumbTerminal)) => Err(Usage::new(error.to_string()).into()),
        other => Ok(other?),
    }
}

/// Prints completions of the command line.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "threefold", &mut text);
    Ok(io::stdout().write_all(&text)?)
}

fn opening(args: AppArgs, registry: &Registry) -> Result<Opening, Usage> {
    if args.resume {
        return Ok(Opening::Continue);
    }
    if let Some(path) = args.pgn {
        return Ok(Opening::Pgn(path));
    }
    let first = registry.games().next().map(|module| module.id());
    let new = NewGame {
        game: args.game.or(first).unwrap_or(kungfu_bots::GAME),
        level: args.level,
        position: args.fen,
        number: args.chess960,
        side: args.side.map(Side::from),
        clock: args.clock,
    };
    if args.game.is_none() && new == NewGame::of(new.game) {
        return Ok(Opening::Home);
    }
    check_level(registry, &new)?;
    Ok(Opening::Game(new))
}

/// Whether the game exists, and the bot in it.
fn check_level(registry: &Registry, new: &NewGame) -> Result<(), Usage> {
    let wrong = |error: &dyn std::fmt::Display| Usage::new(format!("--level: {error}"));
    let level = new.level.as_deref();
    if new.game == kungfu_bots::GAME {
        let read = level.map_or(Ok(()), |level| level.parse::<KungfuSpec>().map(drop));
        return read.map_err(|error| wrong(&error));
    }
    let module = registry.get(new.game).map_err(cli::unknown_game)?;
    let read = level.map_or(Ok(()), |level| module.read_bot(level).map(drop));
    read.map_err(|error| wrong(&error))
}

/// The settings as they are read, and on stderr what is wrong with them.
fn print_config() -> anyhow::Result<()> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    let preferences = folders
        .as_ref()
        .map_or_else(Preferences::unsaved, |folders| Preferences::open(&folders.config));
    for words in &preferences.faults {
        cli::print_status(&format!("threefold: {words}"));
    }
    let mut out = io::stdout().lock();
    if let Some(folders) = folders {
        writeln!(out, "# settings: {}", folders.config.display())?;
        writeln!(out, "# games: {}", folders.games().display())?;
    }
    Ok(write!(out, "{}", preferences.config.written())?)
}
