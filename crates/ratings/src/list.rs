//! The lists in which players are rated apart.

use std::{fmt, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A list of ratings; a player has one rating in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum List {
    /// Chess with a clock.
    Chess(Speed),
    /// Ransom with any clock.
    Ransom,
    /// Kung Fu Chess for two at standard speed.
    KungFuStandard,
    /// Kung Fu Chess for two at lightning speed.
    KungFuLightning,
    /// Kung Fu Chess for four at any speed.
    KungFuFour,
    /// Chess against rating-limited bots.
    Training,
}

/// How fast a game with a clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Speed {
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// 25 minutes or more.
    Classical,
}

impl Speed {
    /// The speed of a clock, by the time that a side has for forty moves.
    pub fn of(time: Duration, increment: Duration) -> Self {
        let minutes = (time + 40 * increment).as_secs_f64() / 60.0;
        if minutes < 3.0 {
            Speed::Bullet
        } else if minutes < 8.0 {
            Speed::Blitz
        } else if minutes < 25.0 {
            Speed::Rapid
        } else {
            Speed::Classical
        }
    }
}

impl List {
    /// Every list, in the order in which people see them.
    pub const ALL: [List; 9] = [
        List::Chess(Speed::Bullet),
        List::Chess(Speed::Blitz),
        List::Chess(Speed::Rapid),
        List::Chess(Speed::Classical),
        List::Ransom,
        List::KungFuStandard,
        List::KungFuLightning,
        List::KungFuFour,
        List::Training,
    ];

    /// Its stable name.
    pub const fn key(self) -> &'static str {
        match self {
            List::Chess(Speed::Bullet) => "chess-bullet",
            List::Chess(Speed::Blitz) => "chess-blitz",
            List::Chess(Speed::Rapid) => "chess-rapid",
            List::Chess(Speed::Classical) => "chess-classical",
            List::Ransom => "ransom",
            List::KungFuStandard => "kungfu-standard",
            List::KungFuLightning => "kungfu-lightning",
            List::KungFuFour => "kungfu-four",
            List::Training => "training",
        }
    }

    /// Its name for people.
    pub const fn words(self) -> &'static str {
        match self {
            List::Chess(Speed::Bullet) => "Chess, bullet",
            List::Chess(Speed::Blitz) => "Chess, blitz",
            List::Chess(Speed::Rapid) => "Chess, rapid",
            List::Chess(Speed::Classical) => "Chess, classical",
            List::Ransom => "Ransom",
            List::KungFuStandard => "Kung Fu, standard",
            List::KungFuLightning => "Kung Fu, lightning",
            List::KungFuFour => "Kung Fu, four players",
            List::Training => "Training",
        }
    }
}

impl fmt::Display for List {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for List {
    type Err = UnknownList;

    fn from_str(text: &str) -> Result<Self, UnknownList> {
        List::ALL.into_iter().find(|list| list.key() == text).ok_or(UnknownList)
    }
}

impl TryFrom<String> for List {
    type Error = UnknownList;

    fn try_from(text: String) -> Result<Self, UnknownList> {
        text.parse()
    }
}

impl From<List> for String {
    fn from(list: List) -> String {
        list.key().to_owned()
    }
}

/// A text that names no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no such list of ratings")]
pub struct UnknownList;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_are_written() {
        for list in List::ALL {
            assert_eq!(list.to_string().parse(), Ok(list));
        }
        assert_eq!("chess".parse::<List>(), Err(UnknownList));
    }

    #[test]
    fn the_speed_of_a_clock_counts_forty_moves() {
        let speed =
            |minutes: u64, increment: u64| Speed::of(Duration::from_mins(minutes), Duration::from_secs(increment));
        assert_eq!(
            [speed(1, 0), speed(2, 1), speed(2, 2)],
            [Speed::Bullet, Speed::Bullet, Speed::Blitz]
        );
        assert_eq!(
            [speed(3, 0), speed(5, 3), speed(8, 0)],
            [Speed::Blitz, Speed::Blitz, Speed::Rapid]
        );
        assert_eq!(
            [speed(10, 5), speed(15, 10), speed(25, 0)],
            [Speed::Rapid, Speed::Rapid, Speed::Classical]
        );
    }
}
