//! Chess on plain lines.

use std::fmt::Write;

use chess::{
    MoveError, Position, pgn,
    shakmaty::{File, Move, Position as _, Rank, Square},
};
use play::{Notation, Side, Undos};

use super::{
    game::{Player, Sheet, TableGame},
    today,
};

impl TableGame for Position {
    const GREETING: &'static str = "Type a move (Nf3, e4, O-O, g1f3), or help.";
    const TYPING: &'static str = "Type a move as Nf3, e4, exd5, O-O, e8=Q or as g1f3, e7e8q.";
    const AFTER_THE_END: &'static str = "The game is over; undo, pgn, fen or quit.";
    const UNDOS: Undos = Undos::UNLIMITED;

    /// Capitals for White.
    fn draw(&self, viewer: Side) -> String {
        let board = self.chess().board();
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

    fn turn_line(&self, mv: Move, player: Player<'_>) -> String {
        let name = match player {
            Player::Person(_) => String::new(),
            Player::Bot(name) => format!("{name}: "),
        };
        let number = pgn::MoveNumber::of(self);
        format!("{name}{number} {} ({})", self.label(mv), self.code(mv))
    }

    fn sorry(error: &MoveError) -> String {
        format!("{error}. (help lists what can be typed)")
    }

    /// A PGN with the clocks.
    fn sheet(sheet: &Sheet<'_, Self>) -> String {
        let [white, black] = sheet.names.map(|name| name.unwrap_or("Human"));
        let mut game = pgn::Game::from_record(sheet.record.clone(), white, black, Some(&today()));
        if let Some(control) = sheet.clock.map(|clock| clock.control(Side::White)) {
            game.tags.insert("TimeControl".to_owned(), control.in_seconds());
        }
        // The clock after a move is the one before the next.
        let after = sheet.earlier_clocks.iter().skip(1).chain([&sheet.clock]);
        for ((ply, clock), (position, _)) in after.enumerate().zip(sheet.record.turns()) {
            let left = clock.map(|clock| clock.remaining(play::Rules::turn(position)));
            if left.is_some() {
                game.remarks.entry(ply + 1).or_default().clock = left;
            }
        }
        pgn::write(&game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_sees_its_own_pieces_below() {
        let start = Position::new();
        let white: Vec<String> = start.draw(Side::White).lines().map(str::to_owned).collect();
        assert_eq!(white[1], "8 | r n b q k b n r |");
        assert_eq!(white[8], "1 | R N B Q K B N R |");
        assert_eq!(white[10], "    a b c d e f g h");
        let black: Vec<String> = start.draw(Side::Black).lines().map(str::to_owned).collect();
        assert_eq!(black[1], "1 | R N B K Q B N R |");
        assert_eq!(black[8], "8 | r n b k q b n r |");
        assert_eq!(black[10], "    h g f e d c b a");
    }
}
