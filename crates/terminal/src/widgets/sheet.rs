//! The record as a sheet: a row for every move of both, or for every turn where labels are long.

use host::{Entry, Judged, Mistake, SeatNumber, TurnView};
use play::OpeningName;
use ratatui::layout::Rect;

use crate::canvas::{Canvas, Spot, wide};

/// A record to be shown.
pub(crate) struct Sheet<'a> {
    /// The opening's code and name above the moves.
    pub(crate) opening: Option<&'a OpeningName>,
    pub(crate) record: &'a [Entry],
    /// The number of the first move of both players.
    pub(crate) first: u32,
    /// The turn that is shown on the board, counted from one; 0 is the start.
    pub(crate) at: usize,
    /// What a review says of the turns, as far as it has come.
    pub(crate) judged: &'a [Judged],
}

impl Sheet<'_> {
    /// Draws the part around the shown turn.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, mut area: Rect) {
        if area.height == 0 || area.width < 8 {
            return;
        }
        // A single row belongs to the moves.
        if let Some(opening) = self.opening.filter(|_| area.height > 1) {
            canvas.fitted(area.x, area.y, area.width, &opening.to_string(), canvas.look.accent());
            area.y += 1;
            area.height -= 1;
        }
        let longest = self.record.iter().map(|entry| wide(&entry.label)).max().unwrap_or(0);
        let half = area.width.saturating_sub(5) / 2;
        if longest + 2 <= half && !counts_turns(self.record) {
            self.draw_pairs(canvas, area, half.min(longest.max(5) + 4));
        } else {
            self.draw_turns(canvas, area, longest);
        }
    }

    fn draw_pairs(&self, canvas: &mut Canvas<'_>, area: Rect, half: u16) {
        // A game that begins with Black leaves White's first place open.
        let offset = offset(self.record);
        let count = (self.record.len() + offset).div_ceil(2);
        let shown = (self.at + offset).saturating_sub(1) / 2;
        let digits = (self.first as usize + count).to_string().len().max(3);
        let width = digits as u16 + 2 + 2 * half;
        for (place, row) in places(area, width, count, shown) {
            let number = format!("{:>digits$}. ", self.first as usize + row);
            canvas.words(place.x, place.y, place.width, &number, canvas.look.muted());
            for side in 0..2 {
                if let Some(turn) = (2 * row + side).checked_sub(offset) {
                    let x = place.x + digits as u16 + 2 + side as u16 * half;
                    self.draw_label(canvas, x, place.y, half, turn);
                }
            }
        }
    }

    fn draw_turns(&self, canvas: &mut Canvas<'_>, area: Rect, longest: u16) {
        // In a narrow column the labels need the room of the numbers.
        let digits = number(self.record, self.first, self.record.len())
            .chars()
            .count()
            .max(4);
        let numbers = if area.width < 14 { 0 } else { digits as u16 + 1 };
        let shown = self.at.saturating_sub(1);
        for (place, turn) in places(area, numbers + longest + 3, self.record.len(), shown) {
            let number = format!("{:>digits$} ", number(self.record, self.first, turn));
            canvas.words(place.x, place.y, numbers, &number, canvas.look.muted());
            let width = area.right().saturating_sub(place.x + numbers).min(longest + 3);
            self.draw_label(canvas, place.x + numbers, place.y, width, turn);
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
        let spot = Rect {
            x,
            y,
            width: width.saturating_sub(1),
            height: 1,
        };
        canvas.spots.push((spot, Spot::Ply(turn + 1)));
    }
}

/// The move that led to a position, numbered: `3. Bc4`, `3… Nd4`.
pub(crate) fn numbered(view: &TurnView, ply: usize) -> String {
    let entry = ply
        .checked_sub(1)
        .and_then(|place| Some((place, view.record.get(place)?)));
    entry.map_or_else(
        || "The start".to_owned(),
        |(place, entry)| format!("{} {}", number(&view.record, view.first, place), entry.label),
    )
}

/// The number before an entry: `3.`, `3…`; where turns are counted one by one `5.`, `6.`.
fn number(record: &[Entry], first: u32, place: usize) -> String {
    let turn = place + offset(record);
    if counts_turns(record) {
        return format!("{}.", 2 * (first as usize).saturating_sub(1) + turn + 1);
    }
    let dots = if turn % 2 == 1 { "…" } else { "." };
    format!("{}{dots}", first as usize + turn / 2)
}

/// 1 if the record begins with Black, whose place is the second of a move of both.
fn offset(record: &[Entry]) -> usize {
    usize::from(record.first().is_some_and(|entry| entry.seat == SeatNumber(1)))
}

/// Whether every turn has a separate row and number. Games without a short notation show their moves in words, one
/// below the other in windows of any width.
fn counts_turns(record: &[Entry]) -> bool {
    record.iter().any(|entry| entry.label.contains(' '))
}

/// The sign score sheets use.
pub(crate) const fn sign(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::Inaccuracy => "?!",
        Mistake::Mistake => "?",
        Mistake::Blunder => "??",
    }
}

/// Where the rows are drawn, in as many columns as fit; the row `shown` is among the visible ones.
fn places(area: Rect, width: u16, count: usize, shown: usize) -> impl Iterator<Item = (Rect, usize)> {
    let columns = (area.width / width.max(1)).max(1);
    let height = usize::from(area.height);
    let rows = usize::from(columns) * height;
    let first = first_row(count, shown, rows);
    (first..count.min(first + rows)).map(move |row| {
        let at = row - first;
        let place = Rect {
            x: area.x + (at / height) as u16 * width,
            y: area.y + (at % height) as u16,
            width: width.min(area.width),
            height: 1,
        };
        (place, row)
    })
}

/// The first of `rows` to show so that `shown` is in sight, as late as possible.
fn first_row(rows: usize, shown: usize, height: usize) -> usize {
    let last = rows.saturating_sub(height);
    shown.saturating_sub(height.saturating_sub(1) / 2).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(labels: &[(u8, &str)]) -> Vec<Entry> {
        let square = play::Square { file: 0, rank: 0 };
        let entry = |&(seat, label): &(u8, &str)| Entry {
            seat: SeatNumber(seat),
            label: label.to_owned(),
            code: String::new(),
            squares: [square; 2],
            captures: false,
            at: None,
            left: None,
        };
        labels.iter().map(entry).collect()
    }

    #[test]
    fn a_record_from_a_later_position_goes_on_with_its_numbers() {
        let numbers = |record: &[Entry], first| (0..record.len()).map(|place| number(record, first, place)).collect();
        let chess = entries(&[(1, "Nf6"), (0, "Bc4"), (1, "Bc5")]);
        let shown: Vec<String> = numbers(&chess, 12);
        assert_eq!(shown, ["12…", "13.", "13…"]);
        let ransom = entries(&[(0, "Pawn A1→A3"), (1, "Knight C8→D6"), (0, "Pawn A3→A4")]);
        let shown: Vec<String> = numbers(&ransom, 4);
        assert_eq!(shown, ["7.", "8.", "9."]);
        let shown: Vec<String> = numbers(&ransom[1..], 4);
        assert_eq!(shown, ["8.", "9."]);
    }

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
