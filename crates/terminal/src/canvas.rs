//! The canvas of a screen: cells, their style, and the areas that a mouse can click.
//!
//! Drawing changes only the canvas. A clickable area is registered where it is drawn, so a click hits what is visible.

use std::borrow::Cow;

use play::Square;
use ratatui::{
    buffer::{Buffer, CellWidth},
    layout::{Position, Rect},
    style::Style,
};

use crate::{form::Turn, keys::Action, look::Look};

/// The cells that a screen draws on.
pub(crate) struct Canvas<'a> {
    pub(crate) cells: &'a mut Buffer,
    pub(crate) look: &'a Look,
    /// Where the mouse can touch something; later ones lie above earlier ones.
    pub(crate) spots: Vec<(Rect, Spot)>,
    /// The place of the text cursor.
    pub(crate) cursor: Option<Position>,
}

/// Something a mouse can touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A square of the board.
    Square(Square),
    /// An entry of a menu, by its place.
    Entry(usize),
    /// The value of an entry, changed this way.
    Value(usize, Turn),
    /// A position of a record, after so many plies.
    Ply(usize),
    /// What a key would do.
    Key(Action),
    /// A moment of a replay, by its tick.
    Moment(u32),
    /// A window, which covers the areas below it.
    Window,
}

impl<'a> Canvas<'a> {
    pub(crate) const fn new(cells: &'a mut Buffer, look: &'a Look) -> Self {
        Canvas {
            cells,
            look,
            spots: Vec::new(),
            cursor: None,
        }
    }

    /// Text at a position, cut at `width`; returns its columns.
    pub(crate) fn words(&mut self, x: u16, y: u16, width: u16, words: &str, style: Style) -> u16 {
        if !self.cells.area.contains(Position { x, y }) {
            return 0;
        }
        let words = if self.look.glyphs().is_ascii() {
            Cow::Owned(ascii(words))
        } else {
            Cow::Borrowed(words)
        };
        let (end, _) = self.cells.set_stringn(x, y, words, usize::from(width), style);
        end - x
    }

    /// Text that is shortened with an ellipsis if it does not fit.
    pub(crate) fn fitted(&mut self, x: u16, y: u16, width: u16, words: &str, style: Style) -> u16 {
        let fitted = fit(words, width, self.look.signs().more);
        self.words(x, y, width, &fitted, style)
    }

    /// Words in the middle of a row.
    pub(crate) fn centred(&mut self, area: Rect, y: u16, words: &str, style: Style) {
        let width = wide(words).min(area.width);
        self.fitted(area.x + (area.width - width) / 2, y, area.width, words, style);
    }

    /// Words that end at the right edge of `area`; gives the columns they took.
    pub(crate) fn at_right(&mut self, area: Rect, y: u16, words: &str, style: Style) -> u16 {
        let width = wide(words).min(area.width);
        self.words(area.right() - width, y, width, words, style)
    }

    /// One cell.
    pub(crate) fn cell(&mut self, x: u16, y: u16, sign: &str, style: Style) {
        if let Some(cell) = self.cells.cell_mut(Position { x, y }) {
            cell.set_symbol(sign).set_style(style);
        }
    }

    /// Another style for the content of a cell.
    pub(crate) fn tint(&mut self, x: u16, y: u16, style: Style) {
        if let Some(cell) = self.cells.cell_mut(Position { x, y }) {
            cell.set_style(style);
        }
    }

    /// Blank cells.
    pub(crate) fn fill(&mut self, area: Rect, style: Style) {
        for position in area.intersection(self.cells.area).positions() {
            let cell = &mut self.cells[position];
            cell.reset();
            cell.set_style(style);
        }
    }

    /// Whether a window of so many columns fits beside a board.
    pub(crate) const fn has_room_aside(&self, width: u16) -> bool {
        self.cells.area.width >= width + BOARD
    }

    /// A window with a title; returns its inner area.
    pub(crate) fn window(&mut self, title: &str, width: u16, height: u16, place: WindowPlace) -> Rect {
        let screen = self.cells.area;
        let [mut width, height] = [(width + 4).min(screen.width), (height + 2).min(screen.height)];
        // A few columns beside a window would show parts of words.
        if place == WindowPlace::Aside && screen.width - width < SLIVER {
            width = screen.width;
        }
        let (x, y) = match place {
            WindowPlace::Middle => ((screen.width - width) / 2, (screen.height - height) / 2),
            // Beside a board of eight files, the bars above and below left free.
            WindowPlace::Aside if self.has_room_aside(width) => (screen.width - width, 2.min(screen.height - height)),
            WindowPlace::Aside => ((screen.width - width) / 2, (screen.height - height).saturating_sub(1)),
        };
        let area = Rect {
            x: screen.x + x,
            y: screen.y + y,
            width,
            height,
        };
        let style = self.look.panel();
        self.fill(area, style);
        self.spots.push((area, Spot::Window));
        let [left_top, right_top, left_bottom, right_bottom, across, down] = self.look.signs().frame;
        let edge = style.patch(self.look.muted());
        let [last_x, last_y] = [area.right().saturating_sub(1), area.bottom().saturating_sub(1)];
        for x in area.x..area.right() {
            self.cell(x, area.y, across, edge);
            self.cell(x, last_y, across, edge);
        }
        for y in area.y..area.bottom() {
            self.cell(area.x, y, down, edge);
            self.cell(last_x, y, down, edge);
        }
        for (x, y, sign) in [
            (area.x, area.y, left_top),
            (last_x, area.y, right_top),
            (area.x, last_y, left_bottom),
            (last_x, last_y, right_bottom),
        ] {
            self.cell(x, y, sign, edge);
        }
        let title = format!(" {title} ");
        self.fitted(
            area.x + 2,
            area.y,
            area.width.saturating_sub(4),
            &title,
            style.patch(self.look.accent()),
        );
        Rect {
            x: area.x + 2,
            y: area.y + 1,
            width: area.width.saturating_sub(4),
            height: area.height.saturating_sub(2),
        }
    }
}

/// Where a window lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindowPlace {
    /// Over the middle of the screen.
    Middle,
    /// Where it covers as little of a board as possible: at the right edge, or in a narrow window low down.
    Aside,
}

/// Fewer columns than this beside a window are covered.
const SLIVER: u16 = 10;

/// Columns of the smallest board for two with large squares, with its margin.
const BOARD: u16 = 44;

/// The text with plain characters for the signs that a plain terminal lacks, in the same number of columns. Names are
/// not changed.
fn ascii(words: &str) -> String {
    let plain = |letter: char| match letter {
        '–' | '—' | '·' | '−' => '-',
        '…' => '.',
        '→' => '>',
        '×' => 'x',
        '±' => '~',
        other => other,
    };
    words.chars().map(plain).collect()
}

/// The columns words take.
pub(crate) fn wide(words: &str) -> u16 {
    words.cell_width()
}

/// Words cut to `width` columns, ending in `more` where something is left out.
pub(crate) fn fit(words: &str, width: u16, more: &str) -> String {
    if wide(words) <= width {
        return words.to_owned();
    }
    let mut fitted = String::new();
    for letter in words.chars() {
        fitted.push(letter);
        if wide(&fitted) + wide(more) > width {
            fitted.pop();
            break;
        }
    }
    if wide(more) <= width {
        fitted.push_str(more);
    }
    fitted
}

/// Words broken into rows of at most `width` columns, at spaces where there are any.
pub(crate) fn rows(words: &str, width: u16) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for paragraph in words.lines() {
        let mut row = String::new();
        for word in paragraph.split(' ') {
            let mut word = word.to_owned();
            if !row.is_empty() && wide(&row) + 1 + wide(&word) > width {
                rows.push(std::mem::take(&mut row));
            } else if !row.is_empty() {
                row.push(' ');
            }
            while row.is_empty() && wide(&word) > width.max(1) {
                let part: String = word.chars().take(usize::from(width.max(1))).collect();
                word = word.chars().skip(part.chars().count()).collect();
                rows.push(part);
            }
            row.push_str(&word);
        }
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_shortened_with_a_sign() {
        assert_eq!(fit("Threefold", 9, "…"), "Threefold");
        assert_eq!(fit("Threefold", 5, "…"), "Thre…");
        assert_eq!(fit("Threefold", 0, "…"), "");
    }

    #[test]
    fn rows_break_at_spaces_and_inside_long_words() {
        assert_eq!(rows("one two three", 7), ["one two", "three"]);
        assert_eq!(rows("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(rows("a\n\nb", 5), ["a", "", "b"]);
    }
}
