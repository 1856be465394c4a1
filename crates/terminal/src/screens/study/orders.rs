//! What can be typed at a study after a slash. The help and completion read the same table.

use host::{NodeId, StudyCommand, Switch};
use play::{DrawColour, Drawing, LegalMove};

use super::Study;
use crate::{
    context::AppContext,
    keys::Action,
    screens::{Screen, Step, editor::Editor, play::completion},
    status::Status,
};

/// A word after a slash: the word, what follows it, and what it does.
pub(crate) const ORDERS: &[[&str; 3]] = &[
    ["comment", "[TEXT]", "write the comment; without text it is removed"],
    [
        "sign",
        "SIGN",
        "add a glyph to the move or remove it: ! ? !! ?? !? ?! = $14",
    ],
    ["arrow", "SQUARES [COLOUR]", "draw an arrow or remove it: e2e4 red"],
    ["circle", "SQUARE [COLOUR]", "draw a circle or remove it: d5 blue"],
    ["tag", "NAME [VALUE]", "write a tag; without a value it is removed"],
    ["lines", "NUMBER", "how many lines the engine shows"],
    ["promote", "", "make this line the main one"],
    ["delete", "", "remove this move and all that follows it"],
    ["engine", "", "what the engine thinks, on and off"],
    ["threat", "", "what the other side threatens, on and off"],
    [
        "explore",
        "[mine|openings|FILE|off]",
        "what was played here in other games; without a word the next of these",
    ],
    ["setup", "", "set up a board, beginning with this position"],
    ["review", "", "review every move, or stop"],
    ["try", "", "look for a better move than this mistake"],
    ["pgn", "", "write the study to a PGN file"],
    ["leave", "", "leave the study; it is stored"],
];

/// Everything that begins with `typed`.
pub(super) fn candidates(typed: &str, choices: &[LegalMove]) -> Vec<String> {
    match typed.strip_prefix('/') {
        Some(begun) => {
            let fitting = ORDERS.iter().filter(|[word, ..]| word.starts_with(begun));
            fitting.map(|[word, ..]| format!("/{word}")).collect()
        }
        None => completion::candidates(typed, choices),
    }
}

impl Study {
    /// Does what a word after a slash says.
    pub(super) fn order(&mut self, text: &str, context: &mut AppContext) -> Step {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let rest = rest.trim();
        let mut fitting = ORDERS
            .iter()
            .filter(|[known, ..]| !word.is_empty() && known.starts_with(word));
        let (Some([word, ..]), None) = (fitting.next(), fitting.next()) else {
            self.status = Status::refusal(format!("There is no command /{word} here; F1 lists those there are."));
            return Step::Stay;
        };
        let node = self.at;
        let done = match *word {
            "comment" => {
                let seen = self.node(node).map_or(0, |node| node.comment_version);
                let text = rest.to_owned();
                self.visit.send_own(StudyCommand::Comment { node, seen, text });
                Ok(())
            }
            "sign" => self.sign(node, rest),
            "arrow" | "circle" => self.draw_mark(node, rest),
            "tag" => {
                let (name, value) = rest.split_once(' ').unwrap_or((rest, ""));
                let (name, value) = (name.to_owned(), value.trim().to_owned());
                self.visit.send_own(StudyCommand::Tag { name, value });
                Ok(())
            }
            "lines" => self.show_lines(rest),
            "promote" => return self.act(Action::Promote, context),
            "delete" => return self.act(Action::Delete, context),
            "engine" => return self.act(Action::Evaluate, context),
            "threat" => return self.act(Action::Threat, context),
            "explore" => {
                self.explore_named(rest, context);
                return Step::Stay;
            }
            "setup" => match self.set_up(context) {
                Ok(editor) => return Step::open(editor),
                Err(words) => {
                    self.status = Status::refusal(words);
                    return Step::Stay;
                }
            },
            "review" => return self.act(Action::ReviewAll, context),
            "try" => return self.act(Action::TryAgain, context),
            "pgn" => return self.act(Action::Save, context),
            _ => return Step::Back,
        };
        if let Err(words) = done {
            self.status = Status::refusal(words);
        }
        Step::Stay
    }

    /// The editor with the shown position.
    fn set_up(&self, context: &AppContext) -> Result<Editor, String> {
        let shown = self.position.as_ref().filter(|position| position.node == self.at);
        let (view, position) = self.view().zip(shown).ok_or("The position is not there yet.")?;
        Editor::open(context, Some((view.game, position.scene.text.clone())))
    }

    fn show_lines(&mut self, text: &str) -> Result<(), &'static str> {
        let lines = text.parse().ok().filter(|lines| (1..=5).contains(lines));
        self.engine.lines = lines.ok_or("The engine shows 1 to 5 lines.")?;
        self.engine.on = true;
        self.analyse();
        Ok(())
    }

    fn sign(&mut self, node: NodeId, text: &str) -> Result<(), &'static str> {
        let glyph = read_sign(text).ok_or("Signs are ! ? !! ?? !? ?! = and $ with a number.")?;
        let has = self.node(node).is_some_and(|node| node.glyphs.contains(&glyph));
        let sign = if has { Switch::Off } else { Switch::On };
        self.visit.send_own(StudyCommand::Sign { node, glyph, sign });
        Ok(())
    }

    fn draw_mark(&mut self, node: NodeId, text: &str) -> Result<(), &'static str> {
        let drawing = read_drawing(text).ok_or("Write squares and a colour: e2e4 red, or d5.")?;
        let has = self.node(node).is_some_and(|node| node.drawings.contains(&drawing));
        let draw = if has { Switch::Off } else { Switch::On };
        self.visit.send_own(StudyCommand::Draw { node, drawing, draw });
        Ok(())
    }
}

/// The number of a sign among the numeric annotation glyphs.
fn read_sign(text: &str) -> Option<u8> {
    let known = match text {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        "=" => 10,
        other => return other.strip_prefix('$')?.parse().ok().filter(|glyph| *glyph > 0),
    };
    Some(known)
}

/// Two squares for an arrow or one for a circle, and perhaps a colour.
fn read_drawing(text: &str) -> Option<Drawing> {
    let (squares, colour) = text.split_once(' ').unwrap_or((text, "green"));
    let colour = match colour.trim() {
        "green" => DrawColour::Green,
        "red" => DrawColour::Red,
        "yellow" => DrawColour::Yellow,
        "blue" => DrawColour::Blue,
        _ => return None,
    };
    let second = squares
        .char_indices()
        .skip(1)
        .find(|(_, letter)| letter.is_ascii_lowercase());
    let (from, to) = if let Some((place, _)) = second {
        (squares.get(..place)?.parse().ok()?, squares.get(place..)?.parse().ok()?)
    } else {
        let square = squares.parse().ok()?;
        (square, square)
    };
    Some(Drawing { colour, from, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_and_drawings_are_read() {
        assert_eq!(read_sign("!?"), Some(5));
        assert_eq!(read_sign("$14"), Some(14));
        for wrong in ["", "$0", "$", "good", "$300"] {
            assert_eq!(read_sign(wrong), None, "{wrong}");
        }
        let arrow = read_drawing("e2e4 red").unwrap();
        assert_eq!((arrow.colour, arrow.is_circle()), (DrawColour::Red, false));
        assert!(read_drawing("d5").unwrap().is_circle());
        for wrong in ["", "e", "e2e4 pink", "e2-e4"] {
            assert_eq!(read_drawing(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn words_are_completed() {
        assert_eq!(candidates("/pro", &[]), ["/promote"]);
        assert_eq!(candidates("/t", &[]), ["/tag", "/threat", "/try"]);
    }
}
