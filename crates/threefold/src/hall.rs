//! The hall in the terminal, as the command line opens it.

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
};

use bots::Game;
use clap::CommandFactory;
use clap_complete::Shell;
use terminal::{Folders, Opening, RunError, Wardrobe};

use crate::cli::{self, Cli, HallArgs, Usage};

/// Opens the hall until the player quits.
pub(crate) fn run(args: HallArgs) -> anyhow::Result<()> {
    if args.print_config {
        return print_config();
    }
    match terminal::run(opening(args)?) {
        Err(error @ RunError::NoTerminal) => Err(Usage::new(error.to_string()).into()),
        other => Ok(other?),
    }
}

/// Prints completions of the command line.
pub(crate) fn completions(shell: Shell) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "threefold", &mut text);
    Ok(io::stdout().write_all(&text)?)
}

fn opening(args: HallArgs) -> Result<Opening, Usage> {
    if args.resume {
        return Ok(Opening::Continue);
    }
    if let Some(path) = args.pgn {
        return Ok(Opening::Pgn(path));
    }
    if args.game.is_none() && args.level.is_none() && args.fen.is_none() {
        return Ok(Opening::Home);
    }
    let game = args.game.unwrap_or(Game::Chess);
    let known = ::hall::offered_bots(game).iter().map(|offer| offer.spec);
    if let Some(level) = &args.level
        && !known.clone().any(|spec| spec == level)
    {
        let known: Vec<&str> = known.collect();
        let known = known.join(", ");
        return Err(Usage::new(format!(
            "--level: no bot is called '{level}' in {game}; known are {known}"
        )));
    }
    Ok(Opening::Game {
        game,
        level: args.level,
        position: args.fen,
    })
}

/// The settings as they are read, and on stderr what is wrong with them.
fn print_config() -> anyhow::Result<()> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    let wardrobe = folders
        .as_ref()
        .map_or_else(Wardrobe::unkept, |folders| Wardrobe::open(&folders.config));
    for words in &wardrobe.told {
        cli::tell(&format!("threefold: {words}"));
    }
    let mut out = io::stdout().lock();
    if let Some(folders) = folders {
        writeln!(out, "# settings: {}", folders.config.display())?;
        writeln!(out, "# games: {}", folders.games().display())?;
    }
    Ok(write!(out, "{}", wardrobe.config.written())?)
}
