//! Where material does not tell who wins: endings that are drawn, and a bare king that must be driven to mate.

use shakmaty::{Bitboard, Color, Role, Square};

use crate::board::Board;

/// A scale that changes nothing.
pub(super) const FULL: i32 = 64;
/// The scale of endings that are drawn but for accidents.
pub(super) const NEARLY_NONE: i32 = 10;

/// How much of an endgame score can be believed, in parts of [`FULL`], when `strong` is ahead.
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let pieces = board.pieces();
    let own = pieces.by_color(strong);
    let pawns = board.of(strong, Role::Pawn);
    if pawns.is_empty() {
        // Without pawns a minor piece more does not win.
        let lead = non_pawns(board, strong) - non_pawns(board, !strong);
        if non_pawns(board, strong) <= 3 || only_knights(board, strong) {
            return 0;
        }
        return if lead <= 3 { NEARLY_NONE } else { FULL };
    }
    if wrong_bishop(board, strong) {
        return 0;
    }
    let (bishop, other) = (pieces.bishops() & own, pieces.bishops() & pieces.by_color(!strong));
    if bishop.count() == 1 && other.count() == 1 {
        let shades = [bishop, other].map(|bishop| (bishop & Bitboard::DARK_SQUARES).any());
        if shades[0] != shades[1] {
            let alone = (pieces.occupied() & !(pieces.bishops() | pieces.pawns() | pieces.kings())).is_empty();
            return if alone {
                24 + 4 * (pawns.count() as i32).min(4)
            } else {
                52
            };
        }
    }
    // The fewer pawns, the nearer a draw.
    (44 + 4 * pawns.count() as i32).min(FULL)
}

/// Drives a bare king to the edge, into the bishop's corner if need be, and the kings together; for White.
pub(super) fn mop_up(board: &Board) -> i32 {
    Color::ALL.into_iter().fold(0, |sum, strong| {
        let bare = board.pieces().by_color(!strong).count() == 1;
        if !bare || non_pawns(board, strong) < 5 || only_knights(board, strong) {
            return sum;
        }
        let (king, lone) = (board.king(strong), board.king(!strong));
        let near = 14 - 2 * i32::from(king.distance(lone) as u8);
        let minors_only = board.pieces().rooks_and_queens().is_empty() && board.pieces().pawns().is_empty();
        let edge = if minors_only && board.pieces().bishops().count() == 1 {
            corner(lone, board.pieces().bishops())
        } else {
            10 * centre_distance(lone)
        };
        let bonus = 200 + 4 * near + edge;
        sum + if strong == Color::White { bonus } else { -bonus }
    })
}

/// Officers in the usual points: three for a minor piece, five for a rook, nine for a queen.
fn non_pawns(board: &Board, color: Color) -> i32 {
    let count = |role| board.of(color, role).count() as i32;
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

/// Two knights or fewer and nothing else.
fn only_knights(board: &Board, color: Color) -> bool {
    let non_pawns = board.pieces().by_color(color) & !board.pieces().kings();
    non_pawns == board.of(color, Role::Knight) && non_pawns.count() <= 2
}

/// Pawns on one edge whose corner the bishop does not hold, with the enemy king in it.
fn wrong_bishop(board: &Board, strong: Color) -> bool {
    let pieces = board.pieces();
    let pawns = board.of(strong, Role::Pawn);
    let non_pawns = pieces.by_color(strong) & !pieces.pawns() & !pieces.kings();
    let bishops = board.of(strong, Role::Bishop);
    if non_pawns != bishops {
        return false;
    }
    let edges = [
        (Bitboard::from_file(shakmaty::File::A), Square::A8),
        (Bitboard::from_file(shakmaty::File::H), Square::H8),
    ];
    edges.into_iter().any(|(file, corner)| {
        let corner = if strong == Color::White {
            corner
        } else {
            corner.flip_vertical()
        };
        let shade = if Bitboard::DARK_SQUARES.contains(corner) {
            Bitboard::DARK_SQUARES
        } else {
            Bitboard::LIGHT_SQUARES
        };
        (pawns & !file).is_empty() && (bishops & shade).is_empty() && board.king(!strong).distance(corner) <= 1
    })
}

/// Steps from the centre, by file and by rank.
fn centre_distance(square: Square) -> i32 {
    let off = |line: u32| (3 - line as i32).max(line as i32 - 4);
    off(u32::from(square.file())) + off(u32::from(square.rank()))
}

/// The nearer the corner of the bishop's colour, the better: up to 140, in the corner itself.
fn corner(lone: Square, bishop: Bitboard) -> i32 {
    let corners = if (bishop & Bitboard::DARK_SQUARES).any() {
        [Square::A1, Square::H8]
    } else {
        [Square::A8, Square::H1]
    };
    let steps = |corner: Square| {
        let (file, rank) = (
            u32::from(lone.file()).abs_diff(u32::from(corner.file())),
            u32::from(lone.rank()).abs_diff(u32::from(corner.rank())),
        );
        (file + rank) as i32
    };
    140 - 14 * corners.map(steps).into_iter().min().unwrap_or(0)
}
