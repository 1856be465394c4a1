//! How many colours a terminal has, and the nearest it can show.

use ratatui::style::Color;

use super::{Colour, Token};

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: only bold, underline and reverse.
    None,
    /// The sixteen that every terminal names, whatever they look like there.
    Sixteen,
    /// The cube and the greys.
    Cube,
    /// Every one.
    True,
}

impl Depth {
    /// What the environment says; `look_up` reads a variable.
    pub fn of_environment(look_up: impl Fn(&str) -> Option<String>) -> Depth {
        let is_set = |name| look_up(name).is_some_and(|value| !value.is_empty());
        let term = look_up("TERM").unwrap_or_default();
        let colours = look_up("COLORTERM").unwrap_or_default();
        if is_set("NO_COLOR") || term == "dumb" {
            Depth::None
        } else if colours == "truecolor" || colours == "24bit" || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256color") || cfg!(windows) {
            Depth::Cube
        } else {
            Depth::Sixteen
        }
    }

    /// A theme's colour for a token as this terminal shows it; `None` where the terminal's own colour is used.
    pub(crate) fn shown(self, token: Token, colour: Colour) -> Option<Color> {
        match self {
            Depth::None => None,
            Depth::Sixteen => named(token),
            Depth::Cube => Some(Color::Indexed(nearest(colour))),
            Depth::True => Some(Color::Rgb(colour.0, colour.1, colour.2)),
        }
    }
}

/// The sixteen colours are chosen by their use, not by nearness: pieces must stand out from both squares in any
/// palette. The black pieces are bright because the dark squares are black.
const fn named(token: Token) -> Option<Color> {
    match token {
        Token::Ground | Token::Panel | Token::Text => None,
        Token::Muted => Some(Color::Gray),
        Token::Light => Some(Color::DarkGray),
        Token::Dark => Some(Color::Black),
        Token::Accent => Some(Color::Yellow),
        Token::Selection => Some(Color::Blue),
        Token::Danger => Some(Color::LightRed),
        Token::Check => Some(Color::Red),
        Token::Link => Some(Color::Cyan),
        Token::Ivory => Some(Color::White),
        Token::Black => Some(Color::LightYellow),
    }
}

/// The nearest of the 6×6×6 cube and the 24 greys of xterm's palette.
fn nearest(colour: Colour) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |part: u8| {
        (0..6u8)
            .min_by_key(|&step| STEPS[usize::from(step)].abs_diff(part))
            .unwrap_or(0)
    };
    let [red, green, blue] = [colour.0, colour.1, colour.2].map(step);
    let of_cube = Colour(
        STEPS[usize::from(red)],
        STEPS[usize::from(green)],
        STEPS[usize::from(blue)],
    );
    let cube = (distance(colour, of_cube), 16 + 36 * red + 6 * green + blue);
    let grey = (0..24u8).map(|level| {
        let shade = 8 + 10 * level;
        (distance(colour, Colour(shade, shade, shade)), 232 + level)
    });
    grey.chain([cube]).min().map_or(cube.1, |(_, index)| index)
}

fn distance(one: Colour, other: Colour) -> u32 {
    let part = |one: u8, other: u8| u32::from(one.abs_diff(other)).pow(2);
    // The eye is keenest for green.
    3 * part(one.0, other.0) + 6 * part(one.1, other.1) + part(one.2, other.2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::Theme;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        Depth::of_environment(|name| {
            let found = variables.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn the_environment_decides() {
        assert_eq!(
            depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]),
            Depth::True
        );
        assert_eq!(depth(&[("TERM", "screen-256color")]), Depth::Cube);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
        assert_eq!(depth(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), Depth::None);
        assert_eq!(depth(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]), Depth::True);
        #[cfg(not(windows))]
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Sixteen);
    }

    #[test]
    fn exact_colours_of_the_palette_are_found() {
        assert_eq!(nearest(Colour(0, 0, 0)), 16);
        assert_eq!(nearest(Colour(255, 255, 255)), 231);
        assert_eq!(nearest(Colour(8, 8, 8)), 232);
        assert_eq!(nearest(Colour(95, 135, 175)), 67);
    }

    #[test]
    fn both_kinds_of_square_stay_apart_at_every_depth() {
        for theme in Theme::built_in() {
            for depth in [Depth::Sixteen, Depth::Cube, Depth::True] {
                let [light, dark, chosen] =
                    [Token::Light, Token::Dark, Token::Selection].map(|token| depth.shown(token, theme.colour(token)));
                assert!(
                    light != dark && light != chosen && dark != chosen,
                    "{} {depth:?}",
                    theme.name
                );
            }
        }
    }
}
