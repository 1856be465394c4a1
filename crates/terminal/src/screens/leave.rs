//! The window that asks before a running game is left.

use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::Action,
    screens::{Reply, Screen, Step},
    widgets::menu::{Entry, Menu},
};

/// Whether to leave a running game.
#[derive(Default)]
pub(crate) struct Leave {
    menu: Menu,
}

impl Screen for Leave {
    fn is_window(&self) -> bool {
        true
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, _house: &mut House) -> Step {
        if self.menu.steer(action, 3) {
            return Step::Stay;
        }
        match (action, self.menu.at) {
            (Action::Enter, 1) => Step::Reply(Reply::Leave),
            (Action::Enter, 2) => Step::Reply(Reply::Resign),
            (Action::Enter | Action::Back, _) => Step::Back,
            _ => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _area: Rect, _house: &House) {
        let room = canvas.window("Leave the game?", 34, 3);
        let entries = [
            Entry::plain("Play on"),
            Entry::noted("Leave", "it waits for you".to_owned()),
            Entry::plain("Resign"),
        ];
        self.menu.draw(canvas, room, &entries);
    }
}
