//! Secrets that people hold: session tokens, recovery codes, reset links. All are random and long, so a plain hash
//! reveals nothing about them.

use sha2::{Digest, Sha256};

/// The secret of a session or a reset link: 256 random bits in hexadecimal digits.
#[derive(Clone)]
pub(crate) struct SessionToken(String);

impl SessionToken {
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(SessionToken(hex(&bytes)))
    }

    /// Reads a token that somebody has sent.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (text.len() == 64 && text.bytes().all(digit)).then(|| SessionToken(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// What is stored of it. Hashes are compared, never tokens.
    pub(crate) fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// A code that opens an account once when its password is lost: sixteen letters and digits, 79 random bits.
#[derive(Clone)]
pub(crate) struct RecoveryCode(String);

impl RecoveryCode {
    /// Without 0 and O, 1, I and L, which are easily mistaken for each other.
    const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";
    const LENGTH: usize = 16;

    fn new() -> Result<Self, getrandom::Error> {
        let mut letters = String::new();
        while letters.len() < RecoveryCode::LENGTH {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes)?;
            // Of 256 bytes 248 are a multiple of 31; the others would prefer some letters.
            let fair = bytes.iter().filter(|byte| **byte < 248);
            let fair = fair.map(|byte| char::from(RecoveryCode::LETTERS[usize::from(byte % 31)]));
            letters.extend(fair.take(RecoveryCode::LENGTH - letters.len()));
        }
        Ok(RecoveryCode(letters))
    }

    /// Reads a code as somebody typed it: capitals, blanks and hyphens do not matter.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let plain = text.chars().filter(|letter| !matches!(letter, ' ' | '-'));
        let plain: String = plain.map(|letter| letter.to_ascii_lowercase()).take(40).collect();
        let known =
            plain.len() == RecoveryCode::LENGTH && plain.bytes().all(|byte| RecoveryCode::LETTERS.contains(&byte));
        known.then_some(RecoveryCode(plain))
    }

    /// In groups of four.
    pub(crate) fn shown(&self) -> String {
        let groups: Vec<&str> = (0..RecoveryCode::LENGTH)
            .step_by(4)
            .filter_map(|from| self.0.get(from..from + 4))
            .collect();
        groups.join("-")
    }

    pub(crate) fn hash(&self) -> String {
        hash(&self.0)
    }
}

/// The eight codes of an account.
pub(crate) fn codes() -> Result<Vec<RecoveryCode>, getrandom::Error> {
    (0..8).map(|_| RecoveryCode::new()).collect()
}

/// The hash of a text in hexadecimal digits.
pub(super) fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _written = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_shown_and_as_people_type() {
        for code in codes().unwrap() {
            let shown = code.shown();
            assert_eq!(shown.len(), 19);
            for typed in [
                shown.clone(),
                shown.to_uppercase(),
                shown.replace('-', " "),
                shown.replace('-', ""),
            ] {
                assert_eq!(
                    RecoveryCode::read(&typed).map(|code| code.hash()),
                    Some(code.hash()),
                    "{typed}"
                );
            }
        }
        for wrong in ["", "abcd-efgh", "0000-0000-0000-0000", "abcd-efgh-jkmn-pqrst"] {
            assert!(RecoveryCode::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn tokens_differ_and_are_known_by_their_hashes() {
        let [one, two] = [(); 2].map(|()| SessionToken::new().unwrap());
        let again = SessionToken::read(one.as_str()).unwrap();
        assert!(one.hash() == again.hash() && one.hash() != two.hash());
        assert!(SessionToken::read("short").is_none() && SessionToken::read(&"G".repeat(64)).is_none());
    }
}
