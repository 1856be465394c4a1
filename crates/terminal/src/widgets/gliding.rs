//! A board on which pieces move at the same time: they glide from cell to cell, and resting pieces show how long.

use host::{LivePiece, Place, Premove};
use play::{Board, Piece, Scene, Square};
use ratatui::layout::Rect;

use super::board::{BoardPicture, Form, Turned, draw_figure};
use crate::{
    canvas::Canvas,
    visit::{SQUARE, Time},
};

/// Everything such a board shows.
pub(crate) struct GlidingPicture<'a> {
    pub(crate) board: &'a Board,
    pub(crate) pieces: &'a [LivePiece],
    /// What waits for pieces that rest.
    pub(crate) premoves: &'a [Premove],
    /// Ticks that a piece rests after a move.
    pub(crate) rest: u32,
    pub(crate) ticks_per_second: u32,
    /// The present, or another moment of the game.
    pub(crate) time: Time,
    pub(crate) turned: Turned,
    /// From which side squares are named.
    pub(crate) names: Turned,
    pub(crate) cursor: Option<Square>,
    /// The piece to be sent.
    pub(crate) chosen: Option<Square>,
    /// Where it can go, as far as is seen.
    pub(crate) targets: &'a [Square],
}

impl GlidingPicture<'_> {
    /// Draws the board into the upper left of `area`.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, form: Form) {
        let waiting: Vec<Square> = self.premoves.iter().map(|premove| premove.to).collect();
        let scene = Scene {
            ply: 0,
            pieces: self.pieces.iter().filter_map(standing).collect(),
            turn: None,
            last: None,
            check: None,
            purses: Vec::new(),
            text: String::new(),
        };
        let ground = BoardPicture {
            board: self.board,
            scene: &scene,
            turned: self.turned,
            cursor: self.cursor,
            chosen: self.chosen,
            targets: self.targets,
            hint: &waiting,
            slide: None,
            names: self.names,
            upgrade: None,
        };
        ground.draw(canvas, area, form);
        let origin = Rect {
            x: area.x + form.labels(self.board),
            ..area
        };
        let (moving, resting): (Vec<&LivePiece>, Vec<&LivePiece>) =
            self.pieces.iter().partition(|piece| standing(piece).is_none());
        for piece in resting {
            self.draw_rest(canvas, self.cells(origin, form, piece), form, piece);
        }
        for piece in moving {
            draw_figure(canvas, self.cells(origin, form, piece), form, piece.army, piece.kind);
        }
    }

    /// The cells of a piece, wherever it is.
    fn cells(&self, origin: Rect, form: Form, piece: &LivePiece) -> Rect {
        let board = self.board;
        let [column, row] = self.turned.spot(board, self.time.place(piece), SQUARE);
        let (wide, high) = form.pitch();
        let first = form.place(origin, 0, 0);
        // A piece whose end is not known yet must not glide off the board.
        let cells = |at: i32, squares: u8, pitch: u16| {
            let last = (i32::from(squares) - 1) * SQUARE;
            ((at.clamp(0, last) * i32::from(pitch) + SQUARE / 2) / SQUARE) as u16
        };
        Rect {
            x: first.x + cells(column, board.width, wide),
            y: first.y + cells(row, board.height, high),
            ..first
        }
    }

    /// How long a piece still rests, and whether something waits for it.
    fn draw_rest(&self, canvas: &mut Canvas<'_>, place: Rect, form: Form, piece: &LivePiece) {
        let look = canvas.look;
        let style = look.piece(piece.army);
        let (x, y) = Form::middle(place);
        let [left, right] = form.sides(place);
        if self.premoves.iter().any(|premove| premove.piece == piece.id) {
            canvas.cell(left, y, look.signs().waits, style);
        }
        let rest = self.time.rest(piece);
        if rest == 0 {
            return;
        }
        if !look.is_coloured() {
            canvas.tint(x, y, look.resting(piece.army));
        }
        if look.glyphs().is_ascii() {
            let seconds = rest.div_ceil(self.ticks_per_second).min(9);
            canvas.cell(right, y, &seconds.to_string(), style);
        } else {
            let heights = look.signs().heights;
            let level = (rest as usize * heights.len()).div_ceil(self.rest.max(1) as usize);
            canvas.cell(right, y, heights[level.clamp(1, heights.len()) - 1], style);
        }
    }
}

/// A piece that stands, as other boards draw it.
fn standing(piece: &LivePiece) -> Option<Piece> {
    match piece.place {
        Place::Standing { square, .. } => Some(Piece {
            id: piece.id,
            square,
            army: piece.army,
            kind: piece.kind,
        }),
        Place::Moving { .. } | Place::Flying { .. } => None,
    }
}
