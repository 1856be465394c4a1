//! The record as a sheet: a row for every move of both, or for every turn where labels are long.

use host::{Entry, Judged, Mistake, SeatNumber, TurnView};
use ratatui::layout::Rect;

use crate::canvas::{Canvas, wide};

/// A record to be shown.
pub(crate) struct Sheet<'a> {
    pub(crate) record: &'a [Entry],
    /// The turn that is shown on the board, counted from one; 0 is the start.
    pub(crate) at: usize,
    /// What a review says of the turns, as far as it has come.
    pub(crate) judged: &'a [Judged],
}

impl Sheet<'_> {
    /// Draws the part around the shown turn.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        if area.height == 0 || area.width < 8 {
            return;
        }
        let longest = self.record.iter().map(|entry| wide(&entry.label)).max().unwrap_or(0);
        let half = area.width.saturating_sub(5) / 2;
        if longest + 2 <= half {
            self.draw_pairs(canvas, area, half);
        } else {
            self.draw_turns(canvas, area);
        }
    }

    fn draw_pairs(&self, canvas: &mut Canvas<'_>, area: Rect, half: u16) {
        // A game that begins with Black leaves White's first place open.
        let offset = usize::from(self.record.first().is_some_and(|entry| entry.seat == SeatNumber(1)));
        let rows = (self.record.len() + offset).div_ceil(2);
        let shown = (self.at + offset).saturating_sub(1) / 2;
        let first = first_row(rows, shown, area.height);
        for (y, row) in (area.y..area.bottom()).zip(first..rows) {
            let number = format!("{:>3}. ", row + 1);
            canvas.words(area.x, y, area.width, &number, canvas.look.muted());
            for side in 0..2 {
                if let Some(turn) = (2 * row + side).checked_sub(offset) {
                    self.draw_label(canvas, area.x + 5 + side as u16 * half, y, half, turn);
                }
            }
        }
    }

    fn draw_turns(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let first = first_row(self.record.len(), self.at.saturating_sub(1), area.height);
        // In a narrow column the labels need the room of the numbers.
        let numbers = if area.width < 14 { 0 } else { 5 };
        for (y, turn) in (area.y..area.bottom()).zip(first..self.record.len()) {
            let number = format!("{:>3}. ", turn + 1);
            canvas.words(area.x, y, numbers, &number, canvas.look.muted());
            self.draw_label(canvas, area.x + numbers, y, area.width - numbers, turn);
        }
    }

    fn draw_label(&self, canvas: &mut Canvas<'_>, x: u16, y: u16, width: u16, turn: usize) {
        let Some(entry) = self.record.get(turn) else { return };
        let look = canvas.look;
        let mistake = self
            .judged
            .iter()
            .find(|judged| judged.ply == turn + 1)
            .and_then(|judged| judged.mistake);
        let label = format!("{}{}", entry.label, mistake.map_or("", sign));
        let style = if turn + 1 == self.at {
            look.chosen()
        } else if mistake == Some(Mistake::Blunder) {
            look.danger()
        } else {
            look.ground()
        };
        canvas.fitted(x, y, width.saturating_sub(1), &label, style);
    }
}

/// The move that led to a position, numbered: `3. Bc4`, `3… Nd4`. Moves in words, as games without a short notation
/// have them, are counted one by one.
pub(crate) fn numbered(view: &TurnView, ply: usize) -> String {
    let Some((place, entry)) = ply
        .checked_sub(1)
        .and_then(|place| Some((place, view.record.get(place)?)))
    else {
        return "The start".to_owned();
    };
    if view.record.iter().any(|entry| entry.label.contains(' ')) {
        return format!("{}. {}", place + 1, entry.label);
    }
    let offset = usize::from(view.record.first().is_some_and(|first| first.seat == SeatNumber(1)));
    let dots = if entry.seat == SeatNumber(1) { "…" } else { "." };
    format!("{}{dots} {}", usize::midpoint(place, offset) + 1, entry.label)
}

/// The sign score sheets use.
pub(crate) const fn sign(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::Inaccuracy => "?!",
        Mistake::Mistake => "?",
        Mistake::Blunder => "??",
    }
}

/// The first of `rows` to show so that `shown` is in sight, as late as possible.
fn first_row(rows: usize, shown: usize, height: u16) -> usize {
    let height = usize::from(height);
    let last = rows.saturating_sub(height);
    shown.saturating_sub(height.saturating_sub(1) / 2).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shown_turn_is_in_sight() {
        for rows in 0..40 {
            for shown in 0..rows {
                let first = first_row(rows, shown, 7);
                assert!((first..first + 7).contains(&shown), "{shown} of {rows}");
            }
        }
        assert_eq!(first_row(3, 2, 7), 0);
    }
}
