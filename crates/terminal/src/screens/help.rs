//! The help: every key and every command, from the same tables that execute them.

use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    keys::{Action, KEYS, KeyContext},
    offered::OfferedGame,
    screens::{Screen, Step, Touch, study::ORDERS},
    slash::COMMANDS,
};

/// Where the help is scrolled to.
#[derive(Default)]
pub(crate) struct Help {
    top: usize,
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

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        let last = lines(context).len().saturating_sub(1);
        match action {
            Action::Up | Action::Left => self.top = self.top.saturating_sub(1),
            Action::Down | Action::Right => self.top = (self.top + 1).min(last),
            Action::First => self.top = self.top.saturating_sub(15),
            Action::Last => self.top = (self.top + 15).min(last),
            Action::Back | Action::Enter | Action::Help => return Step::Back,
            _ => {}
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext) {
        let look = canvas.look;
        let names: u16 = if area.width < 60 { 16 } else { 24 };
        let mut y = area.y;
        let lines = lines(context);
        for line in lines.iter().skip(self.top.min(lines.len().saturating_sub(1))) {
            if y >= area.bottom() {
                break;
            }
            match line {
                Row::Heading(heading) => {
                    canvas.words(area.x + 1, y, area.width, heading, look.accent());
                }
                Row::Pair(name, words) => {
                    canvas.fitted(area.x + 2, y, names - 1, name, look.strong());
                    let room = area.width.saturating_sub(names + 3);
                    for row in rows(words, room) {
                        if y < area.bottom() {
                            canvas.words(area.x + 2 + names, y, room, &row, look.ground());
                        }
                        y += 1;
                    }
                    continue;
                }
                Row::Gap => {}
            }
            y += 1;
        }
        let is_cut = y >= area.bottom();
        for (is_more, sign, y) in [
            (self.top > 0, look.signs().scroll[0], area.y),
            (is_cut, look.signs().scroll[1], area.bottom() - 1),
        ] {
            if is_more {
                canvas.words(area.right() - 1, y, 1, sign, look.accent());
            }
        }
    }

    fn touch(&mut self, touch: Touch) -> Step {
        match touch {
            Touch::Earlier => self.top = self.top.saturating_sub(3),
            Touch::Later => self.top += 3,
            Touch::Press(_) | Touch::Release(_) | Touch::Moment(_) | Touch::Ply(_) => {}
        }
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
