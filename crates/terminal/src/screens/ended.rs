//! The window at the end of a game: who won and why, and what can follow.

use hall::{End, SeatNumber};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    house::House,
    keys::Action,
    screens::{Reply, Screen, Step},
    widgets::menu::{Entry, Menu},
};

/// How a game ended.
pub(crate) struct Ended {
    heading: &'static str,
    result: String,
    words: String,
    after: After,
    menu: Menu,
}

/// After which kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Turns,
    Live,
}

impl Ended {
    /// The end of a game for whoever played these seats.
    pub(crate) fn of(end: &End, yours: &[SeatNumber], after: After) -> Ended {
        let heading = match (end.winner, yours) {
            (None, _) => "A draw",
            (Some(winner), [seat]) if winner == *seat => "You win",
            (Some(_), [_]) => "You lose",
            (Some(_), _) => "The game is over",
        };
        Ended {
            heading,
            result: end.result.clone(),
            words: end.words.clone(),
            after,
            menu: Menu {
                at: match after {
                    After::Turns => 0,
                    // Who was about to send a piece must not begin another game by it.
                    After::Live => 3,
                },
            },
        }
    }
}

impl Screen for Ended {
    fn is_window(&self) -> bool {
        true
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, _house: &mut House) -> Step {
        if self.menu.steer(action, 5) {
            return Step::Stay;
        }
        match (action, self.menu.at) {
            (Action::Enter, 0) => Step::Reply(Reply::Rematch),
            (Action::Enter, 1) => Step::Reply(Reply::Review),
            (Action::Enter, 2) => Step::Reply(Reply::Save),
            (Action::Enter, 4) => Step::Reply(Reply::Leave),
            (Action::Enter | Action::Back, _) => Step::Back,
            _ => Step::Stay,
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, _area: Rect, _house: &House) {
        let width = 36;
        let words = rows(&self.words, width.min(canvas.cells.area.width.saturating_sub(4)));
        let room = canvas.window(self.heading, width, words.len() as u16 + 8);
        canvas.centred(room, room.y + 1, &self.result, canvas.look.accent());
        for (y, line) in (room.y + 2..).zip(&words) {
            canvas.centred(room, y, line, canvas.look.panel());
        }
        let [review, how, save] = match self.after {
            After::Turns => ["Review", "with the engine", "as a PGN file"],
            After::Live => ["Replay", "at any speed", "to a file"],
        };
        let entries = [
            Entry::noted("Rematch", "sides swapped".to_owned()),
            Entry::noted(review, how.to_owned()),
            Entry::noted("Save", save.to_owned()),
            Entry::noted("Board", "look at it".to_owned()),
            Entry::plain("Home"),
        ];
        let mut menu = room;
        menu.y += words.len() as u16 + 3;
        menu.height = menu.height.saturating_sub(words.len() as u16 + 3);
        self.menu.draw(canvas, menu, &entries);
    }
}
