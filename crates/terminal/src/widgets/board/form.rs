//! How large the squares of a board are drawn, and where each cell of them is.

use play::Board;
use ratatui::layout::Rect;

use crate::{glyphs::BlockSize, look::Look};

/// A way to draw a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A square is three columns of one row: for small windows.
    Compact,
    /// Five columns and two rows, with seams of half rows so that pieces stand in the middle.
    Half,
    /// Seven columns and three rows.
    Tall,
    /// Eight columns and four rows, with pieces of blocks.
    Blocks,
    /// Ten columns and five rows, with the same pieces.
    WideBlocks,
    /// Twelve columns and six rows, with larger pieces.
    LargeBlocks,
    /// Three columns and one row between lines: without colour, or with plain letters.
    Grid,
    /// Seven columns and three rows between lines.
    WideGrid,
}

impl Form {
    /// Columns for the numbers of ranks, in most forms.
    pub(crate) const LABELS: u16 = 3;

    /// Columns for the numbers of ranks: without a gap where only so the board fits into 40 columns.
    pub(crate) const fn labels(self, board: &Board) -> u16 {
        let is_tight = matches!(self, Form::Compact) && board.width > 8;
        if is_tight { Form::LABELS - 1 } else { Form::LABELS }
    }

    /// The largest form for a look that fits into so many columns and rows; the smallest if none does.
    pub(crate) fn fitting(look: &Look, board: &Board, columns: u16, rows: u16) -> Form {
        let forms: &[Form] = match (look.is_coloured(), look.glyphs()) {
            (false, _) | (_, crate::glyphs::GlyphSet::Ascii) => &[Form::WideGrid, Form::Grid],
            (true, crate::glyphs::GlyphSet::Unicode) => &[Form::Tall, Form::Half],
            (true, crate::glyphs::GlyphSet::Blocks) => &[
                Form::LargeBlocks,
                Form::WideBlocks,
                Form::Blocks,
                Form::Tall,
                Form::Half,
            ],
        };
        let fits = |form: &Form| {
            let (wide, high) = form.size(board);
            wide <= columns && high <= rows
        };
        forms.iter().copied().find(fits).unwrap_or(Form::Compact)
    }

    /// Columns and rows of the whole board with its coordinates.
    pub(crate) fn size(self, board: &Board) -> (u16, u16) {
        let (wide, high) = self.pitch();
        let (more_columns, more_rows) = match self {
            Form::Compact | Form::Tall | Form::Blocks | Form::WideBlocks | Form::LargeBlocks => (0, 0),
            Form::Half => (0, 1),
            Form::Grid | Form::WideGrid => (1, 1),
        };
        (
            self.labels(board) + u16::from(board.width) * wide + more_columns,
            u16::from(board.height) * high + more_rows + 1,
        )
    }

    /// Columns and rows from one square to the next.
    pub(crate) const fn pitch(self) -> (u16, u16) {
        match self {
            Form::Compact => (3, 1),
            Form::Half => (5, 2),
            Form::Tall => (7, 3),
            Form::Blocks | Form::WideGrid => (8, 4),
            Form::WideBlocks => (10, 5),
            Form::LargeBlocks => (12, 6),
            Form::Grid => (4, 2),
        }
    }

    /// How large pieces of blocks are, if this form has them.
    pub(crate) const fn block_size(self) -> Option<BlockSize> {
        match self {
            Form::Blocks | Form::WideBlocks => Some(BlockSize::Small),
            Form::LargeBlocks => Some(BlockSize::Large),
            Form::Compact | Form::Half | Form::Tall | Form::Grid | Form::WideGrid => None,
        }
    }

    pub(crate) const fn has_lines(self) -> bool {
        matches!(self, Form::Grid | Form::WideGrid)
    }

    pub(crate) const fn has_half_rows(self) -> bool {
        matches!(self, Form::Half)
    }

    /// The cells of a square.
    pub(crate) fn place(self, origin: Rect, column: u8, row: u8) -> Rect {
        let (wide, high) = self.pitch();
        let [x, y] = [origin.x + u16::from(column) * wide, origin.y + u16::from(row) * high];
        let (x, y, width, height) = match self {
            Form::Compact | Form::Tall | Form::Blocks | Form::WideBlocks | Form::LargeBlocks => (x, y, wide, high),
            Form::Half => (x, y + 1, wide, 1),
            Form::Grid | Form::WideGrid => (x + 1, y + 1, wide - 1, high - 1),
        };
        Rect { x, y, width, height }
    }

    /// The cells of a square a mouse can touch: in half rows also the seam below.
    pub(crate) const fn reach(self, place: Rect) -> Rect {
        match self {
            Form::Half => Rect { height: 2, ..place },
            Form::Compact
            | Form::Tall
            | Form::Blocks
            | Form::WideBlocks
            | Form::LargeBlocks
            | Form::Grid
            | Form::WideGrid => place,
        }
    }

    /// The cells above a square that it shares with its neighbour.
    pub(crate) fn seam(self, origin: Rect, column: u8, row: u8) -> Rect {
        let (wide, high) = self.pitch();
        Rect {
            x: origin.x + u16::from(column) * wide,
            y: origin.y + u16::from(row) * high,
            width: wide,
            height: 1,
        }
    }

    /// Where a piece of one sign stands in its square.
    pub(crate) const fn middle(place: Rect) -> (u16, u16) {
        (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2)
    }

    /// The columns of the signs around a piece.
    pub(crate) const fn sides(self, place: Rect) -> [u16; 2] {
        let (middle, _) = Form::middle(place);
        match self {
            Form::Blocks | Form::WideBlocks | Form::LargeBlocks => [place.x, place.x + place.width - 1],
            Form::Compact | Form::Half | Form::Tall | Form::Grid | Form::WideGrid => [middle - 1, middle + 1],
        }
    }
}
