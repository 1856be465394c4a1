//! Matches of Kung Fu Chess: faster than real time unless somebody watches, seeded, several games at once.

mod log;
mod playing;
mod report;
mod running;

use std::path::PathBuf;

use arena::Format;
use clap::Args;
use kungfu::{Board, Speed};
use kungfu_bots::KungfuSpec;
use serde::{Deserialize, Serialize};

use crate::{ContestError, Settings};
pub use log::Folder;
pub use playing::Played;
pub use report::{Report, Saved};
pub use running::{Event, Running};

/// What only matches of Kung Fu Chess take.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
pub struct KungfuArgs {
    /// Kung Fu: standard (two players) or four
    #[arg(long, value_name = "BOARD", value_parser = str::parse::<Board>)]
    pub board: Option<Board>,
    /// Kung Fu: standard or lightning
    #[arg(long, value_name = "SPEED", value_parser = str::parse::<Speed>)]
    pub speed: Option<Speed>,
    /// Kung Fu: write every game's decisions and replay into this directory
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    pub log: Option<PathBuf>,
}

impl KungfuArgs {
    /// Refuses these flags for other games.
    pub fn refuse(&self) -> Result<(), ContestError> {
        if self.board.is_some() || self.speed.is_some() || self.log.is_some() {
            return Err(ContestError::usage("--board, --speed and --log are for --game kungfu"));
        }
        Ok(())
    }
}

/// A match as it is played.
pub struct Plan {
    /// What it was asked for with.
    pub settings: Settings,
    /// The board.
    pub board: Board,
    /// How fast its games are.
    pub speed: Speed,
    players: Vec<KungfuSpec>,
    /// What the players are called, each by another name.
    pub names: Vec<String>,
    pairings: Vec<Vec<usize>>,
    /// Games of each pairing.
    games: u64,
}

impl Plan {
    /// The plan that the settings ask for.
    pub fn new(settings: Settings, kungfu: &KungfuArgs) -> Result<Self, ContestError> {
        let board = kungfu.board.unwrap_or(Board::Standard);
        let read = |text: &String| {
            text.parse::<KungfuSpec>()
                .map_err(|error| ContestError::usage(error.to_string()))
        };
        let players = settings.players.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let count = players.len();
        if board == Board::Four && count != 4 {
            return Err(ContestError::usage(format!(
                "the board for four needs four players, not {count}; one may be named twice"
            )));
        }
        let pairings = match (board, settings.format()) {
            (Board::Four, _) => vec![vec![0, 1, 2, 3]],
            (Board::Standard, Format::Match) if count != 2 => {
                return Err(ContestError::usage(format!("a match has two players, not {count}")));
            }
            (Board::Standard, format) => format.pairings(count).into_iter().map(Vec::from).collect(),
        };
        if settings.sprt.is_some() && count != 2 {
            return Err(ContestError::usage(format!(
                "an SPRT compares two players, not {count}"
            )));
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

    /// Games in all.
    pub fn total(&self) -> u64 {
        self.games * self.pairings.len() as u64
    }

    /// Who sits where in a game; two swap seats from game to game, four sit in every order in turn.
    pub(crate) fn seats(&self, number: u64) -> Vec<usize> {
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
pub struct Tally {
    /// For every player, how often it won alone.
    pub won: Vec<u64>,
    /// For every player, how often it lost its king first.
    pub first_out: Vec<u64>,
}

impl Tally {
    /// Nothing played yet.
    pub fn new(players: usize) -> Self {
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
