//! Positions as the counts a fit needs, packed.

use std::{io, ops::Range, path::PathBuf};

use fastrand::Rng;
use thiserror::Error;

use crate::{ArchiveError, GameReader, Sample, TrainingGame};

/// Positions to fit to, and positions of other games to measure by.
#[derive(Debug, Default)]
pub struct Dataset {
    pub(super) training: Positions,
    pub(super) held_out: Positions,
    games: usize,
    lost: u64,
}

/// Many positions in two vectors.
#[derive(Debug, Default)]
pub(super) struct Positions {
    counts: Vec<Count>,
    rows: Vec<Row>,
}

/// A weight that counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    pub(super) place: u16,
    pub(super) times: i16,
}

/// One position.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// Its counts.
    counts: Range<usize>,
    /// Factors of the two sums when White is ahead in the endgame sum, and when Black is.
    factors: [[f32; 2]; 2],
    /// What is added whatever the weights are.
    offset: f32,
    /// The search's score in centipawns for White.
    pub(super) score: f32,
    /// White's points in the game.
    pub(super) points: f32,
}

/// Why there is nothing to fit to.
#[derive(Debug, Error)]
pub enum DataError {
    /// A file cannot be opened.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file cannot be read to its end.
    #[error("{} cannot be read", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// There are too few games for some to be held out.
    #[error("{0} games are too few to fit to; {LEAST_GAMES} are the least")]
    TooFew(usize),
}

/// One game in so many is held out.
const HELD_OUT: usize = 10;
/// Fewer games have nothing to tell.
const LEAST_GAMES: usize = 20;

impl Dataset {
    /// Reads every game of some files. The seed decides which games are held out: whole ones, for positions of one game
    /// know each other.
    pub fn read(files: &[PathBuf], seed: u64) -> Result<Self, DataError> {
        let (mut games, mut lost) = (Vec::new(), 0);
        for path in files {
            let mut reader = GameReader::open(path)?;
            for game in reader.by_ref() {
                games.push(game.map_err(|source| DataError::Read {
                    path: path.clone(),
                    source,
                })?);
            }
            lost += reader.lost();
        }
        Ok(Dataset {
            lost,
            ..Dataset::of(games, seed)?
        })
    }

    /// The positions of some games.
    pub(super) fn of(mut games: Vec<TrainingGame>, seed: u64) -> Result<Self, DataError> {
        if games.len() < LEAST_GAMES {
            return Err(DataError::TooFew(games.len()));
        }
        // Threads end their games in any order; the same games are split the same way.
        games.sort_by_key(|game| game.number);
        Rng::with_seed(seed).shuffle(&mut games);
        let (held_out, training) = games.split_at(games.len() / HELD_OUT);
        Ok(Dataset {
            training: Positions::of(training),
            held_out: Positions::of(held_out),
            games: games.len(),
            lost: 0,
        })
    }

    /// How many games were read.
    pub fn games(&self) -> usize {
        self.games
    }

    /// How many positions are fitted to, and how many are held out.
    pub fn positions(&self) -> [usize; 2] {
        [self.training.len(), self.held_out.len()]
    }

    /// Bytes of the files that belong to no whole game.
    pub fn lost(&self) -> u64 {
        self.lost
    }
}

impl Positions {
    fn of(games: &[TrainingGame]) -> Self {
        let mut positions = Positions::default();
        for sample in games.iter().flat_map(TrainingGame::samples) {
            positions.add(&sample);
        }
        positions
    }

    fn add(&mut self, sample: &Sample) {
        let terms = engine::terms(&sample.position);
        let first = self.counts.len();
        self.counts.extend(terms.counts.iter().map(|(place, times)| Count {
            place: *place as u16,
            times: *times as i16,
        }));
        self.rows.push(Row {
            counts: first..self.counts.len(),
            factors: [true, false].map(|ahead| terms.slide(ahead).factors().map(|factor| factor as f32)),
            offset: terms.offset as f32,
            score: sample.score.into(),
            points: sample.result.points() as f32,
        });
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What a position counts.
    pub(super) fn counts(&self, row: &Row) -> &[Count] {
        &self.counts[row.counts.clone()]
    }

    /// The value of a position for White, and the factors its two sums had.
    pub(super) fn value(&self, row: &Row, weights: &[[f64; 2]]) -> (f64, [f64; 2]) {
        let mut sums = [0.0; 2];
        for count in self.counts(row) {
            let weight = weights[usize::from(count.place)];
            sums[0] += weight[0] * f64::from(count.times);
            sums[1] += weight[1] * f64::from(count.times);
        }
        let factors = row.factors[usize::from(sums[1] <= 0.0)].map(f64::from);
        let value = sums[0] * factors[0] + sums[1] * factors[1] + f64::from(row.offset);
        (value, factors)
    }
}
