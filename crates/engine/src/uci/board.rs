//! The board as text, for people who type `d`.

use std::fmt::Write as _;

use shakmaty::{Chess, EnPassantMode, File, Position as _, Rank, Square, fen::Fen, zobrist::Zobrist64};

/// The pieces, the FEN, the key under which books know the position, and who gives check.
pub(super) fn draw(position: &Chess) -> String {
    const EDGE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = format!("\n{EDGE}");
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.board().piece_at(Square::from_coords(file, rank));
            text.push_str(" | ");
            text.push(piece.map_or(' ', shakmaty::Piece::char));
        }
        text.push_str(" | ");
        text.push(rank.char());
        text.push('\n');
        text.push_str(EDGE);
    }
    text.push_str("   a   b   c   d   e   f   g   h\n\n");
    let fen = Fen::from_position(position, EnPassantMode::Legal);
    let Zobrist64(key) = position.zobrist_hash(EnPassantMode::PseudoLegal);
    let mut checkers = String::new();
    for square in position.checkers() {
        checkers.push(' ');
        square.append_to_string(&mut checkers);
    }
    // Writing to a text cannot fail.
    write!(text, "Fen: {fen}\nKey: {key:016X}\nCheckers:{checkers}").ok();
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_shows_pieces_fen_key_and_checkers() {
        let text = draw(&Chess::default());
        assert!(text.contains("\n | r | n | b | q | k | b | n | r | 8\n"), "{text}");
        assert!(
            text.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"),
            "{text}"
        );
        assert!(text.ends_with("Key: 463B96181691FC9C\nCheckers:"), "{text}");
        let fen: Fen = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
            .parse()
            .unwrap();
        let mated: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert!(draw(&mated).ends_with("Checkers: h4"));
    }
}
