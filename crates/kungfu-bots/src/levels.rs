//! The parameters of the levels (8.2, 8.7).

use kungfu::{Speed, TICKS_A_SECOND};

/// The parameters of a level: evaluation terms, delays and how many moves it considers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// From 1 to 4.
    pub number: u8,
    /// The least and the greatest delay between two moves in tenths of a second, at standard speed and at lightning.
    delays: [[u32; 2]; 2],
    /// How many pieces a look considers.
    pub pieces: usize,
    /// How many moves of each piece a look considers.
    pub moves: usize,
    /// Whether it uses arrival times: safety, evasion, commitment, exchanges in time order.
    pub timing: bool,
    /// Whether it considers escapes, threats, recapture, interception and stops in the middle of a line.
    pub foresight: bool,
    /// Whether it combines several pieces and uses rollouts.
    pub planning: bool,
    /// How often the best, second best, … move is chosen, in percent (8.7).
    pub ranks: &'static [u32],
}

impl Level {
    /// The level of this number; other numbers give the nearest level.
    pub const fn new(number: u8) -> Self {
        match number {
            0 | 1 => Level {
                number: 1,
                delays: [[10, 60], [10, 40]],
                pieces: 4,
                moves: 4,
                timing: false,
                foresight: false,
                planning: false,
                ranks: &[30, 25, 20, 15, 5, 5],
            },
            2 => Level {
                number: 2,
                delays: [[6, 50], [6, 30]],
                pieces: 8,
                moves: 8,
                timing: true,
                foresight: false,
                planning: false,
                ranks: &[50, 20, 15, 5, 5, 5],
            },
            3 => Level {
                number: 3,
                delays: [[3, 30], [3, 20]],
                pieces: 16,
                moves: 12,
                timing: true,
                foresight: true,
                planning: false,
                ranks: &[75, 15, 5, 3, 2],
            },
            _ => Level {
                number: 4,
                delays: [[2, 10], [2, 6]],
                pieces: usize::MAX,
                moves: usize::MAX,
                timing: true,
                foresight: true,
                planning: true,
                ranks: &[100],
            },
        }
    }

    /// The same level with the delays of another one.
    #[must_use]
    pub const fn at_pace_of(self, number: u8) -> Self {
        Level {
            delays: Level::new(number).delays,
            ..self
        }
    }

    /// The same level without delays, for hosts that pace their bots themselves.
    #[must_use]
    pub const fn without_delay(self) -> Self {
        Level {
            delays: [[0, 0]; 2],
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
