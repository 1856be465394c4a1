//! A watched match: boards, statistics and control.
//!
//! A separate thread receives the events of the match and sends changes to the watcher at most twenty times a second.

mod collector;
mod places;
mod score;

use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::mpsc::{Sender, channel},
    thread::{self, JoinHandle},
    time::Duration,
};

use host::LiveScene;
use play::{Board, Registry, Scene};

use crate::{Control, Detail, Match, MatchError, Settings, files::cannot_write};
use collector::{Collector, Request};

pub use score::{PlayerScore, Score};

/// The settings of a watched match.
#[derive(Clone, Debug)]
pub struct WatchSettings {
    /// Who plays and how.
    pub settings: Settings,
    /// The pace at the start.
    pub pace: Pace,
    /// Whether it runs at the start.
    pub motion: Motion,
    /// Where texts of games are stored until the match is left, in a file without a name.
    pub folder: PathBuf,
}

/// Whether a match runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// At its pace.
    #[default]
    Running,
    /// Only step by step.
    Paused,
}

/// How fast games go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Slow enough to think about every move.
    Slow,
    /// Slow enough to follow every move; Kung Fu Chess at its normal speed.
    #[default]
    Calm,
    /// Slow enough to follow games.
    Quick,
    /// As fast as the bots are.
    Full,
}

impl Pace {
    /// All of them, the slowest first.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Calm, Pace::Quick, Pace::Full];

    /// How long a game waits before a move.
    const fn before_move(self) -> Duration {
        Duration::from_millis(match self {
            Pace::Slow => 1_500,
            Pace::Calm => 500,
            Pace::Quick => 100,
            Pace::Full => 0,
        })
    }

    /// How long a game without turns waits before a tick.
    const fn before_tick(self) -> Duration {
        Duration::from_micros(match self {
            Pace::Slow => 66_667,
            Pace::Calm => 33_333,
            Pace::Quick => 6_667,
            Pace::Full => 0,
        })
    }
}

/// A change in a match.
#[derive(Clone, Debug)]
pub enum MatchUpdate {
    /// The games have gone on.
    Progress {
        /// Boards that look different from before.
        boards: Vec<BoardCell>,
        /// Games that have been counted, in the order of their numbers.
        finished: Vec<FinishedGame>,
        /// What all games mean, if any has been counted.
        score: Option<Box<Score>>,
    },
    /// The match is over and its threads are gone.
    Ended(WatchEnd),
    /// The text of a game could not be stored, for this reason; the match goes on.
    NotStored(String),
    /// The files were written, or why they were not.
    Exported(Result<Exported, String>),
}

/// The files that were written of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The files.
    pub paths: Vec<PathBuf>,
    /// How many games are counted in them and missing, since they [could not be stored](MatchUpdate::NotStored).
    pub missing: u64,
}

/// How a watched match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEnd {
    /// All games have been played.
    Complete,
    /// It was stopped.
    Stopped,
    /// Something went wrong, in words.
    Failed(String),
}

/// A board among others: a game that is being played.
#[derive(Clone, Debug)]
pub struct BoardCell {
    /// Its place; a game stays where it is until another begins there.
    pub place: usize,
    /// The number of the game, counted from 0.
    pub game: u64,
    /// The player of each seat, as an index of the players.
    pub seats: Vec<usize>,
    /// The board.
    pub view: BoardView,
}

/// A board as it is drawn.
#[derive(Clone, Debug)]
pub enum BoardView {
    /// With turns.
    Turn {
        /// The squares.
        board: Board,
        /// The pieces.
        scene: Scene,
    },
    /// Real time: the pieces and where they move.
    Live(LiveScene),
}

impl BoardView {
    /// The squares.
    pub const fn board(&self) -> &Board {
        match self {
            BoardView::Turn { board, .. } => board,
            BoardView::Live(scene) => &scene.board,
        }
    }
}

/// A game that has been counted.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The number of the game, counted from 0.
    pub game: u64,
    /// The player of each seat, as an index of the players.
    pub seats: Vec<usize>,
    /// `1-0`; of four players the places, seat by seat.
    pub result: String,
    /// Why it ended, in words.
    pub reason: String,
    /// Plies, or commands where there are no turns.
    pub length: u64,
    /// Its board at the end.
    pub view: BoardView,
}

/// A match that is watched; dropping it stops it, and waits until its threads are gone.
pub struct WatchedMatch {
    is_live: bool,
    total: u64,
    players: Vec<String>,
    places: NonZeroUsize,
    control: Control,
    requests: Option<Sender<Request>>,
    collector: Option<JoinHandle<()>>,
}

impl WatchedMatch {
    /// Begins to play; `send` is called on a thread of the match.
    pub fn start(
        watch: WatchSettings,
        registry: &Registry,
        send: impl FnMut(MatchUpdate) + Send + 'static,
    ) -> Result<WatchedMatch, MatchError> {
        let WatchSettings {
            settings,
            pace,
            motion,
            folder,
        } = watch;
        let (is_live, places) = (settings.is_live(), settings.concurrency());
        let control = Control::default();
        control.set_gap(gap(pace, is_live));
        if motion == Motion::Paused {
            control.pause();
        }
        // Opening files cannot be chosen here, so there are no warnings about them.
        let (plan, _) = settings.plan(registry, Detail::Moves)?;
        let board = registry.get(settings.game).ok().map(|module| module.board());
        let running = Match::start_under(control.clone(), plan, None)?;
        let (total, players) = (running.total(), running.standing().players.clone());
        let (requests, inbox) = channel();
        let collector = Collector::new(running, settings, board, folder, send);
        let collector = thread::Builder::new()
            .name("arena-watch".to_owned())
            .spawn(move || collector.run(&inbox))
            .map_err(MatchError::Thread)?;
        Ok(WatchedMatch {
            is_live,
            total,
            players,
            places,
            control,
            requests: Some(requests),
            collector: Some(collector),
        })
    }

    /// Games in all.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The unique names of the players.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// How many games are played at once.
    pub const fn places(&self) -> usize {
        self.places.get()
    }

    /// Stops before the next move of every game.
    pub fn pause(&self) {
        self.control.pause();
    }

    /// Goes on.
    pub fn resume(&self) {
        self.control.resume();
    }

    /// Lets one move be made while it is paused.
    pub fn step(&self) {
        self.control.step();
    }

    /// Changes the pace.
    pub fn set_pace(&self, pace: Pace) {
        self.control.set_gap(gap(pace, self.is_live));
    }

    /// Breaks all games off; [`MatchUpdate::Ended`] follows.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Writes results, and games where the game has a text for them, to files whose names begin with `stem`;
    /// [`MatchUpdate::Exported`] follows.
    pub fn export(&self, stem: PathBuf) {
        if let Some(requests) = &self.requests {
            // A collector that is gone has panicked and reported it on stderr.
            drop(requests.send(Request::Export(stem)));
        }
    }
}

impl Drop for WatchedMatch {
    fn drop(&mut self) {
        self.control.stop();
        self.requests = None;
        if let Some(collector) = self.collector.take() {
            // A panic of its own it has written to stderr.
            drop(collector.join());
        }
    }
}

const fn gap(pace: Pace, is_live: bool) -> Duration {
    if is_live {
        pace.before_tick()
    } else {
        pace.before_move()
    }
}

/// Paths that no file has yet: `stem`, or `stem-2` and so on.
fn unused(stem: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, MatchError> {
    let parent = stem.parent().filter(|parent| !parent.as_os_str().is_empty());
    let named = |number: u32, ending: &str| {
        let mut name = stem.as_os_str().to_owned();
        if number > 1 {
            name.push(format!("-{number}"));
        }
        name.push(format!(".{ending}"));
        PathBuf::from(name)
    };
    if let Some(parent) = parent {
        std::fs::create_dir_all(parent).map_err(cannot_write(parent))?;
    }
    for number in 1..1_000 {
        let paths: Vec<PathBuf> = endings.iter().map(|ending| named(number, ending)).collect();
        if paths.iter().all(|path| !path.exists()) {
            return Ok(paths);
        }
    }
    Err(MatchError::Place(stem.to_owned()))
}
