//! A game on its way from the file to pgn-reader.

use shakmaty::san::SanPlus;

use super::{GameResult, PgnError, heading::Heading, tag::Tag};

/// A game of the file, clean.
pub(super) struct Cut {
    /// The line on which the game starts; the first is 1.
    pub(super) line: usize,
    pub(super) heading: Heading,
    /// The main line without numbers, as pgn-reader is to read it: on one line, but for comments. A word that it
    /// would skip stands there as the null move `--`.
    pub(super) moves: String,
    /// What stands where moves should, as it is written; one for each move in `moves`.
    pub(super) words: Vec<String>,
    /// What already is wrong with it.
    pub(super) fault: Option<PgnError>,
}

/// A game that is being cut.
#[derive(Default)]
pub(super) struct Draft {
    line: usize,
    heading: Heading,
    moves: String,
    words: Vec<String>,
    has_result: bool,
    fault: Option<PgnError>,
}

impl Draft {
    pub(super) fn starting_on(line: usize) -> Self {
        Draft {
            line,
            ..Draft::default()
        }
    }

    /// Whether there are moves and no result: what follows belongs to this game.
    pub(super) fn in_moves(&self) -> bool {
        !self.words.is_empty() && !self.has_result
    }

    /// Whether the result was written: only comments still belong to this game.
    pub(super) fn has_result(&self) -> bool {
        self.has_result
    }

    pub(super) fn has_tag(&self, name: &str) -> bool {
        self.heading.has(name)
    }

    /// Notes what is wrong; the first fault counts.
    pub(super) fn push_fault(&mut self, fault: PgnError) {
        self.fault.get_or_insert(fault);
    }

    pub(super) fn push_warning(&mut self, warning: String) {
        self.heading.warnings.push(warning);
    }

    pub(super) fn push_tag(&mut self, tag: Tag) {
        self.heading.push(tag);
    }

    /// Adds a comment, which may have been one to the end of a line and then may contain a brace.
    pub(super) fn push_comment(&mut self, comment: &str) {
        self.push(&format!("{{{}}}", comment.replace('}', ")")));
    }

    /// Adds `!?` or `$5` or the like.
    pub(super) fn push_glyph(&mut self, glyph: &str) {
        self.push(glyph);
    }

    pub(super) fn push_move(&mut self, word: &str) {
        // A leading digit is a rank to shakmaty, but a move number to pgn-reader.
        let is_san = word.starts_with(|letter: char| letter.is_ascii_alphabetic()) && word.parse::<SanPlus>().is_ok();
        self.push(if is_san { word } else { "--" });
        self.words.push(word.to_owned());
    }

    pub(super) fn push_result(&mut self, result: GameResult) {
        self.push(&result.to_string());
        self.has_result = true;
    }

    fn push(&mut self, token: &str) {
        self.moves.push_str(token);
        self.moves.push(' ');
    }

    /// The game, if it is one: comments and numbers alone are none.
    pub(super) fn cut(self) -> Option<Cut> {
        let is_game = self.has_result || !self.heading.is_empty() || !self.words.is_empty() || self.fault.is_some();
        is_game.then_some(Cut {
            line: self.line,
            heading: self.heading,
            moves: self.moves,
            words: self.words,
            fault: self.fault,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_pgn_reader_would_skip_are_handed_to_it_as_null_moves() {
        let words = ["0-0", "Zf3", "4e5", "Nf3+", "[x", "$+5", "}", "O-O", "nf3"];
        let mut draft = Draft::starting_on(1);
        for word in words {
            draft.push_move(word);
        }
        let cut = draft.cut().unwrap();
        assert_eq!(cut.words, words);
        assert_eq!(cut.moves, "-- -- -- Nf3+ -- -- -- O-O -- ");
    }
}
