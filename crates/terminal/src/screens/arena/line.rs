//! The rows above and below the boards: the score, and what is typed or shown.

use arena::{Motion, WatchEnd};
use ratatui::layout::Rect;

use super::Arena;
use crate::{canvas::Canvas, setups::pace_words, status::Tone};

impl Arena {
    /// The score of the match in a row.
    pub(super) fn draw_score(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let look = canvas.look;
        let (state, style) = match (&self.end, self.motion) {
            (Some(WatchEnd::Complete), _) => ("over", look.accent()),
            (Some(WatchEnd::Stopped), _) => ("aborted", look.accent()),
            (Some(WatchEnd::Failed(_)), _) => ("failed", look.danger()),
            (None, Motion::Paused) => ("paused", look.accent()),
            (None, Motion::Running) => (pace_words(self.pace), look.muted()),
        };
        let taken = canvas.at_right(area, area.y, state, style);
        let games = self.score.as_ref().map_or(0, |score| score.games);
        let mut words = vec![format!("{games} of {}", self.watched.total())];
        if let Some(score) = &self.score {
            if let [first, second] = score.players.as_slice() {
                let [one, two] = [first.results.points(), second.results.points()].map(points);
                words.push(format!("{} {one} – {two} {}", self.names[0], self.names[1]));
            }
            if let Some(estimate) = score.estimate {
                words.push(format!("Elo {}", elo(estimate.elo, estimate.margin)));
            }
        }
        canvas.fitted(
            area.x,
            area.y,
            area.width.saturating_sub(taken + 1),
            &words.join("   "),
            look.strong(),
        );
    }

    /// What is typed, or what is to be said.
    pub(super) fn draw_line(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let look = canvas.look;
        let row = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        if !self.line.is_empty() {
            self.line.draw(canvas, row, "Go to game ");
            return;
        }
        let style = match self.status.tone {
            Tone::Calm => look.ground(),
            Tone::Refusal => look.danger(),
        };
        canvas.fitted(row.x, row.y, row.width, &self.status.words, style);
    }
}

/// Points with halves as score sheets have them.
pub(super) fn points(points: f64) -> String {
    let whole = points.floor();
    match (whole as u64, points > whole) {
        (0, true) => "½".to_owned(),
        (whole, true) => format!("{whole}½"),
        (whole, false) => whole.to_string(),
    }
}

/// An Elo difference with its margin, as far as either is known.
pub(super) fn elo(elo: f64, margin: f64) -> String {
    match (elo.is_finite(), margin.is_finite()) {
        (true, true) => format!("{elo:+.0} ± {margin:.0}"),
        (true, false) => format!("{elo:+.0} ± ?"),
        (false, _) => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_what_is_not_known_have_signs() {
        assert_eq!([0.0, 0.5, 12.5, 3.0].map(points), ["0", "½", "12½", "3"]);
        assert_eq!(elo(34.9, 12.1), "+35 ± 12");
        assert_eq!(elo(-34.9, f64::INFINITY), "-35 ± ?");
        assert_eq!(elo(f64::NEG_INFINITY, f64::INFINITY), "?");
    }
}
