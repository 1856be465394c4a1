//! Themes: which colour each part of a screen has.
//!
//! A theme is a list of tokens, each a colour; [`Token`] says what each is used for. Themes that come with the
//! program have the contrast that [`contrast::faults`] asks for, and themes of users are reported where they do not.
//! [`depth`] decides how a colour is shown on a terminal with few colours.

pub(crate) mod contrast;
pub(crate) mod depth;
pub(crate) mod file;

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A named set of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// What it is called in settings and in the config file.
    pub(crate) name: String,
    /// Whether colours are used at all; without them marks carry everything.
    pub(crate) ink: Ink,
    colours: [Colour; Token::ALL.len()],
}

/// Whether a theme uses colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// It does.
    Coloured,
    /// Only bold, underline and reverse.
    Plain,
}

/// What a colour is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// Behind everything.
    Ground,
    /// Behind bars and windows.
    Panel,
    /// Text of usual weight.
    Text,
    /// Text of less weight, and coordinates.
    Muted,
    /// Light squares.
    Light,
    /// Dark squares.
    Dark,
    /// What the player does: headings, the line, chosen entries.
    Accent,
    /// The chosen square; half of it lies over the squares of the last move.
    Selection,
    /// Check, refusals, a low clock.
    Danger,
    /// The square of a king in check.
    Check,
    /// Keys and hints.
    Link,
    /// The pieces of the first seat.
    Ivory,
    /// The pieces of the second seat, and the marks on squares a piece can go to.
    Black,
}

impl Token {
    /// Every token, in the order a theme keeps them.
    pub(crate) const ALL: [Token; 13] = [
        Token::Ground,
        Token::Panel,
        Token::Text,
        Token::Muted,
        Token::Light,
        Token::Dark,
        Token::Accent,
        Token::Selection,
        Token::Danger,
        Token::Check,
        Token::Link,
        Token::Ivory,
        Token::Black,
    ];

    /// Its name in a theme file.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Token::Ground => "ground",
            Token::Panel => "panel",
            Token::Text => "text",
            Token::Muted => "muted",
            Token::Light => "light-square",
            Token::Dark => "dark-square",
            Token::Accent => "accent",
            Token::Selection => "selection",
            Token::Danger => "danger",
            Token::Check => "check",
            Token::Link => "link",
            Token::Ivory => "white-pieces",
            Token::Black => "black-pieces",
        }
    }
}

impl Theme {
    /// The themes that come with the program; the first is used where nothing else is said.
    pub(crate) fn built_in() -> [Theme; 4] {
        let coloured = |name: &str, colours| Theme {
            name: name.to_owned(),
            ink: Ink::Coloured,
            colours,
        };
        [
            coloured("ink", INK),
            coloured("paper", PAPER),
            coloured("contrast", CONTRAST),
            Theme {
                name: "mono".to_owned(),
                ink: Ink::Plain,
                colours: CONTRAST,
            },
        ]
    }

    /// The colour of a token.
    pub(crate) const fn colour(&self, token: Token) -> Colour {
        self.colours[token as usize]
    }

    /// The same theme with another colour for `token`.
    #[must_use]
    pub(crate) fn with(mut self, token: Token, colour: Colour) -> Self {
        self.colours[token as usize] = colour;
        self
    }
}

const INK: [Colour; 13] = [
    Colour(0x14, 0x17, 0x1A),
    Colour(0x1C, 0x20, 0x24),
    Colour(0xE7, 0xE3, 0xDA),
    Colour(0x9A, 0xA1, 0xA8),
    Colour(0x87, 0x97, 0x8B),
    Colour(0x56, 0x70, 0x6A),
    Colour(0xE0, 0xA5, 0x26),
    Colour(0xB8, 0x86, 0x0B),
    Colour(0xE4, 0x69, 0x5B),
    Colour(0xC0, 0x39, 0x2B),
    Colour(0x8F, 0xB0, 0xFF),
    Colour(0xFF, 0xFF, 0xFF),
    Colour(0x0B, 0x0D, 0x10),
];

const PAPER: [Colour; 13] = [
    Colour(0xF7, 0xF4, 0xEE),
    Colour(0xFF, 0xFF, 0xFF),
    Colour(0x23, 0x26, 0x2B),
    Colour(0x5E, 0x64, 0x6B),
    Colour(0x89, 0x97, 0x8D),
    Colour(0x5A, 0x78, 0x71),
    Colour(0x8A, 0x5A, 0x00),
    Colour(0xB8, 0x86, 0x0B),
    Colour(0xB5, 0x37, 0x2A),
    Colour(0xC0, 0x39, 0x2B),
    Colour(0x2F, 0x5F, 0xC8),
    Colour(0xFF, 0xFF, 0xFF),
    Colour(0x10, 0x12, 0x16),
];

const CONTRAST: [Colour; 13] = [
    Colour(0x00, 0x00, 0x00),
    Colour(0x00, 0x00, 0x00),
    Colour(0xFF, 0xFF, 0xFF),
    Colour(0xC8, 0xC8, 0xC8),
    Colour(0x8C, 0x8C, 0x8C),
    Colour(0x4F, 0x6F, 0xB0),
    Colour(0xFF, 0xD4, 0x00),
    Colour(0xA8, 0x7C, 0x00),
    Colour(0xFF, 0x8A, 0x80),
    Colour(0xC0, 0x39, 0x2B),
    Colour(0x9C, 0xC2, 0xFF),
    Colour(0xFF, 0xFF, 0xFF),
    Colour(0x00, 0x00, 0x00),
];

/// Red, green and blue; as text `#14171A`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Colour {
    /// The colour half way to `other`.
    #[must_use]
    pub(crate) const fn half_way(self, other: Colour) -> Colour {
        Colour(
            self.0.midpoint(other.0),
            self.1.midpoint(other.1),
            self.2.midpoint(other.2),
        )
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

impl FromStr for Colour {
    type Err = ColourError;

    fn from_str(text: &str) -> Result<Self, ColourError> {
        let wrong = || ColourError(text.chars().take(20).collect());
        let digits = text.strip_prefix('#').ok_or_else(wrong)?;
        if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).map_err(|_| wrong());
        Ok(Colour(part(0)?, part(2)?, part(4)?))
    }
}

/// Not a colour.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a colour; write #RRGGBB")]
pub(crate) struct ColourError(pub(crate) String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_where_a_theme_keeps_them() {
        for (place, token) in Token::ALL.into_iter().enumerate() {
            assert_eq!(token as usize, place);
        }
    }

    #[test]
    fn a_colour_is_six_digits_after_a_hash() {
        assert_eq!("#14171a".parse(), Ok(Colour(0x14, 0x17, 0x1A)));
        assert_eq!(Colour(0x14, 0x17, 0x1A).to_string(), "#14171A");
        for text in ["", "#", "14171A", "#14171", "#14171A0", "#+4171A", "#ÄÄÄ", "red"] {
            assert!(text.parse::<Colour>().is_err(), "{text:?}");
        }
    }
}
