//! How a study is drawn: the evaluation bar and the board, beside them the moves and comments, below them the chart of
//! the game and the input line.

use host::{AnalysedSide, Judged, Judgement, NodeId, SeatNumber, StudyView};
use play::Square;
use ratatui::layout::Rect;

use super::{
    Asked, Study,
    lines::{self, Placed, Tone},
};
use crate::{
    canvas::{Canvas, Spot, rows},
    widgets::{
        board::{BoardPicture, Form, Turned},
        chart::Chart,
    },
};

/// Columns of the evaluation bar with the gap beside it.
const BAR: u16 = 2;
/// Rows below the board: words, the chart, the line.
const FOOT: u16 = 4;
/// Fewer columns than this beside the board are no room for moves.
const NARROW: u16 = 12;
/// More rows than this have gaps between their parts.
const LOW: u16 = 8;

impl Study {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some((view, position)) = self.view().zip(self.position.as_ref()) else {
            canvas.centred(
                area,
                area.y + area.height / 2,
                "Opening the study…",
                canvas.look.muted(),
            );
            return;
        };
        let room = area.width.saturating_sub(BAR);
        let form = Form::fitting(canvas.look, &view.board, room, area.height.saturating_sub(FOOT));
        let (wide, high) = form.size(&view.board);
        let drawn = self.node(self.at).filter(|_| self.trying.is_none());
        let drawn = drawn.map_or(&[][..], |node| &node.drawings);
        let marked: Vec<Square> = drawn.iter().flat_map(|drawing| [drawing.from, drawing.to]).collect();
        let of_chosen = self.choices().iter().filter(|mv| Some(mv.from) == self.chosen);
        let targets: Vec<Square> = of_chosen.map(|mv| mv.to).collect();
        let board = Rect {
            x: area.x + BAR,
            ..area
        };
        BoardPicture {
            board: &view.board,
            scene: &position.scene,
            turned: Turned::below(SeatNumber(u8::from(self.flipped))),
            cursor: None,
            chosen: self.chosen,
            targets: &targets,
            hint: &marked,
            slide: None,
            names: Turned::default(),
            upgrade: None,
        }
        .draw(canvas, board, form);
        let bar = Rect {
            height: high - 1,
            width: 1,
            ..area
        };
        self.draw_bar(canvas, bar);
        let taken = BAR + wide + 2;
        let side = Rect {
            x: area.x + taken,
            width: area.width.saturating_sub(taken),
            height: high,
            ..area
        };
        // Without room beside the board the moves are below it.
        let is_beside = side.width >= NARROW;
        if is_beside {
            self.draw_side(canvas, side, view);
        }
        let foot = Rect {
            y: area.y + high,
            height: area.height.saturating_sub(high),
            ..area
        };
        self.draw_foot(canvas, foot, view, is_beside);
    }

    /// White's share of the point for the shown position, in thousandths.
    fn share(&self) -> Option<u16> {
        let analysed = self
            .engine
            .found
            .as_ref()
            .filter(|found| found.side == AnalysedSide::Mover);
        let first = analysed
            .and_then(|found| found.lines.first())
            .map(|line| line.value.share);
        first.or_else(|| self.node(self.at)?.value.as_ref().map(|value| value.share))
    }

    /// White's share grows from White's side of the board.
    fn draw_bar(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let Some(share) = self.share().filter(|_| self.trying.is_none()) else {
            return;
        };
        let signs = canvas.look.signs();
        let each = signs.heights.len() as u32;
        let white = (u32::from(share) * u32::from(area.height) * each + 500) / 1_000;
        for row in 0..area.height {
            let below = u32::from(row) * each;
            let (sign, style) = match white.saturating_sub(below) as usize {
                0 => (signs.bar_empty, canvas.look.muted()),
                // Signs grow upwards: seen from Black's side the last one is full.
                _ if self.flipped => (signs.heights[signs.heights.len() - 1], canvas.look.chart()),
                part => (signs.heights[part.min(signs.heights.len()) - 1], canvas.look.chart()),
            };
            let y = if self.flipped {
                area.y + row
            } else {
                area.bottom() - 1 - row
            };
            canvas.cell(area.x, y, sign, style);
        }
    }

    /// The opening, the engine's lines, the moves, and how well both sides played.
    fn draw_side(&self, canvas: &mut Canvas<'_>, mut side: Rect, view: &StudyView) {
        let look = canvas.look;
        let gap = u16::from(side.height > LOW);
        let explored = self.explorer_rows();
        let opening = self.node(self.at).and_then(|node| node.opening.as_ref());
        // In few rows the moves of the explorer are worth more, which have the names of openings too.
        if let Some(opening) = opening.filter(|_| gap > 0 || explored.is_empty()) {
            canvas.fitted(side.x, side.y, side.width, &opening.to_string(), look.accent());
            side.y += 1;
            side.height = side.height.saturating_sub(1);
        }
        let mut found = self.engine_rows();
        let shown = (found.len() as u16).min(side.height / 2);
        if gap == 0 && found.len() > usize::from(shown) {
            // The lines are worth more than their heading.
            found.remove(0);
        }
        for (y, row) in (side.y..side.y + shown).zip(&found) {
            canvas.fitted(side.x, y, side.width, row, look.link());
        }
        if shown > 0 {
            side.y += shown + gap;
            side.height = side.height.saturating_sub(shown + gap);
        }
        let most = if gap > 0 {
            side.height / 2
        } else {
            side.height.saturating_sub(1)
        };
        let shown = (explored.len() as u16).min(most);
        for (y, row) in (side.y..side.y + shown).zip(&explored) {
            let style = if y == side.y { look.accent() } else { look.ground() };
            canvas.fitted(side.x, y, side.width, row, style);
        }
        if shown > 0 {
            side.y += shown + gap;
            side.height = side.height.saturating_sub(shown + gap);
        }
        let review = self.review_rows(view, side.width);
        let below = (review.len() as u16).min(side.height / 3);
        let moves = Rect {
            height: side.height.saturating_sub(below),
            ..side
        };
        self.draw_moves(canvas, moves, view);
        for (y, row) in (moves.bottom()..side.bottom()).zip(&review) {
            canvas.fitted(side.x, y, side.width, row, look.muted());
        }
    }

    /// What the engine thinks, a row for each line.
    fn engine_rows(&self) -> Vec<String> {
        if !self.engine.on || self.trying.is_some() {
            return Vec::new();
        }
        let found = self.engine.found.as_ref();
        // What was asked may have been refused, and the last lines are still there.
        let whose = match found.map_or(self.engine.side, |found| found.side) {
            AnalysedSide::Mover => "Engine",
            AnalysedSide::Threat => "Threat",
        };
        let Some(found) = found else {
            return vec![format!("{whose} is looking…")];
        };
        let state = if found.done { ", done" } else { "" };
        let head = format!("{whose}, depth {}{state}", found.depth);
        let lines = found
            .lines
            .iter()
            .map(|line| format!("{} {}", line.value.words, line.words));
        [head].into_iter().chain(lines).collect()
    }

    fn draw_moves(&self, canvas: &mut Canvas<'_>, area: Rect, view: &StudyView) {
        let look = canvas.look;
        let placed = lines::placed(lines::pieces(view, self.trying), area.width);
        let at = placed.iter().find(|placed| placed.piece.node == Some(self.at));
        let last = placed.last().map_or(0, |placed| placed.row);
        let height = usize::from(area.height);
        let first = at.map_or(0, |at| at.row.saturating_sub(height / 2));
        let first = first.min((last + 1).saturating_sub(height));
        for Placed { piece, row, column } in &placed {
            let Some(y) = row.checked_sub(first).filter(|y| *y < height) else {
                continue;
            };
            let (x, y) = (area.x + column, area.y + y as u16);
            let style = match piece.tone {
                _ if piece.node == Some(self.at) => look.chosen(),
                Tone::Main => look.strong(),
                Tone::Variation => look.ground(),
                Tone::Comment => look.muted(),
                Tone::Blunder => look.danger(),
            };
            let width = canvas.words(x, y, area.right().saturating_sub(x), &piece.text, style);
            if let Some(NodeId(id)) = piece.node {
                let spot = Rect { x, y, width, height: 1 };
                canvas.spots.push((spot, Spot::Entry(id as usize)));
            }
        }
        if placed.is_empty() {
            let words = "Type a move to begin. F2 writes a comment, F4 asks the engine, F5 reviews all moves.";
            for (y, row) in (area.y..area.bottom()).zip(rows(words, area.width)) {
                canvas.words(area.x, y, area.width, &row, look.muted());
            }
        }
    }

    /// The texts, the chart of the game and the input line; the moves are between them if they are not beside the
    /// board.
    fn draw_foot(&self, canvas: &mut Canvas<'_>, foot: Rect, view: &StudyView, is_beside: bool) {
        let look = canvas.look;
        let (words, style) = if self.status.is_empty() {
            (self.standing(view), look.link())
        } else {
            (self.status.words.clone(), self.status.style(look))
        };
        let line = view.main_line();
        let judged = judged(view, &line);
        let chart_rows = if judged.is_empty() {
            0
        } else {
            foot.height.saturating_sub(2).min(if is_beside { 4 } else { 2 })
        };
        let room = foot.height.saturating_sub(1 + chart_rows).max(1);
        let lines = rows(&words, foot.width);
        for (y, row) in (foot.y..foot.y + room).zip(&lines) {
            canvas.words(foot.x, y, foot.width, row, style);
        }
        if !is_beside {
            let taken = (lines.len() as u16).clamp(1, room);
            let moves = Rect {
                y: foot.y + taken,
                height: room - taken,
                ..foot
            };
            self.draw_side(canvas, moves, view);
        }
        if chart_rows > 0 {
            let chart = Rect {
                y: foot.y + room,
                height: chart_rows,
                ..foot
            };
            let turning: Vec<usize> = self
                .turning_points(view)
                .filter_map(|id| line.iter().position(|known| *known == id))
                .collect();
            Chart {
                judged: &judged,
                of: line.len(),
                at: self.ply(self.at),
                turning: &turning,
            }
            .draw(canvas, chart);
        }
        let prompt = match self.asked {
            Asked::Move => "> ",
            Asked::Comment { .. } => "Comment: ",
        };
        let row = Rect {
            y: foot.bottom().saturating_sub(1),
            height: 1,
            ..foot
        };
        self.line.draw(canvas, row, prompt);
    }

    /// The shown move with its value and what was better, and how far a review is.
    fn standing(&self, view: &StudyView) -> String {
        if self.trying.is_some() {
            return "Find a better move. Esc gives up.".to_owned();
        }
        let Some(node) = self.node(self.at) else {
            return String::new();
        };
        let mut words = vec![match &node.mv {
            Some(mv) => format!("{} {}{}", mv.number, mv.label, node.signs),
            None => "The start".to_owned(),
        }];
        words.extend(node.value.as_ref().map(|value| value.words.clone()));
        if let Some(judged) = &node.judgement {
            words.push(judgement_words(judged));
        }
        if self.turning_points(view).any(|id| id == self.at) {
            words.push("A turning point.".to_owned());
        }
        words.extend(self.position.as_ref().and_then(|position| position.end.clone()));
        words.extend(node.drawings.iter().map(|drawing| {
            if drawing.is_circle() {
                format!("○{}", drawing.from)
            } else {
                format!("{}→{}", drawing.from, drawing.to)
            }
        }));
        if let Some(review) = view.frame.review.as_ref().filter(|review| review.running) {
            words.push(format!("Review: {} of {} positions.", review.done, review.of));
        }
        words.join("  ")
    }

    /// How well both sides played, and the moves that changed who was winning.
    fn review_rows(&self, view: &StudyView, width: u16) -> Vec<String> {
        let Some(review) = &view.frame.review else {
            return Vec::new();
        };
        let sides = ["White", "Black"].iter().zip(&review.sides);
        let accuracies = sides.filter_map(|(side, played)| {
            let accuracy = played.accuracy.as_ref()?;
            Some(format!(
                "{side} {accuracy} %  ?! {}  ? {}  ?? {}",
                played.inaccuracies, played.mistakes, played.blunders
            ))
        });
        let mut shown: Vec<String> = accuracies.collect();
        let moves = self.turning_points(view).filter_map(|id| {
            let mv = view.node(id)?.mv.as_ref()?;
            Some(format!("{}{}", mv.number, mv.label))
        });
        let moves = moves.collect::<Vec<_>>().join(" ");
        if !moves.is_empty() {
            shown.extend(rows(&format!("Turning points: {moves}"), width));
        }
        shown
    }

    /// The moves that changed who was winning; none while one of them may be looked for.
    fn turning_points<'a>(&self, view: &'a StudyView) -> impl Iterator<Item = NodeId> + use<'a> {
        let review = view.frame.review.as_ref().filter(|_| self.trying.is_none());
        review
            .into_iter()
            .flat_map(|review| review.turning_points.iter().copied())
    }
}

/// The values of the main line for a chart.
fn judged(view: &StudyView, line: &[NodeId]) -> Vec<Judged> {
    let of = line.len();
    let values = line.iter().enumerate().filter_map(|(ply, id)| {
        let value = view.node(*id)?.value.as_ref()?;
        Some(Judged {
            ply,
            of,
            score: value.score,
            words: value.words.clone(),
            better: None,
            mistake: None,
        })
    });
    values.collect()
}

/// What a move lost, and for a mistake what was better.
fn judgement_words(judged: &Judgement) -> String {
    let lost = format!("{:.0} % lost", f64::from(judged.loss) / 10.0);
    if judged.mistake.is_none() {
        return lost;
    }
    let better = judged.better.as_ref().map(|better| format!(", better was {better}"));
    format!("{lost}{}. F3 tries again.", better.unwrap_or_default())
}
