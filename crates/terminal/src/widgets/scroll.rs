//! Scrolling a page of lines that is longer than its window.

use std::cell::Cell;

use ratatui::layout::Rect;

use crate::{canvas::Canvas, keys::Action, screens::Touch};

/// Which line of a page is at the top.
pub(crate) struct Scroll {
    top: usize,
    /// The last line that may be at the top, as the last drawing found it.
    last: Cell<usize>,
    /// The lines of a page, as the last drawing found them.
    page: Cell<usize>,
}

impl Scroll {
    pub(crate) const fn new() -> Self {
        Scroll {
            top: 0,
            last: Cell::new(usize::MAX),
            page: Cell::new(1),
        }
    }

    /// Scrolls by a line, by a page or to an end, if the action says so.
    pub(crate) fn act(&mut self, action: Action) {
        match action {
            Action::Up => self.back(1),
            Action::Down => self.forth(1),
            // A line of the page before stays in sight.
            Action::Earlier => self.back(self.page.get().saturating_sub(1).max(1)),
            Action::Later => self.forth(self.page.get().saturating_sub(1).max(1)),
            Action::First => self.back(usize::MAX),
            Action::Last => self.forth(usize::MAX),
            _ => {}
        }
    }

    /// Scrolls with the wheel of the mouse.
    pub(crate) fn touch(&mut self, touch: Touch) {
        match touch {
            Touch::Earlier => self.back(3),
            Touch::Later => self.forth(3),
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) | Touch::Ply(_) => {}
        }
    }

    const fn back(&mut self, lines: usize) {
        self.top = self.top.saturating_sub(lines);
    }

    fn forth(&mut self, lines: usize) {
        self.top = self.top.saturating_add(lines).min(self.last.get());
    }

    /// The first visible line of a page with this many lines.
    pub(crate) fn top(&self, lines: usize, area: Rect) -> usize {
        self.last.set(lines.saturating_sub(usize::from(area.height)));
        self.page.set(usize::from(area.height));
        self.top.min(self.last.get())
    }

    /// Draws signs in the last column where lines above or below are hidden; after [`Scroll::top`].
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let look = canvas.look;
        let (top, last) = (self.top.min(self.last.get()), self.last.get());
        for (is_more, sign, y) in [
            (top > 0, look.signs().scroll[0], area.y),
            (top < last, look.signs().scroll[1], area.bottom().saturating_sub(1)),
        ] {
            if is_more {
                canvas.words(area.right() - 1, y, 1, sign, look.accent());
            }
        }
    }
}
