//! One board of a match, as large as it can be.

use arena::{BoardCell, BoardView, FinishedGame};
use play::{Army, PieceKind};
use ratatui::layout::Rect;

use super::Arena;
use crate::{
    canvas::{Canvas, Spot, rows},
    visit::Time,
    widgets::{
        board::{BoardPicture, Form, Turned},
        gliding::GlidingPicture,
    },
};

/// Fewer columns beside a board hold no words.
const NARROW: u16 = 16;

impl Arena {
    pub(super) fn draw_board(&self, canvas: &mut Canvas<'_>, room: Rect) {
        let Some(cell) = self.cells.get(self.at).and_then(Option::as_ref) else {
            let words = "No game has begun at this place yet.";
            canvas.centred(room, room.y + room.height / 2, words, canvas.look.muted());
            return;
        };
        let BoardCell { game, seats, view, .. } = cell;
        self.draw_shown(canvas, room, (*game, seats, view), self.finished(*game));
    }

    /// A game that is over.
    pub(super) fn draw_game(&self, canvas: &mut Canvas<'_>, room: Rect, number: u64) {
        if let Some(ended) = self.finished(number) {
            let shown = (ended.game, &ended.seats, &ended.view);
            self.draw_shown(canvas, room, shown, Some(ended));
        } else {
            let words = format!("Game {} is no longer shown.", number + 1);
            canvas.centred(room, room.y + room.height / 2, &words, canvas.look.muted());
        }
    }

    fn draw_shown(
        &self,
        canvas: &mut Canvas<'_>,
        room: Rect,
        (game, seats, view): (u64, &Vec<usize>, &BoardView),
        ended: Option<&FinishedGame>,
    ) {
        let form = Form::fitting(canvas.look, view.board(), room.width, room.height);
        let (wide, high) = form.size(view.board());
        if wide > room.width || high > room.height {
            let words = format!("This board needs a window of {}×{}.", wide + 2, high + 5);
            canvas.centred(room, room.y + room.height / 2, &words, canvas.look.danger());
            return;
        }
        draw_picture(canvas, room, form, view);
        let words = self.words(game, seats, view, ended);
        let beside = room.width.saturating_sub(wide + 2);
        if beside < NARROW {
            // The row above is free but for what is said here.
            let row = Rect {
                y: room.y - 1,
                height: 1,
                ..room
            };
            canvas.fitted(row.x, row.y, row.width, &words.join(", "), canvas.look.muted());
            return;
        }
        let side = Rect {
            x: room.x + wide + 2,
            width: beside,
            ..room
        };
        self.draw_beside(canvas, side, seats, &words);
    }

    /// What is to be said of a game, the number first.
    fn words(&self, game: u64, seats: &[usize], view: &BoardView, ended: Option<&FinishedGame>) -> Vec<String> {
        let mut words = vec![format!("Game {} of {}", game + 1, self.watched.total())];
        words.push(self.seated(seats).join(" – "));
        match (ended, view) {
            (Some(ended), _) => {
                words.push(format!("{}: {}", ended.result, ended.reason));
                let unit = self.score.as_ref().map_or("", |score| score.unit);
                words.push(format!("{} {unit}", ended.length));
            }
            (None, BoardView::Turn { scene, .. }) => {
                words.push(format!("{} plies", scene.ply));
                if let [white, black] = scene.purses.as_slice() {
                    words.push(format!("purses {white} and {black}"));
                }
            }
            (None, BoardView::Live(scene)) => words.push(Time::of(scene.tick).clock()),
        }
        words
    }

    fn draw_beside(&self, canvas: &mut Canvas<'_>, side: Rect, seats: &[usize], words: &[String]) {
        let look = canvas.look;
        let mut y = side.y;
        for (line, text) in words.iter().enumerate() {
            match line {
                0 => {
                    canvas.fitted(side.x, y, side.width, text, look.accent());
                    y += 1;
                }
                // The names stand a row each, with their armies.
                1 => {
                    for (army, name) in Army::ALL.into_iter().zip(self.seated(seats)) {
                        let king = if look.is_coloured() && !look.glyphs().is_ascii() {
                            look.glyphs().solid(PieceKind::King)
                        } else {
                            look.glyphs().formed(PieceKind::King, army)
                        };
                        canvas.words(side.x, y, 3, &format!(" {king} "), look.swatch(army));
                        canvas.fitted(side.x + 4, y, side.width.saturating_sub(4), name, look.strong());
                        y += 1;
                    }
                }
                _ => {
                    for row in rows(text, side.width) {
                        canvas.words(side.x, y, side.width, &row, look.ground());
                        y += 1;
                    }
                }
            }
        }
        y += 1;
        canvas.fitted(side.x, y, side.width, "Games that are over", look.muted());
        for (y, ended) in (y + 1..side.bottom()).zip(self.finished.iter().rev()) {
            let names = self.seated(&ended.seats).join("–");
            let words = format!("{:>4} {} {names}", ended.game + 1, ended.result);
            canvas.fitted(side.x, y, side.width, &words, look.ground());
        }
    }
}

/// A board as it is drawn; it is only watched, so that its squares cannot be touched.
pub(super) fn draw_picture(canvas: &mut Canvas<'_>, room: Rect, form: Form, view: &BoardView) {
    match view {
        BoardView::Turn { board, scene } => BoardPicture {
            board,
            scene,
            turned: Turned::default(),
            names: Turned::default(),
            cursor: None,
            chosen: None,
            targets: &[],
            hint: &[],
            slide: None,
            upgrade: None,
        }
        .draw(canvas, room, form),
        BoardView::Live(scene) => GlidingPicture {
            board: &scene.board,
            pieces: &scene.pieces,
            premoves: &[],
            rest: scene.rest,
            ticks_per_second: scene.ticks_per_second,
            time: Time::of(scene.tick),
            turned: Turned::default(),
            names: Turned::default(),
            cursor: None,
            chosen: None,
            targets: &[],
        }
        .draw(canvas, room, form),
    }
    canvas.spots.retain(|(_, spot)| !matches!(spot, Spot::Square(_)));
}
