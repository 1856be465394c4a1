//! The first screen: the logo and the menu.

use host::Listing;
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows, wide},
    context::{AppContext, Storage},
    form,
    keys::{Action, KeyContext},
    look::{Mark, Shade},
    offered::OfferedGame,
    screens::{
        Screen, Step,
        form::FormScreen,
        games::{self, Games},
        help::Help,
        practice::{Kind, PracticeMenu},
        profile::Profile,
        rules::Rules,
    },
    setups::{ArenaSetup, SettingsForm},
    widgets::menu::{Entry, Menu},
};

/// The first screen.
pub(crate) struct Home {
    menu: Menu,
    games: Vec<OfferedGame>,
    /// The newest game that is not over, and what is said about it.
    unfinished: Option<(Listing, String)>,
    /// What is wrong with files, and what could not be done.
    notices: Vec<String>,
}

/// An entry of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Door {
    Continue,
    /// A game by its place in the list.
    Play(usize),
    /// Puzzles, lessons or drills.
    Practice(Kind),
    Arena,
    Review,
    /// The player's profile.
    Player,
    Settings,
    Help,
    Quit,
}

impl Home {
    /// The first screen as the store is now.
    pub(crate) fn new(context: &AppContext) -> Home {
        let mut notices = context.preferences.faults.clone();
        notices.extend(context.host.damaged().iter().map(|damaged| {
            format!(
                "A damaged game was quarantined: {} ({})",
                damaged.path.display(),
                damaged.fault
            )
        }));
        if context.storage == Storage::Memory {
            notices.push("Games and settings are not stored: they are lost when you quit.".to_owned());
        }
        Home {
            menu: Menu::default(),
            games: OfferedGame::all(&context.host),
            unfinished: unfinished(context),
            notices,
        }
    }
}

impl Screen for Home {
    fn title(&self) -> String {
        "Threefold".to_owned()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        &[KeyContext::Home, KeyContext::Menu]
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        let doors = self.doors();
        if self.menu.steer(action, doors.len()) {
            return Step::Stay;
        }
        let opened = match (action, doors.get(self.menu.at)) {
            (Action::Enter | Action::Right, Some(door)) => self.go(*door, context),
            (Action::QuickStart, door) => {
                let last = context
                    .remembered
                    .game()
                    .and_then(|id| OfferedGame::find(&context.host, id));
                let game = match door {
                    Some(Door::Play(game)) => self.games.get(*game).cloned(),
                    _ => last.or_else(|| self.games.first().cloned()),
                };
                match game {
                    Some(game) => form::submit(&*game.setup(), context).map(Step::Open),
                    None => Ok(Step::Stay),
                }
            }
            (Action::Help, _) => Ok(Step::open(Help::default())),
            (Action::Rules, door) => {
                let game = match door {
                    Some(Door::Play(game)) => self.games.get(*game),
                    _ => self.games.first(),
                };
                Ok(game.map_or(Step::Stay, |game| Step::open(Rules::of(game))))
            }
            _ => Ok(Step::Stay),
        };
        opened.unwrap_or_else(|words| {
            self.say(words);
            Step::Stay
        })
    }

    fn refresh(&mut self, context: &AppContext) {
        for fault in &context.preferences.faults {
            if !self.notices.contains(fault) {
                self.notices.push(fault.clone());
            }
        }
        let had = self.unfinished.is_some();
        self.unfinished = unfinished(context);
        match (had, self.unfinished.is_some()) {
            // The game that was just left is the first choice.
            (false, true) => self.menu.at = 0,
            (true, false) => self.menu.at = self.menu.at.saturating_sub(1),
            (true, true) | (false, false) => {}
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let look = canvas.look;
        let width = area.width.min(64);
        let middle = Rect {
            x: area.x + (area.width - width) / 2,
            width,
            ..area
        };
        let doors = self.doors();
        let entries: Vec<Entry<'_>> = doors.iter().map(|door| self.entry(*door)).collect();
        let notices: Vec<String> = self
            .notices
            .iter()
            .flat_map(|words| rows(words, middle.width))
            .collect();
        let notice_rows = if notices.is_empty() { 0 } else { 1 + notices.len() };
        let needed = 3 + entries.len() + notice_rows;
        let free = usize::from(area.height).saturating_sub(needed + usize::from(MARK_ROWS));
        // The logo is omitted if entries or notices need the room.
        let y = if usize::from(area.height) >= needed + usize::from(MARK_ROWS) {
            let top = area.y + (free / 3).max(usize::from(free > 0)) as u16;
            draw_mark(canvas, middle, top);
            top + MARK_ROWS
        } else {
            area.y
        };
        canvas.centred(middle, y + 1, "Three games of the chess family", look.muted());
        // The longest note of the usual entries is in the middle of the screen.
        let indent = middle.width.saturating_sub(54) / 2;
        // A note may be longer than the picture is wide.
        let x = middle.x + indent;
        // Errors are visible even if the entries fill the window.
        let reserved = u16::from(!self.notices.is_empty());
        let menu = Rect {
            x,
            y: y + 3,
            width: area.right() - x,
            height: (entries.len() as u16).min(area.bottom().saturating_sub(reserved + y + 3)),
        };
        let mut shown: Vec<Entry<'_>> = doors.iter().map(|door| self.entry(*door)).collect();
        if self.unfinished.is_some() {
            let room = Menu::room_for_notes(menu, &entries);
            shorten(&mut shown[0].note, room);
        }
        self.menu.draw(canvas, menu, &shown);
        let below = menu.bottom() + u16::from(menu.bottom() + 1 < area.bottom());
        let room = usize::from(area.bottom().saturating_sub(below));
        if notices.is_empty() {
            let free = Rect {
                x: middle.x,
                y: below,
                width: middle.width,
                height: area.bottom().saturating_sub(below),
            };
            self.menu.draw_cut_note(canvas, menu, free, &entries);
        }
        for (place, line) in notices.iter().take(room).enumerate() {
            let is_cut = place + 1 == room && notices.len() > room;
            let more = if is_cut { look.signs().more } else { "" };
            let words = format!("{line}{more}");
            canvas.fitted(middle.x, below + place as u16, middle.width, &words, look.danger());
        }
    }
}

impl Home {
    pub(crate) fn say(&mut self, words: String) {
        self.notices = vec![words];
    }

    fn go(&self, door: Door, context: &mut AppContext) -> Result<Step, String> {
        Ok(match door {
            Door::Continue => match &self.unfinished {
                Some((listing, _)) => Step::Open(games::resume(context, listing)?),
                None => Step::Stay,
            },
            Door::Play(game) => match self.games.get(game) {
                Some(game) => Step::open(FormScreen::new(game.setup(), context)),
                None => Step::Stay,
            },
            Door::Practice(kind) => Step::open(PracticeMenu::new(kind, context)),
            Door::Arena => {
                let setup = ArenaSetup::new(&context.host);
                Step::open(FormScreen::new(Box::new(setup), context))
            }
            Door::Review => Step::open(Games::stored(context)),
            Door::Player => Step::open(Profile::new(context)),
            Door::Settings => {
                let form = Box::new(SettingsForm::new(context));
                Step::open(FormScreen::answered(form, SettingsForm::answers(context)))
            }
            Door::Help => Step::open(Help::default()),
            Door::Quit => Step::Quit,
        })
    }

    fn doors(&self) -> Vec<Door> {
        let first = self.unfinished.is_some().then_some(Door::Continue);
        let games = (0..self.games.len()).map(Door::Play);
        let practice = [Kind::Puzzles, Kind::Lessons, Kind::Drills].map(Door::Practice);
        let rest = [Door::Player, Door::Settings, Door::Help, Door::Quit];
        let watch = [Door::Arena, Door::Review];
        first
            .into_iter()
            .chain(games)
            .chain(watch)
            .chain(practice)
            .chain(rest)
            .collect()
    }

    fn entry(&self, door: Door) -> Entry<'static> {
        match door {
            Door::Continue => {
                let note = self.unfinished.as_ref().map(|(_, note)| note.clone());
                Entry::noted("Continue", note.unwrap_or_default())
            }
            Door::Play(game) => match self.games.get(game) {
                Some(game) => Entry::noted(game.short_name(), game.summary().to_owned()),
                None => Entry::plain(""),
            },
            Door::Practice(Kind::Lessons) => Entry::noted("Lessons", "a first lesson for each game".to_owned()),
            Door::Practice(Kind::Drills) => Entry::noted("Drills", "endgames against best defence".to_owned()),
            Door::Practice(_) => Entry::noted("Puzzles", "find the only good move".to_owned()),
            Door::Arena => Entry::noted("Arena", "bots against bots, many at once".to_owned()),
            Door::Review => Entry::noted("Review", "games, PGN files, positions".to_owned()),
            Door::Player => Entry::noted("Player", "your level, results and openings".to_owned()),
            Door::Settings => Entry::noted("Settings", "colours, pieces and names".to_owned()),
            Door::Help => Entry::noted("Help", "keys and commands".to_owned()),
            Door::Quit => Entry::plain("Quit"),
        }
    }
}

/// The newest game that is not over: the game, the players, the day, whose turn it is and the opening.
fn unfinished(context: &AppContext) -> Option<(Listing, String)> {
    let listing = games::unfinished(&context.host, &context.players)?;
    let game = OfferedGame::find(&context.host, listing.summary.game);
    let game = game.map_or("", |game| game.short_name());
    let (players, day) = (games::described(&listing, context), games::played_on(&listing, context));
    let about = games::about_game(&listing, context);
    let note = format!("{game}: {players}, {day}{about}");
    Some((listing, note))
}

/// Leaves out the last parts of a list in words until it fits.
fn shorten(note: &mut String, room: u16) {
    while wide(note) > room {
        let Some(end) = note.rfind(", ") else { return };
        note.truncate(end);
    }
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
