//! The games of the store.

mod about;
mod changes;
mod paths;
mod resume;
mod rows;

use host::{Listing, Query, SeatNumber, TableId, TableKind, TableState};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    context::AppContext,
    form::Answers,
    keys::{Action, KeyContext},
    offered::OfferedGame,
    screens::{
        Screen, Step, boxed, editor::Editor, form::FormScreen, help::Help, play::Play, review::Review, study::Study,
    },
    setups::{POSITION, START, START_POSITION},
    status::Status,
    visit::sentence,
    widgets::{
        candidates::draw_candidates,
        line::Line,
        menu::{Entry, Menu},
    },
};
pub(crate) use about::{about_game, played_on};
pub(crate) use paths::expanded;
pub(crate) use resume::{described, resume, unfinished};
use rows::StoredGame;

/// So many stored games are read at a time.
const PAGE: usize = 200;

/// A list of games.
pub(crate) struct Games {
    /// Read page by page.
    listed: Vec<StoredGame>,
    menu: Menu,
    /// So many stored games were read, those that are not shown among them.
    read: usize,
    /// What is typed, if something is asked for.
    asking: Option<Asking>,
    /// Only games whose rows have this word are shown, in lower case.
    wanted: String,
    /// A game that is deleted when the key is pressed again.
    leaving: Option<TableId>,
    status: Status,
}

/// What is asked for on the line below the list.
enum Asking {
    /// The path of a file.
    File(Line),
    /// A word of the games that are wanted.
    Word(Line),
}

impl Asking {
    const fn line(&mut self) -> &mut Line {
        match self {
            Asking::File(line) | Asking::Word(line) => line,
        }
    }
}

/// Entries before the games, which lead to files and positions.
const ACTIONS: [&str; 3] = ["Open a PGN file", "Play from a position", EDITOR];
const EDITOR: &str = "Set up a board";

impl Games {
    /// The games of the store.
    pub(crate) fn stored(context: &AppContext) -> Games {
        let mut games = Games {
            listed: Vec::new(),
            menu: Menu::default(),
            read: 0,
            asking: None,
            wanted: String::new(),
            leaving: None,
            status: Status::default(),
        };
        games.read_on(context);
        games
    }

    /// Reads the next page of the store when the last entry is near; of wanted games all pages.
    fn read_on(&mut self, context: &AppContext) {
        while self.read.is_multiple_of(PAGE) && (!self.wanted.is_empty() || self.menu.at + 2 >= self.listed.len()) {
            let query = Query {
                offset: self.read,
                limit: PAGE,
                ..Query::default()
            };
            let more = match context.host.list(&query) {
                Ok(more) => more,
                Err(error) => {
                    self.status = Status::refusal(sentence(&error.to_string()));
                    return;
                }
            };
            if more.is_empty() {
                return;
            }
            self.read += more.len();
            // Games without a move are skipped.
            let is_shown = |listing: &Listing| {
                let summary = &listing.summary;
                let counts = summary.plies > 0 || summary.save.is_some();
                counts && !context.hidden.contains(&summary.table) && context.players.owns(summary)
            };
            let rows = more
                .into_iter()
                .filter(is_shown)
                .map(|listing| StoredGame::new(listing, context));
            self.listed.extend(rows.filter(|game| game.has(&self.wanted)));
        }
    }

    /// Reloads the list.
    fn read_again(&mut self, context: &AppContext) {
        self.listed.clear();
        self.read = 0;
        self.read_on(context);
        self.menu.at = self.menu.at.min(self.count() - 1);
    }
}

impl Screen for Games {
    fn title(&self) -> String {
        "Games".to_owned()
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        if self.asking.is_some() {
            &[KeyContext::Line, KeyContext::Menu]
        } else {
            &[KeyContext::Menu, KeyContext::Games]
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if self.asking.is_some() {
            return self.answer(action, context);
        }
        if self.menu.steer(action, self.count()) {
            self.status = Status::default();
            self.leaving = None;
            self.read_on(context);
            return Step::Stay;
        }
        match action {
            Action::Enter | Action::Right if self.asks_for_file() => {
                self.asking = Some(Asking::File(Line::default()));
                Step::Stay
            }
            Action::Enter | Action::Right => {
                let opened = self.open(self.menu.at, context);
                self.follow(opened)
            }
            Action::Search => {
                self.asking = Some(Asking::Word(Line::default()));
                Step::Stay
            }
            Action::Save => {
                self.status = self.export(context).into();
                Step::Stay
            }
            Action::Delete => {
                self.delete(context);
                Step::Stay
            }
            Action::Back if !self.wanted.is_empty() => {
                self.wanted.clear();
                self.read_again(context);
                Step::Stay
            }
            Action::Back => Step::Back,
            Action::Help => Step::open(Help::default()),
            _ => Step::Stay,
        }
    }

    fn refresh(&mut self, context: &AppContext) {
        self.read_again(context);
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let look = canvas.look;
        let actions = ACTIONS.iter().map(|action| Entry::plain(*action));
        let games = self
            .listed
            .iter()
            .map(|game| Entry::noted(&game.name, game.note.clone()));
        let entries: Vec<Entry<'_>> = actions.chain(games).collect();
        let list = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(5),
        };
        self.menu.draw(canvas, list, &entries);
        let foot = Rect {
            y: area.bottom() - 3,
            height: 3,
            ..list
        };
        if let Some(asking) = &self.asking {
            canvas.fill(foot, look.ground());
            let (line, label) = match asking {
                Asking::File(line) => (line, "File: "),
                Asking::Word(line) => (line, "Search: "),
            };
            line.draw(canvas, Rect { height: 1, ..foot }, label);
            if let Some((all, at)) = line.cycle() {
                let row = Rect {
                    y: foot.y + 1,
                    height: 1,
                    ..foot
                };
                let names = all
                    .iter()
                    .map(|path| paths::last_part(path).to_owned())
                    .collect::<Vec<_>>();
                draw_candidates(canvas, row, &names, Some(at));
            }
        }
        if self.asking.is_none() && self.status.is_empty() {
            self.menu.draw_cut_note(canvas, list, foot, &entries);
        }
        for (y, row) in (foot.y + 1..foot.bottom()).zip(rows(&self.status.words, foot.width)) {
            canvas.words(foot.x, y, foot.width, &row, self.status.style(look));
        }
    }
}

impl Games {
    fn follow(&mut self, opened: Result<Box<dyn Screen>, String>) -> Step {
        match opened {
            Ok(screen) => {
                self.asking = None;
                Step::Open(screen)
            }
            Err(words) => {
                self.status = Status::refusal(words);
                Step::Stay
            }
        }
    }

    fn asks_for_file(&self) -> bool {
        self.menu.at == 0
    }

    /// The screen of an entry.
    fn open(&self, place: usize, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        if ACTIONS.get(place) == Some(&EDITOR) {
            return Editor::open(context, None).map(boxed);
        }
        let Some(place) = place.checked_sub(ACTIONS.len()) else {
            return from_position(context);
        };
        let gone = || "That game is gone.".to_owned();
        let listing = &self.listed.get(place).ok_or_else(gone)?.listing;
        let table = &listing.summary.table;
        match (listing.summary.state, listing.summary.kind) {
            (TableState::Waiting | TableState::Running, _) => resume(context, listing),
            // A live game is replayed at its own table.
            (TableState::Over, TableKind::Live) => Play::live(context, table, &[]).map(boxed),
            (TableState::Over, TableKind::Turn) => Review::open(context, table, SeatNumber(0), &[]).map(boxed),
            (TableState::Over, TableKind::Study) => Study::open(context, table).map(boxed),
        }
    }

    fn count(&self) -> usize {
        ACTIONS.len() + self.listed.len()
    }
}

/// The form of the first game, at the line for a position.
fn from_position(context: &AppContext) -> Result<Box<dyn Screen>, String> {
    let game = OfferedGame::all(&context.host).into_iter().next();
    let setup = game.ok_or_else(|| "There is no game to play.".to_owned())?.setup();
    let mut answers: Answers = context.remembered.answers(&setup.name());
    answers.set(START, START_POSITION);
    Ok(boxed(FormScreen::answered(setup, answers).at_field(POSITION)))
}
