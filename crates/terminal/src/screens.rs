//! The screens, and what one can lead to.
//!
//! A [`Screen`] is told actions, touches and news and answers with a [`Step`]; drawing it changes nothing. Screens lie on a
//! stack; windows are drawn over the screen beneath them and answer it with a [`Reply`].

pub(crate) mod arena;
pub(crate) mod arena_setup;
pub(crate) mod choose;
pub(crate) mod ended;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod home;
pub(crate) mod leave;
pub(crate) mod live;
pub(crate) mod live_setup;
pub(crate) mod play;
pub(crate) mod review;
pub(crate) mod settings;
pub(crate) mod setup;

use std::time::Instant;

use contest::News;
use hall::{Choice, LiveView, Square, Told, View};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::{Action, Place},
    widgets::menu::Menu,
};

/// Something that is seen and acted on; what it leaves out does not concern it.
pub(crate) trait Screen {
    /// For the bar above; a window leaves the one beneath it there.
    fn title(&self) -> String {
        String::new()
    }

    /// Whether the screen beneath is still seen.
    fn is_window(&self) -> bool {
        false
    }

    /// Which keys count.
    fn places(&self) -> &'static [Place] {
        &[Place::Menu]
    }

    /// The entries that can be touched.
    fn menu(&mut self) -> Option<&mut Menu> {
        None
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step;

    /// An entry was touched: it is chosen and taken.
    fn touch_entry(&mut self, place: usize, house: &mut House) -> Step {
        let Some(menu) = self.menu() else {
            return Step::Stay;
        };
        menu.at = place;
        self.act(Action::Enter, house)
    }

    fn touch(&mut self, _touch: Touch) -> Step {
        Step::Stay
    }

    /// What a window above answered.
    fn reply(&mut self, _reply: Reply, _house: &mut House) -> Step {
        Step::Stay
    }

    /// The number under which a table or a match sends post here.
    fn visitor(&self) -> Option<u64> {
        None
    }

    /// The table with turns that is played at, as it was last told.
    fn table(&self) -> Option<&View> {
        None
    }

    /// The table without turns that is played at, as it was last told.
    fn live_table(&self) -> Option<&LiveView> {
        None
    }

    /// The table has said something.
    fn told(&mut self, _told: Told, _house: &mut House) -> Step {
        Step::Stay
    }

    /// The match that is watched here has gone on.
    fn match_told(&mut self, _news: News) {}

    /// One comes back here: what may have changed meanwhile is looked at again.
    fn refresh(&mut self, _house: &House) {}

    /// The program is about to stand still for a while.
    fn suspend(&self) {}

    /// Time has passed.
    fn pass(&mut self, _now: Instant) {}

    /// When something changes without anybody doing anything.
    fn next_change(&self, _now: Instant) -> Option<Instant> {
        None
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House);
}

/// A screen, whichever it is.
pub(crate) fn boxed(screen: impl Screen + 'static) -> Box<dyn Screen> {
    Box::new(screen)
}

/// Where a screen leads to.
pub(crate) enum Step {
    /// Nowhere.
    Stay,
    /// To the screen beneath.
    Back,
    /// To another one above.
    Open(Box<dyn Screen>),
    /// To another one in its place, and in the place of windows above it.
    Replace(Box<dyn Screen>),
    /// To the screen beneath, with an answer.
    Reply(Reply),
    /// Out of the program.
    Quit,
}

impl Step {
    pub(crate) fn open(screen: impl Screen + 'static) -> Step {
        Step::Open(boxed(screen))
    }

    pub(crate) fn replace(screen: impl Screen + 'static) -> Step {
        Step::Replace(boxed(screen))
    }
}

/// What a window answers to the screen beneath.
#[derive(Clone, Debug)]
pub(crate) enum Reply {
    /// One of the choices.
    Chosen(Choice),
    /// Leave the table.
    Leave,
    /// Give up.
    Resign,
    /// Play again.
    Rematch,
    /// Go through the game.
    Review,
    /// Write the game to a file.
    Save,
}

/// What a mouse does at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    Press(Square),
    Release(Square),
    /// The wheel upwards.
    Earlier,
    /// The wheel downwards.
    Later,
    /// A moment of a replay, by its tick.
    Moment(u32),
}
