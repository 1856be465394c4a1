//! `threefold arena`: matches between bots.

mod kungfu;
mod live;
mod programs;
mod summary;

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, bail};
use arena::{Control, Detail, Event, Match, Standing};
use clap::Args;
use contest::{ContestError, Files, MatchGame, Paths, Saved, Settings, game_of, kungfu::KungfuArgs};

use crate::cli::{self, Usage};
use bots::Game;
use live::Live;

/// A match, a round robin or a gauntlet between bots.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        threefold arena hard medium --games 100\n  \
        threefold arena easy medium hard --games 100 --html ladder.html\n  \
        threefold arena uci:./new uci:./old --tc 8+0.08 --sprt 0,5 --openings book.epd --json test.json\n  \
        threefold arena --game ransom hard easy --games 200\n  \
        threefold arena --game kungfu level4 level3 --speed lightning --html ladder.html\n  \
        threefold arena --resume test.json\n\n\
    Ctrl-C finishes the running games and reports; a second one stops at once.")]
pub(crate) struct ArenaArgs {
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    kungfu: KungfuArgs,
    /// Write settings and results as JSON, also while the match runs
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the games as PGN, with evaluations and times
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Write a report to look at
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Go on with an interrupted match, from its JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["players", "game", "format", "tc", "movetime", "nodes",
          "depth", "grace", "openings", "plies", "random_plies", "seed", "sprt", "resign", "draw", "max_moves",
          "syzygy", "hash", "board", "speed"])]
    resume: Option<PathBuf>,
    /// Start the programs that the file of --resume names, without asking
    #[arg(long, requires = "resume")]
    allow_programs: bool,
}

pub(crate) fn run(args: ArenaArgs) -> anyhow::Result<()> {
    let resumed = args.resume.as_deref().map(game_of).transpose()?;
    match resumed.unwrap_or(args.settings.game) {
        Game::Chess | Game::Ransom => run_turns(args),
        Game::Kungfu => kungfu::run(args),
    }
}

fn run_turns(args: ArenaArgs) -> anyhow::Result<()> {
    args.kungfu.refuse().map_err(told)?;
    let saved = args.resume.as_deref().map(Saved::read).transpose().map_err(told)?;
    let paths = Paths {
        json: args.json.or(args.resume),
        pgn: args.pgn.or_else(|| saved.as_ref().and_then(Saved::pgn)),
        html: args.html,
    };
    paths.check().map_err(told)?;
    let (settings, standing, pgn_length) = match saved {
        Some(saved) => {
            programs::permit(&saved.settings.players, args.allow_programs)?;
            let length = paths.pgn.as_deref().map_or(0, |path| saved.pgn_length(path));
            (saved.settings.resumed(&args.settings), Some(saved.standing), length)
        }
        None => (args.settings, None, 0),
    };
    match settings.game {
        Game::Chess => compete::<::chess::Position>(&settings, standing, paths, pgn_length),
        Game::Ransom => compete::<::ransom::Position>(&settings, standing, paths, pgn_length),
        Game::Kungfu => Err(Usage::new("Kung Fu Chess has no turns").into()),
    }
}

fn compete<R: MatchGame>(
    settings: &Settings,
    standing: Option<Standing>,
    paths: Paths,
    pgn_length: u64,
) -> anyhow::Result<()> {
    let mut tell = |words: String| cli::tell(&format!("threefold: {words}"));
    let plan = settings.plan::<R>(Detail::Games, &mut tell).map_err(told)?;
    let total = plan.total();
    let mut running = Match::start(plan, standing).map_err(|error| told(error.into()))?;
    let mut files = Files::open(paths, pgn_length)?;
    let interrupted = on_interrupt(running.control().clone())?;

    let mut live = Live::new(settings.sprt, total, running.standing().games());
    let mut failure = None;
    while let Some(event) = running.next() {
        let Event::Ended(report) = event else { continue };
        live.game(running.standing());
        if failure.is_none() {
            let written = files.game(settings, running.standing(), &report, total);
            // A match that cannot be written down is not worth playing on, but what was played is told.
            failure = written.inspect_err(|_| running.control().finish()).err();
        }
    }
    live.end();
    let finished = files.finish(settings, running.standing(), total);
    report(settings, running.standing(), total, &interrupted)?;
    failure.map_or(finished, Err).map_err(told)?;
    let standing = running.standing();
    let early = standing.games() < total && standing.decision.is_none();
    if early && !interrupted.load(Ordering::Relaxed) {
        bail!(
            "the match ended after {} of {total} games, for a worker broke down",
            standing.games()
        );
    }
    Ok(())
}

/// What the command line got wrong is wrong usage.
fn told(error: ContestError) -> anyhow::Error {
    match error {
        ContestError::Usage(words) => Usage::new(words).into(),
        error => error.into(),
    }
}

fn report(settings: &Settings, standing: &Standing, total: u64, interrupted: &AtomicBool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    summary::write(&mut out, settings, standing, total)?;
    if interrupted.load(Ordering::Relaxed) && standing.games() < total {
        cli::tell(&format!(
            "threefold: interrupted after {} of {total} games",
            standing.games()
        ));
    }
    out.flush()
}

/// The first Ctrl-C lets running games end, the second breaks them off.
fn on_interrupt(control: Control) -> anyhow::Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&interrupted);
    ctrlc::set_handler(move || {
        if seen.swap(true, Ordering::Relaxed) {
            control.stop();
        } else {
            control.finish();
        }
    })
    .context("Ctrl-C cannot be listened for")?;
    Ok(interrupted)
}
