//! What is said about a position beside the moves: comments, clocks, evaluations, glyphs.

use std::time::Duration;

use play::{Score, Side};

/// What a score sheet says about the position after a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// The comments, several of them joined, on one line.
    ///
    /// Commands other than `%clk` and `%eval` are kept here as text, and so is what cannot be read of those two.
    pub comment: String,
    /// What the mover had left on the clock, from `[%clk 0:01:02.5]`.
    pub clock: Option<Duration>,
    /// The judgement of the position, as always from the side to move; in the file, `[%eval 0.35]` or `[%eval #-3]`, it
    /// is White's. A search depth after a comma is not kept.
    pub evaluation: Option<Score>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
}

impl Remark {
    /// Understands the text of a comment about a position with `turn` to move.
    pub(super) fn set_comment(&mut self, text: &str, turn: Side) {
        let mut text = words(text).collect::<Vec<_>>().join(" ");
        // A command inside another one uncovers it, so that one look at each is not enough.
        loop {
            if self.clock.is_none()
                && let Some((clock, rest)) = take(&text, "[%clk ", read_clock)
            {
                (self.clock, text) = (Some(clock), rest);
            } else if self.evaluation.is_none()
                && let Some((score, rest)) = take(&text, "[%eval ", |value| read_score(value, turn))
            {
                (self.evaluation, text) = (Some(score), rest);
            } else {
                break;
            }
        }
        self.comment = text;
    }

    /// The parts of a comment as they are written, each of which may be on a separate line; none if there is nothing to
    /// write.
    pub(super) fn comment_parts(&self, turn: Side) -> Vec<String> {
        let evaluation = self
            .evaluation
            .map(|score| format!("[%eval {}]", score_text(score, turn)));
        let clock = self.clock.map(|clock| format!("[%clk {}]", clock_text(clock)));
        let text = words(&self.comment).map(|word| word.replace('}', ")"));
        evaluation.into_iter().chain(clock).chain(text).collect()
    }
}

/// The words of a comment; line ends and other control characters only separate them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
}

/// Takes the first command with a readable value out of `text`: the value and the text without it.
pub(super) fn take<T>(text: &str, command: &str, read: impl Fn(&str) -> Option<T>) -> Option<(T, String)> {
    text.match_indices(command).find_map(|(start, _)| {
        let (before, after) = (&text[..start], &text[start + command.len()..]);
        let end = after.find(|letter: char| !letter.is_ascii_digit() && !":.,+-#".contains(letter))?;
        let (value, rest) = after.split_at(end);
        let value = read(value)?;
        let rest = rest.strip_prefix(']')?;
        let text = words(before).chain(words(rest)).collect::<Vec<_>>().join(" ");
        Some((value, text))
    })
}

/// Hours, minutes and seconds with decimals: `0:01:02.5`.
pub(super) fn read_clock(text: &str) -> Option<Duration> {
    let (hours, rest) = text.split_once(':')?;
    let (minutes, rest) = rest.split_once(':')?;
    let (seconds, decimals) = rest.split_once('.').unwrap_or((rest, "0"));
    let minutes = number(hours)?.checked_mul(60)?.checked_add(number(minutes)?)?;
    let seconds = minutes.checked_mul(60)?.checked_add(number(seconds)?)?;
    number(decimals)?;
    // Nine digits make nanoseconds, the finest there is.
    let nanoseconds = number(&format!("{decimals:0<9}")[..9])?;
    Some(Duration::new(seconds, nanoseconds as u32))
}

pub(super) fn clock_text(clock: Duration) -> String {
    let seconds = clock.as_secs();
    let whole = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let decimals = format!("{:09}", clock.subsec_nanos());
    match decimals.trim_end_matches('0') {
        "" => whole,
        decimals => format!("{whole}.{decimals}"),
    }
}

/// White's pawns (`-0.35`) or moves to mate (`#3`, `#-3`), turned to the side to move.
pub(super) fn read_score(text: &str, turn: Side) -> Option<Score> {
    let text = text.split(',').next()?;
    if let Some(mate) = text.strip_prefix('#') {
        let (winner, moves) = match mate.strip_prefix('-') {
            Some(moves) => (Side::Black, moves),
            None => (Side::White, mate.strip_prefix('+').unwrap_or(mate)),
        };
        let plies = u32::try_from(number(moves)?).ok()?.checked_mul(2)?;
        return Some(match plies.checked_sub(1) {
            Some(odd) if winner == turn => Score::Win(odd),
            _ => Score::Loss(plies),
        });
    }
    let points = (text.parse::<f64>().ok()? * 100.0).round();
    if points.abs() > f64::from(i32::MAX) {
        return None;
    }
    let score = Score::Centipawns(points as i32);
    Some(if turn == Side::White { score } else { score.reversed() })
}

pub(super) fn score_text(score: Score, turn: Side) -> String {
    let sign = |good_for: Side| if good_for == Side::White { "" } else { "-" };
    match score {
        Score::Centipawns(points) => {
            let winner = if points < 0 { turn.other() } else { turn };
            let points = points.unsigned_abs();
            let sign = if points == 0 { "" } else { sign(winner) };
            format!("{sign}{}.{:02}", points / 100, points % 100)
        }
        Score::Win(plies) => format!("#{}{}", sign(turn), plies.div_ceil(2)),
        Score::Loss(plies) => format!("#{}{}", sign(turn.other()), plies.div_ceil(2)),
    }
}

/// Digits and nothing else; `parse` would let a sign pass.
fn number(text: &str) -> Option<u64> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Remark {
        let mut remark = Remark::default();
        remark.set_comment(text, Side::Black);
        remark
    }

    #[test]
    fn clocks_and_evaluations_leave_the_comment() {
        let remark = read("  [%eval -0.35] [%clk 1:02:03.25]\n a good\tmove [%csl Gd4] ");
        assert_eq!(remark.clock, Some(Duration::from_millis(3_723_250)));
        assert_eq!(remark.evaluation, Some(Score::Centipawns(35)));
        assert_eq!(remark.comment, "a good move [%csl Gd4]");
    }

    #[test]
    fn clocks_are_written_as_they_are_read() {
        for text in ["0:00:00", "0:01:02", "0:01:02.5", "12:34:56.000000001", "123:00:59"] {
            assert_eq!(clock_text(read_clock(text).unwrap()), text);
        }
        assert_eq!(read_clock("0:00:01.12345678987"), Some(Duration::new(1, 123_456_789)));
    }

    #[test]
    fn evaluations_are_white_s_in_the_file_and_the_mover_s_here() {
        for (text, white, black) in [
            ("0.35", Score::Centipawns(35), Score::Centipawns(-35)),
            ("-12.00", Score::Centipawns(-1200), Score::Centipawns(1200)),
            ("0.00", Score::Centipawns(0), Score::Centipawns(0)),
            ("#3", Score::Win(5), Score::Loss(6)),
            ("#-1", Score::Loss(2), Score::Win(1)),
        ] {
            assert_eq!(read_score(text, Side::White), Some(white), "{text}");
            assert_eq!(read_score(text, Side::Black), Some(black), "{text}");
            assert_eq!(score_text(white, Side::White), text);
            assert_eq!(score_text(black, Side::Black), text);
        }
        assert_eq!(read_score("+0.3,22", Side::White), Some(Score::Centipawns(30)));
        assert_eq!(read_score("#-0", Side::White), Some(Score::Loss(0)));
        assert_eq!(score_text(Score::Centipawns(i32::MIN), Side::Black), "21474836.48");
    }

    #[test]
    fn what_cannot_be_read_stays_in_the_comment() {
        for text in [
            "[%clk 1:02]",
            "[%clk -1:02:03]",
            "[%clk 1:02:03",
            "[%clk 1::03]",
            "[%clk 99999999999999999999:00:00]",
            "[%clk 9999999999999999999:00:00]",
            "[%clk 0:00:01.]",
            "[%eval ]",
            "[%eval -]",
            "[%eval 1e5]",
            "[%eval 99999999999]",
            "[%eval #9999999999]",
            "[%emt 0:00:03]",
        ] {
            let remark = read(text);
            assert_eq!(remark.comment, text);
            assert_eq!((remark.clock, remark.evaluation), (None, None), "{text}");
        }
    }

    #[test]
    fn written_and_read_again_a_comment_is_the_same() {
        for text in [
            "[%clk 0:00:01] [%clk 0:00:02]",
            "[%eval [%clk 0:00:01] 0.5]",
            "[%clk [%eval 0.5] 0:00:01]",
            "[%cl[%clk 0:00:01]k 0:00:02]",
            "[%clk 0:00:01][%eval #2]text",
        ] {
            let remark = read(text);
            assert!(remark.clock.is_some(), "{text}");
            assert_eq!(read(&remark.comment_parts(Side::Black).join(" ")), remark, "{text}");
        }
    }
}
