//! Text and numbers as the page writes them.

use std::{fmt, time::Duration};

/// Text from outside, safe between tags and in quoted attributes.
#[derive(Clone, Copy)]
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // HTML allows no control characters, not even escaped.
                _ if letter.is_control() && !letter.is_whitespace() => f.write_char(char::REPLACEMENT_CHARACTER)?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

/// An external name, isolated so that right-to-left text does not affect its surroundings.
#[derive(Clone, Copy)]
pub(super) struct Name<'a>(pub(super) &'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<bdi>{}</bdi>", Escaped(self.0))
    }
}

/// `1,234,567`.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `20 games`.
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{}\u{a0}{noun}{plural}", count(number))
}

/// Points of wins and draws: `62½`.
pub(super) fn points(wins: u64, draws: u64) -> String {
    let whole = wins + draws / 2;
    match (whole, draws.is_multiple_of(2)) {
        (_, true) => count(whole),
        (0, false) => "½".to_owned(),
        (_, false) => format!("{}½", count(whole)),
    }
}

/// A share from 0 to 1 as `52.3 %`; values near 0 or 1 are not rounded to them.
pub(super) fn percent(share: f64) -> String {
    if 0.0 < share && share < 0.000_5 {
        "under 0.1\u{a0}%".to_owned()
    } else if (0.999_5..1.0).contains(&share) {
        "over 99.9\u{a0}%".to_owned()
    } else {
        format!("{:.1}\u{a0}%", share * 100.0)
    }
}

/// The score of wins, draws and losses, from 0 to 1; `None` without games.
pub(super) fn score([wins, draws, losses]: [u64; 3]) -> Option<f64> {
    let games = wins + draws + losses;
    (games > 0).then(|| (wins as f64 + draws as f64 / 2.0) / games as f64)
}

/// An Elo difference: `+22.4`, `−∞`.
pub(super) fn elo(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    let text = format!("{value:+.1}");
    match text.as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        _ => minus(&text),
    }
}

/// Half the width of an interval: `± 21.0`.
pub(super) fn margin(value: f64) -> String {
    if value.is_infinite() {
        "±\u{a0}∞".to_owned()
    } else {
        format!("±\u{a0}{value:.1}")
    }
}

/// A printed number with the sign that is as wide as a plus.
pub(super) fn minus(number: &str) -> String {
    number.replace('-', "−")
}

/// `850 µs`, `12.3 ms`, `1.25 s`, `3 min 5 s`.
pub(super) fn time(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 0.001 {
        format!("{:.0}\u{a0}µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1}\u{a0}ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.2}\u{a0}s")
    } else {
        let whole = duration.as_secs();
        format!("{}\u{a0}min {}\u{a0}s", count(whole / 60), whole % 60)
    }
}

/// Positions a second: `845`, `12.3 k`, `1.23 M`.
pub(super) fn speed(nodes: f64) -> String {
    if nodes < 1e3 {
        format!("{nodes:.0}")
    } else if nodes < 1e6 {
        format!("{:.1}\u{a0}k", nodes / 1e3)
    } else {
        format!("{:.2}\u{a0}M", nodes / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_cannot_become_markup() {
        assert_eq!(
            Escaped("<a href='x'>&\"").to_string(),
            "&lt;a href=&#39;x&#39;&gt;&amp;&quot;"
        );
        assert_eq!(Escaped("a\u{0}b\u{1b}c d").to_string(), "a\u{fffd}b\u{fffd}c d");
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(count(number), text);
        }
        assert_eq!([points(0, 1), points(1_000, 3), points(2, 2)], ["½", "1,001½", "3"]);
    }

    #[test]
    fn elo_has_a_sign_unless_it_is_nothing() {
        let values = [22.44, -22.44, -0.01, 0.0, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(values.map(elo), ["+22.4", "−22.4", "0.0", "0.0", "+∞", "−∞"]);
    }

    #[test]
    fn nearly_all_is_not_all() {
        assert_eq!(percent(1.0), "100.0\u{a0}%");
        assert_eq!(percent(0.9999), "over 99.9\u{a0}%");
        assert_eq!(percent(0.0), "0.0\u{a0}%");
        assert_eq!(percent(0.0001), "under 0.1\u{a0}%");
        assert_eq!(percent(0.523), "52.3\u{a0}%");
    }

    #[test]
    fn times_and_speeds_choose_their_unit() {
        let times = [850, 12_340, 1_250_000, 185_000_000].map(|micros| time(Duration::from_micros(micros)));
        assert_eq!(
            times,
            ["850\u{a0}µs", "12.3\u{a0}ms", "1.25\u{a0}s", "3\u{a0}min 5\u{a0}s"]
        );
        assert_eq!(
            [845.0, 12_340.0, 1.234e6].map(speed),
            ["845", "12.3\u{a0}k", "1.23\u{a0}M"]
        );
    }
}
