//! Parts of a standing, each in memory of a fixed size.

use std::{
    collections::{BTreeSet, HashSet},
    time::Duration,
};

use serde::{Deserialize, Serialize};

use crate::Turn;

/// What a player spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// Moves made.
    pub moves: u64,
    /// Time for all of them.
    pub time: Duration,
    /// The longest of them.
    pub slowest: Duration,
    /// Moves whose depth was reported.
    pub with_depth: u64,
    /// The sum of those depths.
    pub depth: u64,
    /// Positions visited, where reported.
    pub nodes: u64,
    /// Time for the moves whose positions were reported.
    pub node_time: Duration,
}

impl Costs {
    /// Adds what was spent elsewhere.
    pub(super) fn merge(&mut self, other: &Costs) {
        self.moves += other.moves;
        self.time = self.time.saturating_add(other.time);
        self.slowest = self.slowest.max(other.slowest);
        self.with_depth += other.with_depth;
        self.depth += other.depth;
        self.nodes += other.nodes;
        self.node_time = self.node_time.saturating_add(other.node_time);
    }

    /// Adds what was spent on a move.
    pub(crate) fn add(&mut self, turn: &Turn) {
        self.moves += 1;
        self.time = self.time.saturating_add(turn.elapsed);
        self.slowest = self.slowest.max(turn.elapsed);
        if let Some(depth) = turn.depth {
            self.with_depth += 1;
            self.depth += u64::from(depth);
        }
        if let Some(nodes) = turn.nodes {
            self.nodes += nodes;
            self.node_time = self.node_time.saturating_add(turn.elapsed);
        }
    }

    /// Mean time for a move.
    pub fn mean_time(&self) -> Option<Duration> {
        (self.moves > 0).then(|| self.time.div_f64(self.moves as f64))
    }

    /// Mean depth of the moves that have one.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.with_depth > 0).then(|| self.depth as f64 / self.with_depth as f64)
    }

    /// Positions a second.
    pub fn speed(&self) -> Option<f64> {
        let seconds = self.node_time.as_secs_f64();
        (self.nodes > 0 && seconds > 0.0).then(|| self.nodes as f64 / seconds)
    }
}

/// How long games were, in plies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    /// All plies.
    pub sum: u64,
    /// The shortest game.
    pub shortest: Option<u64>,
    /// The longest game.
    pub longest: u64,
    /// Games by length, in steps of [`Lengths::STEP`] plies; the last step holds all longer ones.
    pub steps: Vec<u64>,
}

impl Lengths {
    /// Plies of a step.
    pub const STEP: u64 = 20;
    const STEPS: usize = 16;

    pub(super) fn add(&mut self, plies: u64) {
        self.sum += plies;
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        self.longest = self.longest.max(plies);
        self.steps.resize(Lengths::STEPS, 0);
        self.steps[((plies / Lengths::STEP) as usize).min(Lengths::STEPS - 1)] += 1;
    }
}

/// A score as it went on, at no more points than a picture can show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreHistory {
    /// Games between two points.
    pub stride: u64,
    /// The score after each stride.
    pub scores: Vec<f64>,
    games: u64,
}

impl Default for ScoreHistory {
    fn default() -> Self {
        ScoreHistory {
            stride: 1,
            scores: Vec::new(),
            games: 0,
        }
    }
}

impl ScoreHistory {
    const MOST: usize = 400;

    pub(super) fn add(&mut self, score: f64) {
        self.games += 1;
        if self.games.is_multiple_of(self.stride) {
            self.scores.push(score);
        }
        if self.scores.len() > ScoreHistory::MOST {
            // Every second point stays: those at multiples of the doubled stride.
            self.stride *= 2;
            self.scores = self.scores.iter().copied().skip(1).step_by(2).collect();
        }
    }
}

/// Counts distinct games by their fingerprints, exactly up to a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distinct {
    fingerprints: HashSet<u64>,
}

impl Distinct {
    /// Beyond this many distinct games nothing more is stored, so that memory stays fixed.
    pub const MOST: usize = 1 << 18;

    pub(super) fn add(&mut self, fingerprint: u64) {
        if self.fingerprints.len() < Distinct::MOST {
            self.fingerprints.insert(fingerprint);
        }
    }

    /// How many distinct games there were; from [`Distinct::MOST`] on, at least as many.
    pub fn count(&self) -> usize {
        self.fingerprints.len()
    }
}

/// Which games have been played: all below a number, and some beyond.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGames {
    below: u64,
    beyond: BTreeSet<u64>,
}

impl PlayedGames {
    /// Whether a game has been played.
    pub fn contains(&self, number: u64) -> bool {
        number < self.below || self.beyond.contains(&number)
    }

    /// How many have been played.
    pub fn count(&self) -> u64 {
        self.below + self.beyond.len() as u64
    }

    pub(super) fn add(&mut self, number: u64) {
        self.beyond.insert(number);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
    }
}
