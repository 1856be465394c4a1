//! A form of wishes: a menu in the middle of the screen, and below it a word about the chosen row.

use ratatui::layout::Rect;

use super::menu::{Entry, Menu};
use crate::canvas::{Canvas, rows};

/// Which row is chosen, and why what was wished for cannot be.
#[derive(Default)]
pub(crate) struct Form {
    pub(crate) menu: Menu,
    /// Nothing unless something was refused.
    pub(crate) refusal: String,
}

impl Form {
    /// Draws the rows, and the refusal or else the advice; gives where the rows are.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, entries: &[Entry<'_>], advice: &str) -> Rect {
        let look = canvas.look;
        let width = area.width.min(64);
        let form = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + 2,
            width,
            height: area.height.saturating_sub(2),
        };
        self.menu.draw(canvas, form, entries);
        let (words, style) = if self.refusal.is_empty() {
            (advice, look.muted())
        } else {
            (self.refusal.as_str(), look.danger())
        };
        let y = form.y + entries.len() as u16 + 1;
        for (y, line) in (y..area.bottom()).zip(rows(words, form.width)) {
            canvas.words(form.x, y, form.width, &line, style);
        }
        form
    }
}
