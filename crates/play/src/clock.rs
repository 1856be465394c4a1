//! A game clock as pure arithmetic: the caller measures the time.

use std::{fmt, time::Duration};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Side;

/// The remaining time of both sides.
///
/// The owner of the game measures how long a side has thought and [spends](Clock::spend) it. A flag that has fallen
/// stays down. The clock is `Copy`: a table that can take moves back keeps the earlier ones.
///
/// ```
/// use std::time::Duration;
/// use play::{Clock, Side, TimeControl};
///
/// let mut clock = Clock::new(TimeControl::read_minutes("5+3")?);
/// clock.spend(Side::White, Duration::from_secs(10));
/// assert_eq!(clock.remaining(Side::White), Duration::from_secs(293));
/// # Ok::<(), play::TimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    controls: [TimeControl; 2],
    remaining: [Duration; 2],
    fallen: Option<Side>,
}

impl Clock {
    /// Both sides at the base time.
    pub const fn new(control: TimeControl) -> Self {
        Clock::with_odds([control; 2])
    }

    /// White and Black each at a base time of their own.
    pub const fn with_odds(controls: [TimeControl; 2]) -> Self {
        Clock {
            controls,
            remaining: [controls[0].base, controls[1].base],
            fallen: None,
        }
    }

    /// The control this clock was set to for `side`.
    pub const fn control(&self, side: Side) -> TimeControl {
        self.controls[side.index()]
    }

    /// What `side` has left at the start of its turn.
    pub const fn remaining(&self, side: Side) -> Duration {
        self.remaining[side.index()]
    }

    /// What `side` has left after thinking for `elapsed`, without spending it: for showing a running clock.
    pub fn running(&self, side: Side, elapsed: Duration) -> Duration {
        self.remaining(side).saturating_sub(elapsed)
    }

    /// Ends a turn of `side` that took `elapsed`: adds the increment, or lets the flag fall if the time is used up.
    pub fn spend(&mut self, side: Side, elapsed: Duration) {
        if self.fallen.is_some() {
            return;
        }
        let left = self.running(side, elapsed);
        if left.is_zero() {
            self.fallen = Some(side);
            self.remaining[side.index()] = Duration::ZERO;
        } else {
            self.remaining[side.index()] = left + self.control(side).increment;
        }
    }

    /// The side whose flag has fallen; only the first falls.
    pub const fn fallen(&self) -> Option<Side> {
        self.fallen
    }
}

/// Base time and increment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// What each side starts with; above zero.
    pub base: Duration,
    /// What each side gains with every move.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads minutes and seconds as people write them: `5+3` is five minutes and three seconds a move, `0.5` half a
    /// minute without increment.
    pub fn read_minutes(text: &str) -> Result<Self, TimeControlError> {
        TimeControl::read(text, 60.0)
    }

    /// Reads seconds as engine matches write them: `8+0.08` is eight seconds and eight hundredths a move.
    pub fn read_seconds(text: &str) -> Result<Self, TimeControlError> {
        TimeControl::read(text, 1.0)
    }

    /// The control in seconds, as [`TimeControl::read_seconds`] reads it and PGN files write it.
    pub fn in_seconds(&self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }

    fn read(text: &str, unit: f64) -> Result<Self, TimeControlError> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let base = number(base, text)? * unit;
        let increment = number(increment, text)?;
        let control = TimeControl {
            base: Duration::try_from_secs_f64(base).map_err(|_| unreadable(text))?,
            increment: Duration::try_from_secs_f64(increment).map_err(|_| unreadable(text))?,
        };
        if control.base.is_zero() {
            return Err(TimeControlError::NoBase(text.to_owned()));
        }
        // A day is longer than any game here and keeps sums far from overflow.
        let day = Duration::from_hours(24);
        if control.base > day || control.increment > day {
            return Err(TimeControlError::TooLong(text.to_owned()));
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    /// Minutes and seconds, as [`TimeControl::read_minutes`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64() / 60.0, self.increment.as_secs_f64())
    }
}

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TimeControlError {
    /// Not two numbers.
    #[error("'{0}' is not a clock; write base+increment, such as 5+3")]
    Unreadable(String),
    /// A clock that has run out before the game.
    #[error("'{0}' gives no time to start with; write base+increment, such as 5+3")]
    NoBase(String),
    /// Longer than a day.
    #[error("'{0}' is longer than a day")]
    TooLong(String),
}

fn number(text: &str, whole: &str) -> Result<f64, TimeControlError> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match text.parse() {
        Ok(number) if plain => Ok(number),
        _ => Err(unreadable(whole)),
    }
}

fn unreadable(text: &str) -> TimeControlError {
    TimeControlError::Unreadable(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(text: &str) -> Clock {
        Clock::new(TimeControl::read_minutes(text).unwrap())
    }

    #[test]
    fn spending_subtracts_and_adds_the_increment() {
        let mut clock = clock("1+2");
        clock.spend(Side::White, Duration::from_secs(10));
        assert_eq!(clock.remaining(Side::White), Duration::from_secs(52));
        assert_eq!(clock.remaining(Side::Black), Duration::from_mins(1));
        assert_eq!(
            clock.running(Side::White, Duration::from_secs(50)),
            Duration::from_secs(2)
        );
        assert_eq!(clock.fallen(), None);
    }

    #[test]
    fn sides_may_have_different_times() {
        let [long, short] = ["5+3", "1+1"].map(|text| TimeControl::read_minutes(text).unwrap());
        let mut clock = Clock::with_odds([long, short]);
        clock.spend(Side::Black, Duration::from_secs(10));
        clock.spend(Side::White, Duration::from_secs(10));
        assert_eq!(clock.remaining(Side::White), Duration::from_secs(293));
        assert_eq!(clock.remaining(Side::Black), Duration::from_secs(51));
    }

    #[test]
    fn the_last_moment_is_too_late() {
        let mut clock = clock("1+2");
        clock.spend(Side::Black, Duration::from_mins(1));
        assert_eq!(clock.fallen(), Some(Side::Black));
        assert_eq!(clock.remaining(Side::Black), Duration::ZERO);
    }

    #[test]
    fn a_fallen_flag_stays_down() {
        let mut clock = clock("1+2");
        clock.spend(Side::White, Duration::from_secs(61));
        clock.spend(Side::Black, Duration::from_secs(61));
        assert_eq!(clock.fallen(), Some(Side::White));
        assert_eq!(clock.remaining(Side::Black), Duration::from_mins(1));
    }

    #[test]
    fn reads_what_people_write_and_prints_it_back() {
        for text in ["5+3", "0.5+1", "90+30", "1.5+0.25"] {
            let control = TimeControl::read_minutes(text).unwrap();
            assert_eq!(control.to_string(), text);
        }
        assert_eq!(TimeControl::read_minutes("3").unwrap().to_string(), "3+0");
    }

    #[test]
    fn matches_count_in_seconds() {
        let control = TimeControl::read_seconds("8+0.08").unwrap();
        assert_eq!((control.base.as_millis(), control.increment.as_millis()), (8_000, 80));
        assert_eq!(control.in_seconds(), "8+0.08");
    }

    #[test]
    fn refuses_nonsense_with_words() {
        for text in [
            "", "+", "5+", "+3", "five", "-1+2", "5 + 3", "1e9", "inf", "nan", "5+3+1",
        ] {
            assert_eq!(
                TimeControl::read_minutes(text),
                Err(TimeControlError::Unreadable(text.to_owned())),
                "{text:?}"
            );
        }
        assert!(matches!(
            TimeControl::read_minutes("0+3"),
            Err(TimeControlError::NoBase(_))
        ));
        for text in ["99999999", "5+99999999", "99999999999999999999999999"] {
            assert!(TimeControl::read_minutes(text).is_err(), "{text:?}");
        }
    }
}
