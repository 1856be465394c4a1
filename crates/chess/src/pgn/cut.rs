//! Cuts a file into games and their tokens, line by line, so that a file need not fit into memory.
//!
//! A game starts with its tags, with what follows a result, or with a move number 1 after a blank line. A line that
//! starts with `[Event "`, or with any tag after a blank line, starts a game even inside a comment, so that an unclosed
//! comment does not swallow the next game.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::VecDeque,
    io::{self, BufRead},
    mem,
};

use super::{
    PgnError,
    draft::{Cut, Draft, TokenKind},
    tag::Tag,
    word::{Meaning, Word},
};
use crate::shortened::shortened;

/// The games of a text in order.
pub(super) fn games(text: &[u8]) -> impl Iterator<Item = Cut> {
    Games::new(text).map(|cut| cut.expect("memory does not fail"))
}

/// The games of a file in order.
pub(super) struct Games<R> {
    file: R,
    /// How many bytes of the file are read.
    read: u64,
    /// The bytes of the line.
    buffer: Vec<u8>,
    cutter: Cutter,
    at_end: bool,
}

impl<R: BufRead> Games<R> {
    pub(super) fn new(file: R) -> Self {
        Games {
            file,
            read: 0,
            buffer: Vec::new(),
            cutter: Cutter::default(),
            at_end: false,
        }
    }

    /// The same games with their tags, without their tokens.
    pub(super) fn without_tokens(file: R) -> Self {
        let mut games = Games::new(file);
        games.cutter.drops_tokens = true;
        games
    }

    /// How many bytes of the file are read.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read
    }

    /// Reads up to the next line feed, which may be several lines where a file ends them with carriage returns.
    fn read_lines(&mut self) -> io::Result<()> {
        self.buffer.clear();
        let mut offset = self.read;
        self.read += self.file.read_until(b'\n', &mut self.buffer)? as u64;
        if self.buffer.is_empty() {
            self.at_end = true;
            self.cutter.close_open();
            self.cutter.finish();
            return Ok(());
        }
        let mut bytes = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        // The byte order mark is at the start of a file, and where files were concatenated.
        if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
            bytes = rest;
            offset += 3;
        }
        for line in bytes.split(|&byte| byte == b'\r') {
            self.cutter.read_line(&decoded(line), offset);
            offset += line.len() as u64 + 1;
        }
        Ok(())
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = io::Result<Cut>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(cut) = self.cutter.cuts.pop_front() {
                return Some(Ok(cut));
            }
            if self.at_end {
                return None;
            }
            if let Err(error) = self.read_lines() {
                self.at_end = true;
                return Some(Err(error));
            }
        }
    }
}

/// A line as text. Most files are UTF-8; a line that is not UTF-8 is read as Latin-1, the character set of the PGN
/// standard.
fn decoded(line: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(line) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(line.iter().copied().map(char::from).collect()),
    }
}

/// The state of the cutter.
#[derive(Default)]
struct Cutter {
    cuts: VecDeque<Cut>,
    line: usize,
    /// The byte of the file at which the token starts.
    offset: u64,
    draft: Option<Draft>,
    /// The comment that is open, with the line it starts on.
    comment: Option<(usize, String)>,
    /// How many variations are open.
    depth: usize,
    /// Whether a blank line came since the last word or tag.
    blank: bool,
    /// Whether the line before was blank, be it in a comment.
    after_blank: bool,
    /// Whether the text of moves and comments is dropped.
    drops_tokens: bool,
}

impl Cutter {
    /// Reads a line that starts at a byte of the file.
    fn read_line(&mut self, line: &str, offset: u64) {
        self.line += 1;
        self.offset = offset;
        if self.starts_tags(line) && (self.close_open() || self.in_moves()) {
            self.finish();
        }
        if self.comment.is_none() && line.starts_with('%') {
            return;
        }
        self.after_blank = line.trim().is_empty();
        self.blank |= self.comment.is_none() && self.after_blank;
        let mut rest = line;
        while !rest.is_empty() {
            self.offset = offset + (line.len() - rest.len()) as u64;
            rest = match self.comment.take() {
                Some((start, comment)) => self.read_comment(start, comment, rest),
                None => self.read_token(rest),
            };
        }
        if let Some((_, comment)) = &mut self.comment
            && !self.drops_tokens
        {
            comment.push('\n');
        }
    }

    fn extend(&self, comment: &mut String, text: &str) {
        if !self.drops_tokens {
            comment.push_str(text);
        }
    }

    fn starts_tags(&self, line: &str) -> bool {
        let has_tag = match &self.comment {
            None => Tag::read(line.trim_start()).is_some(),
            // Spaces before it are not trimmed: one protects what only looks like a tag when comments are written.
            Some(_) => self.after_blank && Tag::read(line).is_some(),
        };
        has_tag || line.starts_with("[Event \"")
    }

    /// Gives up a comment or variation that is still open, and says whether there was one.
    fn close_open(&mut self) -> bool {
        let fault = match (self.comment.take(), mem::take(&mut self.depth)) {
            (Some((line, comment)), _) => {
                self.draft().push(line, TokenKind::Comment(comment));
                PgnError::UnterminatedComment
            }
            (None, 0) => return false,
            (None, _) => PgnError::UnterminatedVariation,
        };
        self.draft().push_fault(fault);
        true
    }

    fn draft(&mut self) -> &mut Draft {
        let (line, offset, drops_tokens) = (self.line, self.offset, self.drops_tokens);
        self.draft
            .get_or_insert_with(|| Draft::starting_at(line, offset, drops_tokens))
    }

    fn push(&mut self, kind: TokenKind) {
        let line = self.line;
        self.draft().push(line, kind);
    }

    fn finish(&mut self) {
        self.cuts.extend(self.draft.take().and_then(Draft::cut));
    }

    fn in_moves(&self) -> bool {
        self.draft.as_ref().is_some_and(Draft::in_moves)
    }

    fn has_result(&self) -> bool {
        self.draft.as_ref().is_some_and(Draft::has_result)
    }

    /// Goes on with the open comment and returns what follows it on the line.
    fn read_comment<'a>(&mut self, start: usize, mut comment: String, rest: &'a str) -> &'a str {
        let Some((text, after)) = rest.split_once('}') else {
            self.extend(&mut comment, rest);
            self.comment = Some((start, comment));
            return "";
        };
        self.extend(&mut comment, text);
        self.draft().push(start, TokenKind::Comment(comment));
        after
    }

    /// Reads one token outside comments and returns what follows it on the line.
    fn read_token<'a>(&mut self, rest: &'a str) -> &'a str {
        let trimmed = rest.trim_start();
        self.offset += (rest.len() - trimmed.len()) as u64;
        let Some(first) = trimmed.chars().next() else {
            return "";
        };
        let after = &trimmed[first.len_utf8()..];
        match first {
            '{' => {
                self.draft();
                self.comment = Some((self.line, String::new()));
                after
            }
            '(' => {
                self.push(TokenKind::Open);
                self.depth += 1;
                after
            }
            ')' if self.depth > 0 => {
                self.push(TokenKind::Close);
                self.depth -= 1;
                after
            }
            ';' => {
                self.push(TokenKind::Comment(after.to_owned()));
                ""
            }
            '[' if !self.in_moves() && self.depth == 0 => self.read_tag(trimmed),
            _ => self.read_word(trimmed),
        }
    }

    fn read_tag<'a>(&mut self, rest: &'a str) -> &'a str {
        let Some((tag, after)) = Tag::read(rest) else {
            if self.has_result() {
                self.finish();
            }
            self.draft().push_fault(PgnError::Tag(shortened(rest)));
            return "";
        };
        let repeated = self.draft().has_tag(&tag.name) && (self.blank || tag.name == "Event");
        if repeated || self.has_result() {
            self.finish();
        }
        self.blank = false;
        self.draft().push_tag(tag);
        after
    }

    fn read_word<'a>(&mut self, rest: &'a str) -> &'a str {
        let (word, after) = Word::read(rest);
        match word.meaning {
            Meaning::Glyph(nag) => {
                self.push(TokenKind::Nag(nag));
                return after;
            }
            Meaning::UnknownGlyph(glyph) => {
                let warning = format!("The glyph {} is unknown and left out.", shortened(glyph));
                self.draft().push_warning(warning);
                return after;
            }
            Meaning::Result(_) | Meaning::Move(_) | Meaning::Nothing => {}
        }
        // `1...` goes on with Black's first move, be it `1. ...`.
        let is_first = matches!(word.number, "1" | "1.") && !after.trim_start().starts_with('.');
        let in_variation = self.depth > 0;
        if !in_variation && (is_first && self.blank && self.in_moves() || self.has_result()) {
            self.finish();
        }
        self.blank = false;
        match word.meaning {
            Meaning::Result(_) if in_variation => {
                let warning = "A result inside a variation is left out.".to_owned();
                self.draft().push_warning(warning);
            }
            Meaning::Result(result) => self.push(TokenKind::Result(result)),
            Meaning::Move(mv) => self.push(TokenKind::Move(mv.to_owned())),
            // A number may be where a game starts.
            Meaning::Nothing => {
                self.draft();
            }
            Meaning::Glyph(_) | Meaning::UnknownGlyph(_) => {}
        }
        after
    }
}
