//! A match that somebody watches: boards as they are played, what the results mean, and the reins.
//!
//! A thread of its own listens to the match and tells the watcher what is new, a few times a second however fast the
//! games go. Nothing is asked of the watcher but to take the news.

mod collector;
mod course;
mod live;
mod places;
mod score;
mod turns;

use std::{
    io,
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::mpsc::{Sender, channel},
    thread::{self, JoinHandle},
    time::Duration,
};

use arena::Control;
use bots::Game;
use host::LiveScene;
use play::Scene;

use crate::{
    ContestError, Settings,
    kungfu::{KungfuArgs, Plan},
};
use collector::{Collector, Order};
use course::Course;
use live::Live;
use turns::Turns;

pub use score::{Score, Scored};

/// What somebody who watches wants to see.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Who plays and how.
    pub settings: Settings,
    /// Where Kung Fu Chess is played and how fast.
    pub kungfu: KungfuArgs,
    /// How fast it goes at first.
    pub pace: Pace,
    /// Whether it goes at first.
    pub motion: Motion,
    /// Where texts of games lie until the match is left; nothing is seen there, and nothing stays.
    pub shelf: PathBuf,
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// At its pace.
    #[default]
    Runs,
    /// Only step by step.
    Stands,
}

/// How fast games go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// So that every move can be thought about.
    Slow,
    /// So that every move can be followed; Kung Fu Chess at the speed it has for people.
    #[default]
    Calm,
    /// So that games can be followed.
    Quick,
    /// As fast as the bots are.
    Full,
}

impl Pace {
    /// All of them, the slowest first.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Calm, Pace::Quick, Pace::Full];

    /// How long a game waits before a move, or before a tick where there are no turns.
    const fn gap(self, game: Game) -> Duration {
        Duration::from_micros(match (self, game) {
            (Pace::Full, _) => 0,
            (Pace::Slow, Game::Chess | Game::Ransom) => 1_500_000,
            (Pace::Calm, Game::Chess | Game::Ransom) => 500_000,
            (Pace::Quick, Game::Chess | Game::Ransom) => 100_000,
            (Pace::Slow, Game::Kungfu) => 66_667,
            (Pace::Calm, Game::Kungfu) => 33_333,
            (Pace::Quick, Game::Kungfu) => 6_667,
        })
    }
}

/// What is new in a match.
#[derive(Clone, Debug)]
pub enum News {
    /// The games have gone on.
    Course {
        /// Boards that look different from before.
        boards: Vec<Cell>,
        /// Games that have been counted, in the order of their numbers.
        ended: Vec<Finished>,
        /// What all games mean, if any has been counted.
        score: Option<Box<Score>>,
    },
    /// The match is over and its threads are gone.
    Over(Over),
    /// The text of a game finds no room on the shelf, for this reason; the match goes on.
    Unkept(String),
    /// What was to be written is, or why it is not.
    Exported(Result<Written, String>),
}

/// What was written of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files.
    pub paths: Vec<PathBuf>,
    /// How many games are counted in them and not there, since they [could not be kept](News::Unkept).
    pub missing: u64,
}

/// How a match came to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// All games have been played.
    Played,
    /// It was broken off.
    Stopped,
    /// Something went wrong, in words.
    Failed(String),
}

/// A board among others: a game that is being played.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its place; a game stays where it is until another begins there.
    pub place: usize,
    /// Which game, counted from 0.
    pub game: u64,
    /// Who sits there, seat by seat, as indices of the players.
    pub seats: Vec<usize>,
    /// What is on the board.
    pub picture: Picture,
}

/// A board as it is drawn.
#[derive(Clone, Debug)]
pub enum Picture {
    /// With turns.
    Turns(Scene),
    /// Without.
    Live(LiveScene),
}

/// A game that has been counted.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Which game, counted from 0.
    pub game: u64,
    /// Who sat there, seat by seat, as indices of the players.
    pub seats: Vec<usize>,
    /// `1-0`; of four players the places, seat by seat.
    pub result: String,
    /// Why it ended, in words.
    pub reason: String,
    /// Plies, or commands where there are no turns.
    pub length: u64,
    /// Its board at the end.
    pub picture: Picture,
}

/// A match that is watched; dropping it stops it, and waits until its threads are gone.
pub struct Watched {
    game: Game,
    total: u64,
    players: Vec<String>,
    places: NonZeroUsize,
    control: Control,
    orders: Option<Sender<Order>>,
    collector: Option<JoinHandle<()>>,
}

impl Watched {
    /// Begins to play; `tell` is called on a thread of the match.
    pub fn start(wishes: Wishes, tell: impl FnMut(News) + Send + 'static) -> Result<Watched, ContestError> {
        let Wishes {
            settings,
            kungfu,
            pace,
            motion,
            shelf,
        } = wishes;
        let (game, places) = (settings.game, settings.at_once());
        let control = Control::default();
        control.set_gap(pace.gap(game));
        if motion == Motion::Stands {
            control.pause();
        }
        let reins = control.clone();
        let course: Box<dyn Course> = match game {
            Game::Chess => Box::new(Turns::<chess::Position>::start(reins, settings, shelf)?),
            Game::Ransom => Box::new(Turns::<ransom::Position>::start(reins, settings, shelf)?),
            Game::Kungfu => Box::new(Live::start(reins, Plan::new(settings, &kungfu)?)?),
        };
        let (total, players) = (course.total(), course.standing().players.clone());
        let (orders, inbox) = channel();
        let collector = thread::Builder::new()
            .name("arena-watch".to_owned())
            .spawn(move || Collector::new(course, tell).run(&inbox))
            .map_err(ContestError::Thread)?;
        Ok(Watched {
            game,
            total,
            players,
            places,
            control,
            orders: Some(orders),
            collector: Some(collector),
        })
    }

    /// Games in all.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// What the players are called, each by another name.
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

    /// Lets one move be made while it stands.
    pub fn step(&self) {
        self.control.step();
    }

    /// Goes faster or slower from now on.
    pub fn set_pace(&self, pace: Pace) {
        self.control.set_gap(pace.gap(self.game));
    }

    /// Breaks all games off; [`News::Over`] follows when they are.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Writes results, and games where the game has a text for them, to files beginning with `stem`; they are told when
    /// they are there.
    pub fn export(&self, stem: PathBuf) {
        if let Some(orders) = &self.orders {
            // A collector that is gone has fallen over, and said so on stderr.
            drop(orders.send(Order::Export(stem)));
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.control.stop();
        self.orders = None;
        if let Some(collector) = self.collector.take() {
            // What it had to say of its end it has said on stderr.
            drop(collector.join());
        }
    }
}

/// A name beside which nothing stands yet: `stem`, or `stem-2` and so on.
fn unused(stem: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, ContestError> {
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
        std::fs::create_dir_all(parent).map_err(|source: io::Error| ContestError::Write {
            path: parent.to_owned(),
            source,
        })?;
    }
    for number in 1..1_000 {
        let paths: Vec<PathBuf> = endings.iter().map(|ending| named(number, ending)).collect();
        if paths.iter().all(|path| !path.exists()) {
            return Ok(paths);
        }
    }
    Err(ContestError::Place(stem.to_owned()))
}
