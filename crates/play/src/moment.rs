//! Points in time, and the day and hour they fall on.

use serde::{Deserialize, Serialize};

/// When something happened: milliseconds since the beginning of 1970, UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub u64);

impl Moment {
    /// The day in UTC as score sheets write it, `2024.12.31`; `None` after the year 9999.
    pub fn date(self) -> Option<String> {
        const MONTHS: [u64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut days = self.0 / 86_400_000;
        let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let mut year = 1970;
        while year <= 9999 {
            let length = 365 + u64::from(is_leap(year));
            if days < length {
                break;
            }
            days -= length;
            year += 1;
        }
        let mut month = 0;
        for (index, length) in MONTHS.into_iter().enumerate() {
            month = index + 1;
            let length = length + u64::from(month == 2 && is_leap(year));
            if days < length {
                break;
            }
            days -= length;
        }
        (year <= 9999).then(|| format!("{year:04}.{month:02}.{:02}", days + 1))
    }

    /// Hours, minutes and seconds of the day in UTC: `23:59:59`.
    pub fn time_of_day(self) -> String {
        let seconds = self.0 / 1_000 % 86_400;
        format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (86_400, "1970.01.02"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_735_603_200, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
            (253_402_300_799, "9999.12.31"),
        ] {
            assert_eq!(Moment(seconds * 1_000).date().as_deref(), Some(date));
        }
        assert_eq!(Moment(253_402_300_800_000).date(), None);
        assert_eq!(Moment(u64::MAX).date(), None);
    }

    #[test]
    fn times_are_those_of_the_day() {
        assert_eq!(Moment(86_399_999).time_of_day(), "23:59:59");
        assert_eq!(Moment(86_400_000 + 3_661_000).time_of_day(), "01:01:01");
    }
}
