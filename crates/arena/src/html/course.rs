//! The first player's score as the match went on.

use std::fmt::{self, Write};

use crate::{
    Standing,
    html::{
        Width, card,
        chart::{Range, text},
        words::{Escaped, Name, count, counted, percent},
    },
};

/// The course as a line, with one half to compare.
pub(super) fn course(out: &mut String, standing: &Standing) -> fmt::Result {
    let (Some(player), Some(&last)) = (standing.players.first(), standing.course.scores.last()) else {
        return Ok(());
    };
    let picture = Picture::new(&standing.course.scores, standing.course.stride);
    card(out, "Score over time", Width::Full, |out| {
        out.write_str("<div class=\"plot\">")?;
        picture.shares(out)?;
        write!(
            out,
            "<svg class=\"chart\" width=\"100%\" height=\"240\" role=\"img\" aria-label=\"{}\">",
            Escaped(&format!(
                "The score of {player} as the match went on, {} at the end",
                percent(last)
            ))
        )?;
        picture.curve(out)?;
        picture.games(out)?;
        out.write_str("</svg></div>\n")?;
        write!(
            out,
            "<p class=\"note\">The share of the points that went to {}, after so many games.",
            Name(player)
        )?;
        if picture.leaves() {
            out.write_str(" The first few jump out of the picture.")?;
        }
        out.write_str("</p>\n")
    })
}

/// Pixels above the plot.
const TOP: f64 = 8.0;

/// Pixels of the plot.
const HEIGHT: f64 = 200.0;

/// The scales of the plot.
///
/// The first tenth of a long course does not count for the range: after few games a score varies widely, which would
/// compress the rest.
struct Picture<'a> {
    scores: &'a [f64],
    stride: u64,
    range: Range,
    step: f64,
}

impl<'a> Picture<'a> {
    fn new(scores: &'a [f64], stride: u64) -> Self {
        let unsettled = if scores.len() < 20 { 0 } else { scores.len() / 10 };
        let (range, step) = grid(&scores[unsettled..]);
        Picture {
            scores,
            stride,
            range,
            step,
        }
    }

    /// Whether some scores lie outside.
    fn leaves(&self) -> bool {
        // Lines of the grid are sums of steps and not exact.
        let inside = self.range.low - 1e-9..=self.range.high + 1e-9;
        self.scores.iter().any(|score| !inside.contains(score))
    }

    /// Pixels from the top of the plot.
    fn down(&self, score: f64) -> f64 {
        (self.range.high - score) / (self.range.high - self.range.low) * HEIGHT
    }

    /// From 0 to 1; a single point stands in the middle.
    fn across(&self, index: usize) -> f64 {
        match self.scores.len() {
            1 => 0.5,
            count => index as f64 / (count - 1) as f64,
        }
    }

    /// Scores that have a line across.
    fn lines(&self) -> impl Iterator<Item = f64> {
        let count = ((self.range.high - self.range.low) / self.step).round() as usize;
        (0..=count).map(|index| self.range.low + index as f64 * self.step)
    }

    /// The scale on the left.
    fn shares(&self, out: &mut String) -> fmt::Result {
        out.write_str("<svg class=\"chart\" width=\"52\" height=\"240\" aria-hidden=\"true\">")?;
        for score in self.lines() {
            write!(
                out,
                "<text x=\"44\" y=\"{:.1}\" text-anchor=\"end\">{:.0}\u{a0}%</text>",
                TOP + self.down(score) + 5.0,
                score * 100.0
            )?;
        }
        out.write_str("</svg>")
    }

    /// Lines across and the course above them.
    fn curve(&self, out: &mut String) -> fmt::Result {
        for score in self.lines() {
            let class = if (score - 0.5).abs() < 1e-9 {
                "half-line"
            } else {
                "grid"
            };
            let y = TOP + self.down(score);
            write!(
                out,
                "<line class=\"{class}\" x1=\"0\" x2=\"100%\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            )?;
        }
        let mut points = String::new();
        for (index, &score) in self.scores.iter().enumerate() {
            write!(points, " {:.1},{:.1}", self.across(index) * 1000.0, self.down(score))?;
        }
        write!(
            out,
            "<svg y=\"{TOP}\" width=\"100%\" height=\"{HEIGHT}\" viewBox=\"0 0 1000 {HEIGHT}\" \
             preserveAspectRatio=\"none\">"
        )?;
        if self.scores.len() > 1 {
            let half = self.down(0.5);
            write!(
                out,
                "<polygon class=\"area\" points=\"0,{half:.1}{points} 1000,{half:.1}\"/>"
            )?;
        }
        write!(
            out,
            "<polyline class=\"course\" points=\"{}\"/></svg>",
            points.trim_start()
        )?;
        let end = self.scores.len() - 1;
        write!(
            out,
            "<circle class=\"dot\" cx=\"{:.0}%\" cy=\"{:.1}\" r=\"5\"/>",
            self.across(end) * 100.0,
            TOP + self.down(self.scores[end])
        )
    }

    /// The scale below: games at the first point, the middle and the last.
    fn games(&self, out: &mut String) -> fmt::Result {
        let y = TOP + HEIGHT + 24.0;
        let games = |index: usize| (index as u64 + 1) * self.stride;
        let end = self.scores.len() - 1;
        if end > 0 {
            text(out, 0.0, y, &count(games(0)))?;
        }
        if end > 1 {
            text(out, self.across(end / 2), y, &count(games(end / 2)))?;
        }
        text(out, self.across(end), y, &counted(games(end), "game"))
    }
}

/// A range that holds all scores and one half, on lines a round number apart.
fn grid(scores: &[f64]) -> (Range, f64) {
    const STEPS: [f64; 5] = [0.01, 0.02, 0.05, 0.1, 0.25];
    let low = scores.iter().copied().fold(0.5, f64::min);
    let high = scores.iter().copied().fold(0.5, f64::max);
    let step = STEPS.into_iter().find(|step| high - low <= step * 5.0).unwrap_or(0.25);
    // Scores on a line stay there in spite of rounding.
    let mut range = Range {
        low: ((low / step + 1e-9).floor() * step).max(0.0),
        high: ((high / step - 1e-9).ceil() * step).min(1.0),
    };
    if range.high - range.low < step * 1.5 {
        range.low = range.low.min(0.5 - step);
        range.high = range.high.max(0.5 + step);
    }
    (range, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_half_is_always_in_the_picture() {
        for scores in [
            &[0.5][..],
            &[0.51],
            &[0.93, 0.95],
            &[0.0, 0.02],
            &[0.0, 1.0],
            &[0.25, 0.5],
        ] {
            let (range, step) = grid(scores);
            assert!(
                range.low <= 0.5 && 0.5 <= range.high && range.high - range.low >= step * 1.5,
                "{scores:?}"
            );
            assert!(
                scores
                    .iter()
                    .all(|score| (range.low - 1e-9..=range.high + 1e-9).contains(score)),
                "{scores:?}"
            );
            let lines = ((range.high - range.low) / step).round();
            assert!((2.0..=6.0).contains(&lines), "{scores:?}: {lines}");
        }
    }
}
