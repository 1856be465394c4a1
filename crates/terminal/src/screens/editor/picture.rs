//! How the editor is drawn: the board, beside it the entries, below it the position text and what is wrong.

use play::{FieldValues, Piece, Scene};
use ratatui::layout::Rect;

use super::{Editor, Hands, panel::Entry, side_name};
use crate::{
    canvas::{Canvas, rows},
    widgets::{
        board::{BoardPicture, Form, Turned},
        menu::Entry as MenuEntry,
    },
};

/// Rows below the board for the text and the faults.
const FOOT: u16 = 4;
/// Fewer columns than this beside the board are no room for the entries.
const NARROW: u16 = 18;

impl Editor {
    pub(super) fn draw_whole(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let board = &self.card.board;
        let form = Form::fitting(
            canvas.look,
            board,
            area.width.saturating_sub(NARROW),
            area.height.saturating_sub(FOOT),
        );
        let (wide, high) = form.size(board);
        // A small board leaves room below it for more entries.
        let most = area.height.saturating_sub(FOOT);
        let high = high.max((self.entries().len() as u16).min(most));
        self.draw_board(canvas, area, form);
        let side = Rect {
            x: area.x + wide + 1,
            width: area.width.saturating_sub(wide + 1),
            height: high,
            ..area
        };
        self.draw_entries(canvas, side);
        let foot = Rect {
            y: area.y + high,
            height: area.height.saturating_sub(high),
            ..area
        };
        self.draw_foot(canvas, foot);
    }

    fn draw_board(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form) {
        let pieces = (0..).zip(&self.card.sketch.pieces).map(|(id, piece)| Piece {
            id,
            square: piece.square,
            army: piece.army,
            kind: piece.kind,
        });
        let scene = Scene {
            ply: 0,
            pieces: pieces.collect(),
            turn: Some(self.card.sketch.turn),
            last: None,
            check: None,
            purses: Vec::new(),
            text: String::new(),
        };
        BoardPicture {
            board: &self.card.board,
            scene: &scene,
            turned: Turned::below(host::SeatNumber(u8::from(self.flipped))),
            cursor: matches!(self.hands, Hands::Board).then_some(self.cursor),
            chosen: self.lifted,
            targets: &[],
            hint: &[],
            slide: None,
            names: Turned::default(),
            upgrade: None,
        }
        .draw(canvas, area, form);
    }

    fn draw_entries(&self, canvas: &mut Canvas<'_>, side: Rect) {
        let entries: Vec<MenuEntry<'_>> = self.entries().iter().map(|entry| self.shown(*entry)).collect();
        self.menu.draw(canvas, side, &entries);
    }

    fn shown(&self, entry: Entry) -> MenuEntry<'_> {
        match entry {
            Entry::Game => MenuEntry::valued("Game", self.module().name().to_owned()),
            Entry::Turn => MenuEntry::valued("To move", side_name(self.card.sketch.turn).to_owned()),
            Entry::Field(place) => {
                let field = &self.card.fields[place];
                match &field.values {
                    FieldValues::Choice(values) if values.len() < 2 => {
                        MenuEntry::noted(&field.name, field.value.clone())
                    }
                    _ => MenuEntry::valued(&field.name, field.value.clone()),
                }
            }
            Entry::Play => MenuEntry::plain("Play from here"),
            Entry::Study => MenuEntry::plain("Study it"),
            Entry::Usual => MenuEntry::plain("Start position"),
            Entry::Empty => MenuEntry::plain("Empty board"),
            Entry::Text => MenuEntry::plain("Type the position"),
        }
    }

    /// The position text or the line for it, and below it what is wrong, or how pieces are put down.
    fn draw_foot(&self, canvas: &mut Canvas<'_>, foot: Rect) {
        let look = canvas.look;
        let first = Rect { height: 1, ..foot };
        if let Hands::Text(line) = &self.hands {
            line.draw(canvas, first, "Position: ");
        } else {
            canvas.fitted(foot.x, foot.y, foot.width, &self.card.text, look.link());
        }
        let (words, style) = if !self.status.is_empty() {
            (self.status.words.clone(), self.status.style(look))
        } else if !self.card.faults.is_empty() {
            (self.card.faults.join(" "), look.danger())
        } else {
            let hands = match self.hands {
                Hands::Board => format!("{} Tab: fields, play, study.", self.letters()),
                Hands::Panel | Hands::Text(_) => "Nothing is wrong with this position. Esc: to the board.".to_owned(),
            };
            (hands, look.muted())
        };
        for (y, row) in (foot.y + 1..foot.bottom()).zip(rows(&words, foot.width)) {
            canvas.words(foot.x, y, foot.width, &row, style);
        }
    }
}
