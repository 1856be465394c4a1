//! The line that is typed on, with completion.

use ratatui::layout::{Position, Rect};

use crate::{
    canvas::{Canvas, wide},
    keys::Action,
};

/// Text being typed; the cursor is always at its end. It never begins with a blank, so a line of blanks is empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    text: String,
    /// While Tab goes through completions: all of them, and the one shown.
    cycle: Option<(Vec<String>, usize)>,
    /// The text was refused: the next letter begins anew, and erasing corrects it.
    refused: bool,
}

/// A line takes this many letters; the longest FEN or path a person types is shorter.
const LONGEST: usize = 1000;

impl Line {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn set(&mut self, text: &str) {
        self.clear();
        text.chars().for_each(|letter| self.push(letter));
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.cycle = None;
        self.refused = false;
    }

    /// Puts a text that was refused back, unless something else is being typed.
    pub(crate) fn put_back(&mut self, text: &str) {
        if self.is_empty() {
            self.set(text);
            self.refused = true;
        }
    }

    /// Whether something is typed that nobody has refused.
    pub(crate) fn is_typed(&self) -> bool {
        !self.is_empty() && !self.refused
    }

    /// What was typed; the line is empty then.
    pub(crate) fn take(&mut self) -> String {
        self.cycle = None;
        self.refused = false;
        std::mem::take(&mut self.text)
    }

    fn push(&mut self, letter: char) {
        if self.refused {
            self.clear();
        }
        self.cycle = None;
        let is_leading_blank = letter == ' ' && self.is_empty();
        if !letter.is_control() && !is_leading_blank && self.text.len() + letter.len_utf8() <= LONGEST {
            self.text.push(letter);
        }
    }

    /// Handles an action about text; returns whether it was one.
    pub(crate) fn edit(&mut self, action: Action) -> bool {
        match action {
            Action::Type(letter) => self.push(letter),
            Action::Erase => {
                self.cycle = None;
                self.refused = false;
                self.text.pop();
            }
            Action::EraseWord => {
                self.cycle = None;
                self.refused = false;
                let kept = self.text.trim_end().rfind(' ').map_or(0, |space| space + 1);
                self.text.truncate(kept);
            }
            Action::EraseLine => self.clear(),
            _ => return false,
        }
        true
    }

    /// Puts the next completion in the place of what was typed; `candidates` are asked for once.
    pub(crate) fn complete(&mut self, step: Cycle, candidates: impl FnOnce(&str) -> Vec<String>) {
        let (all, at) = match self.cycle.take() {
            Some((all, at)) => {
                let at = match step {
                    Cycle::On => (at + 1) % all.len(),
                    Cycle::Back => (at + all.len() - 1) % all.len(),
                };
                (all, at)
            }
            None => match candidates(&self.text) {
                all if all.is_empty() => return,
                all => {
                    let at = match step {
                        Cycle::On => 0,
                        Cycle::Back => all.len() - 1,
                    };
                    (all, at)
                }
            },
        };
        self.text.clone_from(&all[at]);
        self.cycle = Some((all, at));
    }

    /// The completions Tab goes through, and which is shown.
    pub(crate) fn cycle(&self) -> Option<(&[String], usize)> {
        self.cycle.as_ref().map(|(all, at)| (all.as_slice(), *at))
    }

    /// Draws the end of the text that fits, and the cursor.
    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, prompt: &str) {
        let accent = canvas.look.accent();
        let style = if self.refused {
            canvas.look.danger()
        } else {
            canvas.look.strong()
        };
        let taken = canvas.words(area.x, area.y, area.width, prompt, accent);
        let room = area.width.saturating_sub(taken + 1);
        let mut shown = self.text.as_str();
        while wide(shown) > room {
            let mut letters = shown.chars();
            letters.next();
            shown = letters.as_str();
        }
        let end = canvas.words(area.x + taken, area.y, room, shown, style);
        canvas.cursor = Some(Position {
            x: area.x + taken + end,
            y: area.y,
        });
    }
}

/// Which completion comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycle {
    On,
    Back,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Line {
        let mut line = Line::default();
        for letter in text.chars() {
            assert!(line.edit(Action::Type(letter)));
        }
        line
    }

    #[test]
    fn words_and_letters_are_erased() {
        let mut line = typed("/save my game");
        line.edit(Action::EraseWord);
        assert_eq!(line.text(), "/save my ");
        line.edit(Action::EraseWord);
        assert_eq!(line.text(), "/save ");
        line.edit(Action::Erase);
        assert_eq!(line.text(), "/save");
        line.edit(Action::EraseLine);
        assert!(line.is_empty());
        assert!(!line.edit(Action::Up));
    }

    #[test]
    fn tab_goes_round_both_ways() {
        let all = |_: &str| ["Na3", "Nc3", "Nf3"].map(str::to_owned).to_vec();
        let mut line = typed("N");
        line.complete(Cycle::On, all);
        assert_eq!(line.text(), "Na3");
        line.complete(Cycle::Back, all);
        assert_eq!(line.text(), "Nf3");
        line.complete(Cycle::On, all);
        line.complete(Cycle::On, all);
        assert_eq!(line.text(), "Nc3");
        line.edit(Action::Type('+'));
        assert_eq!(line.cycle(), None);
    }

    #[test]
    fn a_refused_text_is_corrected_by_erasing_and_replaced_by_typing() {
        let mut line = typed("");
        line.put_back("Nf33");
        assert!(!line.is_typed());
        line.edit(Action::Erase);
        assert_eq!((line.text(), line.is_typed()), ("Nf3", true));
        line.clear();
        line.put_back("Nf33");
        line.edit(Action::Type('e'));
        line.edit(Action::Type('4'));
        assert_eq!(line.text(), "e4");
        line.put_back("x");
        assert_eq!(line.text(), "e4");
    }

    #[test]
    fn blanks_are_no_text() {
        assert!(typed("   ").is_empty());
        assert_eq!(typed("  /save my game").text(), "/save my game");
    }

    #[test]
    fn control_letters_and_endless_texts_stay_outside() {
        assert_eq!(typed("a\u{1b}\tb").text(), "ab");
        assert_eq!(typed(&"x".repeat(5000)).text().len(), LONGEST);
    }
}
