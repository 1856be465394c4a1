//! The window that asks before a running match is left.

use crate::{
    canvas::Canvas,
    keys::Action,
    screens::{Reply, Step},
    widgets::menu::{Entry, Menu},
};

/// Whether to leave a running match.
#[derive(Default)]
pub(crate) struct LeaveArena {
    pub(crate) menu: Menu,
}

impl LeaveArena {
    pub(crate) fn act(&mut self, action: Action) -> Step {
        if self.menu.steer(action, 2) {
            return Step::Stay;
        }
        match (action, self.menu.at) {
            (Action::Enter, 1) => Step::Reply(Reply::Leave),
            (Action::Enter | Action::Back, _) => Step::Back,
            _ => Step::Stay,
        }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>) {
        let room = canvas.window("Leave the arena?", 34, 2);
        let entries = [
            Entry::plain("Watch on"),
            Entry::noted("Leave", "the match ends here".to_owned()),
        ];
        self.menu.draw(canvas, room, &entries);
    }
}
