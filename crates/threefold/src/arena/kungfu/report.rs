//! The results of a match of Kung Fu Chess: text, JSON, a page.

use std::io::{self, Write};

use arena::{Standing, html};
use serde::Serialize;

use super::{Plan, Tally};
use crate::arena::{
    ArenaArgs,
    files::{Summary, replace, summarised},
    summary,
};

/// The format of the JSON; `docs/kungfu.md` describes it.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    program: &'static str,
    finished: bool,
    summary: Summary<'a>,
    #[serde(flatten)]
    tally: &'a Tally,
    settings: &'a Plan,
    standing: &'a Standing,
}

/// Everything there is to say; the last line for two players is `score A W-D-L B elo E ± M`.
pub(super) fn write(plan: &Plan, standing: &Standing, tally: &Tally) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} of {} games, Kung Fu Chess, board {}, speed {}, seed {}",
        standing.games(),
        plan.total(),
        plan.board,
        plan.speed,
        plan.seed
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
        summary::write_pairing(&mut out, plan.sprt, standing)?;
    } else {
        summary::write_table(&mut out, standing)?;
    }
    out.flush()
}

/// Writes the files that were asked for.
pub(super) fn save(args: &ArenaArgs, plan: &Plan, standing: &Standing, tally: &Tally) -> anyhow::Result<()> {
    if let Some(path) = &args.json {
        let document = Document {
            version: VERSION,
            program: concat!("threefold ", env!("CARGO_PKG_VERSION")),
            finished: standing.games() >= plan.total() || standing.decision.is_some(),
            summary: summarised(plan.sprt, standing),
            tally,
            settings: plan,
            standing,
        };
        replace(path, &serde_json::to_vec(&document)?)?;
    }
    if let Some(path) = &args.html {
        replace(path, page(plan, standing, tally).as_bytes())?;
    }
    Ok(())
}

fn page(plan: &Plan, standing: &Standing, tally: &Tally) -> String {
    let out: Vec<String> = standing
        .players
        .iter()
        .zip(&tally.first_out)
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let lines = [
        ("game", "Kung Fu Chess".to_owned()),
        ("board", plan.board.to_string()),
        ("speed", plan.speed.to_string()),
        ("planned", format!("{} games", plan.total())),
        ("seed", plan.seed.to_string()),
        ("first out", out.join(", ")),
    ];
    html::page(
        &html::Heading {
            title: &standing.players.join(" – "),
            date: Some(&crate::table::today().replace('.', "-")),
            lines: lines
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            sprt: plan.sprt,
        },
        standing,
    )
}
