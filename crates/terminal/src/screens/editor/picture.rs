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
        self.draw_foot(canvas, foot, self.cut_entry(side));
    }

    /// The chosen entry with its value, where there is no room for it beside the board.
    fn cut_entry(&self, side: Rect) -> Option<String> {
        let entry = self.entries().get(self.menu.at).copied()?;
        if side.width >= NARROW || !matches!(self.hands, Hands::Panel) {
            return None;
        }
        let entry = self.shown(entry);
        Some(if entry.note.is_empty() {
            entry.name.into_owned()
        } else {
            format!("{}: {}", entry.name, entry.note)
        })
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
    fn draw_foot(&self, canvas: &mut Canvas<'_>, mut foot: Rect, cut: Option<String>) {
        let look = canvas.look;
        let first = Rect { height: 1, ..foot };
        let mut taken = 1;
        if let Hands::Text(line) = &self.hands {
            line.draw(canvas, first, "Position: ");
        } else {
            let text = rows(&self.card.text, foot.width).into_iter();
            let text = text.map(|row| (row, look.link()));
            let cut = cut.map(|words| (words, look.accent()));
            // The last rows are for the faults.
            let most = usize::from(foot.height.saturating_sub(2).max(1));
            for (row, style) in text.chain(cut).take(most) {
                canvas.fitted(foot.x, foot.y, foot.width, &row, style);
                foot.y += 1;
                foot.height = foot.height.saturating_sub(1);
            }
            taken = 0;
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
        for (y, row) in (foot.y + taken..foot.bottom()).zip(rows(&words, foot.width)) {
            canvas.words(foot.x, y, foot.width, &row, style);
        }
    }
}
