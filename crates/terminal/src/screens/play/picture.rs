//! How a table is drawn: board, seats, record, words and the line, in the room there is.

use bots::Game;
use hall::{Seat, SeatNumber, Square, View};
use ratatui::layout::Rect;

use super::{Listening, Play, Tone, completion};
use crate::{
    canvas::{Canvas, rows, wide},
    house::House,
    widgets::{
        board::{BoardPicture, Form, Turned},
        clock,
        sheet::Sheet,
    },
};

/// Fewer columns than this beside the board are no room for a record.
const NARROW: u16 = 16;

impl Play {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House) {
        let Some((view, scene)) = self.visit.view().zip(self.scene()) else {
            canvas.centred(
                area,
                area.y + area.height / 2,
                "The table is being set…",
                canvas.look.muted(),
            );
            return;
        };
        // Two rows for seats, one for words, one for the line.
        let form = Form::fitting(canvas.look, &view.board, area.width, area.height.saturating_sub(4));
        let (wide, high) = form.size(&view.board);
        let beside = area.width.saturating_sub(wide + 2);
        let [above, below] = match self.below() {
            SeatNumber(1) => [0, 1],
            SeatNumber(_) => [1, 0],
        };
        let seat_width = if beside < NARROW { area.width } else { wide };
        self.draw_seat(
            canvas,
            Rect {
                height: 1,
                width: seat_width,
                ..area
            },
            view,
            above,
            house,
        );
        let board_area = Rect { y: area.y + 1, ..area };
        let targets = self.targets();
        let hint: Vec<Square> = self.hint.iter().flat_map(|choice| [choice.from, choice.to]).collect();
        let picture = BoardPicture {
            board: &view.board,
            scene,
            turned: Turned::below(self.below()),
            cursor: self.cursor.filter(|_| self.past.is_none()),
            chosen: self.chosen,
            targets: &targets,
            hint: &hint,
            slide: self.slide(house.now),
        };
        picture.draw(canvas, board_area, form);
        let seat_y = area.y + 1 + high;
        let seat = Rect {
            y: seat_y,
            height: 1,
            width: seat_width,
            ..area
        };
        self.draw_seat(canvas, seat, view, below, house);
        let line_y = area.bottom() - 1;
        self.draw_side(
            canvas,
            area,
            Rect {
                width: wide,
                height: high + 2,
                ..area
            },
            view,
        );
        let words = Rect {
            y: seat_y + 1,
            height: line_y.saturating_sub(seat_y + 1),
            ..area
        };
        let words = if beside < NARROW {
            self.draw_record_below(canvas, words, view)
        } else {
            words
        };
        self.draw_words(canvas, words, view);
        self.line.draw(
            canvas,
            Rect {
                y: line_y,
                height: 1,
                ..area
            },
            "> ",
        );
    }

    /// A seat's row: whose turn, name, captured pieces, purse and clock.
    fn draw_seat(&self, canvas: &mut Canvas<'_>, row: Rect, view: &View, seat: usize, house: &House) {
        let Some(at) = view.frame.seats.get(seat) else { return };
        let look = canvas.look;
        let has_turn = view.frame.scene.turn == Some(SeatNumber(seat as u8)) && view.frame.end.is_none();
        let pointer = if has_turn { look.signs().pointer } else { " " };
        canvas.words(row.x, row.y, 1, pointer, look.accent());
        let mut right = row;
        if let Some((left, runs)) = self.visit.clock(seat, house.now) {
            let style = if clock::is_low(left) {
                look.danger()
            } else if runs {
                look.accent()
            } else {
                look.strong()
            };
            let taken = canvas.at_right(right, row.y, &clock::shown(left), style);
            right.width -= taken + 1;
        }
        if let Some(purse) = self.purse(seat, at) {
            let words = format!("purse {purse}");
            let taken = canvas.at_right(right, row.y, &words, look.accent());
            right.width = right.width.saturating_sub(taken + 1);
        }
        let name = match self.name(SeatNumber(seat as u8)) {
            name if name == at.side => format!("{name} "),
            name => format!("{name} ({}) ", at.side),
        };
        let style = if has_turn { look.strong() } else { look.ground() };
        let start = row.x + Form::LABELS - 1;
        let taken = canvas.fitted(start, row.y, right.right().saturating_sub(start), &name, style);
        let captured = captured(canvas, at);
        let x = start + taken;
        canvas.fitted(x, row.y, right.right().saturating_sub(x), &captured, look.captured());
    }

    fn purse(&self, seat: usize, at: &Seat) -> Option<u32> {
        let past = self.past.as_ref().and_then(|scene| scene.purses.get(seat));
        past.copied().or(at.purse)
    }

    /// The record, and what the engine thinks, beside the board where there is room, else nowhere.
    fn draw_side(&self, canvas: &mut Canvas<'_>, area: Rect, board: Rect, view: &View) {
        let gap = 2;
        let mut side = Rect {
            x: board.right() + gap,
            y: area.y + 1,
            width: area.right().saturating_sub(board.right() + gap),
            height: board.height.saturating_sub(2),
        };
        if side.width < NARROW {
            return;
        }
        if let Listening::On(thought) = &self.thought {
            let look = canvas.look;
            let words = match thought {
                Some(thought) => format!(
                    "{} at depth {}: {}",
                    thought.words,
                    thought.depth,
                    thought.line.join(" ")
                ),
                None => "The engine is listening…".to_owned(),
            };
            let lines = rows(&words, side.width);
            let shown = lines.len().min(3) as u16;
            for (y, line) in (side.bottom() - shown..side.bottom()).zip(&lines) {
                canvas.words(side.x, y, side.width, line, look.link());
            }
            side.height = side.height.saturating_sub(shown + 1);
        }
        if view.record.is_empty() && side.width >= 24 {
            for (y, line) in (side.y..).zip(rows(invitation(view.game), side.width)) {
                canvas.words(side.x, y, side.width, &line, canvas.look.muted());
            }
        }
        self.sheet(view).draw(canvas, side);
    }

    /// The record below the board, in a window with no room beside it; gives the rows that are left for words.
    fn draw_record_below(&self, canvas: &mut Canvas<'_>, area: Rect, view: &View) -> Rect {
        let rows = area.height.saturating_sub(2);
        let sheet = Rect { height: rows, ..area };
        self.sheet(view).draw(canvas, sheet);
        Rect {
            y: area.y + rows,
            height: area.height - rows,
            ..area
        }
    }

    fn sheet<'a>(&self, view: &'a View) -> Sheet<'a> {
        Sheet {
            record: &view.record,
            at: self.past.as_ref().map_or(view.record.len(), |scene| scene.ply),
            judged: &[],
        }
    }

    /// What there is to say: completions, a message, or how things stand.
    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, view: &View) {
        let look = canvas.look;
        if let Some((all, at)) = self.line.cycle() {
            draw_completions(canvas, area, all, Some(at));
            return;
        }
        if self.message.words.is_empty() && !self.line.is_empty() {
            let all = completion::candidates(self.line.text(), &view.frame.choices);
            draw_completions(canvas, area, &all, None);
            return;
        }
        let (words, style) = if self.message.words.is_empty() {
            (self.standing(view), look.muted())
        } else {
            let style = match self.message.tone {
                Tone::Calm => look.link(),
                Tone::Talk => look.muted(),
                Tone::Refusal => look.danger(),
            };
            (self.message.words.clone(), style)
        };
        let lines = rows(&words, area.width);
        let fits = lines.len() <= usize::from(area.height);
        if fits {
            for (y, line) in (area.y..area.bottom()).zip(&lines) {
                canvas.words(area.x, y, area.width, line, style);
            }
        } else {
            canvas.fitted(area.x, area.y, area.width, &words, style);
        }
    }

    /// How things stand, in words.
    fn standing(&self, view: &View) -> String {
        let frame = &view.frame;
        if let Some(past) = &self.past {
            return format!(
                "After turn {} of {}. End goes back to the game.",
                past.ply,
                view.record.len()
            );
        }
        if let Some(end) = &frame.end {
            return format!("{} {}. Esc leaves, /rematch plays again.", end.result, end.words);
        }
        if let Some(seat) = frame.thinking {
            return format!("{} is thinking…", self.name(seat));
        }
        if let Some(claim) = &frame.may.claim {
            return format!("/draw claims a draw: {claim}.");
        }
        let Some(turn) = frame.scene.turn else {
            return String::new();
        };
        let check = if frame.scene.check.is_some() { " Check!" } else { "" };
        match view.yours.as_slice() {
            [seat] if *seat == turn => format!("Your move.{check}"),
            [] | [_] => format!("{} is to move.{check}", self.name(turn)),
            _ => {
                let side = frame
                    .seats
                    .get(usize::from(turn.0))
                    .map_or("", |seat| seat.side.as_str());
                format!("{side} to move.{check}")
            }
        }
    }
}

/// What an empty record says.
const fn invitation(game: Game) -> &'static str {
    match game {
        Game::Chess | Game::Kungfu => {
            "Type a move such as e4 or g1f3, or go with the arrows and Enter, or use the mouse.\n\n\
             Tab completes, F1 lists every key and command."
        }
        Game::Ransom => {
            "Type a move such as c1d3, an upgrade as a3a3q, or go with the arrows and Enter, or use the mouse.\n\n\
             A capture pays a point; two points make a pawn a queen where it stands: take it twice.\n\n\
             Tab completes, F1 lists every key and command."
        }
    }
}

/// Captured pieces, dearest first as the table tells them, and the lead.
fn captured(canvas: &Canvas<'_>, seat: &Seat) -> String {
    let glyphs = canvas.look.glyphs();
    let signs: String = seat.captured.iter().map(|&shape| glyphs.solid(shape)).collect();
    match seat.lead {
        0 => signs,
        lead if signs.is_empty() => format!("+{lead}"),
        lead => format!("{signs} +{lead}"),
    }
}

/// Completions in a row, as many as fit, the chosen one in sight.
fn draw_completions(canvas: &mut Canvas<'_>, area: Rect, all: &[String], chosen: Option<usize>) {
    let look = canvas.look;
    let first = chosen.map_or(0, |at| {
        // As many before the chosen one as leave it in sight.
        let mut first = at;
        let mut taken = wide(&all[at]);
        while first > 0 && taken + wide(&all[first - 1]) + 2 < area.width {
            first -= 1;
            taken += wide(&all[first]) + 2;
        }
        first
    });
    let mut x = area.x;
    for (place, text) in all.iter().enumerate().skip(first) {
        let room = area.right().saturating_sub(x);
        if room < wide(text) {
            canvas.words(area.right() - 1, area.y, 1, look.signs().more, look.muted());
            break;
        }
        let style = if chosen == Some(place) {
            look.chosen()
        } else {
            look.link()
        };
        x += canvas.words(x, area.y, room, text, style) + 2;
    }
}
