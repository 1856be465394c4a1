//! The rules of a game on one page that scrolls.

use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::{Action, KeyContext},
    offered::OfferedGame,
    screens::{Screen, Step, Touch, help::Help},
    widgets::scroll::Scroll,
};

/// Lines are no longer than this, so that they can be read in a wide window too.
const WIDEST: u16 = 96;

/// The rules of a game, and where they are scrolled to.
pub(crate) struct Rules {
    name: &'static str,
    text: &'static str,
    scroll: Scroll,
}

impl Rules {
    pub(crate) fn of(game: &OfferedGame) -> Self {
        Rules {
            name: game.name(),
            text: game.rules(),
            scroll: Scroll::new(),
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

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Page]
    }

    fn act(&mut self, action: Action, _: &mut AppContext) -> Step {
        match action {
            Action::Back | Action::Rules => return Step::Back,
            Action::Help => return Step::open(Help::default()),
            _ => self.scroll.act(action),
        }
        Step::Stay
    }

    fn touch(&mut self, touch: Touch) -> Step {
        self.scroll.touch(touch);
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let look = canvas.look;
        let room = area.width.saturating_sub(3).min(WIDEST);
        let lines = lines(self.text, room);
        let visible = lines.iter().skip(self.scroll.top(lines.len(), area));
        for (line, y) in visible.zip(area.y..area.bottom()) {
            match line {
                Line::Heading(text) => canvas.words(area.x + 1, y, room, text, look.accent()),
                Line::Text(text) => canvas.words(area.x + 1, y, room, text, look.ground()),
            };
        }
        self.scroll.draw(canvas, area);
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
