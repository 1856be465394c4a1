//! The program of a guest with its arguments, as one text.
//!
//! Words are separated by spaces; a word with spaces is put in double quotes. `%20` and the like mean single
//! bytes, so that every name can be written.

use std::fmt::Write;

use play::SpecError;

use super::UciSpec;

/// Divides a text into the program and its arguments.
pub(super) fn read(text: &str) -> Result<(String, Vec<String>), SpecError> {
    let mut words = words(text)?.into_iter();
    let program = words
        .next()
        .filter(|word| !word.is_empty())
        .ok_or(SpecError::NoProgram)?;
    Ok((program, words.collect()))
}

/// The text that [`read`] divides so.
pub(super) fn write(spec: &UciSpec) -> String {
    let words = std::iter::once(&spec.program).chain(&spec.args);
    let encoded: Vec<String> = words
        .map(|word| {
            if word.is_empty() {
                "\"\"".to_owned()
            } else {
                encoded(word)
            }
        })
        .collect();
    encoded.join(" ")
}

/// Writes what has a meaning of its own in a spec as `%20`.
pub(super) fn encoded(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        if letter.is_whitespace() || letter.is_control() || "%\"?&=".contains(letter) {
            for byte in letter.to_string().bytes() {
                write!(written, "%{byte:02X}").expect("writing to a string cannot fail");
            }
        } else {
            written.push(letter);
        }
    }
    written
}

/// Reads `%20`; a percent sign before anything else is itself.
pub(super) fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| first == b'%').and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
        });
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in text.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            _ if letter.is_whitespace() && !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quoted {
        return Err(SpecError::OpenQuote(text.to_owned()));
    }
    words.extend(word);
    Ok(words.iter().map(|word| decoded(word)).collect())
}
