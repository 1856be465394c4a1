//! Ticks and the two speeds (1.1, 1.2).

use std::{
    fmt,
    ops::{Add, AddAssign},
    str::FromStr,
};

use serde::{Deserialize, Serialize};

/// A moment of a game: how many ticks have passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tick(pub u32);

impl Tick {
    /// Ticks since an earlier moment; none if it lies ahead.
    pub const fn since(self, earlier: Tick) -> u32 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<u32> for Tick {
    type Output = Tick;

    fn add(self, ticks: u32) -> Tick {
        Tick(self.0 + ticks)
    }
}

impl AddAssign<u32> for Tick {
    fn add_assign(&mut self, ticks: u32) {
        self.0 += ticks;
    }
}

impl fmt::Display for Tick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Ticks of a second (1.1).
pub const TICKS_A_SECOND: u32 = 30;

/// What a table lets pass before tick 1 (5.4).
pub const COUNTDOWN: u32 = 3 * TICKS_A_SECOND;

/// How long bots stay still at the start (5.4).
pub const BOTS_STAY_STILL: Tick = Tick(15);

/// How fast a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// A square a second, ten seconds of rest.
    Standard,
    /// Five times as fast.
    Lightning,
}

impl Speed {
    /// Both, the slower first.
    pub const ALL: [Speed; 2] = [Speed::Standard, Speed::Lightning];

    /// Ticks for one square (`tps`).
    pub const fn ticks_per_square(self) -> u32 {
        match self {
            Speed::Standard => 30,
            Speed::Lightning => 6,
        }
    }

    /// Ticks of rest after a move (`cd`).
    pub const fn rest(self) -> u32 {
        match self {
            Speed::Standard => 300,
            Speed::Lightning => 60,
        }
    }

    /// A draw when no command was accepted for so many ticks (5.2).
    pub const fn idle_limit(self) -> u32 {
        match self {
            Speed::Standard => 3600,
            Speed::Lightning => 900,
        }
    }

    /// A draw when nothing was captured for so many ticks (5.2).
    pub const fn peace_limit(self) -> u32 {
        match self {
            Speed::Standard => 5400,
            Speed::Lightning => 1350,
        }
    }

    /// No draw by time before this tick (5.2).
    pub const fn earliest_draw(self) -> Tick {
        match self {
            Speed::Standard => Tick(10_800),
            Speed::Lightning => Tick(2_700),
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Speed::Standard => "standard",
            Speed::Lightning => "lightning",
        })
    }
}

impl FromStr for Speed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "standard" => Ok(Speed::Standard),
            "lightning" => Ok(Speed::Lightning),
            other => Err(format!(
                "no speed is called '{other}'; known are standard and lightning"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_1_2_the_two_speeds() {
        let table = Speed::ALL.map(|speed| {
            [
                speed.ticks_per_square(),
                speed.rest(),
                speed.idle_limit(),
                speed.peace_limit(),
                speed.earliest_draw().0,
            ]
        });
        assert_eq!(table, [[30, 300, 3600, 5400, 10_800], [6, 60, 900, 1350, 2700]]);
    }
}
