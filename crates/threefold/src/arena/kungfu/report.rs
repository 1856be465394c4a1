//! The results of a match of Kung Fu Chess: text, JSON, a page.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use arena::{Standing, html};
use bots::Game;
use serde::{Deserialize, Serialize};

use super::{KungfuArgs, Plan, Tally};
use crate::arena::{
    ArenaArgs,
    files::{Summary, replace, summarised},
    settings::Settings,
    summary,
};

/// The format of the JSON; `docs/kungfu.md` describes it.
const VERSION: u32 = 2;

/// The files of a match.
pub(super) struct Report {
    json: Option<PathBuf>,
    html: Option<PathBuf>,
    saved: Instant,
}

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    program: &'static str,
    finished: bool,
    summary: Summary<'a>,
    #[serde(flatten)]
    tally: &'a Tally,
    kungfu: KungfuArgs,
    settings: &'a Settings,
    standing: &'a Standing,
}

/// An interrupted match, read from its JSON.
#[derive(Deserialize)]
pub(super) struct Saved {
    version: u32,
    #[serde(flatten)]
    tally: Tally,
    kungfu: KungfuArgs,
    settings: Settings,
    standing: Standing,
}

impl Saved {
    /// Reads the JSON of a match.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
        let saved: Saved = serde_json::from_slice(&text)
            .with_context(|| format!("{} is not the JSON of a match of Kung Fu Chess", path.display()))?;
        if saved.version != VERSION {
            bail!(
                "{} is of version {}, this program reads version {VERSION}",
                path.display(),
                saved.version
            );
        }
        if saved.settings.game != Game::Kungfu || !saved.settings.is_sound() {
            bail!("{} is damaged: its settings are out of range", path.display());
        }
        Ok(saved)
    }

    /// The match where it was interrupted, with what may be changed of it.
    pub(super) fn resumed(self, asked: &ArenaArgs) -> anyhow::Result<(Plan, Standing, Tally)> {
        let plan = Plan::new(self.settings.resumed(&asked.settings), &self.kungfu)?;
        let players = plan.players.len();
        let fits = self.standing.players == plan.names
            && self.standing.is_whole_of_places(plan.pairings[0].len() as u64)
            && self.standing.games() <= plan.total()
            && [&self.tally.won, &self.tally.first_out]
                .iter()
                .all(|counts| counts.len() == players);
        if !fits {
            bail!("the results of that match do not belong to its players");
        }
        Ok((plan, self.standing, self.tally))
    }
}

impl Report {
    /// Files at these places, as far as they are wanted.
    pub(super) fn new(json: Option<PathBuf>, html: Option<PathBuf>) -> Self {
        Report {
            json,
            html,
            saved: Instant::now(),
        }
    }

    /// Saves when it is time to, so that little is lost with the machine.
    pub(super) fn save_now_and_then(&mut self, plan: &Plan, standing: &Standing, tally: &Tally) -> anyhow::Result<()> {
        const BETWEEN: Duration = Duration::from_secs(2);
        if self.saved.elapsed() < BETWEEN {
            return Ok(());
        }
        self.saved = Instant::now();
        self.save(plan, standing, tally)
    }

    /// Everything there is, at the end.
    pub(super) fn finish(&self, plan: &Plan, standing: &Standing, tally: &Tally) -> anyhow::Result<()> {
        self.save(plan, standing, tally)?;
        match &self.html {
            Some(path) => replace(path, page(plan, standing, tally).as_bytes()),
            None => Ok(()),
        }
    }

    fn save(&self, plan: &Plan, standing: &Standing, tally: &Tally) -> anyhow::Result<()> {
        let Some(path) = &self.json else { return Ok(()) };
        let document = Document {
            version: VERSION,
            program: concat!("threefold ", env!("CARGO_PKG_VERSION")),
            finished: standing.games() >= plan.total() || standing.decision.is_some(),
            summary: summarised(plan.settings.sprt, standing),
            tally,
            kungfu: plan.kungfu(),
            settings: &plan.settings,
            standing,
        };
        replace(path, &serde_json::to_vec(&document)?)
    }
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
        ("seed", plan.settings.seed.to_string()),
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
            sprt: plan.settings.sprt,
            length: html::Length::Commands,
        },
        standing,
    )
}
