//! The rules of a game on one page that scrolls.

use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::Action,
    offered::OfferedGame,
    screens::{Screen, Step, Touch},
};

/// Lines are no longer than this, so that they can be read in a wide window too.
const WIDEST: u16 = 96;

/// The rules of a game, and where they are scrolled to.
pub(crate) struct Rules {
    name: &'static str,
    text: &'static str,
    top: usize,
    /// The first line that may stand at the top, as the last drawing found it.
    last: std::cell::Cell<usize>,
}

impl Rules {
    pub(crate) fn of(game: &OfferedGame) -> Self {
        Rules {
            name: game.name(),
            text: game.rules(),
            top: 0,
            last: std::cell::Cell::new(usize::MAX),
        }
    }
}

/// A line of the page.
#[derive(Debug, PartialEq, Eq)]
enum Line {
    Heading(String),
    Text(String),
}

impl Screen for Rules {
    fn title(&self) -> String {
        format!("Rules of {}", self.name)
    }

    fn act(&mut self, action: Action, _: &mut AppContext) -> Step {
        let last = self.last.get();
        match action {
            Action::Up | Action::Left => self.top = self.top.saturating_sub(1),
            Action::Down | Action::Right => self.top = (self.top + 1).min(last),
            Action::First => self.top = self.top.saturating_sub(15),
            Action::Last => self.top = (self.top + 15).min(last),
            Action::Back | Action::Enter | Action::Rules => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Earlier => self.top = self.top.saturating_sub(3),
            Touch::Later => self.top = (self.top + 3).min(self.last.get()),
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) | Touch::Ply(_) => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let look = canvas.look;
        let room = area.width.saturating_sub(3).min(WIDEST);
        let lines = lines(self.text, room);
        self.last.set(lines.len().saturating_sub(usize::from(area.height)));
        let visible = lines.iter().skip(self.top.min(self.last.get()));
        for (line, y) in visible.zip(area.y..area.bottom()) {
            match line {
                Line::Heading(text) => canvas.words(area.x + 1, y, room, text, look.accent()),
                Line::Text(text) => canvas.words(area.x + 1, y, room, text, look.ground()),
            };
        }
        let top = self.top.min(self.last.get());
        for (is_more, sign, y) in [
            (top > 0, look.signs().scroll[0], area.y),
            (top < self.last.get(), look.signs().scroll[1], area.bottom() - 1),
        ] {
            if is_more {
                canvas.words(area.right() - 1, y, 1, sign, look.accent());
            }
        }
    }
}

/// The text broken into lines of this width; items are indented.
fn lines(text: &str, room: u16) -> Vec<Line> {
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("# ").or_else(|| line.strip_prefix("## ")) {
            lines.push(Line::Heading(heading.to_owned()));
        } else if let Some(item) = line.strip_prefix("- ") {
            let rows = rows(item, room.saturating_sub(2));
            lines.extend(rows.iter().enumerate().map(|(index, row)| {
                let bullet = if index == 0 { "- " } else { "  " };
                Line::Text(format!("{bullet}{row}"))
            }));
        } else if line.is_empty() {
            lines.push(Line::Text(String::new()));
        } else {
            lines.extend(rows(line, room).into_iter().map(Line::Text));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_into_lines_with_indented_items() {
        let text = "# Title\n\nOne two three.\n\n## Part\n- four five six\n";
        let shown: Vec<String> = lines(text, 10)
            .into_iter()
            .map(|line| match line {
                Line::Heading(text) => format!("#{text}"),
                Line::Text(text) => text,
            })
            .collect();
        assert_eq!(
            shown,
            ["#Title", "", "One two", "three.", "", "#Part", "- four", "  five six"]
        );
    }
}
