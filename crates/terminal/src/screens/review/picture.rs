//! How a review is drawn: board, sheet, mistakes, and the course of the game below.

use host::{Judged, TurnView};
use ratatui::layout::Rect;

use super::Review;
use crate::{
    canvas::{Canvas, Spot, rows},
    widgets::{
        board::{BoardPicture, Form, Turned},
        chart::Chart,
        sheet::{Sheet, numbered, sign},
    },
};

/// Rows for the chart and the words above it.
const COURSE: u16 = 4;

impl Review {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some((view, scene)) = self.visit.view().zip(self.scene.as_ref()) else {
            canvas.centred(area, area.y + area.height / 2, "Reading the game…", canvas.look.muted());
            return;
        };
        let form = Form::fitting(canvas.look, &view.board, area.width, area.height.saturating_sub(COURSE));
        let (wide, high) = form.size(&view.board);
        let picture = BoardPicture {
            board: &view.board,
            scene,
            turned: Turned::below(self.below),
            cursor: None,
            chosen: None,
            targets: &[],
            hint: &[],
            slide: None,
            names: Turned::default(),
            upgrade: None,
        };
        picture.draw(canvas, area, form);
        let side = Rect {
            x: area.x + wide + 2,
            width: area.width.saturating_sub(wide + 2),
            height: high,
            ..area
        };
        self.draw_side(canvas, side, view);
        let foot = Rect {
            y: area.y + high,
            height: area.height.saturating_sub(high),
            ..area
        };
        self.draw_foot(canvas, foot, view);
    }

    fn draw_side(&self, canvas: &mut Canvas<'_>, side: Rect, view: &TurnView) {
        let side = self.draw_explorer(canvas, side);
        let mistakes: Vec<&Judged> = self.mistakes().collect();
        let listed = if side.width < 24 {
            0
        } else {
            (mistakes.len() as u16 + 2).min(side.height / 2)
        };
        let sheet = Rect {
            height: side.height.saturating_sub(listed),
            ..side
        };
        Sheet {
            opening: self.opening.as_ref(),
            record: &view.record,
            first: view.first,
            at: self.at,
            judged: &self.judged,
        }
        .draw(canvas, sheet);
        if listed < 3 {
            return;
        }
        let look = canvas.look;
        canvas.words(side.x, sheet.bottom() + 1, side.width, "Mistakes", look.accent());
        let shown = usize::from(listed - 2);
        let at = mistakes
            .iter()
            .position(|judged| judged.ply >= self.at)
            .unwrap_or(mistakes.len());
        let first = at.saturating_sub(shown / 2).min(mistakes.len().saturating_sub(shown));
        for (y, judged) in (sheet.bottom() + 2..side.bottom()).zip(mistakes.iter().skip(first)) {
            let style = if judged.ply == self.at {
                look.chosen()
            } else {
                look.ground()
            };
            canvas.fitted(side.x, y, side.width, &described(judged, view), style);
            let row = Rect { y, height: 1, ..side };
            canvas.spots.push((row, Spot::Ply(judged.ply)));
        }
    }

    /// Draws the rows of the explorer above; gives what is left.
    fn draw_explorer(&self, canvas: &mut Canvas<'_>, mut side: Rect) -> Rect {
        let rows = self.explorer.as_ref().map(|explored| explored.rows(&self.key));
        let rows = rows.unwrap_or_default();
        let shown = (rows.len() as u16).min(side.height / 2);
        for (y, row) in (side.y..side.y + shown).zip(&rows) {
            let style = if y == side.y {
                canvas.look.accent()
            } else {
                canvas.look.ground()
            };
            canvas.fitted(side.x, y, side.width, row, style);
        }
        if shown > 0 {
            side.y += shown + 1;
            side.height = side.height.saturating_sub(shown + 1);
        }
        side
    }

    fn draw_foot(&self, canvas: &mut Canvas<'_>, foot: Rect, view: &TurnView) {
        let look = canvas.look;
        let (words, style) = if self.status.is_empty() {
            (self.judgement(view), look.link())
        } else {
            (self.status.words.clone(), self.status.style(look))
        };
        let lines = rows(&words, foot.width);
        let room = (lines.len() as u16).min(foot.height.saturating_sub(COURSE - 1)).max(1);
        for (y, line) in (foot.y..foot.y + room).zip(&lines) {
            canvas.words(foot.x, y, foot.width, line, style);
        }
        let chart = Rect {
            y: foot.y + room,
            height: foot.height.saturating_sub(room),
            ..foot
        };
        Chart {
            judged: &self.judged,
            of: view.record.len() + 1,
            at: self.at,
            turning: &[],
        }
        .draw(canvas, chart);
    }

    /// What the engine thinks of the shown position, or how far it has come.
    fn judgement(&self, view: &TurnView) -> String {
        let of = view.record.len() + 1;
        let turn = numbered(view, self.at);
        let Some(judged) = self.judged.iter().find(|judged| judged.ply == self.at) else {
            return format!(
                "{turn}. The engine has looked at {} of {of} positions.",
                self.judged.len()
            );
        };
        let mistake = judged.mistake.map_or("", sign);
        let better = judged.better.as_ref().filter(|_| judged.mistake.is_some());
        let better = better
            .map(|better| format!(" Better was {better}."))
            .unwrap_or_default();
        format!("{turn}{mistake}  {}.{better}", judged.words)
    }
}

fn described(judged: &Judged, view: &TurnView) -> String {
    let turn = numbered(view, judged.ply);
    let mistake = judged.mistake.map_or("", sign);
    match &judged.better {
        Some(better) => format!("{turn}{mistake} {}, better {better}", judged.words),
        None => format!("{turn}{mistake} {}", judged.words),
    }
}
