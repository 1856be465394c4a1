//! How the time of a game is counted, with one set of bounds for everything that is accepted, stored and read back.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::TimeControl;

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredControl", into = "StoredControl")]
pub enum Control {
    /// A base time with an increment.
    Clock(TimeControl),
    /// So long for every move.
    EachMove(Duration),
}

impl Control {
    /// The shortest base time or time for a move.
    pub const SHORTEST: Duration = Duration::from_millis(100);
    /// The longest base time, time for a move or increment; 30 days for correspondence games.
    pub const LONGEST: Duration = Duration::from_hours(24 * 30);

    /// The control in whole milliseconds, if it is within the bounds.
    pub fn checked(self) -> Result<Self, ControlError> {
        let whole = |time: Duration| Duration::from_millis(time.as_millis() as u64);
        let bounded = |time: Duration| match time {
            time if time < Control::SHORTEST => Err(ControlError::TooShort),
            time if time > Control::LONGEST => Err(ControlError::TooLong),
            time => Ok(whole(time)),
        };
        match self {
            Control::Clock(TimeControl { base, increment }) => {
                if increment > Control::LONGEST {
                    return Err(ControlError::TooLong);
                }
                Ok(Control::Clock(TimeControl {
                    base: bounded(base)?,
                    increment: whole(increment),
                }))
            }
            Control::EachMove(time) => bounded(time).map(Control::EachMove),
        }
    }
}

/// Why a game cannot be timed like that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ControlError {
    /// Below [`Control::SHORTEST`].
    #[error("a clock gives at least a tenth of a second to start with")]
    TooShort,
    /// Above [`Control::LONGEST`].
    #[error("a clock gives at most 30 days")]
    TooLong,
}

/// A control in milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum StoredControl {
    Clock { base: u64, increment: u64 },
    EachMove { time: u64 },
}

impl TryFrom<StoredControl> for Control {
    type Error = ControlError;

    fn try_from(stored: StoredControl) -> Result<Self, ControlError> {
        match stored {
            StoredControl::Clock { base, increment } => Control::Clock(TimeControl {
                base: Duration::from_millis(base),
                increment: Duration::from_millis(increment),
            }),
            StoredControl::EachMove { time } => Control::EachMove(Duration::from_millis(time)),
        }
        .checked()
    }
}

impl From<Control> for StoredControl {
    fn from(control: Control) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        match control {
            Control::Clock(TimeControl { base, increment }) => StoredControl::Clock {
                base: milliseconds(base),
                increment: milliseconds(increment),
            },
            Control::EachMove(time) => StoredControl::EachMove {
                time: milliseconds(time),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_accepted_control_is_read_back(base in 0..u64::MAX / 2_000_000, increment in 0..u64::MAX / 2_000_000, each in any::<bool>()) {
            let time = Duration::from_micros;
            let control = if each {
                Control::EachMove(time(base))
            } else {
                Control::Clock(TimeControl { base: time(base), increment: time(increment) })
            };
            if let Ok(control) = control.checked() {
                let text = serde_json::to_string(&control).unwrap();
                prop_assert_eq!(serde_json::from_str::<Control>(&text).unwrap(), control);
            }
        }
    }

    #[test]
    fn a_clock_without_time_is_refused() {
        let tiny = TimeControl {
            base: Duration::from_micros(600),
            increment: Duration::from_secs(5),
        };
        assert_eq!(Control::Clock(tiny).checked(), Err(ControlError::TooShort));
        let day = Duration::from_hours(24);
        let correspondence = TimeControl {
            base: day,
            increment: day,
        };
        assert!(Control::Clock(correspondence).checked().is_ok());
    }
}
