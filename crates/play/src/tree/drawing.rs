//! Arrows and circles on a board, and how PGN writes them: `[%cal Ge2e4,Rd8h4]`, `[%csl Ge4]`.

use serde::{Deserialize, Serialize};

use crate::Square;

/// An arrow between two squares, or a circle around one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Drawing {
    /// Its colour.
    pub colour: DrawColour,
    /// Where the arrow begins.
    pub from: Square,
    /// Where it ends; equal to `from` for a circle.
    pub to: Square,
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DrawColour {
    /// Green.
    #[default]
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
}

impl DrawColour {
    /// All colours, in the order in which they are offered.
    pub const ALL: [DrawColour; 4] = [DrawColour::Green, DrawColour::Red, DrawColour::Yellow, DrawColour::Blue];

    const fn letter(self) -> char {
        match self {
            DrawColour::Green => 'G',
            DrawColour::Red => 'R',
            DrawColour::Yellow => 'Y',
            DrawColour::Blue => 'B',
        }
    }
}

impl Drawing {
    /// Whether it is a circle.
    pub fn is_circle(&self) -> bool {
        self.from == self.to
    }

    /// Takes the commands that draw out of a comment: the drawings, and the comment without them. A command that cannot
    /// be read stays.
    pub fn take(comment: &str) -> (Vec<Drawing>, String) {
        let mut drawings = Vec::new();
        let mut rest = String::new();
        let mut text = comment;
        while let Some(start) = text.find("[%c") {
            let command = &text[start..];
            let end = command.find(']').map(|end| end + 1);
            let read = end.and_then(|end| Some((read_command(&command[..end])?, end)));
            let Some((read, end)) = read else {
                let (before, after) = text.split_at(start + 1);
                rest.push_str(before);
                text = after;
                continue;
            };
            drawings.extend(read);
            rest.push_str(text[..start].trim_end());
            text = command[end..].trim_start();
            if !rest.is_empty() && !text.is_empty() {
                rest.push(' ');
            }
        }
        if drawings.is_empty() {
            return (drawings, comment.to_owned());
        }
        rest.push_str(text);
        (drawings, rest)
    }

    /// The commands that draw, circles first; empty without drawings.
    pub fn commands(drawings: &[Drawing]) -> String {
        let list = |command: &str, is_wanted: fn(&Drawing) -> bool| {
            let wanted = drawings.iter().filter(|drawing| is_wanted(drawing));
            let written: Vec<String> = wanted.map(|drawing| drawing.text()).collect();
            (!written.is_empty()).then(|| format!("[%{command} {}]", written.join(",")))
        };
        let circles = list("csl", Drawing::is_circle);
        let arrows = list("cal", |drawing| !drawing.is_circle());
        circles.into_iter().chain(arrows).collect::<Vec<_>>().join(" ")
    }

    fn text(self) -> String {
        let letter = self.colour.letter();
        if self.is_circle() {
            format!("{letter}{}", self.from)
        } else {
            format!("{letter}{}{}", self.from, self.to)
        }
    }
}

fn read_command(text: &str) -> Option<Vec<Drawing>> {
    let inner = text.strip_prefix("[%")?.strip_suffix(']')?;
    let (command, list) = inner.split_once(' ')?;
    let read = match command {
        "csl" => read_circle,
        "cal" => read_arrow,
        _ => return None,
    };
    list.split(',').map(|item| read(item.trim())).collect()
}

fn read_colour(text: &str) -> Option<(DrawColour, &str)> {
    let colour = DrawColour::ALL
        .into_iter()
        .find(|colour| text.starts_with(colour.letter()))?;
    Some((colour, &text[1..]))
}

fn read_circle(text: &str) -> Option<Drawing> {
    let (colour, square) = read_colour(text)?;
    let square = square.parse().ok()?;
    Some(Drawing {
        colour,
        from: square,
        to: square,
    })
}

fn read_arrow(text: &str) -> Option<Drawing> {
    let (colour, squares) = read_colour(text)?;
    let second = squares
        .char_indices()
        .skip(1)
        .find(|(_, letter)| letter.is_ascii_lowercase());
    let (from, to) = squares.split_at(second?.0);
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    Some(Drawing { colour, from, to }).filter(|drawing| !drawing.is_circle())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_they_are_read() {
        let text = "[%csl Ge4,Rd5] [%cal Ge2e4,Bb1c3]";
        let (drawings, rest) = Drawing::take(text);
        assert_eq!((drawings.len(), rest.as_str()), (4, ""));
        assert_eq!(Drawing::commands(&drawings), text);
        assert!(drawings[0].is_circle() && !drawings[3].is_circle());
    }

    #[test]
    fn the_words_around_a_command_stay() {
        let (drawings, rest) = Drawing::take("good [%cal Ga1h8] diagonal [%clk 0:01:00]");
        assert_eq!(drawings.len(), 1);
        assert_eq!(rest, "good diagonal [%clk 0:01:00]");
    }

    #[test]
    fn what_cannot_be_read_stays_in_the_comment() {
        for text in [
            "[%cal Ge2]",
            "[%csl Ze4]",
            "[%cal Ge2e4",
            "[%cal Ge4e4]",
            "[%csl ]",
            "[%c",
            "[%clk 0:00:01]",
            "a\nb",
        ] {
            assert_eq!(Drawing::take(text), (Vec::new(), text.to_owned()), "{text}");
        }
        let (drawings, rest) = Drawing::take("[%cal Zz] [%csl Gd4]");
        assert_eq!((drawings.len(), rest.as_str()), (1, "[%cal Zz]"));
    }
}
