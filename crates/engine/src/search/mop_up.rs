//! Mop-up evaluation against a bare king.
//!
//! Training games end long before one side has a bare king, so the network gives such positions similar values, and a
//! search that does not see the mate makes no progress. This term rewards a bare king at the edge and a small distance
//! between the kings.

use shakmaty::{Color, Role, Square};

use crate::board::Board;

/// Centipawns for each step of the bare king away from the centre.
const EDGE: i32 = 20;
/// Centipawns for each step that the kings are nearer to each other.
const NEAR: i32 = 8;

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
    let bonus = EDGE * from_centre(king) + NEAR * (14 - steps(king, other));
    if board.turn() == strong { bonus } else { -bonus }
}

/// Steps along files and ranks from the four squares of the centre.
fn from_centre(square: Square) -> i32 {
    let outside = |line: u32| (3 - line as i32).max(line as i32 - 4);
    outside(square.file().into()) + outside(square.rank().into())
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
