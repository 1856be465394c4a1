//! A chess board in plain text.

use std::fmt::Write;

use chess::{
    Position,
    shakmaty::{File, Position as _, Rank, Square},
};
use play::Side;

/// The board as `viewer` sees it, capitals for White.
pub(super) fn draw(position: &Position, viewer: Side) -> String {
    let board = position.chess().board();
    let (ranks, files) = match viewer {
        Side::White => (Rank::ALL.map(Rank::flip_vertical), File::ALL),
        Side::Black => (Rank::ALL, File::ALL.map(File::flip_horizontal)),
    };
    let mut text = String::from("  +-----------------+\n");
    for rank in ranks {
        let squares: Vec<String> = files
            .iter()
            .map(|&file| {
                let piece = board.piece_at(Square::from_coords(file, rank));
                piece.map_or('.', chess::shakmaty::Piece::char).to_string()
            })
            .collect();
        writeln!(text, "{} | {} |", rank.char(), squares.join(" ")).expect("writing to a string cannot fail");
    }
    let letters: Vec<String> = files.iter().map(|file| file.char().to_string()).collect();
    write!(text, "  +-----------------+\n    {}", letters.join(" ")).expect("writing to a string cannot fail");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_sees_its_own_pieces_below() {
        let start = Position::new();
        let white: Vec<String> = draw(&start, Side::White).lines().map(str::to_owned).collect();
        assert_eq!(white[1], "8 | r n b q k b n r |");
        assert_eq!(white[8], "1 | R N B Q K B N R |");
        assert_eq!(white[10], "    a b c d e f g h");
        let black: Vec<String> = draw(&start, Side::Black).lines().map(str::to_owned).collect();
        assert_eq!(black[1], "1 | R N B K Q B N R |");
        assert_eq!(black[8], "8 | r n b k q b n r |");
        assert_eq!(black[10], "    h g f e d c b a");
    }
}
