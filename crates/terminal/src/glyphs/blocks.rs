//! Pieces built of half blocks: eight points wide, eight high, on squares of eight columns and four rows.

use play::PieceKind;

/// Columns of a piece.
pub(crate) const BLOCK_WIDTH: u16 = 8;
/// Rows of a piece; each shows two rows of points.
pub(crate) const BLOCK_HEIGHT: u16 = 4;

/// One row of a piece, its cells from left to right.
pub(crate) fn block_row(kind: PieceKind, row: u16) -> impl Iterator<Item = &'static str> {
    let picture = picture(kind);
    let [upper, lower] = [2 * row, 2 * row + 1].map(|line| picture[usize::from(line).min(7)]);
    (0..usize::from(BLOCK_WIDTH)).map(move |column| {
        let inked = |line: &str| line.as_bytes()[column] == b'#';
        match (inked(upper), inked(lower)) {
            (true, true) => "█",
            (true, false) => "▀",
            (false, true) => "▄",
            (false, false) => " ",
        }
    })
}

const fn picture(kind: PieceKind) -> &'static [&'static str; 8] {
    match kind {
        PieceKind::Pawn => &PAWN,
        PieceKind::Knight => &KNIGHT,
        PieceKind::Bishop => &BISHOP,
        PieceKind::Rook => &ROOK,
        PieceKind::Queen => &QUEEN,
        PieceKind::OpenQueen => &OPEN_QUEEN,
        PieceKind::King => &KING,
    }
}

const PAWN: [&str; 8] = [
    "........", "........", "...##...", "..####..", "...##...", "...##...", "..####..", "........",
];

const KNIGHT: [&str; 8] = [
    "........", "..#.#...", "..####..", ".##.###.", ".###.##.", "...####.", "..#####.", "........",
];

const BISHOP: [&str; 8] = [
    "........", "...##...", "..##.#..", "..#.##..", "..####..", "...##...", ".######.", "........",
];

const ROOK: [&str; 8] = [
    "........", ".#.##.#.", ".######.", "..####..", "..####..", "..####..", ".######.", "........",
];

const QUEEN: [&str; 8] = [
    "........", "#..##..#", "#..##..#", "##.##.##", ".######.", "..####..", ".######.", "........",
];

/// No point in the middle: it cannot move sideways, and nobody shall take it for the queen of chess.
const OPEN_QUEEN: [&str; 8] = [
    "........", "##....##", "##....##", ".##..##.", ".######.", "..####..", ".######.", "........",
];

const KING: [&str; 8] = [
    "...##...", "..####..", "...##...", ".##..##.", "########", ".######.", ".######.", "........",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_fills_its_square() {
        for kind in [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
            PieceKind::OpenQueen,
            PieceKind::King,
        ] {
            assert!(
                picture(kind).iter().all(|line| line.len() == usize::from(BLOCK_WIDTH)),
                "{kind:?}"
            );
            assert!(
                (0..BLOCK_HEIGHT).any(|row| block_row(kind, row).any(|cell| cell != " ")),
                "{kind:?}"
            );
        }
    }
}
