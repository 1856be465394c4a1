//! The window that asks before a running match is left.

use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::Action,
    screens::{Reply, Screen, Step},
    widgets::menu::{Entry, Menu},
};

/// Whether to leave a running match.
#[derive(Default)]
pub(crate) struct LeaveArena {
    menu: Menu,
}

impl Screen for LeaveArena {
    fn is_window(&self) -> bool {
        true
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, _house: &mut House) -> Step {
        if self.menu.steer(action, 2) {
            return Step::Stay;
        }
        match (action, self.menu.at) {
            (Action::Enter, 1) => Step::Reply(Reply::Leave),
            (Action::Enter | Action::Back, _) => Step::Back,
            _ => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _area: Rect, _house: &House) {
        let room = canvas.window("Leave the arena?", 34, 2);
        let entries = [
            Entry::plain("Watch on"),
            Entry::noted("Leave", "the match ends here".to_owned()),
        ];
        self.menu.draw(canvas, room, &entries);
    }
}
