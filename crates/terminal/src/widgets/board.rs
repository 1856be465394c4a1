//! A board with its pieces and marks, in the largest form that fits.
//!
//! Marks are colours, or characters around the piece if there is no colour; the cursor, targets and possible captures
//! always have characters.

mod form;
mod turned;

use play::{Army, Board, Piece, PieceKind, Scene, Square};
use ratatui::{
    layout::Rect,
    style::{Color, Style},
};

pub(crate) use form::Form;
pub(crate) use turned::Turned;

use crate::{
    canvas::{Canvas, Spot},
    glyphs::block_row,
    look::{Mark, Shade},
};

/// Everything a board shows.
pub(crate) struct BoardPicture<'a> {
    pub(crate) board: &'a Board,
    pub(crate) scene: &'a Scene,
    /// From which side it is seen.
    pub(crate) turned: Turned,
    /// Under the cursor, while the cursor is used.
    pub(crate) cursor: Option<Square>,
    /// The piece to move.
    pub(crate) chosen: Option<Square>,
    /// Where it can go.
    pub(crate) targets: &'a [Square],
    /// Squares of a hint, or where commands wait to go.
    pub(crate) hint: &'a [Square],
    /// A piece on its way.
    pub(crate) slide: Option<Slide>,
    /// From which side squares are named.
    pub(crate) names: Turned,
    /// The square of a piece that can be upgraded where it stands.
    pub(crate) upgrade: Option<Square>,
}

/// A piece between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slide {
    /// Which piece.
    pub(crate) piece: u16,
    /// From where; where to is where it stands.
    pub(crate) from: Square,
    /// How far, in hundredths.
    pub(crate) done: u16,
}

impl BoardPicture<'_> {
    /// Draws the board with its coordinates into the upper left of `area`, and returns where its squares are.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form) {
        let origin = Rect {
            x: area.x + form.labels(self.board),
            ..area
        };
        if form.has_lines() {
            self.draw_grid(canvas, origin, form);
        }
        for column in 0..self.board.width {
            for row in 0..self.board.height {
                let square = self.square(column, row);
                let place = form.place(origin, column, row);
                if self.board.holes.contains(&square) {
                    if !canvas.look.is_coloured() {
                        let (x, y) = Form::middle(place);
                        canvas.cell(x, y, canvas.look.signs().hole, canvas.look.muted());
                    }
                    continue;
                }
                self.draw_square(canvas, place, form, square);
                canvas.spots.push((form.reach(place), Spot::Square(square)));
            }
        }
        if form.has_half_rows() {
            self.draw_half_rows(canvas, origin, form);
        }
        for piece in &self.scene.pieces {
            self.draw_piece(canvas, origin, form, *piece);
        }
        self.draw_labels(canvas, area, form);
    }

    /// The square shown in a column from the left and a row from above.
    const fn square(&self, column: u8, row: u8) -> Square {
        self.turned.square(self.board, column, row)
    }

    /// The column and row a square is shown in.
    const fn spot(&self, square: Square) -> (u8, u8) {
        self.turned.place(self.board, square)
    }

    fn mark(&self, square: Square) -> Mark {
        if self.chosen == Some(square) {
            Mark::Chosen
        } else if self.scene.check == Some(square) {
            Mark::Check
        } else if self.hint.contains(&square) {
            Mark::Hint
        } else if self.scene.last.is_some_and(|squares| squares.contains(&square)) {
            Mark::Last
        } else {
            Mark::None
        }
    }

    fn piece_on(&self, square: Square) -> Option<&Piece> {
        self.scene.pieces.iter().find(|piece| piece.square == square)
    }

    fn draw_square(&self, canvas: &mut Canvas<'_>, place: Rect, form: Form, square: Square) {
        let look = canvas.look;
        let signs = look.signs();
        let mark = self.mark(square);
        let style = look.square(shade(square), mark);
        canvas.fill(place, style);
        let is_empty = self.piece_on(square).is_none();
        let is_target = self.targets.contains(&square);
        let (x, y) = Form::middle(place);
        if is_empty && is_target {
            canvas.cell(x, y, signs.target, style);
        } else if is_empty && !look.is_coloured() && shade(square) == Shade::Dark && mark == Mark::None {
            canvas.cell(x, y, signs.dark, look.muted());
        }
        let around = if self.upgrade == Some(square) {
            Some(signs.upgrade)
        } else if self.chosen == Some(square) && !look.is_coloured() {
            Some(signs.chosen)
        } else if self.cursor == Some(square) {
            Some(signs.cursor)
        } else if is_target && !is_empty {
            Some(signs.prey)
        } else if look.is_coloured() {
            None
        } else {
            match mark {
                Mark::Chosen => Some(signs.chosen),
                Mark::Check => Some(signs.check),
                Mark::Hint => Some(signs.hint),
                Mark::Last => Some(signs.last),
                Mark::None => None,
            }
        };
        if let Some([before, after]) = around {
            let [left, right] = form.sides(place);
            canvas.cell(left, y, before, style);
            canvas.cell(right, y, after, style);
        }
    }

    /// Rows that are half of one square and half of the next, so that a piece stands in the middle of its two rows.
    fn draw_half_rows(&self, canvas: &mut Canvas<'_>, origin: Rect, form: Form) {
        let colour = |column: u8, row: u8| -> Option<Color> {
            let square = self.square(column, row);
            if self.board.holes.contains(&square) {
                return None;
            }
            canvas.look.behind(shade(square), self.mark(square))
        };
        let mut cells: Vec<(Rect, &'static str, Style)> = Vec::new();
        for column in 0..self.board.width {
            for row in 0..=self.board.height {
                let above = row.checked_sub(1).and_then(|above| colour(column, above));
                let below = (row < self.board.height).then(|| colour(column, row)).flatten();
                let ground = canvas.look.ground();
                let (sign, style) = match (above, below) {
                    (Some(above), Some(below)) => ("▀", Style::new().fg(above).bg(below)),
                    (Some(above), None) => ("▀", ground.fg(above)),
                    (None, Some(below)) => ("▄", ground.fg(below)),
                    (None, None) => (" ", ground),
                };
                cells.push((form.seam(origin, column, row), sign, style));
            }
        }
        for (place, sign, style) in cells {
            for position in place.positions() {
                canvas.cell(position.x, position.y, sign, style);
            }
        }
    }

    fn draw_piece(&self, canvas: &mut Canvas<'_>, origin: Rect, form: Form, piece: Piece) {
        let (column, row) = self.spot(piece.square);
        let mut place = form.place(origin, column, row);
        if let Some(slide) = self.slide.filter(|slide| slide.piece == piece.id) {
            let (column, row) = self.spot(slide.from);
            let from = form.place(origin, column, row);
            let between = |from: u16, to: u16| {
                let [from, to, done] = [from, to, slide.done.min(100)].map(i32::from);
                (from + (to - from) * done / 100) as u16
            };
            place.x = between(from.x, place.x);
            place.y = between(from.y, place.y);
        }
        draw_figure(canvas, place, form, piece.army, piece.kind);
    }

    fn draw_labels(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form) {
        let style = canvas.look.muted();
        let origin = Rect {
            x: area.x + form.labels(self.board),
            ..area
        };
        for row in 0..self.board.height {
            let (_, y) = Form::middle(form.place(origin, 0, row));
            let named = self.names.named(self.board, self.square(0, row));
            canvas.words(area.x, y, form.labels(self.board), &(named.rank + 1).to_string(), style);
        }
        let y = area.y + form.size(self.board).1 - 1;
        for column in 0..self.board.width {
            let (x, _) = Form::middle(form.place(origin, column, 0));
            let named = self.names.named(self.board, self.square(column, 0));
            // One column: the letter without the number.
            canvas.words(x, y, 1, &self.board.name(named), style);
        }
    }

    fn draw_grid(&self, canvas: &mut Canvas<'_>, origin: Rect, form: Form) {
        let grid = &canvas.look.signs().grid;
        let style = canvas.look.muted();
        let [columns, rows] = [self.board.width, self.board.height].map(u16::from);
        let (wide, high) = form.pitch();
        for row in 0..=rows {
            let [first, between, last] = match row {
                0 => grid.top,
                row if row == rows => grid.bottom,
                _ => grid.middle,
            };
            let y = origin.y + row * high;
            for step in 0..=columns * wide {
                let sign = match step {
                    0 => first,
                    step if step == columns * wide => last,
                    step if step % wide == 0 => between,
                    _ => grid.across,
                };
                canvas.cell(origin.x + step, y, sign, style);
            }
        }
        for y in (0..rows * high).filter(|y| y % high != 0) {
            for column in 0..=columns {
                canvas.cell(origin.x + column * wide, origin.y + y, grid.down, style);
            }
        }
    }
}

/// A piece in the cells of a square, or of what would be one.
pub(crate) fn draw_figure(canvas: &mut Canvas<'_>, place: Rect, form: Form, army: Army, kind: PieceKind) {
    let look = canvas.look;
    let style = look.piece(army);
    if let Some(size) = form.block_size() {
        let [x, y] = [
            place.x + (place.width - size.width()) / 2,
            place.y + (place.height - size.height()) / 2,
        ];
        for line in 0..size.height() {
            for (column, sign) in (0..).zip(block_row(size, kind, line)) {
                if sign != " " {
                    canvas.cell(x + column, y + line, sign, style);
                }
            }
        }
        return;
    }
    let sign = if look.is_coloured() && !look.glyphs().is_ascii() {
        look.glyphs().solid(kind)
    } else {
        look.glyphs().formed(kind, army)
    };
    let (x, y) = Form::middle(place);
    canvas.cell(x, y, sign, style);
    // The third and the fourth army stand on a band of their colour, or beside a sign of their own.
    let [left, right] = form.sides(place);
    match army {
        Army::Ivory | Army::Ink => {}
        Army::Vermilion | Army::Cobalt if look.is_coloured() => {
            canvas.tint(left, y, style);
            canvas.tint(right, y, style);
        }
        Army::Vermilion => canvas.cell(left, y, look.signs().vermilion, style),
        Army::Cobalt => canvas.cell(left, y, look.signs().cobalt, style),
    }
}

fn shade(square: Square) -> Shade {
    if (square.file + square.rank).is_multiple_of(2) {
        Shade::Dark
    } else {
        Shade::Light
    }
}
