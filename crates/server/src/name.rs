//! Names people give themselves.

use thiserror::Error;

/// A display name: 1 to 20 letters, digits and single spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DisplayName(String);

impl DisplayName {
    const LONGEST: usize = 20;

    /// Reads a name; spaces around it do not count.
    pub(crate) fn read(text: &str) -> Result<Self, NameError> {
        let name = text.trim();
        let mut words = name.split(' ');
        let plain = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if name.is_empty() {
            Err(NameError::Empty)
        } else if name.chars().count() > DisplayName::LONGEST {
            Err(NameError::Long)
        } else if words.all(plain) {
            Ok(DisplayName(name.to_owned()))
        } else {
            Err(NameError::Letters)
        }
    }

    /// The name.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
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
            ("a-b", NameError::Letters),
            ("Zoë", NameError::Letters),
            ("a\tb", NameError::Letters),
        ] {
            assert_eq!(DisplayName::read(text), Err(error), "{text:?}");
        }
    }
}
