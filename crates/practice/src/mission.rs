//! Missions of Kung Fu Chess: short tasks in belts, each a scenario that a live table plays and judges.
//!
//! `missions/missions.toml` lists them. Squares have their names on the board; a piece is identified by its start
//! square.

mod progress;
mod table;

use std::{fmt, sync::LazyLock};

use kungfu::{Scenario, TICKS_A_SECOND};
use kungfu_bots::KungfuSpec;
use serde::Deserialize;

pub use progress::MissionProgress;
pub use table::MissionError;

/// A task of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mission {
    /// Which belt it belongs to.
    pub belt: Belt,
    /// Its name.
    pub title: String,
    /// What is to be done, in a sentence or two.
    pub task: String,
    /// The bots of the other seats, in order; where a script moves, [`KungfuSpec::Still`].
    pub bots: Vec<KungfuSpec>,
    /// What is played; its name is that of the mission.
    pub scenario: Scenario,
}

/// A group of missions, the easiest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Belt {
    /// What a move is.
    White,
    /// Dodging and starting first.
    Yellow,
    /// Lines, rests and castling.
    Orange,
    /// Premoves, several pieces at once, lightning.
    Green,
    /// Moves that must start at the right time.
    Blue,
    /// Two fronts and the cross.
    Brown,
    /// Several attackers, and bots.
    Black,
}

impl Belt {
    /// All belts, the easiest first.
    pub const ALL: [Belt; 7] = [
        Belt::White,
        Belt::Yellow,
        Belt::Orange,
        Belt::Green,
        Belt::Blue,
        Belt::Brown,
        Belt::Black,
    ];

    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            Belt::White => "White belt",
            Belt::Yellow => "Yellow belt",
            Belt::Orange => "Orange belt",
            Belt::Green => "Green belt",
            Belt::Blue => "Blue belt",
            Belt::Brown => "Brown belt",
            Belt::Black => "Black belt",
        }
    }
}

impl fmt::Display for Belt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Mission {
    /// The name in files and addresses.
    pub fn name(&self) -> &str {
        &self.scenario.name
    }

    /// Decides what its bots do by chance: always the same.
    pub const fn seed(&self) -> u64 {
        7
    }

    /// After how many seconds time is up.
    pub const fn seconds(&self) -> u32 {
        self.scenario.until.0 / TICKS_A_SECOND
    }

    /// The mission that follows; none after the last.
    pub fn next(&self) -> Option<&'static Mission> {
        let at = missions().iter().position(|other| other.name() == self.name())?;
        missions().get(at + 1)
    }
}

static MISSIONS: LazyLock<Vec<Mission>> = LazyLock::new(|| {
    table::read(include_str!("../missions/missions.toml")).expect("a test reads the missions of this crate")
});

/// All missions in the order in which they are offered.
pub fn missions() -> &'static [Mission] {
    &MISSIONS
}

/// The mission of a name.
pub fn mission(name: &str) -> Option<&'static Mission> {
    missions().iter().find(|mission| mission.name() == name)
}
