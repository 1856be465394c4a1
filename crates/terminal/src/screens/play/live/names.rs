//! The names of squares as a player sees them.
//!
//! On the cross every player sees the own army below, so the board is turned. For everybody letters run from left to
//! right and numbers upwards, as on other boards; this module converts the table's names of squares to these and back.

use host::LiveView;
use play::{Board, Square};

use crate::widgets::board::Turned;

/// Names of squares for one viewer.
#[derive(Clone, Copy)]
pub(super) struct SquareNames<'a> {
    board: &'a Board,
    turned: Turned,
}

impl<'a> SquareNames<'a> {
    pub(super) fn of(view: &'a LiveView) -> SquareNames<'a> {
        SquareNames {
            board: &view.board,
            turned: SquareNames::turned(view),
        }
    }

    /// From which side squares are named: a board for two has the names that every chess player knows.
    pub(super) fn turned(view: &LiveView) -> Turned {
        if view.board.holes.is_empty() {
            Turned::default()
        } else {
            Turned::quarters(view.turned)
        }
    }

    /// The name of a square.
    pub(super) const fn name(self, square: Square) -> Square {
        self.turned.named(self.board, square)
    }

    /// The square of a name, if the board has one.
    pub(super) fn square(self, name: Square) -> Option<Square> {
        let exists = name.file < self.board.width && name.rank < self.board.height;
        let square = exists.then(|| self.turned.of_name(self.board, name))?;
        (!self.board.holes.contains(&square)).then_some(square)
    }

    /// A typed order in the table's names.
    pub(super) fn order(self, typed: &str) -> String {
        if self.turned == Turned::default() {
            return typed.to_owned();
        }
        replaced(typed, Bounds::None, |name| self.square(name))
    }

    /// Words of the table in the viewer's names.
    pub(super) fn words(self, words: &str) -> String {
        replaced(words, Bounds::Words, |square| Some(self.name(square)))
    }

    /// Whether a typed text is two squares and cannot go on.
    pub(super) fn is_whole_order(self, typed: &str) -> bool {
        let Some(second) = typed
            .char_indices()
            .skip(1)
            .find(|(_, letter)| letter.is_ascii_alphabetic())
        else {
            return false;
        };
        let (from, to) = typed.split_at(second.0);
        let square = |text: &str| text.parse().ok().and_then(|name| self.square(name));
        let could_go_on = (0..10).any(|digit| square(&format!("{to}{digit}")).is_some());
        square(from).is_some() && square(to).is_some() && !could_go_on
    }
}

/// What may stand beside the name of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bounds {
    /// Anything, as in `e2e4`.
    None,
    /// No letter and no figure.
    Words,
}

/// A text with every square in it replaced.
fn replaced(text: &str, bounds: Bounds, change: impl Fn(Square) -> Option<Square>) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut before = None;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
        let end = letter.len_utf8() + digits;
        let after = rest[end..].chars().next();
        let is_bounded = |beside: Option<char>| !beside.is_some_and(char::is_alphanumeric);
        let stands = bounds == Bounds::None || (is_bounded(before) && is_bounded(after));
        let square = rest[..end].parse().ok().filter(|_| stands);
        match square.and_then(&change) {
            Some(square) => out.push_str(&square.to_string()),
            None => out.push_str(&rest[..end]),
        }
        before = rest[..end].chars().last();
        rest = &rest[end..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cross() -> Board {
        let corner = |at: u8| !(2..10).contains(&at);
        let all = (0..12).flat_map(|file| (0..12).map(move |rank| Square { file, rank }));
        Board {
            holes: all
                .filter(|square| corner(square.file) && corner(square.rank))
                .collect(),
            ..Board::rectangle(12, 12)
        }
    }

    #[test]
    fn names_lead_to_squares_and_back_from_every_side() {
        let board = cross();
        for turned in (0..4).map(Turned::quarters) {
            let names = SquareNames { board: &board, turned };
            for file in 0..12 {
                for rank in 0..12 {
                    let square = Square { file, rank };
                    let back = names.square(names.name(square));
                    assert_eq!(back, (!board.holes.contains(&square)).then_some(square));
                }
            }
            let typed = "f2f4";
            assert_eq!(
                replaced(&names.order(typed), Bounds::None, |square| Some(names.name(square))),
                typed
            );
        }
    }

    #[test]
    fn words_keep_what_is_no_square() {
        let board = cross();
        let names = SquareNames {
            board: &board,
            turned: Turned::quarters(2),
        };
        assert_eq!(
            names.words("Ink's rook takes a pawn on c4. No 12 or b52x."),
            "Ink's rook takes a pawn on j9. No 12 or b52x."
        );
    }

    #[test]
    fn an_order_is_whole_when_it_cannot_go_on() {
        let board = cross();
        let names = SquareNames {
            board: &board,
            turned: Turned::default(),
        };
        for (typed, is_whole) in [
            ("f2f4", true),
            ("f2f1", false),
            ("f2f12", true),
            ("f2f", false),
            ("f2", false),
            ("a1a2", false),
        ] {
            assert_eq!(names.is_whole_order(typed), is_whole, "{typed}");
        }
        let board = Board::rectangle(8, 8);
        let names = SquareNames {
            board: &board,
            turned: Turned::default(),
        };
        assert!(names.is_whole_order("e2e1") && !names.is_whole_order("e2e9"));
    }
}
