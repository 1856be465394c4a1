//! Matches of Kung Fu Chess: faster than real time, seeded, several games at once.

mod log;
mod playing;
mod report;

use std::{
    collections::BTreeMap,
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU8, AtomicU64, Ordering},
        mpsc::{Receiver, sync_channel},
    },
    thread,
};

use anyhow::{Context, bail};
use arena::Standing;
use bots::kungfu::KungfuSpec;
use clap::Args;
use kungfu::{Board, Speed};
use serde::{Deserialize, Serialize};

use super::{ArenaArgs, Format, live::Live, settings::Settings};
use crate::cli::Usage;
use playing::Played;
use report::{Report, Saved};

/// What only matches of Kung Fu Chess take.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KungfuArgs {
    /// Kung Fu: standard (two players) or four
    #[arg(long, value_name = "BOARD", value_parser = str::parse::<Board>)]
    board: Option<Board>,
    /// Kung Fu: standard or lightning
    #[arg(long, value_name = "SPEED", value_parser = str::parse::<Speed>)]
    speed: Option<Speed>,
    /// Kung Fu: write every game's decisions and replay into this directory
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    log: Option<PathBuf>,
}

impl KungfuArgs {
    /// Refuses these flags for other games.
    pub(super) fn refuse(&self) -> Result<(), Usage> {
        if self.board.is_some() || self.speed.is_some() || self.log.is_some() {
            return Err(Usage::new("--board, --speed and --log are for --game kungfu"));
        }
        Ok(())
    }
}

/// A match as it is played.
struct Plan {
    settings: Settings,
    board: Board,
    speed: Speed,
    players: Vec<KungfuSpec>,
    names: Vec<String>,
    pairings: Vec<Vec<usize>>,
    /// Games of each pairing.
    games: u64,
}

impl Plan {
    fn new(settings: Settings, kungfu: &KungfuArgs) -> anyhow::Result<Self> {
        let board = kungfu.board.unwrap_or(Board::Standard);
        let read = |text: &String| {
            text.parse::<KungfuSpec>()
                .map_err(|error| Usage::new(error.to_string()))
        };
        let players = settings.players.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let count = players.len();
        if board == Board::Four && count != 4 {
            bail!(Usage::new(format!(
                "the board for four needs four players, not {count}; one may be named twice"
            )));
        }
        let pairings = match (board, settings.format()) {
            (Board::Four, _) => vec![vec![0, 1, 2, 3]],
            (Board::Standard, Format::Match) if count != 2 => {
                bail!(Usage::new(format!("a match has two players, not {count}")));
            }
            (Board::Standard, format) => format.pairings(count).into_iter().map(Vec::from).collect(),
        };
        if settings.sprt.is_some() && count != 2 {
            bail!(Usage::new(format!("an SPRT compares two players, not {count}")));
        }
        let whole = if board == Board::Four { 1 } else { 2 };
        Ok(Plan {
            board,
            speed: kungfu.speed.unwrap_or(Speed::Standard),
            names: names(&players),
            players,
            pairings,
            games: settings.games().next_multiple_of(whole),
            settings,
        })
    }

    /// What it would be asked for with.
    fn kungfu(&self) -> KungfuArgs {
        KungfuArgs {
            board: Some(self.board),
            speed: Some(self.speed),
            log: None,
        }
    }

    fn total(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    /// Who sits where in a game; two swap seats from game to game, four sit in every order in turn.
    fn seats(&self, number: u64) -> Vec<usize> {
        if self.board == Board::Four {
            let mut left = vec![0, 1, 2, 3];
            let mut order = number % 24;
            let mut seats = Vec::with_capacity(4);
            for count in (1..=4_u64).rev() {
                seats.push(left.remove((order % count) as usize));
                order /= count;
            }
            return seats;
        }
        let pair = number / 2;
        let mut seats = self.pairings[(pair % self.pairings.len() as u64) as usize].clone();
        if !number.is_multiple_of(2) {
            seats.reverse();
        }
        seats
    }
}

/// The same bot twice is two players.
fn names(players: &[KungfuSpec]) -> Vec<String> {
    let name = |(index, spec): (usize, &KungfuSpec)| match players[..index]
        .iter()
        .filter(|earlier| *earlier == spec)
        .count()
    {
        0 => spec.to_string(),
        earlier => format!("{spec}#{}", earlier + 1),
    };
    players.iter().enumerate().map(name).collect()
}

/// What a cross table does not show of games of four.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Tally {
    /// For every player, how often it won alone.
    won: Vec<u64>,
    /// For every player, how often it lost its king first.
    first_out: Vec<u64>,
}

impl Tally {
    fn new(players: usize) -> Self {
        Tally {
            won: vec![0; players],
            first_out: vec![0; players],
        }
    }

    fn add(&mut self, played: &Played) {
        if let Some(player) = played.winner {
            self.won[player] += 1;
        }
        if let Some(player) = played.first_out {
            self.first_out[player] += 1;
        }
    }
}

/// How a match is to go on.
#[derive(Debug, Default)]
struct Reins(AtomicU8);

impl Reins {
    /// No further game begins.
    fn finish(&self) {
        self.0.fetch_max(1, Ordering::Relaxed);
    }

    /// Running games are broken off.
    fn stop(&self) {
        self.0.fetch_max(2, Ordering::Relaxed);
    }

    fn may_begin(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }

    fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 2
    }
}

pub(super) fn run(args: ArenaArgs) -> anyhow::Result<()> {
    refuse_chess_flags(&args)?;
    let saved = args.resume.as_deref().map(Saved::read).transpose()?;
    let (plan, standing, tally) = if let Some(saved) = saved {
        saved.resumed(&args)?
    } else {
        let plan = Plan::new(args.settings, &args.kungfu)?;
        let standing = Standing::new(plan.names.iter().cloned());
        let tally = Tally::new(plan.players.len());
        (plan, standing, tally)
    };
    let log = args.kungfu.log.map(log::Folder::open).transpose()?.map(Arc::new);
    let reins = Arc::new(Reins::default());
    on_interrupt(Arc::clone(&reins))?;
    let plan = Arc::new(plan);
    let games = start(&plan, standing.games(), log.as_ref(), &reins)?;
    let report = Report::new(args.json.or(args.resume), args.html);
    count(&plan, games, standing, tally, report, &reins)
}

/// Threads that play from the game of this number on; they end when there is nothing left to play.
fn start(
    plan: &Arc<Plan>,
    first: u64,
    log: Option<&Arc<log::Folder>>,
    reins: &Arc<Reins>,
) -> anyhow::Result<Receiver<anyhow::Result<Played>>> {
    let concurrency = plan
        .settings
        .concurrency
        .or_else(|| thread::available_parallelism().ok());
    let next = Arc::new(AtomicU64::new(first));
    let (sender, games) = sync_channel(16);
    for number in 0..concurrency.map_or(1, NonZeroUsize::get) {
        let (plan, log, reins, next) = (Arc::clone(plan), log.cloned(), Arc::clone(reins), Arc::clone(&next));
        let sender = sender.clone();
        thread::Builder::new()
            .name(format!("kungfu-match-{number}"))
            .spawn(move || playing::work(&plan, log.as_deref(), &reins, &next, &sender))
            .context("no thread to play on")?;
    }
    Ok(games)
}

/// Counts games in the order of their numbers, whichever was quicker, and tells what they mean.
fn count(
    plan: &Plan,
    games: Receiver<anyhow::Result<Played>>,
    mut standing: Standing,
    mut tally: Tally,
    mut report: Report,
    reins: &Reins,
) -> anyhow::Result<()> {
    let sprt = plan.settings.sprt;
    let mut live = Live::new(sprt, plan.total(), standing.games());
    let mut ahead: BTreeMap<u64, Played> = BTreeMap::new();
    let mut failure = None;
    for played in games {
        match played {
            Ok(played) => drop(ahead.insert(played.placing.number, played)),
            Err(error) => {
                reins.finish();
                failure = Some(error);
            }
        }
        while let Some(played) = ahead.remove(&standing.games()).filter(|_| standing.decision.is_none()) {
            standing.add_placing(&played.placing);
            tally.add(&played);
            live.game(&standing);
            if let Some(sprt) = &sprt {
                standing.decide(sprt);
            }
            if standing.decision.is_some() {
                reins.finish();
            }
        }
        if failure.is_none() {
            // A match that cannot be written down is not worth playing on, but what was played is told.
            failure = report.save_now_and_then(plan, &standing, &tally).err();
            if failure.is_some() {
                reins.finish();
            }
        }
    }
    live.end();
    report::write(plan, &standing, &tally)?;
    failure.map_or_else(|| report.finish(plan, &standing, &tally), Err)
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

/// The first Ctrl-C lets running games end, the second breaks them off.
fn on_interrupt(reins: Arc<Reins>) -> anyhow::Result<()> {
    ctrlc::set_handler(move || {
        if reins.may_begin() {
            reins.finish();
        } else {
            reins.stop();
        }
    })
    .context("Ctrl-C cannot be listened for")
}
