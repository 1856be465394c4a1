//! Pieces built of half blocks, in two sizes: eight points wide and high, and twelve.
//!
//! A column or more at each side stays free, so that neighbours do not grow together.

use play::PieceKind;

/// How large a piece is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockSize {
    /// Eight columns and four rows.
    Small,
    /// Twelve columns and six rows.
    Large,
}

impl BlockSize {
    /// Columns of a piece.
    pub(crate) const fn width(self) -> u16 {
        match self {
            BlockSize::Small => 8,
            BlockSize::Large => 12,
        }
    }

    /// Rows of a piece; each shows two rows of points.
    pub(crate) const fn height(self) -> u16 {
        self.width() / 2
    }
}

/// One row of a piece, its cells from left to right.
pub(crate) fn block_row(size: BlockSize, kind: PieceKind, row: u16) -> impl Iterator<Item = &'static str> {
    let picture = picture(size, kind);
    let [upper, lower] = [2 * row, 2 * row + 1].map(|line| picture.get(usize::from(line)).copied().unwrap_or(""));
    (0..usize::from(size.width())).map(move |column| {
        let inked = |line: &str| line.as_bytes().get(column) == Some(&b'#');
        match (inked(upper), inked(lower)) {
            (true, true) => "█",
            (true, false) => "▀",
            (false, true) => "▄",
            (false, false) => " ",
        }
    })
}

const fn picture(size: BlockSize, kind: PieceKind) -> &'static [&'static str] {
    match (size, kind) {
        (BlockSize::Small, PieceKind::Pawn) => &PAWN,
        (BlockSize::Small, PieceKind::Knight) => &KNIGHT,
        (BlockSize::Small, PieceKind::Bishop) => &BISHOP,
        (BlockSize::Small, PieceKind::Rook) => &ROOK,
        (BlockSize::Small, PieceKind::Queen) => &QUEEN,
        (BlockSize::Small, PieceKind::OpenQueen) => &OPEN_QUEEN,
        (BlockSize::Small, PieceKind::King) => &KING,
        (BlockSize::Large, PieceKind::Pawn) => &LARGE_PAWN,
        (BlockSize::Large, PieceKind::Knight) => &LARGE_KNIGHT,
        (BlockSize::Large, PieceKind::Bishop) => &LARGE_BISHOP,
        (BlockSize::Large, PieceKind::Rook) => &LARGE_ROOK,
        (BlockSize::Large, PieceKind::Queen) => &LARGE_QUEEN,
        (BlockSize::Large, PieceKind::OpenQueen) => &LARGE_OPEN_QUEEN,
        (BlockSize::Large, PieceKind::King) => &LARGE_KING,
    }
}

#[rustfmt::skip]
const PAWN: [&str; 8] = [
    "........",
    "........",
    "...##...",
    "..####..",
    "...##...",
    "..####..",
    ".######.",
    "........",
];

#[rustfmt::skip]
const KNIGHT: [&str; 8] = [
    "........",
    "...#.#..",
    "..####..",
    ".##.###.",
    ".##.###.",
    "....###.",
    "..#####.",
    "........",
];

#[rustfmt::skip]
const BISHOP: [&str; 8] = [
    "...##...",
    "..#..#..",
    "..##.#..",
    "..####..",
    "...##...",
    "..####..",
    ".######.",
    "........",
];

#[rustfmt::skip]
const ROOK: [&str; 8] = [
    "........",
    ".#.##.#.",
    ".######.",
    "..####..",
    "..####..",
    "..####..",
    ".######.",
    "........",
];

#[rustfmt::skip]
const QUEEN: [&str; 8] = [
    "...##...",
    ".#....#.",
    ".#.##.#.",
    ".######.",
    "..####..",
    "..####..",
    ".######.",
    "........",
];

/// No point in the middle: this queen cannot move sideways and must look different from the queen of chess.
#[rustfmt::skip]
const OPEN_QUEEN: [&str; 8] = [
    "........",
    ".#....#.",
    ".##..##.",
    ".######.",
    "..####..",
    "..####..",
    ".######.",
    "........",
];

#[rustfmt::skip]
const KING: [&str; 8] = [
    "...##...",
    ".######.",
    "...##...",
    ".##..##.",
    ".######.",
    "..####..",
    ".######.",
    "........",
];

#[rustfmt::skip]
const LARGE_PAWN: [&str; 12] = [
    "............",
    "............",
    "............",
    ".....##.....",
    "....####....",
    "....####....",
    ".....##.....",
    "....####....",
    "....####....",
    "...######...",
    "..########..",
    "............",
];

#[rustfmt::skip]
const LARGE_KNIGHT: [&str; 12] = [
    "............",
    ".....#.#....",
    ".....####...",
    "....#######.",
    "...##.#####.",
    "..#########.",
    "..####.####.",
    "..##..#####.",
    ".....#####..",
    "....######..",
    "...########.",
    "............",
];

#[rustfmt::skip]
const LARGE_BISHOP: [&str; 12] = [
    ".....##.....",
    ".....##.....",
    "....##.#....",
    "...##.###...",
    "...#.####...",
    "...######...",
    "....####....",
    "....####....",
    "...######...",
    "....####....",
    "..########..",
    "............",
];

#[rustfmt::skip]
const LARGE_ROOK: [&str; 12] = [
    "............",
    "..##.##.##..",
    "..##.##.##..",
    "..########..",
    "...######...",
    "....####....",
    "....####....",
    "....####....",
    "...######...",
    "..########..",
    "..########..",
    "............",
];

#[rustfmt::skip]
const LARGE_QUEEN: [&str; 12] = [
    ".....##.....",
    ".#...##...#.",
    ".#..#..#..#.",
    ".##.#..#.##.",
    ".##.####.##.",
    "..########..",
    "..########..",
    "...######...",
    "....####....",
    "...######...",
    "..########..",
    "............",
];

#[rustfmt::skip]
const LARGE_OPEN_QUEEN: [&str; 12] = [
    "............",
    ".#........#.",
    ".##......##.",
    ".###....###.",
    ".####..####.",
    "..########..",
    "..########..",
    "...######...",
    "....####....",
    "...######...",
    "..########..",
    "............",
];

#[rustfmt::skip]
const LARGE_KING: [&str; 12] = [
    ".....##.....",
    "...######...",
    ".....##.....",
    "..##.##.##..",
    ".##########.",
    ".####..####.",
    ".###....###.",
    "..###..###..",
    "...######...",
    "...######...",
    "..########..",
    "............",
];

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [PieceKind; 7] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::OpenQueen,
        PieceKind::King,
    ];

    #[test]
    fn every_picture_fits_its_square_and_leaves_its_edges_free() {
        for size in [BlockSize::Small, BlockSize::Large] {
            for kind in KINDS {
                let picture = picture(size, kind);
                assert_eq!(picture.len(), usize::from(size.width()), "{size:?} {kind:?}");
                for line in picture {
                    assert_eq!(line.len(), usize::from(size.width()), "{size:?} {kind:?}");
                    assert!(line.starts_with('.') && line.ends_with('.'), "{size:?} {kind:?}");
                }
                assert!(!picture[picture.len() - 1].contains('#'), "{size:?} {kind:?}");
            }
        }
    }

    #[test]
    fn no_two_pieces_look_alike() {
        for size in [BlockSize::Small, BlockSize::Large] {
            for (place, kind) in KINDS.iter().enumerate() {
                for other in &KINDS[..place] {
                    let pairs = picture(size, *kind).iter().zip(picture(size, *other));
                    let points =
                        pairs.map(|(one, two)| one.bytes().zip(two.bytes()).filter(|(one, two)| one != two).count());
                    assert!(points.sum::<usize>() >= 4, "{size:?} {kind:?} {other:?}");
                }
            }
        }
    }
}
