//! Names people give themselves.

use thiserror::Error;
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A display name: 1 to 20 letters of any script, digits and single spaces, composed (NFC). Single apostrophes and
/// hyphens are allowed between letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DisplayName(String);

impl DisplayName {
    const LONGEST: usize = 20;
    /// Marks on one letter; writing systems need two.
    const MARKS: usize = 3;
    /// Letters that nobody can see.
    const INVISIBLE: [char; 4] = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}'];

    /// Reads a name; spaces around it do not count.
    pub(crate) fn read(text: &str) -> Result<Self, NameError> {
        // A longer text is not composed completely.
        let letters = text.trim().chars().take(10 * DisplayName::LONGEST).nfc();
        let name: String = letters.map(plain).collect();
        if name.is_empty() {
            Err(NameError::Empty)
        } else if name.chars().count() > DisplayName::LONGEST {
            Err(NameError::Long)
        } else if name.split(' ').all(|word| word.split(JOINTS).all(is_word)) {
            Ok(DisplayName(name))
        } else if name.split(' ').all(is_wrongly_joined) {
            Err(NameError::Joints)
        } else {
            Err(NameError::Letters)
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The name.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// Characters allowed between two letters of a word.
const JOINTS: [char; 2] = ['\'', '-'];

/// The apostrophe of typography and the hyphens that phones type as the plain ones.
const fn plain(letter: char) -> char {
    match letter {
        '\u{2019}' => '\'',
        '\u{2010}' | '\u{2011}' => '-',
        letter => letter,
    }
}

/// Whether nothing is wrong with a word but where its apostrophes and hyphens stand.
fn is_wrongly_joined(word: &str) -> bool {
    !word.is_empty() && word.split(JOINTS).filter(|part| !part.is_empty()).all(is_word)
}

/// Whether a text is letters and digits, with marks on them as far as they cannot be composed.
fn is_word(word: &str) -> bool {
    let mut marks = DisplayName::MARKS;
    let fits = word.chars().all(|letter| {
        if is_combining_mark(letter) {
            marks += 1;
            return marks <= DisplayName::MARKS;
        }
        marks = 0;
        letter.is_alphanumeric() && !DisplayName::INVISIBLE.contains(&letter)
    });
    fits && !word.is_empty()
}

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum NameError {
    /// Nothing there.
    #[error("Display name cannot be empty")]
    Empty,
    /// Too long.
    #[error("Display name must be 20 characters or less")]
    Long,
    /// Other characters, or two spaces together.
    #[error("Display name can only contain letters, numbers, and single spaces")]
    Letters,
    /// An apostrophe or a hyphen at the end of a word or beside another one.
    #[error("An apostrophe or a hyphen must be between two letters")]
    Joints,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_checked() {
        assert_eq!(
            DisplayName::read("  Ada Lovelace ").unwrap().into_text(),
            "Ada Lovelace"
        );
        assert!(DisplayName::read(&"a".repeat(20)).is_ok());
        for (text, error) in [
            ("", NameError::Empty),
            ("   ", NameError::Empty),
            ("aaaaaaaaaaaaaaaaaaaaa", NameError::Long),
            ("a  b", NameError::Letters),
            ("a_b", NameError::Letters),
            ("'tHart", NameError::Joints),
            ("Brien'", NameError::Joints),
            ("O''Brien", NameError::Joints),
            ("a -b", NameError::Joints),
            ("-", NameError::Joints),
            ("a--☃", NameError::Letters),
            ("a  -b", NameError::Letters),
            ("a\tb", NameError::Letters),
            ("a\u{200d}b", NameError::Letters),
            ("\u{202e}ada", NameError::Letters),
            ("\u{3164}", NameError::Letters),
            ("\u{301}a", NameError::Letters),
            ("a\u{301}\u{302}\u{303}\u{304}\u{305}", NameError::Letters),
            ("☃", NameError::Letters),
        ] {
            assert_eq!(DisplayName::read(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn letters_of_any_script_are_letters() {
        for name in ["Zoë", "Łukasz", "李", "אבג", "Ωmega 7", "हिन्दी", "ไทย", "Ǆ"] {
            assert_eq!(DisplayName::read(name).unwrap().into_text(), name);
        }
        // Two ways to write the same name are the same name.
        assert_eq!(DisplayName::read("Zoe\u{308}"), DisplayName::read("Zoë"));
    }

    #[test]
    fn apostrophes_and_hyphens_stand_between_letters() {
        for name in ["O'Brien", "Jean-Luc", "Anne-Marie d'Arc", "N'Golo"] {
            assert_eq!(DisplayName::read(name).unwrap().into_text(), name);
        }
        assert_eq!(DisplayName::read("O\u{2019}Brien"), DisplayName::read("O'Brien"));
        assert_eq!(DisplayName::read("Jean\u{2011}Luc"), DisplayName::read("Jean-Luc"));
    }
}
