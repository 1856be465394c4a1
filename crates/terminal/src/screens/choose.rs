//! The window that asks what a turn on the same squares shall do: what a pawn becomes, or whether to pay for it.

use hall::{Choice, Kind, Shape};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::Action,
    screens::{Reply, Screen, Step},
    widgets::menu::{Entry, Menu},
};

/// Choices that only differ in kind.
pub(crate) struct Choose {
    choices: Vec<Choice>,
    menu: Menu,
}

impl Choose {
    /// Asks which; there is at least one.
    pub(crate) fn new(choices: Vec<Choice>) -> Self {
        Choose {
            choices,
            menu: Menu::default(),
        }
    }
}

impl Screen for Choose {
    fn is_window(&self) -> bool {
        true
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, _house: &mut House) -> Step {
        if self.menu.steer(action, self.choices.len()) {
            return Step::Stay;
        }
        match action {
            Action::Enter => match self.choices.get(self.menu.at) {
                Some(choice) => Step::Reply(Reply::Chosen(choice.clone())),
                None => Step::Back,
            },
            Action::Back => Step::Back,
            _ => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _area: Rect, _house: &House) {
        let names: Vec<&str> = self.choices.iter().map(|choice| name(choice.kind)).collect();
        let entries: Vec<Entry<'_>> = names
            .iter()
            .zip(&self.choices)
            .map(|(name, choice)| Entry::noted(name, choice.label.clone()))
            .collect();
        let title = if self.choices.iter().any(|choice| choice.kind == Kind::Upgrade) {
            "Upgrade?"
        } else {
            "Your pawn becomes"
        };
        let room = canvas.window(title, 32, entries.len() as u16);
        self.menu.draw(canvas, room, &entries);
    }
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Move => "Move",
        Kind::Upgrade => "A queen, for two points",
        Kind::Promote(shape) => match shape {
            Shape::Pawn => "Pawn",
            Shape::Knight => "Knight",
            Shape::Bishop => "Bishop",
            Shape::Rook => "Rook",
            Shape::Queen | Shape::OpenQueen => "Queen",
            Shape::King => "King",
        },
    }
}
