//! What a person can type at the table.

/// A line, understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Nothing,
    Help,
    Board,
    Moves,
    Fen,
    Pgn,
    Thoughts,
    Undo,
    Draw,
    Resign,
    Quit,
    /// Anything else is taken for a move.
    Move(&'a str),
}

impl<'a> Typed<'a> {
    pub(super) fn read(line: &'a str) -> Self {
        let line = line.trim();
        match line.to_lowercase().as_str() {
            "" => Typed::Nothing,
            "help" | "?" => Typed::Help,
            "board" => Typed::Board,
            "moves" => Typed::Moves,
            "fen" => Typed::Fen,
            "pgn" => Typed::Pgn,
            "thoughts" => Typed::Thoughts,
            "undo" => Typed::Undo,
            "draw" => Typed::Draw,
            "resign" => Typed::Resign,
            "quit" | "exit" => Typed::Quit,
            _ => Typed::Move(line),
        }
    }
}

/// What `help` prints.
pub(super) const HELP: &str = "\
Type a move as Nf3, e4, exd5, O-O, e8=Q or as g1f3, e7e8q.
  board     show the board again
  moves     list the legal moves
  undo      take back, to your own last turn
  draw      claim a draw, or offer one
  resign    give up
  fen       the position as FEN
  pgn       the game as PGN
  thoughts  show or hide what bots think
  quit      leave";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for line in HELP.lines().skip(1) {
            let word = line.split_whitespace().next().unwrap();
            assert!(!matches!(Typed::read(word), Typed::Move(_)), "{word}");
        }
        assert_eq!(Typed::read(" Nf3 "), Typed::Move("Nf3"));
        assert_eq!(Typed::read("RESIGN"), Typed::Resign);
        assert_eq!(Typed::read(" "), Typed::Nothing);
    }
}
