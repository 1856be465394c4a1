//! The screens, and what one can lead to.
//!
//! A [`Screen`] receives actions, clicks and messages and returns a [`Step`]; drawing it changes nothing. Screens form
//! a stack; windows are drawn over the screen below and return a [`Reply`] to it.

pub(crate) mod arena;
pub(crate) mod ask;
pub(crate) mod bot;
pub(crate) mod editor;
pub(crate) mod explorer;
pub(crate) mod file_games;
pub(crate) mod form;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod home;
pub(crate) mod play;
pub(crate) mod players;
pub(crate) mod practice;
pub(crate) mod profile;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod study;

use std::time::Instant;

use ::arena::MatchUpdate;
use ::play::{LegalMove, Square};
use host::BotSpec;
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    context::AppContext,
    form::Turn,
    game_file::FileProgress,
    keys::{Action, KeyContext},
    visit::{TableMessage, TableView},
    widgets::menu::Menu,
};

/// A screen or window. Methods that a screen does not need have defaults.
pub(crate) trait Screen {
    /// For the bar above; a window leaves the title beneath it there.
    fn title(&self) -> String {
        String::new()
    }

    /// Whether the screen beneath is still shown.
    fn is_window(&self) -> bool {
        false
    }

    /// Which keys count.
    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Menu]
    }

    /// The entries that can be touched.
    fn menu(&mut self) -> Option<&mut Menu> {
        None
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step;

    /// An entry was touched: it is chosen and taken.
    fn touch_entry(&mut self, place: usize, context: &mut AppContext) -> Step {
        let Some(menu) = self.menu() else {
            return Step::Stay;
        };
        menu.at = place;
        self.act(Action::Enter, context)
    }

    /// The value of an entry was changed by the mouse.
    fn touch_value(&mut self, place: usize, _turn: Turn, context: &mut AppContext) -> Step {
        self.touch_entry(place, context)
    }

    fn touch(&mut self, _touch: Touch) -> Step {
        Step::Stay
    }

    /// A window above has answered.
    fn reply(&mut self, _reply: Reply, _context: &mut AppContext) -> Step {
        Step::Stay
    }

    /// The number under which a table or a match sends messages here.
    fn subscriber(&self) -> Option<u64> {
        None
    }

    /// The table that is played at, as it was last shown.
    fn table(&self) -> Option<TableView<'_>> {
        None
    }

    /// A message of the table.
    fn message(&mut self, _message: TableMessage, _context: &mut AppContext) -> Step {
        Step::Stay
    }

    /// What has changed in the match that is watched here.
    fn match_update(&mut self, _update: MatchUpdate) {}

    /// Something that this screen wanted to be tried was tried.
    fn tried(&mut self, _result: Result<(), String>, _context: &mut AppContext) -> Step {
        Step::Stay
    }

    /// The file that is opened here is read so far.
    fn file(&mut self, _progress: FileProgress, _context: &mut AppContext) -> Step {
        Step::Stay
    }

    /// The screen is on top again: it reloads data that may have changed.
    fn refresh(&mut self, _context: &AppContext) {}

    /// Whether the screen is seen, or another one hides it; said after every event.
    fn show(&mut self, _sight: Sight) {}

    /// The program is about to be stopped by the shell.
    fn suspend(&mut self) {}

    /// Time has passed.
    fn pass(&mut self, _now: Instant) {}

    /// When the picture changes by itself.
    fn next_change(&self, _now: Instant) -> Option<Instant> {
        None
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, context: &AppContext);
}

pub(crate) fn boxed(screen: impl Screen + 'static) -> Box<dyn Screen> {
    Box::new(screen)
}

/// Whether a screen is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// It is, perhaps with windows over it.
    Shown,
    /// Another screen hides it.
    Hidden,
}

/// Where a screen leads to.
pub(crate) enum Step {
    /// Stays on this screen.
    Stay,
    /// To the screen beneath.
    Back,
    /// To another one above.
    Open(Box<dyn Screen>),
    /// To another one in its place, and in the place of windows above it.
    Replace(Box<dyn Screen>),
    /// To the screen beneath, with an answer.
    Reply(Reply),
    /// To the screen beneath, which does what the key means there.
    Pass(Action),
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
    /// Play this move.
    Move(LegalMove),
    /// Leave the table or the match.
    Leave,
    /// Give up.
    Resign,
    /// Play again.
    Rematch,
    /// Play the next mission.
    Next,
    /// Play against the bot of this spec.
    Level(&'static str),
    /// Let this bot play on instead of the one at the table.
    Bot(BotSpec),
    /// Review or replay the game.
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
    /// A position of the record, after so many plies.
    Ply(usize),
}
