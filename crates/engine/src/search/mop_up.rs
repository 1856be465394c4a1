//! Mop-up evaluation against a bare king.
//!
//! Training games end long before one side has a bare king, so the network gives such positions similar values, and a
//! search that does not see the mate makes no progress. This term rewards a bare king at the edge and a small distance
//! between the kings. Bishop and knight mate only in a corner of the bishop's colour, so with them it rewards a bare king
//! near such a corner instead, with a weight above the differences of the network's values.

use shakmaty::{Color, Role, Square};

use crate::board::Board;

/// Centipawns for each step of the bare king away from the centre.
const EDGE: i32 = 20;
/// Centipawns for each step that the kings are nearer to each other.
const NEAR: i32 = 8;

/// Centipawns for each step of the bare king towards a corner of the bishop's colour, for bishop and knight.
const CORNER: i32 = 200;

/// What to add to an evaluation for the side to move; 0 unless one side has a king alone and the other can mate it.
pub(super) fn mop_up(board: &Board) -> i32 {
    let pieces = board.pieces();
    let Some(bare) = Color::ALL.into_iter().find(|side| pieces.by_color(*side).count() == 1) else {
        return 0;
    };
    let strong = !bare;
    let minors = board.of(strong, Role::Bishop) | board.of(strong, Role::Knight);
    let mates = (board.of(strong, Role::Queen) | board.of(strong, Role::Rook)).any() || minors.count() > 1;
    if !mates {
        return 0;
    }
    let (king, other) = (board.king(bare), board.king(strong));
    let place = match mating_corner_distance(board, strong, king) {
        Some(steps) => CORNER * (7 - steps),
        None => EDGE * from_centre(king),
    };
    let bonus = place + NEAR * (14 - steps(king, other));
    if board.turn() == strong { bonus } else { -bonus }
}

/// Steps along files and ranks from the four squares of the centre.
fn from_centre(square: Square) -> i32 {
    let outside = |line: u32| (3 - line as i32).max(line as i32 - 4);
    outside(square.file().into()) + outside(square.rank().into())
}

/// For bishop and knight alone, how far a bare king is from a corner where they can mate it: 0 in such a corner, 7 on the
/// diagonal between the other two corners.
fn mating_corner_distance(board: &Board, strong: Color, king: Square) -> Option<i32> {
    let bishops = board.of(strong, Role::Bishop);
    let knights = board.of(strong, Role::Knight);
    let others = board.pieces().by_color(strong).count() - bishops.count() - knights.count();
    let is_pair = (bishops.count(), knights.count(), others) == (1, 1, 1);
    let bishop = bishops.first().filter(|_| is_pair)?;
    let file = u32::from(king.file()) as i32;
    // The corners of a light bishop are a8 and h1.
    let file = if bishop.is_light() { 7 - file } else { file };
    Some(7 - (7 - file - u32::from(king.rank()) as i32).abs())
}

/// Steps along files and ranks between two squares.
fn steps(one: Square, other: Square) -> i32 {
    let apart = |one: u32, other: u32| one.abs_diff(other) as i32;
    apart(one.file().into(), other.file().into()) + apart(one.rank().into(), other.rank().into())
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    use super::*;

    fn value(fen: &str) -> i32 {
        let position: Chess = fen
            .parse::<Fen>()
            .unwrap()
            .into_position(CastlingMode::Standard)
            .unwrap();
        mop_up(&Board::new(position))
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        let centre = value("8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1");
        let edge = value("4k3/8/8/8/8/8/8/1Q2K3 w - - 0 1");
        let corner = value("7k/8/8/8/8/8/8/1Q2K3 w - - 0 1");
        let near = value("7k/8/5K2/8/8/8/8/1Q6 w - - 0 1");
        assert!(0 < centre && centre < edge && edge < corner && corner < near);
        assert_eq!(value("7k/8/5K2/8/8/8/8/1Q6 b - - 0 1"), -near);
    }

    #[test]
    fn bishop_and_knight_drive_the_king_to_a_corner_of_the_bishops_colour() {
        let dark = |king: &str| value(&format!("{king}/8/8/8/8/8/8/2B1K1N1 w - - 0 1"));
        assert!(dark("7k") > dark("k7"), "h8 is dark");
        let light = |king: &str| value(&format!("{king}/8/8/8/8/8/8/4KBN1 w - - 0 1"));
        assert!(light("k7") > light("7k"), "a8 is light");
        let two_bishops = |king: &str| value(&format!("{king}/8/8/3K4/8/8/8/2B2B2 w - - 0 1"));
        assert_eq!(two_bishops("7k") - two_bishops("k7"), -NEAR);
    }

    #[test]
    fn nothing_is_added_where_nobody_is_alone_or_nobody_can_mate() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "7k/7p/8/8/8/8/8/1Q2K3 w - - 0 1",
            "7k/8/8/8/8/8/8/N3K3 w - - 0 1",
            "7k/8/8/8/8/8/P7/4K3 w - - 0 1",
        ] {
            assert_eq!(value(fen), 0, "{fen}");
        }
    }
}
