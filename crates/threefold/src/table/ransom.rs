//! Ransom on plain lines.

use std::fmt::Write;

use play::{Moment, Notation, Rules, Side, Undos};
use ransom::{MOST_QUIET_TURNS, Move, MoveError, Piece, Position, Square};

use super::game::{Player, Sheet, TableGame};

impl TableGame for Position {
    const GREETING: &'static str = "Type a move by its squares (c1d3), an upgrade as a3a3q, or help.";
    const TYPING: &'static str =
        "Type a move by its squares: c1d3, a7a8; an upgrade as the pawn's square twice: a3a3q.";
    const AFTER_THE_END: &'static str = "Invalid: game over";
    const UNDOS: Undos = Undos::at_most(ransom::UNDOS);

    /// Capitals for White, and the purses beside it.
    fn draw(&self, viewer: Side) -> String {
        let (top, left) = match viewer {
            Side::White => (7, 0),
            Side::Black => (0, 7),
        };
        let mut text = String::from("  +-----------------+\n");
        for step in 0..8_u8 {
            let row = top.max(step) - top.min(step);
            let squares: Vec<String> = (0..8_u8)
                .filter_map(|step| Square::new(left.max(step) - left.min(step), row))
                .map(|square| self.piece_at(square).map_or('.', Piece::letter).to_string())
                .collect();
            writeln!(text, "{} | {} |", row + 1, squares.join(" ")).expect("writing to a string cannot fail");
        }
        let letters = match viewer {
            Side::White => "A B C D E F G H",
            Side::Black => "H G F E D C B A",
        };
        let [white, black] = Side::BOTH.map(|side| self.purse(side));
        write!(
            text,
            "  +-----------------+\n    {letters}\nTurn {}. Purses: White {white}, Black {black}. Without a capture: {} of {}.",
            self.number(),
            self.quiet_turns(),
            MOST_QUIET_TURNS
        )
        .expect("writing to a string cannot fail");
        text
    }

    fn turn_line(&self, mv: Move, player: Player<'_>) -> String {
        match player {
            Player::Person(side) => format!("{side}: {mv}"),
            Player::Bot(name) => format!("{name}: {mv}"),
        }
    }

    /// The words of a refusal are the rules' own, and nothing is added to them.
    fn sorry(error: &MoveError) -> String {
        match error {
            MoveError::Refused(refusal) => refusal.to_string(),
            MoveError::Unreadable(_) | MoveError::OtherPiece { .. } => {
                format!("{error}. (help lists what can be typed)")
            }
        }
    }

    /// Every turn with its number, the time it was played and what happened (7.1).
    fn sheet(sheet: &Sheet<'_, Self>) -> String {
        let names = Side::BOTH.map(|side| sheet.names[side.index()].map_or_else(|| side.to_string(), str::to_owned));
        let mut text = sheet.record.start().position_text();
        for ((position, mv), moment) in sheet.record.turns().zip(sheet.record.moments()) {
            let time = moment.map_or_else(|| "--:--:--".to_owned(), time_of_day);
            let name = &names[position.turn().index()];
            write!(
                text,
                "\n{:>4}. {time}  {name}: {}",
                position.number(),
                position.label(mv)
            )
            .expect("writing to a string cannot fail");
        }
        if let Some(outcome) = sheet.record.outcome() {
            write!(text, "\n{outcome} ({})", outcome.result()).expect("writing to a string cannot fail");
        }
        text
    }
}

/// Hours, minutes and seconds, UTC.
fn time_of_day(moment: Moment) -> String {
    let seconds = moment.0 / 1_000 % 86_400;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_side_sees_its_own_pieces_below() {
        let start = Position::new();
        let white: Vec<String> = start.draw(Side::White).lines().map(str::to_owned).collect();
        assert_eq!(white[1], "8 | p p n n n n p p |");
        assert_eq!(white[7], "2 | . . B B B B . . |");
        assert_eq!(white[10], "    A B C D E F G H");
        assert_eq!(
            white[11],
            "Turn 1. Purses: White 0, Black 0. Without a capture: 0 of 50."
        );
        let text = "n1n5/n7/8/8/8/8/8/NNN4P b 1/2 3 8";
        let position = Position::read_position(text).unwrap().position;
        let black: Vec<String> = position.draw(Side::Black).lines().map(str::to_owned).collect();
        assert_eq!(black[1], "1 | P . . . . N N N |");
        assert_eq!(black[8], "8 | . . . . . n . n |");
        assert_eq!(black[10], "    H G F E D C B A");
    }

    #[test]
    fn times_are_those_of_the_day() {
        assert_eq!(time_of_day(Moment(86_399_999)), "23:59:59");
        assert_eq!(time_of_day(Moment(86_400_000 + 3_661_000)), "01:01:01");
        assert_eq!(Position::AFTER_THE_END, ransom::Refusal::GameOver.to_string());
    }
}
