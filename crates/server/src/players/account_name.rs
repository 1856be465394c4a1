//! The names of accounts: display names that cannot be taken for each other or for the program.

use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use unicode_security::{
    GeneralSecurityProfile, RestrictionLevel, RestrictionLevelDetection, skeleton as confusable_skeleton,
};

use crate::name::{DisplayName, NameError};

/// The name of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountName {
    name: DisplayName,
    skeleton: String,
}

/// Why a text cannot be the name of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum AccountNameError {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("This name is reserved")]
    Reserved,
    #[error("An account's name must not mix scripts or use rare letters that look like others")]
    Confusing,
}

/// Names that the program uses, or that look like names of operators.
const RESERVED: [&str; 32] = [
    "admin",
    "administrator",
    "moderator",
    "mod",
    "root",
    "system",
    "server",
    "operator",
    "support",
    "staff",
    "official",
    "threefold",
    "anonymous",
    "guest",
    "nobody",
    "everybody",
    "player",
    FORMER,
    "AI Opponent",
    "computer",
    "machine",
    "engine",
    "bot",
    "white",
    "black",
    "open seat",
    "easy",
    "medium",
    "hard",
    "master",
    "you",
    "me",
];

/// What the player of a closed account is called.
pub(crate) const FORMER: &str = "Former player";

impl AccountName {
    /// A new name.
    pub(crate) fn new(text: &str) -> Result<Self, AccountNameError> {
        let name = AccountName::read(text)?;
        let letters = name.as_str().chars().filter(|letter| !is_between(*letter));
        let is_plain = letters.clone().all(GeneralSecurityProfile::identifier_allowed);
        let together: String = letters.collect();
        let level = together.as_str().detect_restriction_level();
        if RESERVED.iter().any(|reserved| skeleton(reserved) == name.skeleton) {
            Err(AccountNameError::Reserved)
        } else if !is_plain || level > RestrictionLevel::HighlyRestrictive {
            Err(AccountNameError::Confusing)
        } else {
            Ok(name)
        }
    }

    /// A name that somebody claims to have.
    pub(crate) fn read(text: &str) -> Result<Self, NameError> {
        let name = DisplayName::read(text)?;
        let skeleton = skeleton(name.as_str());
        Ok(AccountName { name, skeleton })
    }

    pub(crate) fn as_str(&self) -> &str {
        self.name.as_str()
    }

    /// The skeleton that similar-looking names share.
    pub(crate) fn skeleton(&self) -> &str {
        &self.skeleton
    }
}

/// Separators that the skeleton ignores.
const fn is_between(letter: char) -> bool {
    matches!(letter, ' ' | '\'' | '-')
}

/// The skeleton of Unicode's Technical Standard 39, regardless of case, spaces, apostrophes and hyphens.
///
/// A capital I looks like a small L, and names ignore case. So I, L and 1 count as one letter.
fn skeleton(name: &str) -> String {
    let letters = name.chars().filter(|letter| !is_between(*letter));
    let small: String = letters.nfkc().flat_map(char::to_lowercase).collect();
    let alike: String = confusable_skeleton(&small).flat_map(char::to_lowercase).collect();
    alike
        .chars()
        .filter(|letter| *letter != ' ')
        .map(|letter| if letter == 'i' { 'l' } else { letter })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        AccountName::read(text).unwrap().skeleton
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for [one, other] in [
            ["Ada", "ada"],
            ["Ada Lovelace", "AdaLovelace"],
            ["Ada Lovelace", "Ada-Lovelace"],
            ["O'Brien", "OBrien"],
            ["Bill", "BiIl"],
            ["Bill", "Bi11"],
            ["ILIA", "ilia"],
            ["Bob0", "BobO"],
            ["modern", "rnodem"],
            // Cyrillic a, Greek omicron.
            ["Ada", "Аdа"],
            ["Otto", "Οttο"],
            ["Ｗide", "Wide"],
        ] {
            assert_eq!(of(one), of(other), "{one} {other}");
        }
        for [one, other] in [["Ada", "Ida"], ["Jose", "José"], ["Otto", "Utto"], ["李", "木子"]] {
            assert_ne!(of(one), of(other), "{one} {other}");
        }
    }

    #[test]
    fn reserved_and_confusing_names_are_refused() {
        for name in [
            "Admin",
            "4dmin x",
            "Thr eefold",
            "ro-ot",
            "former player",
            "AI opponent",
            "ROOT",
            "M0derator",
        ] {
            let refused = AccountName::new(name).err();
            let expected = if name == "4dmin x" {
                None
            } else {
                Some(AccountNameError::Reserved)
            };
            assert_eq!(refused, expected, "{name}");
        }
        assert_eq!(
            AccountName::new("Аda").err(),
            Some(AccountNameError::Confusing),
            "a Cyrillic capital and Latin"
        );
        assert_eq!(
            AccountName::new("a_b").err(),
            Some(AccountNameError::Name(NameError::Letters))
        );
        for name in [
            "Ada Lovelace",
            "O'Brien",
            "Jean-Luc",
            "Łukasz",
            "Иван 2",
            "李小龙",
            "אבג",
            "Ännä",
            "さくら",
            "हिन्दी",
        ] {
            assert_eq!(AccountName::new(name).map(drop), Ok(()), "{name}");
        }
    }
}
