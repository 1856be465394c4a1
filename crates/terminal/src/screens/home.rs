//! The first screen: the mark, and where to go.

use bots::Game;
use hall::Listing;
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    house::House,
    keys::{Action, Place},
    look::{Mark, Shade},
    screens::{
        Screen, Step,
        arena_setup::ArenaSetup,
        games::{self, Games},
        help::Help,
        live_setup::LiveSetup,
        settings::Settings,
        setup::Setup,
    },
    widgets::menu::{Entry, Menu},
};

/// The first screen.
pub(crate) struct Home {
    menu: Menu,
    /// The newest game that is not over.
    waiting: Option<Listing>,
    /// What is wrong with files, and what could not be done.
    told: Vec<String>,
}

/// Where one can go from here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Continue,
    Play(Game),
    Arena,
    Review,
    Settings,
    Help,
    Quit,
}

impl Home {
    /// The first screen as the store is now.
    pub(crate) fn new(house: &House) -> Home {
        let mut told = house.wardrobe.told.clone();
        told.extend(house.hall.damaged().iter().map(|damaged| {
            format!(
                "A damaged game was put aside: {} ({})",
                damaged.path.display(),
                damaged.fault
            )
        }));
        Home {
            menu: Menu::default(),
            waiting: waiting(house),
            told,
        }
    }
}

impl Screen for Home {
    fn title(&self) -> String {
        "Threefold".to_owned()
    }

    fn places(&self) -> &'static [Place] {
        &[Place::Home, Place::Menu]
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        let doors = self.doors();
        if self.menu.steer(action, doors.len()) {
            return Step::Stay;
        }
        let opened = match (action, doors.get(self.menu.at)) {
            (Action::Enter | Action::Right, Some(door)) => self.go(*door, house),
            (Action::QuickStart, door) => {
                let game = match door {
                    Some(Door::Play(game)) => *game,
                    _ => house.last_game.unwrap_or(Game::Chess),
                };
                match game {
                    Game::Kungfu => house.last_live.begin(house).map(Step::Open),
                    Game::Chess | Game::Ransom => house.wishes(game).begin(house).map(Step::Open),
                }
            }
            (Action::Help, _) => Ok(Step::open(Help::default())),
            _ => Ok(Step::Stay),
        };
        opened.unwrap_or_else(|words| {
            self.say(words);
            Step::Stay
        })
    }

    fn refresh(&mut self, house: &House) {
        let had = self.waiting.is_some();
        self.waiting = waiting(house);
        match (had, self.waiting.is_some()) {
            (false, true) => self.menu.at += 1,
            (true, false) => self.menu.at = self.menu.at.saturating_sub(1),
            (true, true) | (false, false) => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _house: &House) {
        let look = canvas.look;
        let width = area.width.min(64);
        let middle = Rect {
            x: area.x + (area.width - width) / 2,
            width,
            ..area
        };
        let top = area.y + u16::from(area.height > 18) + (area.height.saturating_sub(22)) / 3;
        draw_mark(canvas, middle, top);
        let y = top + MARK_ROWS;
        canvas.centred(middle, y + 1, "Three games of the chess family, one hall", look.muted());
        let doors = self.doors();
        let entries: Vec<Entry<'_>> = doors.iter().map(|door| self.entry(*door)).collect();
        // The longest note of the usual entries is in the middle of the screen.
        let indent = middle.width.saturating_sub(54) / 2;
        let menu = Rect {
            x: middle.x + indent,
            y: y + 3,
            width: middle.width - indent,
            height: entries.len() as u16,
        };
        self.menu.draw(canvas, menu, &entries);
        let below = menu.bottom() + 1;
        let told = self.told.iter().flat_map(|words| rows(words, middle.width));
        for (y, line) in (below..area.bottom()).zip(told) {
            canvas.words(middle.x, y, middle.width, &line, look.danger());
        }
    }
}

impl Home {
    pub(crate) fn say(&mut self, words: String) {
        self.told = vec![words];
    }

    fn go(&self, door: Door, house: &mut House) -> Result<Step, String> {
        Ok(match door {
            Door::Continue => match &self.waiting {
                Some(listing) => Step::Open(games::resume(house, listing)?),
                None => Step::Stay,
            },
            Door::Play(Game::Kungfu) => Step::open(LiveSetup::new(house.last_live)),
            Door::Play(game) => Step::open(Setup::new(house.wishes(game))),
            Door::Arena => Step::open(ArenaSetup::new(house.last_arena)),
            Door::Review => Step::open(Games::kept(house)),
            Door::Settings => Step::open(Settings::default()),
            Door::Help => Step::open(Help::default()),
            Door::Quit => Step::Quit,
        })
    }

    fn doors(&self) -> Vec<Door> {
        let always = [
            Door::Play(Game::Chess),
            Door::Play(Game::Ransom),
            Door::Play(Game::Kungfu),
            Door::Arena,
            Door::Review,
            Door::Settings,
            Door::Help,
            Door::Quit,
        ];
        let first = self.waiting.is_some().then_some(Door::Continue);
        first.into_iter().chain(always).collect()
    }

    fn entry(&self, door: Door) -> Entry<'static> {
        match door {
            Door::Continue => {
                let note = self.waiting.as_ref().map(games::described);
                Entry::noted("Continue", note.unwrap_or_default())
            }
            Door::Play(Game::Chess) => Entry::noted("Chess", "against bots or a person".to_owned()),
            Door::Play(Game::Ransom) => Entry::noted("Ransom", "captures pay, two points buy a queen".to_owned()),
            Door::Play(Game::Kungfu) => Entry::noted("Kung Fu", "chess without turns, for two or four".to_owned()),
            Door::Arena => Entry::noted("Arena", "bots against bots, many at once".to_owned()),
            Door::Review => Entry::noted("Review", "games, PGN files, positions".to_owned()),
            Door::Settings => Entry::noted("Settings", "colours and pieces".to_owned()),
            Door::Help => Entry::noted("Help", "keys and commands".to_owned()),
            Door::Quit => Entry::plain("Quit"),
        }
    }
}

fn waiting(house: &House) -> Option<Listing> {
    let listings = house.hall.listings();
    listings
        .into_iter()
        .find(|listing| listing.result.is_none() && listing.save.is_none())
}

/// Rows of the mark.
const MARK_ROWS: u16 = 5;

/// Three squares, one behind the other.
fn draw_mark(canvas: &mut Canvas<'_>, middle: Rect, top: u16) {
    let look = canvas.look;
    if !look.is_coloured() {
        let mark = if look.glyphs().is_ascii() {
            PLAIN_MARK
        } else {
            LINE_MARK
        };
        for (y, line) in (top..).zip(mark) {
            canvas.centred(middle, y, line, look.accent());
        }
        return;
    }
    let squares = [
        (Shade::Light, Mark::None),
        (Shade::Dark, Mark::None),
        (Shade::Dark, Mark::Chosen),
    ];
    for (step, (shade, mark)) in (0u16..).zip(squares) {
        let square = Rect {
            x: middle.x + (middle.width - 14) / 2 + 4 * step,
            y: top + step,
            width: 6,
            height: 3,
        };
        canvas.fill(square, look.square(shade, mark));
    }
}

const LINE_MARK: [&str; 5] = [
    "┌────┐        ",
    "│  ┌─┴──┐     ",
    "└──┤  ┌─┴──┐  ",
    "   └──┤    │  ",
    "      └────┘  ",
];
const PLAIN_MARK: [&str; 5] = [
    "+----+        ",
    "|  +----+     ",
    "+--|  +----+  ",
    "   +--|    |  ",
    "      +----+  ",
];
