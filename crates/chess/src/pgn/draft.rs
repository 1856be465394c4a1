//! A game on its way from the file to a record or a tree: its tags and its tokens.

use super::{GameResult, PgnError, heading::Heading, tag::Tag};

/// A game of the file, cut into tokens.
pub(super) struct Cut {
    /// The line on which the game starts; the first is 1.
    pub(super) line: usize,
    /// The byte of the file at which the game starts.
    pub(super) offset: u64,
    pub(super) heading: Heading,
    pub(super) tokens: Vec<Token>,
    /// The first fault of the text itself, such as a comment that is not closed.
    pub(super) fault: Option<PgnError>,
}

/// A part of the movetext.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// The line of the file on which it starts.
    pub(super) line: usize,
    pub(super) kind: TokenKind,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word where a move belongs, as it is written.
    Move(String),
    /// A comment without its braces or its semicolon.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// The end of the main line.
    Result(GameResult),
}

/// A game that is being cut.
#[derive(Default)]
pub(super) struct Draft {
    line: usize,
    offset: u64,
    heading: Heading,
    tokens: Vec<Token>,
    has_moves: bool,
    has_result: bool,
    fault: Option<PgnError>,
    drops_tokens: bool,
}

impl Draft {
    pub(super) fn starting_at(line: usize, offset: u64, drops_tokens: bool) -> Self {
        Draft {
            line,
            offset,
            drops_tokens,
            ..Draft::default()
        }
    }

    /// Whether there are moves and no result: what follows belongs to this game.
    pub(super) fn in_moves(&self) -> bool {
        self.has_moves && !self.has_result
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

    pub(super) fn push(&mut self, line: usize, kind: TokenKind) {
        self.has_moves |= matches!(kind, TokenKind::Move(_));
        self.has_result |= matches!(kind, TokenKind::Result(_));
        if !self.drops_tokens {
            self.tokens.push(Token { line, kind });
        }
    }

    /// The game, if it is one: comments and numbers alone are none.
    pub(super) fn cut(self) -> Option<Cut> {
        let is_game = self.has_result || !self.heading.is_empty() || self.has_moves || self.fault.is_some();
        is_game.then_some(Cut {
            line: self.line,
            offset: self.offset,
            heading: self.heading,
            tokens: self.tokens,
            fault: self.fault,
        })
    }
}
