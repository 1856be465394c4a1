//! The help: every key and every command, from the same tables that execute them.

use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::{Action, KEYS, KeyContext},
    offered::OfferedGame,
    screens::{Screen, Step, Touch, study::ORDERS},
    slash::COMMANDS,
    widgets::scroll::Scroll,
};

/// The help, and where it is scrolled to.
pub(crate) struct Help {
    scroll: Scroll,
}

impl Default for Help {
    fn default() -> Self {
        Help { scroll: Scroll::new() }
    }
}

/// A row of the help.
enum Row {
    Heading(&'static str),
    Pair(String, &'static str),
    Gap,
}

impl Screen for Help {
    fn title(&self) -> String {
        "Help".to_owned()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Page]
    }

    fn act(&mut self, action: Action, _: &mut AppContext) -> Step {
        match action {
            Action::Back | Action::Help => return Step::Back,
            _ => self.scroll.act(action),
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext) {
        let look = canvas.look;
        let names: u16 = if area.width < 60 { 16 } else { 24 };
        let room = area.width.saturating_sub(names + 3);
        // Long texts have several lines, the first of them with the name.
        let mut shown: Vec<(String, String)> = Vec::new();
        for row in lines(context) {
            match row {
                Row::Heading(heading) => shown.push((heading.to_owned(), String::new())),
                Row::Pair(name, words) => {
                    let names = std::iter::once(name).chain(std::iter::repeat(String::new()));
                    shown.extend(names.zip(rows(words, room)));
                }
                Row::Gap => shown.push((String::new(), String::new())),
            }
        }
        let top = self.scroll.top(shown.len(), area);
        for ((name, words), y) in shown.iter().skip(top).zip(area.y..area.bottom()) {
            if words.is_empty() {
                canvas.words(area.x + 1, y, area.width, name, look.accent());
            } else {
                canvas.fitted(area.x + 2, y, names - 1, name, look.strong());
                canvas.words(area.x + 2 + names, y, room, words, look.ground());
            }
        }
        self.scroll.draw(canvas, area);
    }

    fn touch(&mut self, touch: Touch) -> Step {
        self.scroll.touch(touch);
        Step::Stay
    }
}

/// The whole help.
fn lines(context: &AppContext) -> Vec<Row> {
    let mut lines = moves(context);
    for place in KeyContext::ALL {
        lines.push(Row::Heading(place.heading()));
        for row in KEYS.iter().filter(|row| row.context == place) {
            let names: Vec<String> = row.keys.iter().map(|key| key.name()).collect();
            lines.push(Row::Pair(names.join(", "), row.words));
        }
        lines.push(Row::Gap);
    }
    lines.push(Row::Heading("Commands at a study"));
    for [word, argument, words] in ORDERS {
        lines.push(Row::Pair(format!("/{word} {argument}").trim_end().to_owned(), words));
    }
    lines.push(Row::Gap);
    lines.push(Row::Heading("Commands on the line"));
    for row in COMMANDS {
        let name = format!("/{} {}", row.word, row.argument);
        lines.push(Row::Pair(name.trim_end().to_owned(), row.words));
    }
    lines
}

/// How moves are typed in every game, and what goes for all.
fn moves(context: &AppContext) -> Vec<Row> {
    let mut lines = vec![Row::Heading("Moves")];
    for game in OfferedGame::all(&context.host) {
        let typing = match &game {
            OfferedGame::Turn(module) => module.typing(),
            OfferedGame::Live => "Type two squares, e2e4: it is sent at once; or Nf3, e4, exd5 and Enter.",
        };
        lines.push(Row::Pair(game.name().to_owned(), typing));
    }
    lines.push(Row::Pair(
        "Arrows".to_owned(),
        "Enter takes a piece, Enter again puts it down.",
    ));
    lines.push(Row::Pair("Mouse".to_owned(), "Click, or drag a piece."));
    lines.push(Row::Gap);
    lines
}
