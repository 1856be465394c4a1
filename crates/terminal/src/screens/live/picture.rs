//! How a table without turns is drawn: board, seats, what happened, words and the line, in the room there is.

use hall::{Army, LiveFrame, LiveView, Phase, Shape};
use ratatui::layout::Rect;

use super::{Live, replay::State};
use crate::{
    canvas::{Canvas, Spot, rows},
    house::House,
    screens::play::Tone,
    visit::Time,
    widgets::{board::Form, gliding::GlidingPicture},
};

/// Fewer columns than this beside the board are no room for what happened.
const NARROW: u16 = 16;

impl Live {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House) {
        let look = canvas.look;
        let middle = area.y + area.height / 2;
        let Some(view) = self.view() else {
            canvas.centred(area, middle, "The table is being set…", look.muted());
            return;
        };
        let (frame, time) = match &self.replay {
            Some(replay) => match &replay.shown {
                // Nothing glides past the next thing that happens before it has been told.
                Some(shown) => (
                    &shown.frame,
                    Time::of(shown.frame.tick)
                        .max(replay.at)
                        .min(shown.next.map_or(replay.at, Time::of)),
                ),
                None => (&view.frame, Time::of(view.frame.tick)),
            },
            None => (&view.frame, self.time(house.now)),
        };
        // A row each for seats, time, words and the line.
        let form = Form::fitting(look, &view.board, area.width, area.height.saturating_sub(4));
        let (wide, high) = form.size(&view.board);
        if wide > area.width || high + 4 > area.height {
            let words = format!("This board needs a window of {}×{}.", wide + 2, high + 6);
            canvas.centred(area, middle, &words, look.danger());
            return;
        }
        let beside = area.width.saturating_sub(wide + 2);
        let in_row = beside < NARROW || frame.seats.len() == 2;
        if in_row {
            self.draw_seats(canvas, Rect { height: 1, ..area }, frame);
        }
        let board = Rect { y: area.y + 1, ..area };
        GlidingPicture {
            board: &view.board,
            pieces: &frame.pieces,
            premoves: &frame.premoves,
            rest: view.rest,
            ticks_a_second: view.ticks_a_second,
            time,
            turned: self.turned(),
            cursor: self.cursor,
            chosen: self.chosen_square(),
            targets: &self.targets,
        }
        .draw(canvas, board, form);
        if beside >= NARROW {
            let mut side = Rect {
                x: area.x + wide + 2,
                y: area.y + 1,
                width: beside,
                height: high,
            };
            if !in_row {
                for place in 0..frame.seats.len() {
                    self.draw_seat(canvas, side, frame, place);
                    side.y += 1;
                    side.height = side.height.saturating_sub(1);
                }
                side.y += 1;
                side.height = side.height.saturating_sub(1);
            }
            self.draw_log(canvas, side, time);
        }
        let below = area.y + 1 + high;
        self.draw_time(
            canvas,
            Rect {
                y: below,
                height: 1,
                ..area
            },
            frame,
            time,
            house,
        );
        let line = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let words = Rect {
            y: below + 1,
            height: line.y.saturating_sub(below + 1),
            ..area
        };
        let taken = self.draw_words(canvas, words, view, form, time) + 1;
        if beside < NARROW && !self.log.is_empty() {
            let log = Rect {
                y: words.y + taken,
                height: words.height.saturating_sub(taken),
                ..words
            };
            self.draw_log(canvas, log, time);
        }
        match &self.replay {
            Some(_) => self.draw_bar(canvas, line),
            None => self.line.draw(canvas, line, "> "),
        }
    }

    /// Who plays, in one row.
    fn draw_seats(&self, canvas: &mut Canvas<'_>, row: Rect, frame: &LiveFrame) {
        let mut room = row;
        for place in 0..frame.seats.len() {
            let taken = self.draw_seat(canvas, room, frame, place) + 2;
            room.x += taken;
            room.width = room.width.saturating_sub(taken);
        }
    }

    /// A player behind a king of the army; gives the columns it took.
    fn draw_seat(&self, canvas: &mut Canvas<'_>, room: Rect, frame: &LiveFrame, place: usize) -> u16 {
        let look = canvas.look;
        let Some(seat) = frame.seats.get(place) else { return 0 };
        let sign = match (look.is_coloured() && !look.glyphs().is_ascii(), seat.army) {
            (true, _) => format!(" {} ", look.glyphs().solid(Shape::King)),
            (false, Army::Ivory | Army::Ink) => format!(" {}", look.glyphs().formed(Shape::King, seat.army)),
            (false, Army::Vermilion) => {
                format!(
                    "{}{}",
                    look.signs().vermilion,
                    look.glyphs().formed(Shape::King, seat.army)
                )
            }
            (false, Army::Cobalt) => format!(
                "{}{}",
                look.signs().cobalt,
                look.glyphs().formed(Shape::King, seat.army)
            ),
        };
        let taken = canvas.words(room.x, room.y, room.width, &sign, look.swatch(seat.army));
        let state = match (seat.alive, frame.phase, seat.ready) {
            (false, _, _) => ", out",
            (true, Phase::Waiting, false) => ", not ready",
            (true, _, _) => "",
        };
        let style = if seat.alive { look.strong() } else { look.muted() };
        let words = match self.name(place) {
            name if name == seat.side => format!(" {name}{state}"),
            name => format!(" {name} ({}{state})", seat.side),
        };
        let left = room.width.saturating_sub(taken);
        taken + canvas.fitted(room.x + taken, room.y, left, &words, style)
    }

    /// What time it is, and whether it runs.
    fn draw_time(&self, canvas: &mut Canvas<'_>, row: Rect, frame: &LiveFrame, time: Time, house: &House) {
        let look = canvas.look;
        let (words, style) = match &self.replay {
            Some(replay) => {
                let state = match replay.state {
                    State::Plays => "plays at",
                    State::Stands => "stands; speed",
                };
                let whole = Time::of(replay.ticks()).clock();
                let words = format!("{} of {whole}, {state} {}", time.clock(), replay.speed_words());
                (words, look.accent())
            }
            None => match frame.phase {
                Phase::Waiting => ("Waiting for everybody to be here and ready.".to_owned(), look.muted()),
                Phase::Countdown => {
                    let left = self.visit.countdown(house.now).unwrap_or(0);
                    (format!("Begins in {}…", left.div_ceil(1_000)), look.accent())
                }
                Phase::Running => (time.clock(), look.strong()),
                Phase::Paused => (format!("{} Paused. F2 goes on.", time.clock()), look.accent()),
                Phase::Over => {
                    let words = frame.end.as_ref().map_or("", |end| &end.words);
                    (format!("{} {words}", time.clock()), look.accent())
                }
            },
        };
        canvas.fitted(row.x, row.y, row.width, &words, style);
    }

    /// What had happened by then, the newest last.
    fn happened(&self, time: Time) -> &[(u32, String)] {
        let count = self.log.partition_point(|(tick, _)| *tick <= time.tick());
        &self.log[..count]
    }

    /// What happened, the newest last and none of it in part; before anything did, how to play.
    fn draw_log(&self, canvas: &mut Canvas<'_>, area: Rect, time: Time) {
        let look = canvas.look;
        if self.log.is_empty() && self.replay.is_none() {
            for (y, line) in (area.y..area.bottom()).zip(rows(INVITATION, area.width)) {
                canvas.words(area.x, y, area.width, &line, look.muted());
            }
            return;
        }
        let entry = |(tick, words): &(u32, String)| rows(&format!("{} {words}", Time::of(*tick).clock()), area.width);
        let mut left = usize::from(area.height);
        let fits = |entry: &Vec<String>| {
            let room = left.checked_sub(entry.len());
            left = room.unwrap_or(0);
            room.is_some()
        };
        let newest: Vec<Vec<String>> = self.happened(time).iter().rev().map(entry).take_while(fits).collect();
        for (y, line) in (area.y..area.bottom()).zip(newest.iter().rev().flatten()) {
            canvas.words(area.x, y, area.width, line, look.muted());
        }
    }

    /// What there is to say: a message, or what last happened; gives the rows it took.
    fn draw_words(&self, canvas: &mut Canvas<'_>, area: Rect, view: &LiveView, form: Form, time: Time) -> u16 {
        let look = canvas.look;
        let (wide, high) = Form::Half.size(&view.board);
        let larger = format!("A window of {}×{} shows larger squares.", wide + 2, high + 6);
        let (words, style) = if !self.message.words.is_empty() {
            let style = match self.message.tone {
                Tone::Calm => look.link(),
                Tone::Talk => look.muted(),
                Tone::Refusal => look.danger(),
            };
            (self.message.words.as_str(), style)
        } else if let Some((_, words)) = self.happened(time).last() {
            (words.as_str(), look.muted())
        } else if form == Form::Compact {
            (larger.as_str(), look.muted())
        } else {
            ("", look.muted())
        };
        let lines = rows(words, area.width);
        if lines.len() > usize::from(area.height) {
            canvas.fitted(area.x, area.y, area.width, words, style);
            return 1;
        }
        for (y, line) in (area.y..).zip(&lines) {
            canvas.words(area.x, y, area.width, line, style);
        }
        lines.len().max(1) as u16
    }

    /// Where the replay is in the game.
    fn draw_bar(&self, canvas: &mut Canvas<'_>, row: Rect) {
        let Some(replay) = &self.replay else { return };
        let look = canvas.look;
        let room = u64::from(row.width.saturating_sub(1));
        let column = |tick: u32| row.x + (u64::from(tick) * room / u64::from(replay.ticks().max(1))) as u16;
        for x in row.x..row.right() {
            canvas.cell(x, row.y, look.signs().rule, look.muted());
            let tick = u64::from(x - row.x) * u64::from(replay.ticks()) / room.max(1);
            let place = Rect { x, width: 1, ..row };
            canvas.spots.push((place, Spot::Moment(tick as u32)));
        }
        for &capture in replay.shown.iter().flat_map(|shown| &shown.captures) {
            canvas.cell(column(capture), row.y, CAPTURE, look.danger());
        }
        let at = column(replay.at.tick().min(replay.ticks()));
        canvas.cell(at, row.y, look.signs().pointer, look.accent());
    }
}

/// Where something was captured.
const CAPTURE: &str = "x";

const INVITATION: &str = "There are no turns: every piece goes when you send it, and rests when it has arrived. Who takes \
                          the king wins.\n\nType two squares such as e2e4, or go with the arrows and Enter, or use the \
                          mouse. A resting piece can be sent already: it goes when it wakes.\n\nF2 stops time.";
