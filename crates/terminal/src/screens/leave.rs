//! The window that asks before a running game is left.

use crate::{
    canvas::Canvas,
    keys::Action,
    screens::{Reply, Step},
    widgets::menu::{Entry, Menu},
};

/// Whether to leave a running game.
#[derive(Default)]
pub(crate) struct Leave {
    pub(crate) menu: Menu,
}

impl Leave {
    pub(crate) fn act(&mut self, action: Action) -> Step {
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

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let room = canvas.window("Leave the game?", 34, 3);
        let entries = [
            Entry::plain("Play on"),
            Entry::noted("Leave", "it waits for you".to_owned()),
            Entry::plain("Resign"),
        ];
        self.menu.draw(canvas, room, &entries);
    }
}
