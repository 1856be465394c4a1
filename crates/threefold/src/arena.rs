//! `threefold arena`: matches between bots.

mod args;
mod live;
mod programs;
mod summary;

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::Context;
use arena::{
    Control, Detail, Event, Files, GamePlan, Match, MatchEnd, MatchError, Paths, SavedMatch, Settings, Standing,
};
use play::Registry;

use crate::cli::{self, Usage};
pub(crate) use args::ArenaArgs;
use live::Live;

pub(crate) fn run(args: ArenaArgs, registry: &Registry) -> anyhow::Result<()> {
    let saved = args
        .resume
        .as_deref()
        .map(SavedMatch::read)
        .transpose()
        .map_err(usage)?;
    let asked = args.settings();
    let paths = Paths {
        json: args.json.or(args.resume),
        pgn: args.pgn.or_else(|| saved.as_ref().and_then(SavedMatch::pgn)),
        html: args.html,
    };
    let (settings, standing, pgn_length) = match saved {
        Some(saved) => {
            programs::permit(&saved.settings.players, args.allow_programs)?;
            let length = paths.pgn.as_deref().map_or(0, |path| saved.pgn_length(path));
            let settings = saved.settings.resumed(&asked).map_err(|error| usage(error.into()))?;
            (settings, Some(saved.standing), length)
        }
        None => (asked, None, 0),
    };
    args::check(&settings, &paths, args.log.is_some())?;
    paths.check().map_err(usage)?;
    let (mut plan, notices) = settings.plan(registry, Detail::Games).map_err(usage)?;
    for notice in notices {
        cli::print_status(&format!("threefold: {notice}"));
    }
    if let (Some(folder), GamePlan::Live(live)) = (args.log, &mut plan.game) {
        live.log_to(folder)?;
    }
    let running = Match::start(plan, standing).map_err(usage)?;
    let files = Files::open(settings.clone(), paths, pgn_length)?;
    compete(&settings, running, files)
}

/// Takes the events of a match to its end, writes them down and prints the results.
fn compete(settings: &Settings, mut running: Match, mut files: Files) -> anyhow::Result<()> {
    let interrupted = on_interrupt(running.control().clone())?;
    let mut live = Live::new(settings.sprt, running.total(), running.standing().games());
    let mut failure = None;
    while let Some(event) = running.next() {
        match event {
            Event::Finished(report) if failure.is_none() => {
                let written = files.game(&running, &report);
                // A match that cannot be written down is not worth playing on, but what was played is reported.
                failure = written.inspect_err(|_| running.control().finish()).err();
            }
            Event::Progress { total, .. } => live.progress(running.standing(), total),
            Event::Ended(MatchEnd::Failed(error)) => failure = failure.or(Some(error)),
            // Games are reported when they are counted.
            Event::Finished(_)
            | Event::Ended(_)
            | Event::Started { .. }
            | Event::Moved { .. }
            | Event::Ticked { .. } => {}
        }
    }
    live.end();
    let finished = files.finish(&running);
    report(settings, running.standing(), running.total(), &interrupted)?;
    failure.map_or(finished, Err).map_err(usage)
}

/// What the command line got wrong is wrong usage.
fn usage(error: MatchError) -> anyhow::Error {
    match error {
        MatchError::Settings(error) => Usage::new(error.to_string()).into(),
        MatchError::Plan(error) => Usage::new(error.to_string()).into(),
        error => error.into(),
    }
}

fn report(settings: &Settings, standing: &Standing, total: u64, interrupted: &AtomicBool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    summary::write(&mut out, settings, standing, total)?;
    if interrupted.load(Ordering::Relaxed) && standing.games() < total {
        cli::print_status(&format!(
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
