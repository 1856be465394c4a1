//! How the turn mode is drawn: board, seats, record, analysis and the state of the game.

use std::time::Duration;

use host::{SeatNumber, TurnSeat, TurnView};
use play::{PieceKind, Square};
use ratatui::layout::Rect;

use super::{
    super::{
        mode::{Panel, Shown},
        offered,
    },
    Analysis, Premove, TurnMode,
};
use crate::{
    canvas::{Canvas, rows},
    offered::OfferedGame,
    widgets::{
        board::{BoardPicture, Form, Turned},
        clock,
        sheet::Sheet,
    },
};

impl TurnMode {
    pub(super) fn picture_board(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form, shown: Shown<'_, Self>) {
        let Some(scene) = self.scene(shown.controls) else {
            return;
        };
        let targets = self.targets(shown.controls);
        let premove = match &self.premove {
            Some(Premove::Squares(from, to)) => vec![*from, *to],
            Some(Premove::Typed(_)) | None => Vec::new(),
        };
        let hint = self.hint.iter().flat_map(|mv| [mv.from, mv.to]);
        let hint: Vec<Square> = hint.chain(premove).collect();
        // A piece that can move to its own square is upgraded there.
        let upgrade = self.chosen.filter(|chosen| targets.contains(chosen));
        BoardPicture {
            board: &shown.view.board,
            scene,
            turned: turned(shown),
            cursor: shown.controls.cursor.filter(|_| self.past.is_none()),
            chosen: self.chosen,
            targets: &targets,
            hint: &hint,
            slide: self.slide(shown.now),
            names: Turned::default(),
            upgrade,
        }
        .draw(canvas, area, form);
    }

    /// The seats above and below the board.
    pub(super) fn seat_order(shown: Shown<'_, Self>) -> [usize; 2] {
        if turned(shown) == Turned::below(SeatNumber(1)) {
            [0, 1]
        } else {
            [1, 0]
        }
    }

    /// A seat's row: whose turn, name, captured pieces, purse and clock.
    pub(super) fn draw_seat(&self, canvas: &mut Canvas<'_>, row: Rect, seat: usize, shown: Shown<'_, Self>) {
        let frame = &shown.view.frame;
        let Some(at) = frame.seats.get(seat) else { return };
        let number = SeatNumber(seat as u8);
        let look = canvas.look;
        let past = self.past.as_ref().and_then(|past| past.seats.get(seat));
        let turn = self.past.as_ref().map_or(frame.scene.turn, |past| past.scene.turn);
        let has_turn = turn.map(SeatNumber::from) == Some(number) && (past.is_some() || frame.end.is_none());
        let pointer = if has_turn { look.signs().pointer } else { " " };
        canvas.words(row.x, row.y, 1, pointer, look.accent());
        let mut right = row;
        let clock = match past {
            Some(past) => past.left.map(|left| (Duration::from_millis(left), false)),
            None => shown.controls.visit.clock(seat, shown.now),
        };
        if let Some((left, runs)) = clock {
            let at_first = Duration::from_millis(shown.view.time.unwrap_or(0));
            let style = if clock::is_low(left, at_first) {
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
            let taken = canvas.at_right(right, row.y, &format!("purse {purse}"), look.accent());
            right.width = right.width.saturating_sub(taken + 1);
        }
        let name = match shown.controls.name(number) {
            name if name == at.seat.side => format!("{name} "),
            name => format!("{name} ({}) ", at.seat.side),
        };
        let style = if has_turn { look.strong() } else { look.ground() };
        let mut start = row.x + Form::LABELS - 1;
        if !look.shows_sides() && !look.glyphs().is_ascii() {
            // A king as on the board shows which pieces are this side's.
            let (king, style) = if look.is_coloured() {
                (look.glyphs().solid(PieceKind::King), look.swatch(at.seat.army))
            } else {
                (look.glyphs().formed(PieceKind::King, at.seat.army), look.strong())
            };
            start += canvas.words(start, row.y, 2, king, style) + 1;
        }
        let taken = canvas.fitted(start, row.y, right.right().saturating_sub(start), &name, style);
        let captured = match past {
            Some(past) => captured(canvas, &past.captured, past.lead),
            None => captured(canvas, &at.captured, at.lead),
        };
        let x = start + taken;
        canvas.fitted(x, row.y, right.right().saturating_sub(x), &captured, look.captured());
    }

    fn purse(&self, seat: usize, at: &TurnSeat) -> Option<u32> {
        let past = self.past.as_ref().and_then(|past| past.scene.purses.get(seat));
        past.copied().or(at.purse)
    }

    /// The record, and below it what the engine thinks of the game's position; before the first move how to play.
    pub(super) fn draw_record(&self, canvas: &mut Canvas<'_>, mut area: Rect, place: Panel, shown: Shown<'_, Self>) {
        let view = shown.view;
        if let Some(words) = self.thought_words(shown) {
            let [most, gap] = match place {
                Panel::Beside => [3, 1],
                Panel::Below => [area.height / 2, 0],
            };
            let lines = rows(&words, area.width);
            let count = (lines.len() as u16).min(most);
            for (y, line) in (area.bottom() - count..area.bottom()).zip(&lines) {
                canvas.words(area.x, y, area.width, line, canvas.look.link());
            }
            area.height = area.height.saturating_sub(count + gap);
        }
        if place == Panel::Beside && view.record.is_empty() && area.width >= 24 {
            let game = shown.controls.game(view.game);
            let words = game.map(how_to_play).unwrap_or_default();
            for (y, line) in (area.y..area.bottom()).zip(rows(&words, area.width)) {
                canvas.words(area.x, y, area.width, &line, canvas.look.muted());
            }
        }
        let opening = match &self.past {
            Some(past) => past.opening.as_ref(),
            None => view.frame.opening.as_ref(),
        };
        Sheet {
            opening,
            record: &view.record,
            first: view.first,
            at: self.past.as_ref().map_or(view.record.len(), |past| past.scene.ply),
            judged: &[],
        }
        .draw(canvas, area);
    }

    /// What the engine thinks of the position on the board; nothing about earlier positions and finished games.
    fn thought_words(&self, shown: Shown<'_, Self>) -> Option<String> {
        match &self.analysis {
            Analysis::Off => None,
            Analysis::On(_) if self.past.is_some() || shown.view.frame.end.is_some() => None,
            Analysis::On(None) => Some("The engine is thinking…".to_owned()),
            Analysis::On(Some(thought)) => {
                let line = thought.line.join(" ");
                Some(format!("{} at depth {}: {line}", thought.words, thought.depth))
            }
        }
    }

    /// Whose move it is, or what else there is to know.
    pub(super) fn standing_words(&self, shown: Shown<'_, Self>) -> String {
        let TurnView { frame, yours, .. } = shown.view;
        if let Some(end) = &frame.end {
            return format!("{} {}. Esc leaves, /rematch plays again.", end.result, end.words);
        }
        match &self.premove {
            Some(Premove::Typed(text)) => return format!("{text} waits for your turn. Esc drops it."),
            Some(Premove::Squares(from, to)) => {
                let [from, to] = [from, to].map(|square| shown.view.board.name(*square));
                return format!("{from}{to} waits for your turn. Esc drops it.");
            }
            None => {}
        }
        if let Some(offer) = frame.offer.filter(|_| frame.may.answer) {
            return format!("{} {}", shown.controls.name(offer.by), offered(offer.what));
        }
        if let Some(words) = shown.controls.absence_words(shown.now) {
            return words;
        }
        if let Some(seat) = frame.thinking {
            return format!("{} is thinking…", shown.controls.name(seat));
        }
        if let Some(claim) = &frame.may.claim {
            return format!("/draw claims a draw: {claim}.");
        }
        let Some(turn) = frame.scene.turn.map(SeatNumber::from) else {
            return String::new();
        };
        let check = if frame.scene.check.is_some() { " Check!" } else { "" };
        match yours.as_slice() {
            [seat] if *seat == turn => format!("Your move.{check}"),
            [] | [_] => format!("{} is to move.{check}", shown.controls.name(turn)),
            _ => {
                let side = frame.seats.get(usize::from(turn.0));
                let side = side.map_or("", |seat| seat.seat.side.as_str());
                format!("{side} to move.{check}")
            }
        }
    }
}

fn turned(shown: Shown<'_, TurnMode>) -> Turned {
    let turned = <TurnMode as super::Mode>::turned(shown.view);
    if shown.controls.flipped {
        turned.flipped()
    } else {
        turned
    }
}

/// What is shown beside an empty record.
fn how_to_play(game: &OfferedGame) -> String {
    let typing = match game {
        OfferedGame::Turn(module) => module.typing(),
        OfferedGame::Live => "",
    };
    let summary = game.summary();
    format!(
        "{}: {summary}.\n\n{typing} Or use the arrows and Enter, or the mouse.\n\n\
         Tab completes, F9 shows the rules, F1 lists every key and command.",
        game.name()
    )
}

/// Captured pieces in their order, and the lead.
fn captured(canvas: &Canvas<'_>, pieces: &[PieceKind], lead: u32) -> String {
    let glyphs = canvas.look.glyphs();
    let signs: String = pieces.iter().map(|&kind| glyphs.solid(kind)).collect();
    match lead {
        0 => signs,
        lead if signs.is_empty() => format!("+{lead}"),
        lead => format!("{signs} +{lead}"),
    }
}
