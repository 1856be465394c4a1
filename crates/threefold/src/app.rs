//! The screens in the terminal, as the command line opens them.

use std::{
    env,
    io::{self, Write},
    path::PathBuf,
};

use clap::CommandFactory;
use clap_complete::Shell;
use play::{GameId, Registry};
use terminal::{Folders, Opening, Preferences, RunError};

use crate::cli::{self, AppArgs, Cli, Usage};

/// Shows the screens until the player quits.
pub(crate) fn run(args: AppArgs) -> anyhow::Result<()> {
    if args.print_config {
        return print_config();
    }
    let registry = games::registry_with(&args.models.read("--model")?);
    let opening = opening(args, &registry)?;
    match terminal::run(registry, opening) {
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

fn opening(args: AppArgs, registry: &Registry) -> Result<Opening, Usage> {
    if args.resume {
        return Ok(Opening::Continue);
    }
    if let Some(path) = args.pgn {
        return Ok(Opening::Pgn(path));
    }
    if args.game.is_none() && args.level.is_none() && args.fen.is_none() {
        return Ok(Opening::Home);
    }
    let first = registry.games().next().map(|module| module.id());
    let game = args.game.or(first).unwrap_or(kungfu_bots::GAME);
    let (name, known) = levels(registry, game)?;
    if let Some(level) = args.level.as_deref().filter(|level| level.starts_with("onnx:")) {
        let module = cli::turn_game(registry, game, "is not played by models")?;
        module
            .read_bot(level)
            .map_err(|error| Usage::new(format!("--level: {error}")))?;
    } else if let Some(level) = &args.level
        && !known.contains(&level.as_str())
    {
        let known = known.join(", ");
        return Err(Usage::new(format!(
            "--level: no bot is called '{level}' in {name}; known are {known}"
        )));
    }
    Ok(Opening::Game {
        game,
        level: args.level,
        position: args.fen,
    })
}

/// A game's name, and the specs of the bots that people are offered in it.
fn levels(registry: &Registry, game: GameId) -> Result<(&'static str, Vec<&'static str>), Usage> {
    if game == kungfu_bots::GAME {
        let specs = kungfu_bots::OFFERS.iter().map(|offer| offer.spec);
        return Ok(("Kung Fu Chess", specs.collect()));
    }
    let module = registry.get(game).map_err(cli::unknown_game)?;
    Ok((module.name(), module.levels().iter().map(|level| level.spec).collect()))
}

/// The settings as they are read, and on stderr what is wrong with them.
fn print_config() -> anyhow::Result<()> {
    let folders = Folders::of_environment(|name| env::var_os(name).map(PathBuf::from));
    let preferences = folders
        .as_ref()
        .map_or_else(Preferences::unsaved, |folders| Preferences::open(&folders.config));
    for words in &preferences.faults {
        cli::tell(&format!("threefold: {words}"));
    }
    let mut out = io::stdout().lock();
    if let Some(folders) = folders {
        writeln!(out, "# settings: {}", folders.config.display())?;
        writeln!(out, "# games: {}", folders.games().display())?;
    }
    Ok(write!(out, "{}", preferences.config.written())?)
}
