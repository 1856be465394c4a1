//! A board as small as it can be read: two columns and a row a square, without coordinates.

use host::{LivePiece, Place};
use play::{Army, Board, Piece, PieceKind, Scene, Square};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    look::{Mark, Shade},
    visit::{SQUARE, Time},
};

/// A board among many.
pub(crate) struct Miniature<'a> {
    pub(crate) board: &'a Board,
    pub(crate) pieces: Vec<Small>,
    /// Squares of the last move.
    pub(crate) last: &'a [Square],
    pub(crate) check: Option<Square>,
}

/// A piece on the square that is nearest to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Small {
    square: Square,
    army: Army,
    kind: PieceKind,
}

impl Small {
    /// A piece of a game with turns.
    pub(crate) const fn standing(piece: Piece) -> Small {
        Small {
            square: piece.square,
            army: piece.army,
            kind: piece.kind,
        }
    }

    /// A piece that may be under way.
    pub(crate) fn under_way(piece: &LivePiece, time: Time, board: &Board) -> Small {
        let [file, rank] = time.place(piece);
        let nearest = |at: i32, squares: u8| ((at + SQUARE / 2) / SQUARE).clamp(0, i32::from(squares) - 1) as u8;
        Small {
            square: Square {
                file: nearest(file, board.width),
                rank: nearest(rank, board.height),
            },
            army: piece.army,
            kind: piece.kind,
        }
    }
}

impl<'a> Miniature<'a> {
    /// A board with turns.
    pub(crate) fn of_scene(board: &'a Board, scene: &'a Scene) -> Self {
        Miniature {
            board,
            pieces: scene.pieces.iter().copied().map(Small::standing).collect(),
            last: scene.last.as_ref().map_or(&[], |squares| squares.as_slice()),
            check: scene.check,
        }
    }

    /// A board without turns: moving pieces are drawn above the others.
    pub(crate) fn of_pieces(board: &'a Board, pieces: &[LivePiece], tick: u32) -> Self {
        let (standing, moving): (Vec<&LivePiece>, Vec<&LivePiece>) = pieces
            .iter()
            .partition(|piece| matches!(piece.place, Place::Standing { .. }));
        let all = standing.into_iter().chain(moving);
        Miniature {
            board,
            pieces: all
                .map(|piece| Small::under_way(piece, Time::of(tick), board))
                .collect(),
            last: &[],
            check: None,
        }
    }

    /// Columns and rows of a board.
    pub(crate) const fn size(board: &Board) -> (u16, u16) {
        (board.width as u16 * 2, board.height as u16)
    }

    /// Draws it into the upper left of `area`.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let look = canvas.look;
        for file in 0..self.board.width {
            for rank in 0..self.board.height {
                let square = Square { file, rank };
                let place = self.place(area, square);
                if self.board.holes.contains(&square) {
                    continue;
                }
                let mark = if self.check == Some(square) {
                    Mark::Check
                } else if self.last.contains(&square) {
                    Mark::Last
                } else {
                    Mark::None
                };
                let shade = if (file + rank).is_multiple_of(2) {
                    Shade::Dark
                } else {
                    Shade::Light
                };
                canvas.fill(place, look.square(shade, mark));
                if !look.is_coloured() && shade == Shade::Dark {
                    canvas.cell(place.x, place.y, look.signs().dark, look.muted());
                }
            }
        }
        for piece in &self.pieces {
            self.draw_piece(canvas, self.place(area, piece.square), *piece);
        }
    }

    fn draw_piece(&self, canvas: &mut Canvas<'_>, place: Rect, piece: Small) {
        let look = canvas.look;
        let style = look.piece(piece.army);
        let sign = if look.is_coloured() && !look.glyphs().is_ascii() {
            look.glyphs().solid(piece.kind)
        } else {
            look.glyphs().formed(piece.kind, piece.army)
        };
        canvas.cell(place.x, place.y, sign, style);
        match piece.army {
            Army::Ivory | Army::Ink => {
                // Without colour the sign behind its piece marks the last move.
                if !look.is_coloured() && self.last.contains(&piece.square) {
                    canvas.cell(place.x + 1, place.y, look.signs().last[1], look.muted());
                }
            }
            Army::Vermilion | Army::Cobalt if look.is_coloured() => canvas.tint(place.x + 1, place.y, style),
            Army::Vermilion => canvas.cell(place.x + 1, place.y, look.signs().vermilion, style),
            Army::Cobalt => canvas.cell(place.x + 1, place.y, look.signs().cobalt, style),
        }
    }

    fn place(&self, area: Rect, square: Square) -> Rect {
        Rect {
            x: area.x + u16::from(square.file) * 2,
            y: area.y + u16::from(self.board.height - 1 - square.rank),
            width: 2,
            height: 1,
        }
    }
}
