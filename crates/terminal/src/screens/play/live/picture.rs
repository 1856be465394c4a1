//! How the live mode is drawn: board, seats, time, events and the bar of a replay.

use host::{LiveFrame, LiveView, Phase, Place};
use play::{Army, PieceKind, Square};
use ratatui::layout::Rect;

use super::{
    super::mode::{Mode, Panel, Shown},
    LiveMode, SquareNames,
    replay::State,
};
use crate::{
    canvas::{Canvas, Spot, rows, wide},
    visit::Time,
    widgets::{board::Form, gliding::GlidingPicture},
};

/// Marks a capture on the bar of a replay.
const CAPTURE: &str = "x";

impl LiveMode {
    pub(super) fn picture_board(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form, shown: Shown<'_, Self>) {
        let (frame, time) = self.moment(shown);
        let turned = Self::turned(shown.view);
        GlidingPicture {
            board: &shown.view.board,
            pieces: &frame.pieces,
            premoves: &frame.premoves,
            rest: shown.view.rest,
            ticks_per_second: shown.view.ticks_per_second,
            time,
            turned: if shown.controls.flipped {
                turned.flipped()
            } else {
                turned
            },
            names: SquareNames::turned(shown.view),
            cursor: shown.controls.cursor,
            chosen: self.chosen_square(shown.controls),
            targets: &self.targets,
        }
        .draw(canvas, area, form);
    }

    /// The frame that is shown, and the time in it.
    fn moment<'a>(&'a self, shown: Shown<'a, Self>) -> (&'a LiveFrame, Time) {
        let present = &shown.view.frame;
        let Some(replay) = &self.replay else {
            return (present, shown.controls.visit.time(shown.now));
        };
        match &replay.shown {
            // Pieces do not move past the next event before the table has sent it.
            Some(moment) => {
                let time = Time::of(moment.frame.tick).max(replay.at);
                (&moment.frame, time.min(moment.next.map_or(replay.at, Time::of)))
            }
            None => (present, Time::of(present.tick)),
        }
    }

    /// Two seats in a row; four only where there is no room beside the board.
    pub(super) fn draw_seats(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>) {
        let (frame, _) = self.moment(shown);
        let is_whole_row = row.width + 2 >= canvas.cells.area.width;
        if frame.seats.len() > 2 && !is_whole_row {
            return;
        }
        // Nothing is beside the row, only beside the board.
        let mut room = to_the_edge(canvas, row);
        let count = frame.seats.len() as u16;
        // A swatch, the words, and two columns between two seats.
        let whole: u16 = (0..frame.seats.len())
            .map(|place| SWATCH + wide(&seat_words(frame, place, shown)) + 2)
            .sum();
        let (is_short, between) = if whole <= room.width + 2 {
            (false, 2)
        } else {
            (count > 2, 1)
        };
        for place in 0..frame.seats.len() {
            let taken = if is_short {
                draw_short_seat(canvas, room, frame, place, shown)
            } else {
                draw_seat(canvas, room, frame, place, shown)
            };
            room.x += taken + between;
            room.width = room.width.saturating_sub(taken + between);
        }
    }

    /// The time in the game, and whether it runs.
    pub(super) fn draw_time(&self, canvas: &mut Canvas<'_>, row: Rect, shown: Shown<'_, Self>) {
        let look = canvas.look;
        let (frame, time) = self.moment(shown);
        let (words, style) = match &self.replay {
            Some(replay) => {
                let state = match replay.state {
                    State::Playing => "plays at",
                    State::Standing => "stands; speed",
                };
                let whole = Time::of(replay.ticks()).clock();
                let words = format!("{} of {whole}, {state} {}", time.clock(), replay.speed_words());
                (words, look.accent())
            }
            None => match frame.phase {
                Phase::Waiting => ("Waiting for everybody to be ready.".to_owned(), look.muted()),
                Phase::Countdown => {
                    let left = shown.controls.visit.countdown(shown.now).unwrap_or(0);
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
        let room = to_the_edge(canvas, row);
        canvas.fitted(room.x, room.y, room.width, &words, style);
    }

    /// The events up to a time, the newest last.
    fn happened(&self, time: Time) -> &[(u32, String)] {
        let count = self.log.partition_point(|(tick, _)| *tick <= time.tick());
        &self.log[..count]
    }

    /// The newest events, each complete; before the first event, how to play. With four players the seats are above
    /// them, beside the board.
    pub(super) fn draw_log(&self, canvas: &mut Canvas<'_>, mut area: Rect, place: Panel, shown: Shown<'_, Self>) {
        let look = canvas.look;
        let (frame, time) = self.moment(shown);
        if place == Panel::Beside && frame.seats.len() > 2 {
            for seat in 0..frame.seats.len() {
                draw_seat(canvas, area, frame, seat, shown);
                area.y += 1;
                area.height = area.height.saturating_sub(1);
            }
            area.y += 1;
            area.height = area.height.saturating_sub(1);
        }
        if self.log.is_empty() && self.replay.is_none() {
            let texts = how_to_play(shown.view, shown.is_guided);
            let mut texts = texts.iter().map(|text| rows(text, area.width));
            let whole = texts.find(|lines| lines.len() <= usize::from(area.height));
            for (y, line) in (area.y..).zip(whole.into_iter().flatten()) {
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

    /// The last event, or how to see more.
    pub(super) fn standing_words(&self, form: Form, shown: Shown<'_, Self>) -> String {
        if let Some(words) = shown.controls.absence_words(shown.now) {
            return words;
        }
        let (_, time) = self.moment(shown);
        if let Some((_, words)) = self.happened(time).last() {
            return words.clone();
        }
        if form == Form::Compact {
            let (wide, high) = Form::Half.size(&shown.view.board);
            return format!("Larger squares: a window of {}×{}.", wide + 2, high + 6);
        }
        String::new()
    }

    /// Draws the position of the replay in the game; returns whether there is a replay.
    pub(super) fn draw_bar(&self, canvas: &mut Canvas<'_>, row: Rect) -> bool {
        let Some(replay) = &self.replay else {
            return false;
        };
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
        true
    }
}

/// A row of the table, up to the margin of the window.
fn to_the_edge(canvas: &Canvas<'_>, row: Rect) -> Rect {
    let width = canvas.cells.area.right().saturating_sub(row.x + 1);
    Rect { width, ..row }
}

/// A player behind a king of the army; gives the columns it took.
fn draw_seat(canvas: &mut Canvas<'_>, room: Rect, frame: &LiveFrame, place: usize, shown: Shown<'_, LiveMode>) -> u16 {
    let look = canvas.look;
    let Some(at) = frame.seats.get(place) else { return 0 };
    let sign = swatch(canvas, at.seat.army, None);
    let taken = canvas.words(room.x, room.y, room.width, &sign, look.swatch(at.seat.army));
    let style = if at.alive { look.strong() } else { look.muted() };
    let left = room.width.saturating_sub(taken);
    let words = seat_words(frame, place, shown);
    taken + canvas.fitted(room.x + taken, room.y, left, &words, style)
}

/// A player in a narrow row of four: the army, as events name it. A player who is out has a cross instead of the king.
fn draw_short_seat(
    canvas: &mut Canvas<'_>,
    room: Rect,
    frame: &LiveFrame,
    place: usize,
    shown: Shown<'_, LiveMode>,
) -> u16 {
    let look = canvas.look;
    let Some(at) = frame.seats.get(place) else { return 0 };
    let sign = swatch(canvas, at.seat.army, (!at.alive).then_some(CAPTURE));
    let mut taken = canvas.words(room.x, room.y, room.width, &sign, look.swatch(at.seat.army));
    if !sign.ends_with(' ') {
        taken += 1;
    }
    let is_own = shown.view.yours.contains(&host::SeatNumber(place as u8));
    let words = if is_own { "You" } else { at.seat.side.as_str() };
    let style = if at.alive { look.strong() } else { look.muted() };
    let left = room.width.saturating_sub(taken);
    taken + canvas.fitted(room.x + taken, room.y, left, words, style)
}

/// The columns of the widest swatch.
const SWATCH: u16 = 3;

/// The king of an army, or another sign, on a background of the army's colour; without colours it has the army's mark.
fn swatch(canvas: &Canvas<'_>, army: Army, sign: Option<&str>) -> String {
    let look = canvas.look;
    let glyphs = look.glyphs();
    let formed = sign.map_or_else(|| glyphs.formed(PieceKind::King, army).to_string(), str::to_owned);
    match (look.is_coloured() && !glyphs.is_ascii(), army) {
        (true, _) => format!(" {} ", sign.unwrap_or(glyphs.solid(PieceKind::King))),
        (false, Army::Ivory | Army::Ink) => format!(" {formed}"),
        (false, Army::Vermilion) => format!("{}{formed}", look.signs().vermilion),
        (false, Army::Cobalt) => format!("{}{formed}", look.signs().cobalt),
    }
}

/// The player's name, army and state.
fn seat_words(frame: &LiveFrame, place: usize, shown: Shown<'_, LiveMode>) -> String {
    let Some(at) = frame.seats.get(place) else {
        return String::new();
    };
    let state = match (at.alive, frame.phase, at.ready) {
        (false, _, _) => ", out",
        (true, Phase::Waiting, false) => ", not ready",
        (true, _, _) => "",
    };
    match shown.controls.name(host::SeatNumber(place as u8)) {
        name if name == at.seat.side => format!(" {name}{state}"),
        name => format!(" {name} ({}{state})", at.seat.side),
    }
}

/// What is shown before anything has happened, the longest text first. The example is a move of the viewer's own army.
/// In a lesson or a mission the task already states the aim.
fn how_to_play(view: &LiveView, is_guided: bool) -> Vec<String> {
    let example = example(view).map(|example| format!(" such as {example}"));
    let end = if view.frame.seats.len() > 2 {
        "A player whose king is taken is out; the last one wins."
    } else {
        "The player who takes the king wins."
    };
    let aim = format!("There are no turns: every piece goes when you send it, and rests when it has arrived. {end}");
    let orders = format!(
        "Type two squares{}, or use the arrows and Enter, or the mouse",
        example.unwrap_or_default()
    );
    let time = "F2 stops time; orders can be given meanwhile.";
    if is_guided {
        return vec![format!("{orders}.\n\n{time}"), format!("{orders}.")];
    }
    vec![
        format!(
            "{aim}\n\n{orders}; Nf3 and e4 work too. A resting piece can be sent already: it goes when it has rested.\n\n{time}"
        ),
        format!("{aim}\n\n{orders}.\n\n{time}"),
        format!("{aim}\n\n{orders}."),
    ]
}

/// One step of a pawn of the viewer's, in the middle of the army.
fn example(view: &LiveView) -> Option<String> {
    let own = view.yours.first()?;
    let army = view.frame.seats.get(usize::from(own.0))?.seat.army;
    let names = SquareNames::of(view);
    let squares = view.frame.pieces.iter().filter_map(|piece| match piece.place {
        Place::Standing { square, .. } if piece.army == army && piece.kind == PieceKind::Pawn => Some(square),
        _ => None,
    });
    let middle = squares.map(|square| names.name(square));
    let from = middle.min_by_key(|name| name.file.abs_diff(view.board.width / 2))?;
    let rank = if from.rank < view.board.height / 2 {
        from.rank + 1
    } else {
        from.rank - 1
    };
    Some(format!("{from}{}", Square { rank, ..from }))
}
