//! `threefold arena --game kungfu`: the match on the command line, and its results as text.

use std::io::{self, Write};

use arena::{Control, Detail, Standing};
use contest::kungfu::{Event, Folder, Plan, Report, Running, Saved, Tally};

use super::{ArenaArgs, live::Live, on_interrupt, summary, told};
use crate::cli::Usage;

pub(super) fn run(args: ArenaArgs) -> anyhow::Result<()> {
    refuse_chess_flags(&args)?;
    let saved = args.resume.as_deref().map(Saved::read).transpose().map_err(told)?;
    let (plan, standing, tally) = if let Some(saved) = saved {
        saved.resumed(&args.settings).map_err(told)?
    } else {
        let plan = Plan::new(args.settings, &args.kungfu).map_err(told)?;
        let standing = Standing::new(plan.names.iter().cloned());
        let tally = Tally::new(plan.names.len());
        (plan, standing, tally)
    };
    let log = args.kungfu.log.map(Folder::open).transpose()?;
    let running = Running::start(Control::default(), plan, (standing, tally), log, Detail::Games)?;
    on_interrupt(running.control().clone())?;
    count(running, Report::new(args.json.or(args.resume), args.html))
}

/// Counts games as they come and tells what they mean.
fn count(mut running: Running, mut report: Report) -> anyhow::Result<()> {
    let (sprt, total) = (running.plan().settings.sprt, running.plan().total());
    let mut live = Live::new(sprt, total, running.standing().games());
    let mut failure: Option<anyhow::Error> = None;
    while let Some(event) = running.next() {
        match event {
            Event::Seen { .. } => continue,
            Event::Failed(error) => failure = Some(error.into()),
            Event::Ended(_) => live.game(running.standing()),
        }
        if failure.is_none() {
            // A match that cannot be written down is not worth playing on, but what was played is told.
            let saved = report.save_now_and_then(running.plan(), running.standing(), running.tally());
            failure = saved.inspect_err(|_| running.control().finish()).err().map(Into::into);
        }
    }
    live.end();
    write(running.plan(), running.standing(), running.tally())?;
    match failure {
        Some(error) => Err(error),
        None => Ok(report.finish(running.plan(), running.standing(), running.tally())?),
    }
}

/// Everything there is to say; the last line for two players is `score A W-D-L B elo E ± M`.
fn write(plan: &Plan, standing: &Standing, tally: &Tally) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} of {} games, Kung Fu Chess, board {}, speed {}, seed {}",
        standing.games(),
        plan.total(),
        plan.board,
        plan.speed,
        plan.settings.seed
    )?;
    summary::write_lengths(&mut out, standing, "commands")?;
    for (index, name) in standing.players.iter().enumerate() {
        let costs = &standing.costs[index];
        writeln!(
            out,
            "{name}: {} commands, {:.1?} of thought each, slowest thought {:.1?}, won {}, first out {}",
            costs.moves,
            costs.mean_time().unwrap_or_default(),
            costs.slowest,
            tally.won[index],
            tally.first_out[index]
        )?;
    }
    if standing.players.len() == 2 {
        summary::write_pairing(&mut out, plan.settings.sprt, standing)?;
    } else {
        summary::write_table(&mut out, standing)?;
    }
    out.flush()
}

/// Flags that mean nothing here are not passed over in silence.
fn refuse_chess_flags(args: &ArenaArgs) -> Result<(), Usage> {
    let settings = &args.settings;
    let given = [
        (!settings.tc.is_empty(), "--tc"),
        (!settings.movetime.is_empty(), "--movetime"),
        (!settings.nodes.is_empty(), "--nodes"),
        (!settings.depth.is_empty(), "--depth"),
        (settings.openings.is_some(), "--openings"),
        (settings.random_plies.is_some(), "--random-plies"),
        (settings.resign.is_some(), "--resign"),
        (settings.draw.is_some(), "--draw"),
        (settings.max_moves.is_some(), "--max-moves"),
        (settings.syzygy.is_some(), "--syzygy"),
        (args.pgn.is_some(), "--pgn"),
    ];
    match given.iter().find(|(given, _)| *given) {
        Some((_, flag)) => Err(Usage::new(format!("{flag} is not for --game kungfu"))),
        None => Ok(()),
    }
}
