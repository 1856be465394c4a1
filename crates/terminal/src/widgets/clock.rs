//! A clock as it is shown: whole seconds, rounded up, so that nothing is left only when nothing is left.

use std::time::Duration;

/// Below this a clock is shown as low.
const LOW: Duration = Duration::from_secs(20);

/// `4:59`, or `1:04:59` with hours.
pub(crate) fn shown(left: Duration) -> String {
    let seconds = left.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Whether the player should hurry.
pub(crate) fn is_low(left: Duration) -> bool {
    left < LOW
}

/// How long a running clock shows the same; nothing for one that has run out.
pub(crate) fn until_change(left: Duration) -> Option<Duration> {
    let shown = left.as_millis().div_ceil(1000).checked_sub(1)?;
    left.checked_sub(Duration::from_millis(shown as u64 * 1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_whole_seconds() {
        let shown =
            [0, 1, 999, 1000, 59_001, 60_000, 3_600_000, 3_661_000].map(|left| shown(Duration::from_millis(left)));
        assert_eq!(
            shown,
            ["0:00", "0:01", "0:01", "0:01", "1:00", "1:00", "1:00:00", "1:01:01"]
        );
    }

    #[test]
    fn it_changes_when_the_second_is_over() {
        let until = |left| until_change(Duration::from_millis(left));
        assert_eq!(until(5000), Some(Duration::from_secs(1)));
        assert_eq!(until(4200), Some(Duration::from_millis(200)));
        assert_eq!(until(0), None);
    }
}
