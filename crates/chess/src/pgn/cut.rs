//! Cuts a file into games and cleans each for pgn-reader, which ends a game at a blank line and skips in silence
//! what it cannot read.
//!
//! A game starts with its tags, with what follows a result, or with a move number 1 after a blank line. A line that
//! starts with `[Event "`, or with any tag after a blank line, starts a game even inside a comment: one that was never
//! closed takes no other game with it.

use std::mem;

use super::{
    PgnError,
    draft::{Cut, Draft},
    tag::Tag,
    word::{Meaning, Word},
};
use crate::shortened::shortened;

/// The games of a file in order.
pub(super) fn games(text: &str) -> Vec<Cut> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut cutter = Cutter::default();
    for line in text.split('\n') {
        cutter.line += 1;
        cutter.read_line(line);
    }
    cutter.close_open();
    cutter.finish();
    cutter.cuts
}

/// Where the cutting stands.
#[derive(Default)]
struct Cutter {
    cuts: Vec<Cut>,
    line: usize,
    draft: Option<Draft>,
    /// The comment that is open.
    comment: Option<String>,
    /// How many variations are open.
    depth: usize,
    /// Whether a blank line came since the last word or tag.
    blank: bool,
    /// Whether the line before was blank, be it in a comment.
    after_blank: bool,
}

impl Cutter {
    fn read_line(&mut self, line: &str) {
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
            rest = match self.comment.take() {
                Some(comment) => self.read_comment(comment, rest),
                None => self.read_token(rest),
            };
        }
        if let Some(comment) = &mut self.comment {
            comment.push('\n');
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
            (Some(_), _) => PgnError::UnterminatedComment,
            (None, 0) => return false,
            (None, _) => PgnError::UnterminatedVariation,
        };
        self.draft().push_fault(fault);
        true
    }

    fn draft(&mut self) -> &mut Draft {
        let line = self.line;
        self.draft.get_or_insert_with(|| Draft::starting_on(line))
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
    fn read_comment<'a>(&mut self, mut comment: String, rest: &'a str) -> &'a str {
        let Some((text, after)) = rest.split_once('}') else {
            comment.push_str(rest);
            self.comment = Some(comment);
            return "";
        };
        comment.push_str(text);
        if self.depth == 0 {
            self.draft().push_comment(&comment);
        }
        after
    }

    /// Reads one token outside comments and returns what follows it on the line.
    fn read_token<'a>(&mut self, rest: &'a str) -> &'a str {
        let rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return "";
        };
        let after = &rest[first.len_utf8()..];
        match first {
            '{' => {
                self.draft();
                self.comment = Some(String::new());
                after
            }
            '(' => {
                self.draft();
                self.depth += 1;
                after
            }
            ')' if self.depth > 0 => {
                self.depth -= 1;
                after
            }
            ';' if self.depth > 0 => "",
            _ if self.depth > 0 => after.find(['{', ';', '(', ')']).map_or("", |next| &after[next..]),
            ';' => {
                self.draft().push_comment(after);
                ""
            }
            '[' if !self.in_moves() => self.read_tag(rest),
            _ => self.read_word(rest),
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
            Meaning::Glyph(glyph) => {
                self.draft().push_glyph(glyph);
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
        if is_first && self.blank && self.in_moves() || self.has_result() {
            self.finish();
        }
        self.blank = false;
        let draft = self.draft();
        match word.meaning {
            Meaning::Result(result) => draft.push_result(result),
            Meaning::Move(mv) => draft.push_move(mv),
            Meaning::Glyph(_) | Meaning::UnknownGlyph(_) | Meaning::Nothing => {}
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line, the words and the fault of every game.
    fn cut(text: &str) -> Vec<String> {
        games(text)
            .into_iter()
            .map(|cut| {
                let fault = cut.fault.map_or(String::new(), |fault| format!(": {fault}"));
                format!("{} {}{fault}", cut.line, cut.words.join(" "))
            })
            .collect()
    }

    #[test]
    fn games_end_at_results_and_tags() {
        let text = "1. e4 e5 1-0 1. d4\nd5 *\n\n[Event \"a\"]\n\n1. c4\n[Event \"b\"]\n[Site \"s\"]\n\n[Round \"1\"]\n1.f4 0-1\n";
        assert_eq!(cut(text), ["1 e4 e5", "1 d4 d5", "4 c4", "7 f4"]);
    }

    #[test]
    fn a_first_move_after_a_blank_line_is_another_game() {
        assert_eq!(cut("1. e4 e5\n\n2. Nf3\n\n1. d4"), ["1 e4 e5 Nf3", "5 d4"]);
        assert_eq!(cut("1. e4\n\n1... e5\n\n1. ... e6"), ["1 e4 e5 e6"]);
        assert_eq!(cut("1. e4\n1. d4"), ["1 e4 d4"]);
    }

    #[test]
    fn repeated_tags_are_another_game_without_moves_too() {
        let text = "[Event \"a\"]\n[Event \"b\"]\n[Site \"x\"]\n[Site \"y\"]\n\n[Site \"z\"]";
        assert_eq!(cut(text), ["1 ", "2 ", "6 "]);
    }

    #[test]
    fn what_is_no_move_is_left_out() {
        let text = "\u{feff}% 1. a3\r\n; before\r\n1.e4 {1. d4\r\n\r\n} e5 (1... c5 (1... c6) {)} 2. d4) ; e6\r\n2...Nf6!? $5 *";
        assert_eq!(cut(text), ["2 e4 e5 Nf6"]);
        assert_eq!(games(text)[0].moves, "{ before} e4 {1. d4\n\n} e5 { e6} Nf6 !? $5 * ");
    }

    #[test]
    fn an_open_comment_or_variation_takes_no_other_game() {
        let text = "1. e4 {open\n\n[Event \"a\"]\n1. d4 (1. c4\n\n[Site \"s\"]\n1. f4 {open";
        assert_eq!(
            cut(text),
            [
                "1 e4: a comment is not closed by '}'",
                "3 d4: a variation is not closed by ')'",
                "6 f4: a comment is not closed by '}'",
            ]
        );
    }

    #[test]
    fn comments_and_numbers_alone_are_no_game() {
        for text in [
            "",
            "\u{feff}",
            "\n\n",
            "{nothing}",
            "; nothing",
            "% nothing",
            "1.",
            "...",
        ] {
            assert!(cut(text).is_empty(), "{text}");
        }
    }
}
