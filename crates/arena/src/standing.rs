//! The results of a match so far, in memory that does not grow with it.

mod placing;

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    time::Duration,
};

use play::Side;
use serde::{Deserialize, Serialize};

use crate::{
    Task, Turn,
    statistics::{CrossTable, Hypothesis, Points, Sprt},
};

pub use placing::{Placing, Spent};

/// What a match has shown so far; all that a report needs and all that is needed to go on after an interruption.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Names, in the order of the plan.
    pub players: Vec<String>,
    /// Who scored what against whom.
    pub table: CrossTable,
    /// White's points in all games, by how often: won, drawn, lost.
    pub white: [u64; 3],
    /// What each player spent.
    pub costs: Vec<Costs>,
    /// How long games were.
    pub lengths: Lengths,
    /// How games ended, by the words of the reason.
    pub reasons: BTreeMap<String, u64>,
    /// White's results by opening, won, drawn, lost; beyond a bound, further openings are counted together.
    pub openings: BTreeMap<String, [u64; 3]>,
    /// The first player's score as the match went on.
    pub course: Course,
    /// How many games were distinct.
    pub distinct: Distinct,
    /// What went wrong, in words; the first few of them.
    pub troubles: Vec<String>,
    /// The verdict of the sequential test, once there is one.
    pub decision: Option<Hypothesis>,
    /// Which games have been played.
    pub progress: Progress,
    /// First games of pairs whose second is still being played.
    halves: BTreeMap<u64, Points>,
}

impl Standing {
    /// Nothing played yet.
    pub fn new(players: impl IntoIterator<Item = String>) -> Self {
        let players: Vec<String> = players.into_iter().collect();
        let count = players.len();
        Standing {
            table: CrossTable::new(count),
            white: [0; 3],
            costs: vec![Costs::default(); count],
            players,
            lengths: Lengths::default(),
            reasons: BTreeMap::new(),
            openings: BTreeMap::new(),
            course: Course::default(),
            distinct: Distinct::default(),
            troubles: Vec::new(),
            decision: None,
            progress: Progress::default(),
            halves: BTreeMap::new(),
        }
    }

    /// Games that have been counted.
    pub fn games(&self) -> u64 {
        self.progress.count()
    }

    /// Counts a game; one that was counted before is passed over.
    pub fn add(&mut self, game: &Counted) {
        let task = game.task;
        if self.progress.contains(task.number) {
            return;
        }
        self.progress.add(task.number);
        let white = Points::of(Side::White, game.winner);
        self.white[white as usize] += 1;
        let [first, second] = task.players;
        let own = if task.seats()[0] == first {
            white
        } else {
            white.reversed()
        };
        if let Some(half) = self.halves.remove(&task.pair()) {
            self.table.complete_pair(first, second, own, half);
        } else {
            self.table.add_game(first, second, own);
            self.halves.insert(task.pair(), own);
        }

        *self.reasons.entry(game.reason.clone()).or_default() += 1;
        self.openings(&game.opening)[white as usize] += 1;
        self.lengths.add(game.plies);
        self.distinct.add(game.fingerprint);
        for (player, turn) in &game.turns {
            self.costs[*player].add(turn);
        }
        if first == 0
            && let Some(score) = self.table.total(0).score()
        {
            self.course.add(score);
        }
        if let Some(trouble) = &game.trouble
            && self.troubles.len() < TROUBLES
        {
            let [white, black] = task.seats().map(|player| &self.players[player]);
            self.troubles
                .push(format!("game {} ({white} – {black}): {trouble}", task.number + 1));
        }
    }

    /// Keeps the verdict of a sequential test as soon as there is one.
    pub fn decide(&mut self, sprt: &Sprt) {
        if self.decision.is_none() {
            self.decision = sprt.verdict(&self.table.results(0, 1).pairs);
        }
    }

    /// Whether the counts agree with each other, as those of a file may not.
    pub(crate) fn is_whole(&self) -> bool {
        let count = self.players.len();
        let games = self.games();
        let met = (0..count)
            .map(|player| self.table.total(player).games())
            .try_fold(0_u64, u64::checked_add);
        self.table.players() == count
            && self.costs.len() == count
            && met == games.checked_mul(2)
            && sum(self.white) == Some(games)
            && sum(self.reasons.values().copied()) == Some(games)
            && sum(self.openings.values().flatten().copied()) == Some(games)
            && sum(self.lengths.steps.iter().copied()) == Some(games)
    }

    fn openings(&mut self, name: &str) -> &mut [u64; 3] {
        let known = self.openings.len() < OPENINGS || self.openings.contains_key(name);
        self.openings
            .entry(if known { name } else { OTHERS }.to_owned())
            .or_default()
    }
}

/// What a standing wants to know of a game; any game loop can say it.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Which game of the match.
    pub task: Task,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// Why it ended, in words.
    pub reason: String,
    /// The name of its opening.
    pub opening: String,
    /// How long it was.
    pub plies: u64,
    /// The same for equal games, and hardly for others.
    pub fingerprint: u64,
    /// What each player spent, turn by turn.
    pub turns: Vec<(usize, Turn)>,
    /// What went wrong, in words.
    pub trouble: Option<String>,
}

/// What the openings beyond the bound are counted as.
pub(crate) const OTHERS: &str = "others";

/// Openings that are counted apart.
const OPENINGS: usize = 1_000;

/// Troubles that are kept.
const TROUBLES: usize = 50;

/// What a player spent on its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Costs {
    /// Moves made.
    pub moves: u64,
    /// Time for all of them.
    pub time: Duration,
    /// The longest of them.
    pub slowest: Duration,
    /// Moves whose depth was told.
    pub with_depth: u64,
    /// The sum of those depths.
    pub depth: u64,
    /// Positions looked at, where told.
    pub nodes: u64,
    /// Time for the moves whose positions were told.
    pub node_time: Duration,
}

impl Costs {
    fn add(&mut self, turn: &Turn) {
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

    /// Mean depth of the moves that told one.
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

    fn add(&mut self, plies: u64) {
        self.sum += plies;
        self.shortest = Some(self.shortest.map_or(plies, |shortest| shortest.min(plies)));
        self.longest = self.longest.max(plies);
        self.steps.resize(Lengths::STEPS, 0);
        self.steps[((plies / Lengths::STEP) as usize).min(Lengths::STEPS - 1)] += 1;
    }
}

/// A score as it went on, at no more points than a picture can show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Games between two points.
    pub stride: u64,
    /// The score after each stride.
    pub scores: Vec<f64>,
    games: u64,
}

impl Default for Course {
    fn default() -> Self {
        Course {
            stride: 1,
            scores: Vec::new(),
            games: 0,
        }
    }
}

impl Course {
    const MOST: usize = 400;

    fn add(&mut self, score: f64) {
        self.games += 1;
        if self.games.is_multiple_of(self.stride) {
            self.scores.push(score);
        }
        if self.scores.len() > Course::MOST {
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
    /// Beyond this many distinct games nothing more is remembered, so that memory stays fixed.
    pub const MOST: usize = 1 << 18;

    fn add(&mut self, fingerprint: u64) {
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
pub struct Progress {
    below: u64,
    beyond: BTreeSet<u64>,
}

impl Progress {
    /// Whether a game has been played.
    pub fn contains(&self, number: u64) -> bool {
        number < self.below || self.beyond.contains(&number)
    }

    /// How many have been played.
    pub fn count(&self) -> u64 {
        self.below + self.beyond.len() as u64
    }

    fn add(&mut self, number: u64) {
        self.beyond.insert(number);
        while self.beyond.remove(&self.below) {
            self.below += 1;
        }
    }
}

/// Their sum, if it is a number at all.
fn sum(counts: impl IntoIterator<Item = u64>) -> Option<u64> {
    counts.into_iter().try_fold(0, u64::checked_add)
}
