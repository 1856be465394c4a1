//! The text of a clock: whole seconds, rounded up, so that it shows zero only when no time is left; tenths at the end.

use std::time::Duration;

/// Below this a clock is shown as low, unless it never had more.
const LOW: Duration = Duration::from_secs(20);
/// Below this it shows tenths.
const TENTHS: Duration = Duration::from_secs(10);

/// `4:59`, `1:04:59` with hours, `0:07.3` in the last seconds.
pub(crate) fn shown(left: Duration) -> String {
    if left < TENTHS && !left.is_zero() {
        let tenths = left.as_millis().div_ceil(100);
        if tenths < 100 {
            return format!("0:{:02}.{}", tenths / 10, tenths % 10);
        }
    }
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Whether the player should hurry: little is left of what there was at first.
pub(crate) fn is_low(left: Duration, at_first: Duration) -> bool {
    left < LOW.min(at_first / 3)
}

/// How long a running clock shows the same; nothing for one that has run out.
pub(crate) fn until_change(left: Duration) -> Option<Duration> {
    let step = if left < TENTHS { 100 } else { 1000 };
    let shown = left.as_millis().div_ceil(step).checked_sub(1)?;
    left.checked_sub(Duration::from_millis((shown * step) as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_whole_seconds_and_at_the_end_tenths() {
        let shown = [
            0, 1, 999, 1000, 9_901, 9_999, 10_000, 59_001, 60_000, 3_600_000, 3_661_000,
        ]
        .map(|left| shown(Duration::from_millis(left)));
        assert_eq!(
            shown,
            [
                "0:00", "0:00.1", "0:01.0", "0:01.0", "0:10", "0:10", "0:10", "1:00", "1:00", "1:00:00", "1:01:01"
            ]
        );
    }

    #[test]
    fn it_changes_when_the_second_is_over() {
        let until = |left| until_change(Duration::from_millis(left));
        assert_eq!(until(15_000), Some(Duration::from_secs(1)));
        assert_eq!(until(14_200), Some(Duration::from_millis(200)));
        assert_eq!(until(4_230), Some(Duration::from_millis(30)));
        assert_eq!(until(0), None);
    }

    #[test]
    fn ten_seconds_a_move_are_not_low_from_the_beginning() {
        let seconds = Duration::from_secs;
        assert!(is_low(seconds(19), seconds(300)));
        assert!(!is_low(seconds(9), seconds(10)));
        assert!(is_low(seconds(3), seconds(10)));
    }
}
