//! The words between comments: moves with their numbers, glyphs, results.

use super::GameResult;

/// A word of the main line, with the move number that is written together with it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// The digits and dots before the move, unchanged; empty without them.
    pub(super) number: &'a str,
    pub(super) meaning: Meaning<'a>,
}

/// The meaning of a word.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning<'a> {
    /// A number alone, or the `e.p.` that some programs write apart from its move.
    Nothing,
    /// A numeric annotation glyph: `$5`, or `!?` for it.
    Glyph(u8),
    /// `$999`: a glyph above 255, the last number that the standard has; or `!!!`.
    UnknownGlyph(&'a str),
    /// The end of the game.
    Result(GameResult),
    /// A move, as anything is that nothing else claims.
    Move(&'a str),
}

impl<'a> Word<'a> {
    /// The word that `text` starts with, and what follows it; `text` starts with neither space nor comment.
    pub(super) fn read(text: &'a str) -> (Word<'a>, &'a str) {
        let (word, after) = text.split_at(length(text));
        if let Some(meaning) = glyph(word) {
            return (Word { number: "", meaning }, after);
        }
        let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        // Otherwise the digits are part of `1-0` or `0-0`.
        let has_number = behind.is_empty() || behind.starts_with('.');
        let mv = if has_number {
            behind.trim_start_matches('.')
        } else {
            word
        };
        let meaning = match GameResult::read(mv) {
            Some(result) => Meaning::Result(result),
            None if mv.is_empty() || mv == "e.p." => Meaning::Nothing,
            None => Meaning::Move(mv),
        };
        let number = &word[..word.len() - mv.len()];
        (Word { number, meaning }, after)
    }
}

/// How long the word is that `text` starts with: a run of `!` and `?`, a mark that stands alone, or all up to a
/// space or mark.
fn length(text: &str) -> usize {
    let is_mark = |letter: char| matches!(letter, '!' | '?');
    let run = text.find(|letter| !is_mark(letter)).unwrap_or(text.len());
    if run > 0 {
        return run;
    }
    let mut letters = text.char_indices();
    match letters.next() {
        Some((_, '*' | '{' | '}' | '(' | ')' | ';')) => 1,
        _ => letters
            .find(|&(_, letter)| letter.is_whitespace() || is_mark(letter) || "*{}();$".contains(letter))
            .map_or(text.len(), |(end, _)| end),
    }
}

/// `!`, `?` and their like, `+-` and its like, or `$` with a number; `parse` alone would let `$+5` pass.
fn glyph(word: &str) -> Option<Meaning<'_>> {
    let Some(digits) = word.strip_prefix('$') else {
        let assessed = || assessment(word).map(Meaning::Glyph);
        return word.starts_with(['!', '?']).then(|| marks(word)).or_else(assessed);
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().map_or(Meaning::UnknownGlyph(word), Meaning::Glyph))
}

/// A run of `!` and `?`.
fn marks(word: &str) -> Meaning<'_> {
    Meaning::Glyph(match word {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return Meaning::UnknownGlyph(word),
    })
}

/// What annotators write after a line in place of its glyph.
fn assessment(word: &str) -> Option<u8> {
    Some(match word {
        "=" => 10,
        "∞" | "~" => 13,
        "+=" | "+/=" | "⩲" => 14,
        "=+" | "=/+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use play::Side;

    use super::*;

    #[test]
    fn words_fall_into_numbers_and_meanings() {
        use Meaning::{Glyph, Move, Nothing, Result, UnknownGlyph};
        for (text, number, meaning, after) in [
            ("e4 e5", "", Move("e4"), " e5"),
            ("1.e4!? e5", "1.", Move("e4"), "!? e5"),
            ("!?e5", "", Glyph(5), "e5"),
            ("12...", "12...", Nothing, ""),
            ("...Nf6$5", "...", Move("Nf6"), "$5"),
            ("$5$6", "", Glyph(5), "$6"),
            ("$255", "", Glyph(255), ""),
            ("!!! e5", "", UnknownGlyph("!!!"), " e5"),
            ("?!e5", "", Glyph(6), "e5"),
            ("+- 2. e4", "", Glyph(18), " 2. e4"),
            ("-/+)", "", Glyph(17), ")"),
            ("±", "", Glyph(16), ""),
            ("--", "", Move("--"), ""),
            ("$256$1", "", UnknownGlyph("$256"), "$1"),
            ("$99999999999999999999", "", UnknownGlyph("$99999999999999999999"), ""),
            ("$+5", "", Move("$+5"), ""),
            ("$", "", Move("$"), ""),
            ("1-0", "", Result(GameResult::Win(Side::White)), ""),
            ("40.0–1{", "40.", Result(GameResult::Win(Side::Black)), "{"),
            ("½-½", "", Result(GameResult::Draw), ""),
            ("**", "", Result(GameResult::Open), "*"),
            ("0-0", "", Move("0-0"), ""),
            ("1.2.e4", "1.", Move("2.e4"), ""),
            ("e.p. e5", "", Nothing, " e5"),
            (")e4", "", Move(")"), "e4"),
            ("}}", "", Move("}"), "}"),
            ("é}", "", Move("é"), "}"),
        ] {
            assert_eq!(Word::read(text), (Word { number, meaning }, after), "{text}");
        }
    }
}
