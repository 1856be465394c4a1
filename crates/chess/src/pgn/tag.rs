//! A tag as it is written in a file: `[White "Anna \"the rook\" B."]`.

/// A tag with its value as it is meant, without escapes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
}

impl Tag {
    /// Reads the tag that `line` starts with, and what follows it.
    ///
    /// A quote that is not escaped belongs to the value unless the tag or the line ends after it; the closing bracket
    /// may be missing at the end of the line.
    pub(super) fn read(line: &str) -> Option<(Tag, &str)> {
        let inside = line.strip_prefix('[')?;
        let name_end = inside.find(|letter: char| !is_name_letter(letter) && !letter.is_whitespace())?;
        let (name, rest) = inside.split_at(name_end);
        let rest = rest.strip_prefix('"')?;
        let name = name.trim();
        if name.is_empty() || name.contains(char::is_whitespace) {
            return None;
        }
        let end = closing_quote(rest)?;
        let tag = Tag {
            name: name.to_owned(),
            value: plain(&unescaped(&rest[..end])),
        };
        let after = rest[end + 1..].trim_start();
        Some((tag, after.strip_prefix(']').unwrap_or(after)))
    }

    /// The tag as a line; letters that a name or a value cannot have are left out, and a tag without a name is none.
    pub(super) fn line(name: &str, value: &str) -> Option<String> {
        let name: String = name.chars().filter(|&letter| is_name_letter(letter)).collect();
        if name.is_empty() {
            return None;
        }
        let value = plain(value).replace('\\', "\\\\").replace('"', "\\\"");
        Some(format!("[{name} \"{value}\"]\n"))
    }
}

/// What a value with escapes means.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|&next| letter == '\\' && is_escapable(next));
        plain.push(escaped.unwrap_or(letter));
    }
    plain
}

/// Where the value ends that `text` starts with.
fn closing_quote(text: &str) -> Option<usize> {
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter == '\\' {
            letters.next_if(|&(_, next)| is_escapable(next));
        } else if letter == '"' {
            let after = text[at + 1..].trim_start();
            if after.is_empty() || after.starts_with(']') {
                return Some(at);
            }
        }
    }
    None
}

const fn is_escapable(letter: char) -> bool {
    matches!(letter, '"' | '\\')
}

/// The letters of a symbol in the PGN standard.
const fn is_name_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '+' | '#' | '=' | ':' | '-')
}

fn plain(value: &str) -> String {
    value.chars().filter(|letter| !letter.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_programs_write() {
        for (line, name, value, rest) in [
            (r#"[White "Anna"]"#, "White", "Anna", ""),
            (r#"[ White   "Anna" ] 1. e4"#, "White", "Anna", " 1. e4"),
            (r#"[White"Anna"][Black "Bo"]"#, "White", "Anna", r#"[Black "Bo"]"#),
            (r#"[Event "the \"big\" one"]"#, "Event", r#"the "big" one"#, ""),
            (r#"[Event "the "big" one"]"#, "Event", r#"the "big" one"#, ""),
            (r#"[Site "C:\\chess\\"]"#, "Site", r"C:\chess\", ""),
            (r#"[Site "a\\\"b"]"#, "Site", r#"a\"b"#, ""),
            (r#"[Site "a\b"]"#, "Site", r"a\b", ""),
            (r#"[Site "[x]"]"#, "Site", "[x]", ""),
            (r#"[Round """#, "Round", "", ""),
            ("[Round \"1\t\"]", "Round", "1", ""),
        ] {
            let (name, value) = (name.to_owned(), value.to_owned());
            assert_eq!(Tag::read(line), Some((Tag { name, value }, rest)), "{line}");
        }
    }

    #[test]
    fn refuses_what_is_no_tag() {
        for line in [
            "",
            "[",
            "[]",
            "White \"Anna\"",
            "[White]",
            "[White Anna]",
            "[White \"Anna",
            "[White \"Anna\" B]",
            "[White \"Anna\\\"]",
            "[\"Anna\"]",
            "[Wh ite \"Anna\"]",
            "[%clk \"0:01:00\"]",
        ] {
            assert_eq!(Tag::read(line), None, "{line}");
        }
    }

    #[test]
    fn a_line_reads_as_the_value_it_was_made_of() {
        for value in ["", "Anna", r"\", r"\\", r"\\\", r#"""#, r#"\""#, r#"\\"]"#, "½ é"] {
            let line = Tag::line("Name", value).unwrap();
            let (tag, rest) = Tag::read(line.trim_end()).unwrap();
            assert_eq!((tag.value.as_str(), rest), (value, ""), "{line}");
        }
        assert_eq!(Tag::line("A b\n", "1\n2").as_deref(), Some("[Ab \"12\"]\n"));
        assert_eq!(Tag::line("é!", "1"), None);
    }
}
