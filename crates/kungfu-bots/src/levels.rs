//! The parameters of the levels (8.2, 8.7).

use kungfu::{Speed, TICKS_A_SECOND};

use crate::Weights;

/// The parameters of a level: evaluation terms, delays and how many moves it considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each switches one part of the decisions on"
)]
pub struct Level {
    /// From 1 to 5.
    pub number: u8,
    /// The least and the greatest delay between two moves in tenths of a second, at standard speed and at lightning.
    delays: [[u32; 2]; 2],
    /// The least and the greatest time until an enemy move is noticed, in hundredths of a second.
    reactions: [u32; 2],
    /// How many pieces a look considers.
    pub pieces: usize,
    /// How many moves of each piece a look considers.
    pub moves: usize,
    /// Whether it uses arrival times: safety, evasion, commitment, exchanges in time order.
    pub timing: bool,
    /// Whether it considers escapes, threats, recapture, interception and stops in the middle of a line.
    pub foresight: bool,
    /// Whether it combines several pieces.
    pub planning: bool,
    /// How many rollouts the best candidates get at standard speed and at lightning; none if it does not use rollouts.
    pub samples: [u32; 2],
    /// The length of a rollout in percent of a rest.
    pub horizon: u32,
    /// The weight of a rollout's gain beside the evaluation of the move, in percent: a few samples are noisy.
    pub confidence: i32,
    /// Whether the players of rollouts also make quiet moves, and the result counts pieces that hang at the end.
    pub thorough: bool,
    /// Whether it only captures, evades and protects its king, and makes no quiet moves: the player of rollouts.
    pub tactical: bool,
    /// How often the best, second best, … move is chosen, in percent (8.7).
    pub ranks: &'static [u32],
    /// How far behind the best a move may be to be chosen by rank, in hundredths of a point.
    pub slack: i32,
    /// How long the level waits without a capture before it becomes impatient, in percent of an eighth of the limit
    /// (8.8a).
    pub calm: i32,
    /// The greatest impatience by the age of a game on the board for two, in percent (8.8a).
    pub age: i32,
    /// The same on the board for four while there are several opponents: a patient player lets the others lose pieces
    /// first.
    pub age_among_several: i32,
    /// The weights of the evaluation at standard speed and at lightning.
    weights: [Weights; 2],
}

impl Level {
    /// The level of this number; other numbers give the nearest level.
    pub const fn new(number: u8) -> Self {
        match number {
            0 | 1 => Level {
                number: 1,
                delays: [[10, 60], [10, 40]],
                reactions: [60, 120],
                pieces: 4,
                moves: 4,
                timing: false,
                foresight: false,
                planning: false,
                samples: [0, 0],
                horizon: 0,
                confidence: 0,
                thorough: false,
                tactical: false,
                ranks: &[30, 25, 20, 15, 5, 5],
                slack: 200,
                calm: 100,
                age: OLD,
                age_among_several: OLDEST,
                weights: WEIGHTS,
            },
            2 => Level {
                number: 2,
                delays: [[6, 50], [6, 30]],
                reactions: [40, 80],
                pieces: 8,
                moves: 8,
                timing: true,
                foresight: false,
                planning: false,
                samples: [0, 0],
                horizon: 0,
                confidence: 0,
                thorough: false,
                tactical: false,
                ranks: &[50, 20, 15, 5, 5, 5],
                slack: 300,
                calm: 100,
                age: OLD,
                age_among_several: OLDEST,
                weights: WEIGHTS,
            },
            3 => Level {
                number: 3,
                delays: [[3, 30], [3, 20]],
                reactions: [25, 50],
                pieces: 16,
                moves: 12,
                timing: true,
                foresight: true,
                planning: false,
                samples: [0, 0],
                horizon: 0,
                confidence: 0,
                thorough: false,
                tactical: false,
                ranks: &[75, 15, 5, 3, 2],
                slack: 25,
                calm: 200,
                age: OLD,
                age_among_several: 60,
                weights: SPARING,
            },
            4 => Level {
                number: 4,
                delays: [[2, 10], [2, 6]],
                reactions: [15, 30],
                pieces: usize::MAX,
                moves: usize::MAX,
                timing: true,
                foresight: true,
                planning: true,
                samples: [8, 8],
                horizon: 120,
                confidence: 30,
                thorough: false,
                tactical: false,
                ranks: &[100],
                slack: 0,
                calm: 200,
                age: OLD,
                age_among_several: 90,
                weights: CAUTIOUS,
            },
            _ => Level {
                number: 5,
                // A rollout at standard speed takes four times as long.
                samples: [14, 64],
                horizon: 100,
                confidence: 100,
                thorough: true,
                ..Level::new(4)
            },
        }
    }

    /// The same level with the delays and the reaction time of another one.
    #[must_use]
    pub const fn at_pace_of(self, number: u8) -> Self {
        Level {
            delays: Level::new(number).delays,
            reactions: Level::new(number).reactions,
            ..self
        }
    }

    /// The same level without delays and reaction time, for hosts that pace their bots themselves.
    #[must_use]
    pub const fn without_delay(self) -> Self {
        Level {
            delays: [[0, 0]; 2],
            reactions: [0, 0],
            ..self
        }
    }

    /// The least and the greatest number of ticks from the start of an enemy move until it is noticed.
    pub const fn reaction(&self) -> [u32; 2] {
        let [low, high] = self.reactions;
        [low * TICKS_A_SECOND / 100, high * TICKS_A_SECOND / 100]
    }

    /// The player of this level's rollouts: the one of [`Level::others_in_rollouts`] at the pace of this level, or at its
    /// own if the host paces.
    pub(crate) const fn in_rollouts(&self) -> Self {
        let player = self.others_in_rollouts();
        if self.is_paced_by_host() {
            player
        } else {
            Level {
                delays: self.delays,
                ..player
            }
        }
    }

    /// The player of the other sides in rollouts: level 3, without quiet moves unless the rollouts are thorough.
    pub(crate) const fn others_in_rollouts(&self) -> Self {
        Level {
            tactical: !self.thorough,
            ..Level::new(3)
        }
    }

    /// Whether the level has no delays of its own.
    pub(crate) const fn is_paced_by_host(&self) -> bool {
        matches!(self.delays, [[0, 0], [0, 0]])
    }

    /// How many rollouts the best candidates get at a speed.
    pub const fn samples(&self, speed: Speed) -> u32 {
        match speed {
            Speed::Standard => self.samples[0],
            Speed::Lightning => self.samples[1],
        }
    }

    /// The weights for a speed.
    pub const fn weights(&self, speed: Speed) -> &Weights {
        match speed {
            Speed::Standard => &self.weights[0],
            Speed::Lightning => &self.weights[1],
        }
    }

    /// The same level with other weights at both speeds, for tuning.
    #[must_use]
    pub const fn with_weights(self, weights: Weights) -> Self {
        Level {
            weights: [weights; 2],
            ..self
        }
    }

    /// The least and the greatest delay between two moves in ticks.
    pub const fn delay(&self, speed: Speed) -> [u32; 2] {
        let [low, high] = match speed {
            Speed::Standard => self.delays[0],
            Speed::Lightning => self.delays[1],
        };
        [low * TICKS_A_SECOND / 10, high * TICKS_A_SECOND / 10]
    }
}

/// The greatest impatience by age of all levels.
const OLD: i32 = 80;

/// No limit: more than the impatience by age on the board for four can be.
const OLDEST: i32 = 200;

const WEIGHTS: [Weights; 2] = [Weights::new(Speed::Standard), Weights::new(Speed::Lightning)];

/// The weights from level 3 on. To hang fewer pieces, risks have more weight than the fit gave them, also for an
/// impatient bot, and at standard speed guards are trusted less. docs/kungfu.md has the cost in strength.
const CAUTIOUS: [Weights; 2] = {
    let [standard, lightning] = WEIGHTS;
    [
        Weights {
            safety: 200,
            daring: 30,
            last_chance: 3,
            trust: 36,
            ..standard
        },
        Weights {
            safety: 175,
            daring: 30,
            last_chance: 10,
            ..lightning
        },
    ]
};

/// The weights of level 3: at lightning it makes fewer quiet moves. Levels with rollouts test such moves instead.
const SPARING: [Weights; 2] = {
    let [standard, lightning] = CAUTIOUS;
    [standard, Weights { least: 0, ..lightning }]
};
