//! How a table is drawn: header, board, footer, panel, words and the line, in the room there is.

use ratatui::{layout::Rect, style::Style};

use super::{
    Mode, Play, completion,
    mode::{Panel, Shown},
};
use crate::{
    canvas::{Canvas, rows, wide},
    context::AppContext,
    widgets::board::Form,
};

/// Fewer columns than this beside the board are no room for a panel.
const NARROW: u16 = 16;
/// Rows for words at the least, where the panel is below the board: the panel should not jump.
const WORDS: u16 = 2;

/// Where everything is.
struct Layout {
    header: Rect,
    board: Rect,
    footer: Rect,
    beside: Option<Rect>,
    below: Rect,
    words: Rect,
    line: Rect,
}

impl Layout {
    /// `words` is how many rows the words need.
    fn new(area: Rect, (wide, high): (u16, u16), words: u16) -> Layout {
        let row = |y: u16, width: u16| Rect {
            y,
            height: 1,
            width,
            ..area
        };
        let beside = area.width.saturating_sub(wide + 2);
        let is_beside = beside >= NARROW;
        let width = if is_beside { wide } else { area.width };
        let footer = row(area.y + 1 + high, width);
        let line = row(area.bottom() - 1, area.width);
        let left = line.y.saturating_sub(footer.bottom());
        let panel = if is_beside {
            0
        } else {
            left.saturating_sub(words.max(WORDS))
        };
        Layout {
            header: row(area.y, width),
            board: Rect { y: area.y + 1, ..area },
            footer,
            beside: is_beside.then(|| Rect {
                x: area.x + wide + 2,
                y: area.y + 1,
                width: beside,
                height: high,
            }),
            below: Rect {
                y: footer.bottom(),
                height: panel,
                ..area
            },
            words: Rect {
                y: footer.bottom() + panel,
                height: left - panel,
                ..area
            },
            line,
        }
    }
}

impl<M: Mode> Play<M> {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext) {
        let middle = area.y + area.height / 2;
        let Some((view, facts)) = self.controls.visit.view().zip(self.controls.visit.facts()) else {
            canvas.centred(area, middle, "Opening the table…", canvas.look.muted());
            return;
        };
        // A row each for header, footer, words and the line.
        let form = Form::fitting(canvas.look, facts.board, area.width, area.height.saturating_sub(4));
        let (wide, high) = form.size(facts.board);
        if wide > area.width || high + 4 > area.height {
            let words = format!("This board needs a window of {}×{}.", wide + 2, high + 6);
            canvas.centred(area, middle, &words, canvas.look.danger());
            return;
        }
        let shown = Shown {
            view,
            controls: &self.controls,
            now: context.now,
        };
        let (words, style) = self.words(canvas, form, shown);
        let lines = rows(&words, area.width);
        let layout = Layout::new(area, (wide, high), lines.len() as u16);
        self.mode.draw_header(canvas, layout.header, shown);
        self.mode.draw_board(canvas, layout.board, form, shown);
        self.mode.draw_footer(canvas, layout.footer, shown);
        match layout.beside {
            Some(beside) => self.mode.draw_panel(canvas, beside, Panel::Beside, shown),
            None => self.mode.draw_panel(canvas, layout.below, Panel::Below, shown),
        }
        if !self.draw_completions(canvas, layout.words, shown) {
            if lines.len() > usize::from(layout.words.height) {
                canvas.fitted(layout.words.x, layout.words.y, layout.words.width, &words, style);
            } else {
                for (y, line) in (layout.words.y..).zip(&lines) {
                    canvas.words(layout.words.x, y, layout.words.width, line, style);
                }
            }
        }
        if !self.mode.draw_instead_of_line(canvas, layout.line) {
            self.controls.line.draw(canvas, layout.line, "> ");
        }
    }

    /// The status, a warning, or how things stand.
    fn words(&self, canvas: &Canvas<'_>, form: Form, shown: Shown<'_, M>) -> (String, Style) {
        let (look, controls) = (canvas.look, &self.controls);
        if !controls.status.is_empty() {
            (controls.status.words.clone(), controls.status.style(look))
        } else if !controls.warning.is_empty() {
            (controls.warning.clone(), look.danger())
        } else {
            (self.mode.standing(form, shown), look.muted())
        }
    }

    /// Draws what the typed line can become in place of words; tells whether it did.
    fn draw_completions(&self, canvas: &mut Canvas<'_>, area: Rect, shown: Shown<'_, M>) -> bool {
        let controls = &self.controls;
        if let Some((all, at)) = controls.line.cycle() {
            draw_candidates(canvas, area, all, Some(at));
            return true;
        }
        if !controls.status.is_empty() || controls.line.is_empty() {
            return false;
        }
        let all = completion::candidates(controls.line.text(), M::completions(shown.view));
        draw_candidates(canvas, area, &all, None);
        true
    }
}

/// Completions in a row, as many as fit, the chosen one in sight.
fn draw_candidates(canvas: &mut Canvas<'_>, area: Rect, all: &[String], chosen: Option<usize>) {
    let look = canvas.look;
    let first = chosen.map_or(0, |at| {
        // As many before the chosen one as leave it in sight.
        let mut first = at;
        let mut taken = wide(&all[at]);
        while first > 0 && taken + wide(&all[first - 1]) + 2 < area.width {
            first -= 1;
            taken += wide(&all[first]) + 2;
        }
        first
    });
    let mut x = area.x;
    for (place, text) in all.iter().enumerate().skip(first) {
        let room = area.right().saturating_sub(x);
        if room < wide(text) {
            canvas.words(area.right() - 1, area.y, 1, look.signs().more, look.muted());
            break;
        }
        let style = if chosen == Some(place) {
            look.chosen()
        } else {
            look.link()
        };
        x += canvas.words(x, area.y, room, text, style) + 2;
    }
}
