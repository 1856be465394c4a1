//! How a table is drawn: header, board, footer, panel, words and the line, in the room there is.

use ratatui::{layout::Rect, style::Style};

use super::{
    Mode, Play,
    mode::{Panel, Shown},
};
use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    widgets::{board::Form, candidates::draw_candidates},
};

/// Fewer columns than this beside the board are no room for a panel.
const NARROW: u16 = 16;
/// A task is beside the board if it has so many columns there.
const TASK: u16 = 24;
/// Rows for a task above the board at the most; the texts of lessons and missions fit into them.
pub(crate) const TASK_ROWS: u16 = 5;
/// A row each for header, footer, words and the line.
const AROUND: u16 = 4;
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
        let last = area.bottom() - 1;
        // Beside a panel the line stays near the board in a high window.
        let line = if is_beside {
            row(last.min(footer.bottom() + words.max(WORDS) + 1), area.width)
        } else {
            row(last, area.width)
        };
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

/// The words below the board, broken into rows.
struct Words {
    /// So many of the rows say that the past is shown.
    banner: usize,
    rows: Vec<(String, Style)>,
    /// What a bot says.
    talk: Vec<(String, Style)>,
}

impl<M: Mode> Play<M> {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, mut area: Rect, context: &AppContext) {
        let middle = area.y + area.height / 2;
        let Some((view, facts)) = self.controls.visit.view().zip(self.controls.visit.facts()) else {
            canvas.centred(area, middle, "Opening the table…", canvas.look.muted());
            return;
        };
        let fitting =
            |look, area: Rect| Form::fitting(look, facts.board, area.width, area.height.saturating_sub(AROUND));
        let mut form = fitting(canvas.look, area);
        let beside = Layout::new(area, form.size(facts.board), 0).beside;
        let is_task_beside = beside.is_some_and(|beside| beside.width >= TASK);
        let top = area.y;
        if !is_task_beside {
            let (_, least) = Form::Compact.size(facts.board);
            let needed = least + AROUND;
            area = self.draw_task(canvas, area, TASK_ROWS.min(area.height.saturating_sub(needed)), needed);
            form = fitting(canvas.look, area);
        }
        let (wide, high) = form.size(facts.board);
        if wide > area.width || high + AROUND > area.height {
            let words = format!("This board needs a window of {}×{}.", wide + 2, high + 6);
            canvas.centred(area, middle, &words, canvas.look.danger());
            return;
        }
        let shown = Shown {
            view,
            controls: &self.controls,
            now: context.now,
            is_guided: !self.task.is_empty(),
        };
        let mut words = self.words(canvas, form, shown, area.width);
        if Layout::new(area, (wide, high), 0).beside.is_some() {
            words.talk.clear();
        }
        let layout = Layout::new(area, (wide, high), (words.rows.len() + words.talk.len()) as u16);
        self.mode.draw_header(canvas, layout.header, shown);
        self.mode.draw_board(canvas, layout.board, form, shown);
        self.mode.draw_footer(canvas, layout.footer, shown);
        match layout.beside {
            Some(beside) => {
                let panel = if is_task_beside {
                    self.draw_task(canvas, beside, beside.height, 0)
                } else {
                    beside
                };
                let panel = self.draw_talk(canvas, panel);
                self.mode.draw_panel(canvas, panel, Panel::Beside, shown);
            }
            None => self.mode.draw_panel(canvas, layout.below, Panel::Below, shown),
        }
        self.draw_words(canvas, layout.words, words);
        if !self.mode.draw_instead_of_line(canvas, layout.line) {
            self.controls.line.draw(canvas, layout.line, "> ");
        }
        if !is_task_beside && self.mode.is_still(shown) {
            self.draw_whole_task(
                canvas,
                area.y - top,
                Rect {
                    x: area.x,
                    width: area.width,
                    ..layout.board
                },
            );
        }
    }

    /// A task that has more rows than the `had` above the board, over the board.
    fn draw_whole_task(&self, canvas: &mut Canvas<'_>, had: u16, area: Rect) {
        let lines = rows(&self.task, area.width);
        if lines.len() <= usize::from(had) {
            return;
        }
        let height = (lines.len() as u16).min(area.height);
        canvas.fill(Rect { height, ..area }, canvas.look.panel());
        for (y, line) in (area.y..area.y + height).zip(&lines) {
            let style = canvas.look.panel().patch(canvas.look.accent());
            canvas.words(area.x, y, area.width, line, style);
        }
    }

    /// Draws the task of a lesson or a mission in at most `most` rows at the top of an area, and returns the rest of
    /// the area. An empty row follows if `needed` rows are left after it. If the text is longer, the last row shows
    /// that.
    fn draw_task(&self, canvas: &mut Canvas<'_>, area: Rect, most: u16, needed: u16) -> Rect {
        if self.task.is_empty() {
            return area;
        }
        let lines = rows(&self.task, area.width);
        let taken = (lines.len() as u16).min(most);
        for at in 0..taken {
            let is_last = at + 1 == taken;
            let line = if is_last {
                lines[usize::from(at)..].join(" ")
            } else {
                lines[usize::from(at)].clone()
            };
            canvas.fitted(area.x, area.y + at, area.width, &line, canvas.look.accent());
        }
        let taken = taken + u16::from(taken + needed < area.height);
        Rect {
            y: area.y + taken,
            height: area.height - taken,
            ..area
        }
    }

    /// What a bot says, at the foot of the panel beside the board; gives the rest of it.
    fn draw_talk(&self, canvas: &mut Canvas<'_>, panel: Rect) -> Rect {
        if self.controls.talk.is_empty() {
            return panel;
        }
        let lines = rows(&self.controls.talk, panel.width);
        let height = (lines.len() as u16).min(panel.height / 2);
        for (y, line) in (panel.bottom() - height..panel.bottom()).zip(&lines) {
            canvas.words(panel.x, y, panel.width, line, canvas.look.muted());
        }
        Rect {
            height: panel.height - height - 1,
            ..panel
        }
    }

    /// The texts below the board, the most important first: that an earlier position is shown, the status, a warning,
    /// or the state of the game; last what a bot says.
    fn words(&self, canvas: &Canvas<'_>, form: Form, shown: Shown<'_, M>, width: u16) -> Words {
        let (look, controls) = (canvas.look, &self.controls);
        let banner = self.mode.banner(shown);
        let (words, style) = if !controls.status.is_empty() {
            (controls.status.words.clone(), controls.status.style(look))
        } else if !controls.warning.is_empty() {
            (controls.warning.clone(), look.danger())
        } else if banner.is_some() {
            (String::new(), look.muted())
        } else {
            (self.mode.standing(form, shown), look.muted())
        };
        let wrapped = |words: &str, style: Style| -> Vec<(String, Style)> {
            let lines = if words.is_empty() {
                Vec::new()
            } else {
                rows(words, width)
            };
            lines.into_iter().map(|row| (row, style)).collect()
        };
        let talk = if banner.is_some() { "" } else { controls.talk.as_str() };
        let mut all = wrapped(&banner.unwrap_or_default(), look.chosen());
        let banner = all.len();
        all.extend(wrapped(&words, style));
        Words {
            banner,
            rows: all,
            talk: wrapped(talk, look.muted()),
        }
    }

    /// Draws the texts, or completions after the banner. Without enough room they cover the board, except small talk.
    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, mut words: Words) {
        let candidates = self.candidates();
        if candidates.is_some() {
            words.rows.truncate(words.banner);
        } else if words.rows.len() + words.talk.len() <= usize::from(area.height) {
            words.rows.append(&mut words.talk);
        }
        let count = words.rows.len() as u16;
        let missing = count.saturating_sub(area.height);
        let place = Rect {
            y: area.y.saturating_sub(missing),
            height: area.height + missing,
            ..area
        };
        if missing > 0 {
            canvas.fill(place, canvas.look.ground());
        }
        for (y, (row, style)) in (place.y..place.bottom()).zip(&words.rows) {
            canvas.words(place.x, y, place.width, row, *style);
        }
        if let Some((all, at)) = candidates {
            let free = Rect {
                y: place.y + count,
                height: place.height.saturating_sub(count),
                ..place
            };
            draw_candidates(canvas, free, &all, at);
        }
    }

    /// What the typed line can become, and which of that is chosen; nothing while nothing is typed.
    fn candidates(&self) -> Option<(Vec<String>, Option<usize>)> {
        let controls = &self.controls;
        if let Some((all, at)) = controls.line.cycle() {
            return Some((all.to_vec(), Some(at)));
        }
        if !controls.status.is_empty() || !controls.line.is_typed() {
            return None;
        }
        Some((self.mode.candidates(controls.line.text(), controls), None))
    }
}
