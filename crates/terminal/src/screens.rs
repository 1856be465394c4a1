//! The screens, and what one can lead to.
//!
//! A screen is a value that is told actions, touches and news and answers with a [`Step`]; drawing it changes nothing.
//! Screens lie on a stack; windows are drawn over the screen beneath them and answer it with a [`Reply`].

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
use hall::{Choice, Square, Told};
use ratatui::layout::Rect;

use crate::{
    canvas::Canvas,
    house::House,
    keys::{Action, Place},
};

/// Everything that can be seen.
pub(crate) enum Screen {
    Home(home::Home),
    Setup(setup::Setup),
    Play(play::Play),
    LiveSetup(live_setup::LiveSetup),
    Live(live::Live),
    ArenaSetup(arena_setup::ArenaSetup),
    Arena(Box<arena::Arena>),
    LeaveArena(arena::leave::LeaveArena),
    Choose(choose::Choose),
    Leave(leave::Leave),
    Ended(ended::Ended),
    Review(review::Review),
    Games(games::Games),
    Settings(settings::Settings),
    Help(help::Help),
}

/// Where a screen leads to.
pub(crate) enum Step {
    /// Nowhere.
    Stay,
    /// To the screen beneath.
    Back,
    /// To another one above.
    Open(Box<Screen>),
    /// To another one in its place, and in the place of windows above it.
    Replace(Box<Screen>),
    /// To the screen beneath, with an answer.
    Reply(Reply),
    /// Out of the program.
    Quit,
}

impl Step {
    pub(crate) fn open(screen: Screen) -> Step {
        Step::Open(Box::new(screen))
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
}

impl Screen {
    /// Whether the screen beneath is still seen.
    pub(crate) const fn is_window(&self) -> bool {
        match self {
            Screen::Choose(_) | Screen::Leave(_) | Screen::LeaveArena(_) | Screen::Ended(_) => true,
            Screen::Home(_)
            | Screen::Setup(_)
            | Screen::Play(_)
            | Screen::LiveSetup(_)
            | Screen::Live(_)
            | Screen::ArenaSetup(_)
            | Screen::Arena(_)
            | Screen::Review(_)
            | Screen::Games(_)
            | Screen::Settings(_)
            | Screen::Help(_) => false,
        }
    }

    /// For the bar above.
    pub(crate) fn title(&self) -> String {
        match self {
            Screen::Home(_) => "Threefold".to_owned(),
            Screen::Setup(setup) => setup.title(),
            Screen::Play(play) => play.title(),
            Screen::LiveSetup(_) => "A game of Kung Fu Chess".to_owned(),
            Screen::Live(live) => live.title(),
            Screen::ArenaSetup(_) => "A match in the arena".to_owned(),
            Screen::Arena(arena) => arena.title(),
            Screen::Review(review) => review.title(),
            Screen::Games(games) => games.title(),
            Screen::Settings(_) => "Settings".to_owned(),
            Screen::Help(_) => "Help".to_owned(),
            Screen::Choose(_) | Screen::Leave(_) | Screen::LeaveArena(_) | Screen::Ended(_) => String::new(),
        }
    }

    /// Which keys count.
    pub(crate) fn places(&self) -> &'static [Place] {
        match self {
            Screen::Home(_) => &[Place::Home, Place::Menu],
            Screen::Setup(setup) => setup.places(),
            Screen::Games(games) => games.places(),
            Screen::Play(_) => play::Play::PLACES,
            Screen::Live(live) => live.places(),
            Screen::Review(_) => &[Place::Review],
            Screen::Arena(_) => &[Place::Arena, Place::Number],
            Screen::LiveSetup(_)
            | Screen::ArenaSetup(_)
            | Screen::Choose(_)
            | Screen::Leave(_)
            | Screen::LeaveArena(_)
            | Screen::Ended(_)
            | Screen::Settings(_)
            | Screen::Help(_) => &[Place::Menu],
        }
    }

    pub(crate) fn act(&mut self, action: Action, house: &mut House) -> Step {
        match self {
            Screen::Home(home) => home.act(action, house),
            Screen::Setup(setup) => setup.act(action, house),
            Screen::Play(play) => play.act(action, house),
            Screen::LiveSetup(setup) => setup.act(action, house),
            Screen::Live(live) => live.act(action, house),
            Screen::ArenaSetup(setup) => setup.act(action, house),
            Screen::Arena(arena) => arena.act(action, house),
            Screen::Choose(choose) => choose.act(action),
            Screen::Leave(leave) => leave.act(action),
            Screen::LeaveArena(leave) => leave.act(action),
            Screen::Ended(ended) => ended.act(action),
            Screen::Review(review) => review.act(action, house),
            Screen::Games(games) => games.act(action, house),
            Screen::Settings(settings) => settings.act(action, house),
            Screen::Help(help) => help.act(action),
        }
    }

    /// An entry was touched: it is chosen and taken.
    pub(crate) fn touch_entry(&mut self, place: usize, house: &mut House) -> Step {
        match self {
            Screen::Home(home) => home.menu.at = place,
            Screen::Setup(setup) => setup.form.menu.at = place,
            Screen::LiveSetup(setup) => setup.form.menu.at = place,
            Screen::ArenaSetup(setup) => setup.form.menu.at = place,
            Screen::Arena(arena) => return arena.touch_board(place),
            Screen::LeaveArena(leave) => leave.menu.at = place,
            Screen::Choose(choose) => choose.menu.at = place,
            Screen::Leave(leave) => leave.menu.at = place,
            Screen::Ended(ended) => ended.menu.at = place,
            Screen::Games(games) => games.menu.at = place,
            Screen::Settings(settings) => settings.menu.at = place,
            Screen::Play(_) | Screen::Live(_) | Screen::Review(_) | Screen::Help(_) => return Step::Stay,
        }
        self.act(Action::Enter, house)
    }

    pub(crate) fn touch(&mut self, touch: Touch) -> Step {
        match self {
            Screen::Play(play) => play.touch(touch),
            Screen::Live(live) => live.touch(touch),
            Screen::Arena(arena) => arena.touch(touch),
            Screen::Review(review) => review.touch(touch),
            Screen::Home(_)
            | Screen::Setup(_)
            | Screen::LiveSetup(_)
            | Screen::ArenaSetup(_)
            | Screen::Choose(_)
            | Screen::Leave(_)
            | Screen::LeaveArena(_)
            | Screen::Ended(_)
            | Screen::Games(_)
            | Screen::Settings(_)
            | Screen::Help(_) => Step::Stay,
        }
    }

    pub(crate) fn reply(&mut self, reply: Reply, house: &mut House) -> Step {
        match self {
            Screen::Play(play) => play.reply(reply, house),
            Screen::Live(live) => live.reply(&reply, house),
            Screen::Arena(_) => arena::Arena::reply(&reply),
            Screen::Home(_)
            | Screen::Setup(_)
            | Screen::LiveSetup(_)
            | Screen::ArenaSetup(_)
            | Screen::Choose(_)
            | Screen::Leave(_)
            | Screen::LeaveArena(_)
            | Screen::Ended(_)
            | Screen::Review(_)
            | Screen::Games(_)
            | Screen::Settings(_)
            | Screen::Help(_) => Step::Stay,
        }
    }

    /// The number of the visitor that this screen is at a table.
    pub(crate) fn visitor(&self) -> Option<u64> {
        match self {
            Screen::Play(play) => Some(play.visit().number()),
            Screen::Live(live) => Some(live.visit().number()),
            Screen::Arena(arena) => Some(arena.number()),
            Screen::Review(review) => Some(review.visit().number()),
            Screen::Home(_)
            | Screen::Setup(_)
            | Screen::LiveSetup(_)
            | Screen::ArenaSetup(_)
            | Screen::Choose(_)
            | Screen::Leave(_)
            | Screen::LeaveArena(_)
            | Screen::Ended(_)
            | Screen::Games(_)
            | Screen::Settings(_)
            | Screen::Help(_) => None,
        }
    }

    pub(crate) fn told(&mut self, told: Told, house: &mut House) -> Step {
        match self {
            Screen::Play(play) => play.told(told, house),
            Screen::Live(live) => live.told(told, house),
            Screen::Review(review) => review.told(told, house),
            Screen::Home(_)
            | Screen::Setup(_)
            | Screen::LiveSetup(_)
            | Screen::ArenaSetup(_)
            | Screen::Arena(_)
            | Screen::Choose(_)
            | Screen::Leave(_)
            | Screen::LeaveArena(_)
            | Screen::Ended(_)
            | Screen::Games(_)
            | Screen::Settings(_)
            | Screen::Help(_) => Step::Stay,
        }
    }

    /// The match that is watched here has gone on.
    pub(crate) fn news(&mut self, news: News) {
        if let Screen::Arena(arena) = self {
            arena.news(news);
        }
    }

    /// The program is about to stand still for a while.
    pub(crate) fn suspend(&self) {
        if let Screen::Live(live) = self {
            live.suspend();
        }
    }

    /// Time has passed.
    pub(crate) fn pass(&mut self, now: Instant) {
        if let Screen::Live(live) = self {
            live.pass(now);
        }
    }

    /// When the screen changes without anybody doing anything.
    pub(crate) fn next_change(&self, now: Instant) -> Option<Instant> {
        match self {
            Screen::Play(play) => play.next_change(now),
            Screen::Live(live) => live.next_change(now),
            Screen::Home(_)
            | Screen::Setup(_)
            | Screen::LiveSetup(_)
            | Screen::ArenaSetup(_)
            | Screen::Arena(_)
            | Screen::Choose(_)
            | Screen::Leave(_)
            | Screen::LeaveArena(_)
            | Screen::Ended(_)
            | Screen::Review(_)
            | Screen::Games(_)
            | Screen::Settings(_)
            | Screen::Help(_) => None,
        }
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, house: &House) {
        match self {
            Screen::Home(home) => home.draw(canvas, area),
            Screen::Setup(setup) => setup.draw(canvas, area),
            Screen::Play(play) => play.draw(canvas, area, house),
            Screen::LiveSetup(setup) => setup.draw(canvas, area),
            Screen::Live(live) => live.draw(canvas, area, house),
            Screen::ArenaSetup(setup) => setup.draw(canvas, area),
            Screen::Arena(boards) => boards.draw(canvas, area),
            Screen::Choose(choose) => choose.draw(canvas),
            Screen::Leave(leave) => leave.draw(canvas),
            Screen::LeaveArena(leave) => leave.draw(canvas),
            Screen::Ended(ended) => ended.draw(canvas),
            Screen::Review(review) => review.draw(canvas, area),
            Screen::Games(games) => games.draw(canvas, area),
            Screen::Settings(settings) => settings.draw(canvas, area, house),
            Screen::Help(help) => help.draw(canvas, area),
        }
    }
}
