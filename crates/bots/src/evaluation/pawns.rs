//! Passed pawns: those no enemy pawn can stop or take on their way.

use chess::shakmaty::{Bitboard, Board, Color, Square};

use super::Tapered;

/// White's passed pawns less Black's; worth twice as much in a pure ending.
pub(super) fn balance(board: &Board) -> Tapered {
    let side = |color| -> i32 { passed(board, color).into_iter().map(|pawn| bonus(pawn, color)).sum() };
    let points = side(Color::White) - side(Color::Black);
    Tapered {
        middlegame: points,
        ending: 2 * points,
    }
}

/// The passed pawns of `color`; of two on a file only the foremost.
fn passed(board: &Board, color: Color) -> Bitboard {
    let own = board.pawns() & board.by_color(color);
    let enemy = board.pawns() & board.by_color(!color);
    let guarded = fill_forward(step(enemy | sideways(enemy), !color), !color);
    let behind_own = fill_forward(step(own, !color), !color);
    own & !guarded & !behind_own
}

/// By rank, from the second to the seventh as the pawn sees it.
fn bonus(pawn: Square, color: Color) -> i32 {
    const BY_RANK: [i32; 8] = [0, 10, 20, 35, 60, 100, 150, 0];
    let rank = usize::from(pawn.rank());
    BY_RANK[color.fold_wb(rank, 7 - rank)]
}

fn sideways(squares: Bitboard) -> Bitboard {
    squares.shift(1) & !Bitboard::from_file(chess::shakmaty::File::A)
        | squares.shift(-1) & !Bitboard::from_file(chess::shakmaty::File::H)
}

/// Every square in front of these as `color` sees it, and they themselves.
fn fill_forward(squares: Bitboard, color: Color) -> Bitboard {
    let mut filled = squares;
    for _ in 0..3 {
        filled |= step(filled, color);
        filled |= step(step(filled, color), color);
    }
    filled
}

fn step(squares: Bitboard, color: Color) -> Bitboard {
    squares.shift(color.fold_wb(8, -8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed_squares(board_fen: &str, color: Color) -> Vec<String> {
        let board = Board::from_ascii_board_fen(board_fen.as_bytes()).unwrap();
        passed(&board, color)
            .into_iter()
            .map(|square| square.to_string())
            .collect()
    }

    #[test]
    fn a_free_pawn_is_passed() {
        assert_eq!(passed_squares("4k3/8/8/8/3P4/8/8/4K3", Color::White), ["d4"]);
        assert_eq!(passed_squares("4k3/8/8/8/3p4/8/8/4K3", Color::Black), ["d4"]);
    }

    #[test]
    fn enemy_pawns_ahead_on_three_files_stop_it() {
        for ahead in ["2p5", "3p4", "4p3"] {
            let board = format!("4k3/{ahead}/8/8/3P4/8/8/4K3");
            assert!(passed_squares(&board, Color::White).is_empty(), "{board}");
        }
        assert_eq!(passed_squares("4k3/5p2/8/8/3P4/8/8/4K3", Color::White), ["d4"]);
        assert_eq!(passed_squares("4k3/p7/8/8/7P/8/8/4K3", Color::White), ["h4"]);
    }

    #[test]
    fn enemy_pawns_beside_or_behind_do_not() {
        assert_eq!(passed_squares("4k3/8/8/8/2pPp3/8/8/4K3", Color::White), ["d4"]);
        assert_eq!(passed_squares("4k3/8/8/3P4/8/2ppp3/8/4K3", Color::White), ["d5"]);
    }

    #[test]
    fn of_doubled_pawns_only_the_foremost_counts() {
        assert_eq!(passed_squares("4k3/8/8/3P4/8/3P4/3P4/4K3", Color::White), ["d5"]);
        assert_eq!(passed_squares("4k3/8/3p4/3p4/8/8/8/4K3", Color::Black), ["d5"]);
    }

    #[test]
    fn the_bonus_grows_with_the_rank() {
        let white = (8..56)
            .step_by(8)
            .map(|square| bonus(Square::new(square), Color::White));
        assert_eq!(white.collect::<Vec<_>>(), [10, 20, 35, 60, 100, 150]);
        assert_eq!(bonus(Square::D2, Color::Black), 150);
    }
}
