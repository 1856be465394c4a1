//! All boards of a match at once, each at its place.

use std::cmp::Reverse;

use arena::{BoardCell, BoardView};
use play::Board;
use ratatui::layout::Rect;

use super::{Arena, board::draw_picture};
use crate::{
    canvas::{Canvas, Spot},
    look::Look,
    widgets::{board::Form, miniature::Miniature},
};

/// Columns and rows between two boards.
const GAP: (u16, u16) = (2, 1);
/// Rows above a board.
const HEADING: u16 = 1;

/// Where boards are in a window; it depends on the window and on how many there are, not on what happens on them.
pub(super) struct Layout {
    /// Boards beside each other.
    pub(super) columns: usize,
    /// Boards above each other.
    rows: usize,
    /// Columns and rows of a board with its heading.
    size: (u16, u16),
    /// How boards are drawn; nothing where only small ones fit.
    form: Option<Form>,
}

impl Layout {
    /// The places of a number of boards in an area: as large as possible if all fit, otherwise small, on several pages
    /// if necessary.
    fn new(look: &Look, (wide, high): (u16, u16), board: &Board, count: usize) -> Layout {
        let large = (1..=count).filter_map(|columns| {
            let rows = count.div_ceil(columns);
            let cell = (
                ((wide + GAP.0) / columns as u16).saturating_sub(GAP.0),
                ((high + GAP.1) / rows as u16).saturating_sub(GAP.1 + HEADING),
            );
            let form = Form::fitting(look, board, cell.0, cell.1);
            let (form_wide, form_high) = form.size(board);
            (form != Form::Compact).then_some(Layout {
                columns,
                rows,
                size: (form_wide, form_high + HEADING),
                form: Some(form),
            })
        });
        large
            // Of layouts with boards of one size that without empty places.
            .max_by_key(|layout| (layout.size.1, Reverse(layout.page())))
            .unwrap_or_else(|| Layout::small((wide, high), board, count))
    }

    fn small((wide, high): (u16, u16), board: &Board, count: usize) -> Layout {
        let size = Miniature::size(board);
        let size = (size.0, size.1 + HEADING);
        let fitting = |room: u16, size: u16, gap: u16| usize::from((room + gap) / (size + gap)).max(1);
        let columns = fitting(wide, size.0, GAP.0);
        let rows = fitting(high, size.1, GAP.1);
        // Few boards lie in as many rows as a full page has.
        let columns = columns.min(count.div_ceil(rows).max(count.min(2)));
        Layout {
            columns,
            rows,
            size,
            form: None,
        }
    }

    /// How many boards are seen at once.
    const fn page(&self) -> usize {
        self.columns * self.rows
    }
}

impl Arena {
    /// Where the boards are in a window.
    pub(super) fn layout(&self, look: &Look, window: Rect) -> Layout {
        // The frame of every screen, and the rows of the score and of the line.
        let room = (window.width.saturating_sub(2), window.height.saturating_sub(5));
        Layout::new(look, room, &self.form(), self.cells.len())
    }

    /// The board of the match.
    pub(super) fn form(&self) -> Board {
        let first = self.cells.iter().flatten().next();
        let size = if self.names.len() == 4 { 12 } else { 8 };
        first.map_or(Board::rectangle(size, size), |cell| cell.view.board().clone())
    }

    pub(super) fn draw_grid(&self, canvas: &mut Canvas<'_>, room: Rect, layout: &Layout) {
        let (wide, high) = layout.size;
        let page = self.at / layout.page();
        let first = page * layout.page();
        let used = layout.columns as u16 * (wide + GAP.0) - GAP.0;
        let left = room.x + room.width.saturating_sub(used) / 2;
        for (index, cell) in self.cells.iter().enumerate().skip(first).take(layout.page()) {
            let [column, row] = [(index - first) % layout.columns, (index - first) / layout.columns];
            let place = Rect {
                x: left + column as u16 * (wide + GAP.0),
                y: room.y + row as u16 * (high + GAP.1),
                width: wide,
                height: high,
            };
            self.draw_cell(canvas, place, (index, cell.as_ref()), layout.form);
            canvas.spots.push((place, Spot::Entry(index)));
        }
        let pages = self.cells.len().div_ceil(layout.page());
        if pages > 1 {
            let words = format!("page {} of {pages}", page + 1);
            let row = Rect {
                y: room.y.saturating_sub(1),
                height: 1,
                ..room
            };
            canvas.at_right(row, row.y, &words, canvas.look.muted());
        }
    }

    fn draw_cell(
        &self,
        canvas: &mut Canvas<'_>,
        place: Rect,
        (index, cell): (usize, Option<&BoardCell>),
        form: Option<Form>,
    ) {
        let look = canvas.look;
        let style = if index == self.at { look.chosen() } else { look.muted() };
        let Some(cell) = cell else {
            canvas.fitted(place.x, place.y, place.width, "waits", style);
            return;
        };
        let result = self.finished(cell.game).map(|ended| ended.result.as_str());
        let names = self.seated(&cell.seats).join("–");
        let words = match result {
            Some(result) => format!("{} {result}", cell.game + 1),
            None => format!("{} {names}", cell.game + 1),
        };
        canvas.fitted(place.x, place.y, place.width, &words, style);
        let below = Rect {
            y: place.y + 1,
            height: place.height - 1,
            ..place
        };
        let view = &cell.view;
        match (form, view) {
            (Some(form), _) => draw_picture(canvas, below, form, view),
            (None, BoardView::Turn { board, scene }) => Miniature::of_scene(board, scene).draw(canvas, below),
            (None, BoardView::Live(scene)) => {
                Miniature::of_pieces(&scene.board, &scene.pieces, scene.tick).draw(canvas, below);
            }
        }
    }
}
