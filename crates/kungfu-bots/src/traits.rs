//! What sets the levels apart (8.2, 8.7).

use kungfu::{Speed, TICKS_A_SECOND};

/// One level of the one mind: which terms it weighs, how fast and how widely it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// 1 to 4.
    pub level: u8,
    /// Tenths of a second between two commands, at least and at most, at standard speed and at lightning.
    delays: [[u32; 2]; 2],
    /// Pieces looked at.
    pub pieces: usize,
    /// Moves weighed of each.
    pub moves: usize,
    /// Arrival fields, safety, evasion, commitment, exchanges in time order.
    pub timing: bool,
    /// Dodges, threats, recapture, interception, stops short of a line's end.
    pub foresight: bool,
    /// Several pieces together, and rollouts.
    pub planning: bool,
    /// How often the best, second best, … is chosen, in percent (8.7).
    pub ranks: &'static [u32],
}

impl Traits {
    /// Those of a level; of a number beyond, those of the nearest.
    pub const fn of_level(level: u8) -> Self {
        match level {
            0 | 1 => Traits {
                level: 1,
                delays: [[10, 60], [10, 40]],
                pieces: 4,
                moves: 4,
                timing: false,
                foresight: false,
                planning: false,
                ranks: &[30, 25, 20, 15, 5, 5],
            },
            2 => Traits {
                level: 2,
                delays: [[6, 50], [6, 30]],
                pieces: 8,
                moves: 8,
                timing: true,
                foresight: false,
                planning: false,
                ranks: &[50, 20, 15, 5, 5, 5],
            },
            3 => Traits {
                level: 3,
                delays: [[3, 30], [3, 20]],
                pieces: 16,
                moves: 12,
                timing: true,
                foresight: true,
                planning: false,
                ranks: &[75, 15, 5, 3, 2],
            },
            _ => Traits {
                level: 4,
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

    /// The same mind at the pace of another level.
    #[must_use]
    pub const fn at_pace_of(self, level: u8) -> Self {
        Traits {
            delays: Traits::of_level(level).delays,
            ..self
        }
    }

    /// The same mind without any delay, for hosts that do the pacing.
    #[must_use]
    pub const fn without_delay(self) -> Self {
        Traits {
            delays: [[0, 0]; 2],
            ..self
        }
    }

    /// Ticks between two commands, at least and at most.
    pub const fn delay(&self, speed: Speed) -> [u32; 2] {
        let [low, high] = match speed {
            Speed::Standard => self.delays[0],
            Speed::Lightning => self.delays[1],
        };
        [low * TICKS_A_SECOND / 10, high * TICKS_A_SECOND / 10]
    }
}
