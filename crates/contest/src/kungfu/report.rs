//! The results of a match of Kung Fu Chess: JSON, and a page.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use arena::{Standing, html};
use bots::Game;
use serde::{Deserialize, Serialize};

use super::{KungfuArgs, Plan, Tally};
use crate::{
    ContestError, Settings,
    files::{Summary, read_json, replace, summarised, today},
};

/// The format of the JSON; `docs/kungfu.md` describes it.
const VERSION: u32 = 2;

/// The files of a match.
pub struct Report {
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
pub struct Saved {
    version: u32,
    #[serde(flatten)]
    tally: Tally,
    kungfu: KungfuArgs,
    settings: Settings,
    standing: Standing,
}

impl Saved {
    /// Reads the JSON of a match.
    pub fn read(path: &Path) -> Result<Self, ContestError> {
        let saved: Saved = read_json(path, "a match of Kung Fu Chess")?;
        if saved.version != VERSION {
            return Err(ContestError::Version {
                path: path.to_owned(),
                version: saved.version,
                reads: VERSION,
            });
        }
        if saved.settings.game != Game::Kungfu || !saved.settings.is_sound() {
            return Err(ContestError::Damaged(path.to_owned()));
        }
        Ok(saved)
    }

    /// The match where it was interrupted, with what may be changed of it.
    pub fn resumed(self, asked: &Settings) -> Result<(Plan, Standing, Tally), ContestError> {
        let plan = Plan::new(self.settings.resumed(asked), &self.kungfu)?;
        let players = plan.players.len();
        let fits = self.standing.players == plan.names
            && self.standing.is_whole_of_places(plan.pairings[0].len() as u64)
            && self.standing.games() <= plan.total()
            && [&self.tally.won, &self.tally.first_out]
                .iter()
                .all(|counts| counts.len() == players);
        if !fits {
            return Err(ContestError::Foreign);
        }
        Ok((plan, self.standing, self.tally))
    }
}

impl Report {
    /// Files at these places, as far as they are wanted.
    pub fn new(json: Option<PathBuf>, html: Option<PathBuf>) -> Self {
        Report {
            json,
            html,
            saved: Instant::now(),
        }
    }

    /// Saves when it is time to, so that little is lost with the machine.
    pub fn save_now_and_then(&mut self, plan: &Plan, standing: &Standing, tally: &Tally) -> Result<(), ContestError> {
        const BETWEEN: Duration = Duration::from_secs(2);
        if self.saved.elapsed() < BETWEEN {
            return Ok(());
        }
        self.saved = Instant::now();
        self.save(plan, standing, tally)
    }

    /// Everything there is, at the end.
    pub fn finish(&self, plan: &Plan, standing: &Standing, tally: &Tally) -> Result<(), ContestError> {
        self.save(plan, standing, tally)?;
        match &self.html {
            Some(path) => replace(path, page(plan, standing, tally).as_bytes()),
            None => Ok(()),
        }
    }

    fn save(&self, plan: &Plan, standing: &Standing, tally: &Tally) -> Result<(), ContestError> {
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
            date: Some(&today().replace('.', "-")),
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
