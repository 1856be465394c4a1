//! Whether a theme can be read: contrast as WCAG 2 measures it, 4.5:1 for words and 3:1 for pieces and marks.

use std::fmt;

use super::{Colour, Theme, Token};

/// Two colours of a theme that are too near to each other.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// What is drawn.
    pub(crate) drawn: Token,
    /// What it is drawn on, in words.
    pub(crate) on: &'static str,
    /// The contrast they have.
    pub(crate) ratio: f64,
    /// The contrast they need.
    pub(crate) needed: f64,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} on the {} has contrast {:.1}, it needs {:.1}",
            self.drawn.word(),
            self.on,
            self.ratio,
            self.needed
        )
    }
}

/// Everything about a theme that is hard to read.
pub(crate) fn faults(theme: &Theme) -> Vec<Fault> {
    let words = [Token::Text, Token::Muted, Token::Accent, Token::Danger, Token::Link];
    let behind_words = [
        ("ground", theme.colour(Token::Ground)),
        ("panel", theme.colour(Token::Panel)),
    ];
    let [light, dark, chosen] = [Token::Light, Token::Dark, Token::Selection].map(|token| theme.colour(token));
    let squares = [
        ("light squares", light),
        ("dark squares", dark),
        ("chosen square", chosen),
        ("light squares of the last move", light.half_way(chosen)),
        ("dark squares of the last move", dark.half_way(chosen)),
        ("square of a king in check", theme.colour(Token::Check)),
    ];
    let of_words = words
        .iter()
        .flat_map(|&token| behind_words.map(|(on, behind)| (token, on, behind, 4.5)));
    let of_pieces = [Token::Ivory, Token::Black]
        .into_iter()
        .flat_map(|token| squares.map(|(on, behind)| (token, on, behind, 3.0)));
    of_words
        .chain(of_pieces)
        .filter_map(|(drawn, on, behind, needed)| {
            let ratio = ratio(theme.colour(drawn), behind);
            (ratio < needed).then_some(Fault {
                drawn,
                on,
                ratio,
                needed,
            })
        })
        .collect()
}

/// The contrast of two colours, from 1 to 21.
pub(crate) fn ratio(one: Colour, other: Colour) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Relative luminance by WCAG 2.2.
fn luminance(colour: Colour) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_white_is_twenty_one() {
        let [black, white] = [Colour(0, 0, 0), Colour(255, 255, 255)];
        assert!((ratio(black, white) - 21.0).abs() < 1e-9);
        assert!((ratio(white, white) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn themes_of_the_program_can_be_read() {
        for theme in Theme::built_in() {
            assert_eq!(faults(&theme), [], "{}", theme.name);
        }
    }

    #[test]
    fn a_pale_theme_is_reported_with_its_faults() {
        let [ink, ..] = Theme::built_in();
        let pale = ink.with(Token::Muted, Colour(0x30, 0x33, 0x36));
        let words: Vec<String> = faults(&pale).iter().map(Fault::to_string).collect();
        assert_eq!(words.len(), 2);
        assert!(
            words[0].starts_with("muted on the ground has contrast 1."),
            "{}",
            words[0]
        );
    }
}
