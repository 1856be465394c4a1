//! What a person can type.

/// A line, understood.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Nothing,
    Help,
    Board,
    Moves,
    Fen,
    Record,
    /// The board after so many turns.
    Show(usize),
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
            "record" | "pgn" => Typed::Record,
            "thoughts" => Typed::Thoughts,
            "undo" => Typed::Undo,
            "draw" => Typed::Draw,
            "resign" => Typed::Resign,
            "quit" | "exit" => Typed::Quit,
            shown if shown.starts_with("show ") => shown[5..].trim().parse().map_or(Typed::Move(line), Typed::Show),
            _ => Typed::Move(line),
        }
    }
}

/// What `help` prints after how moves are typed.
pub(super) const HELP: &str = "  board     show the board again
  moves     list the legal moves
  undo      take back your last turn
  draw      claim a draw, or offer one
  resign    give up
  fen       print the position as text
  record    print the game so far (in chess also: pgn)
  show N    show the board after N turns; the game does not change
  thoughts  show or hide the evaluations of bots
  quit      leave";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_help_is_understood() {
        for line in HELP.lines() {
            let word = line
                .split("  ")
                .find(|part| !part.is_empty())
                .unwrap()
                .replace('N', "3");
            assert!(!matches!(Typed::read(&word), Typed::Move(_)), "{word}");
        }
        assert_eq!(Typed::read(" Nf3 "), Typed::Move("Nf3"));
        assert_eq!(Typed::read("RESIGN"), Typed::Resign);
        assert_eq!(Typed::read(" "), Typed::Nothing);
        assert_eq!(Typed::read("Show 12"), Typed::Show(12));
        assert_eq!(Typed::read("show me"), Typed::Move("show me"));
    }
}
