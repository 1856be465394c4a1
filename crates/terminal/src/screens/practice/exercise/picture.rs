//! Drawing an exercise: board, card and input line.

use play::Square;
use practice::{Door, State, Tone};
use ratatui::layout::Rect;

use super::ExerciseScreen;
use crate::{
    canvas::{Canvas, rows},
    widgets::board::{BoardPicture, Form, Turned},
};

/// Beside a board words have at least this many columns; else they are below it.
const NARROWEST: u16 = 26;

/// Rows for words below a board.
const BELOW: u16 = 7;

impl ExerciseScreen {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let card = &self.card;
        let beside = Form::fitting(
            canvas.look,
            &card.board,
            area.width.saturating_sub(NARROWEST + 2),
            area.height,
        );
        let (wide, high) = beside.size(&card.board);
        let is_beside = wide + NARROWEST + 2 <= area.width && high <= area.height;
        let form = if is_beside {
            beside
        } else {
            Form::fitting(canvas.look, &card.board, area.width, area.height.saturating_sub(BELOW))
        };
        let (wide, high) = form.size(&card.board);
        let targets: Vec<Square> = card
            .choices
            .iter()
            .filter(|mv| Some(mv.from) == self.chosen)
            .map(|mv| mv.to)
            .collect();
        let picture = BoardPicture {
            board: &card.board,
            scene: &card.scene,
            turned: self.turned(),
            cursor: (!card.choices.is_empty()).then_some(self.cursor),
            chosen: self.chosen,
            targets: &targets,
            hint: &card.marked,
            slide: None,
            names: Turned::default(),
            upgrade: self.upgrade(),
        };
        picture.draw(canvas, area, form);
        let sheet = if is_beside {
            Rect {
                x: area.x + wide + 2,
                width: area.width - wide - 2,
                ..area
            }
        } else {
            Rect {
                y: area.y + high,
                height: area.height.saturating_sub(high),
                ..area
            }
        };
        self.draw_sheet(canvas, sheet);
    }

    fn draw_sheet(&self, canvas: &mut Canvas<'_>, sheet: Rect) {
        let look = canvas.look;
        let style = match self.card.tone {
            Tone::Ask => look.ground(),
            Tone::Right => look.link(),
            Tone::Wrong => look.danger(),
        };
        let [at, of] = self.card.step;
        let place = match (self.card.state, of) {
            (State::Open, 1..) => format!("{} of {of}", (at + 1).min(of)),
            _ => String::new(),
        };
        let purses = match self.card.scene.purses.as_slice() {
            &[white, black] => format!("Purses: White {white}, Black {black}"),
            _ => String::new(),
        };
        let mut parts = vec![(self.card.words.clone(), style)];
        parts.push((purses, look.ground()));
        parts.push((place, look.muted()));
        parts.push((self.status.words.clone(), self.status.style(look)));
        parts.push((self.leading().to_owned(), look.accent()));
        parts.push((self.source.standing(&self.file), look.muted()));
        let mut y = sheet.y;
        let last = sheet.bottom().saturating_sub(1);
        for (words, style) in parts.into_iter().filter(|(words, _)| !words.is_empty()) {
            for row in rows(&words, sheet.width) {
                if y >= last {
                    break;
                }
                canvas.words(sheet.x, y, sheet.width, &row, style);
                y += 1;
            }
            // A blank row between parts where there is room.
            if sheet.height > BELOW + 4 {
                y += 1;
            }
        }
        let line = Rect {
            y: last,
            height: 1,
            ..sheet
        };
        self.line.draw(canvas, line, "> ");
    }

    /// What Enter does now.
    fn leading(&self) -> &'static str {
        match self.card.state {
            State::Open if self.card.doors.contains(&Door::Continue) => "Enter: go on",
            State::Open => "",
            State::Done => self.source.leading(),
            State::Failed => "Enter: try again",
        }
    }
}
