//! Lists of games: those in the store, and those of a PGN file.

mod about;
mod changes;
mod paths;
mod resume;
mod rows;

use std::{fs, path::Path};

use host::{Listing, Query, SeatNumber, StudySource, TableId, TableKind, TableState};
use play::{GameId, ImportError, ReadTree};
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
use rows::{FileGame, StoredGame, file_row};

/// A file larger than this is not a collection for browsing by hand.
pub(crate) const LARGEST: u64 = 16 << 20;
/// Openings without a tag are looked up for so many games of a file, so that a large one opens at once.
const NAMED: usize = 1_000;
/// So many stored games are read at a time.
const PAGE: usize = 200;

/// A list of games.
pub(crate) struct Games {
    source: Source,
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

/// Where the games come from.
enum Source {
    /// The store, read page by page; three more entries lead to files and positions.
    Stored(Vec<StoredGame>),
    /// A PGN file; a broken game keeps its entry.
    File(String, GameId, Vec<FileGame>),
}

/// Entries before the games of the store.
const ACTIONS: [&str; 3] = ["Open a PGN file", "Play from a position", EDITOR];
const EDITOR: &str = "Set up a board";

impl Games {
    /// The games of the store.
    pub(crate) fn stored(context: &AppContext) -> Games {
        let mut games = Games::of(Source::Stored(Vec::new()));
        games.read_on(context);
        games
    }

    /// The games of a PGN file, read by the first game that knows such files.
    fn of_file(path: &str, context: &AppContext) -> Result<Games, String> {
        let failed = |error: std::io::Error| format!("{path} cannot be read: {error}");
        let size = fs::metadata(Path::new(path)).map_err(failed)?.len();
        if size > LARGEST {
            return Err(format!("{path} is larger than {} MB.", LARGEST >> 20));
        }
        let bytes = fs::read(path).map_err(failed)?;
        let registry = context.host.registry();
        let mut read = registry.games().map(|game| (game.id(), game.read_trees(&bytes)));
        let nothing = || format!("There is no game in {path}.");
        let first = read.next().ok_or_else(nothing)?;
        let is_read = |(_, games): &(GameId, Vec<Result<ReadTree, ImportError>>)| games.iter().any(Result::is_ok);
        let (game, games) = if is_read(&first) {
            first
        } else {
            read.find(is_read).unwrap_or(first)
        };
        if games.is_empty() {
            return Err(nothing());
        }
        let module = registry.get(game).map_err(|error| error.to_string())?;
        let games = (0..).zip(games).map(|(place, read)| {
            let tree = read.as_ref().ok().map(|read| &read.tree);
            let named = tree.filter(|tree| place < NAMED || tree.tags.contains_key("Opening"));
            let opening = named.and_then(|tree| module.opening(tree));
            FileGame { read, opening }
        });
        let games = games.collect();
        let name = Path::new(path)
            .file_name()
            .map_or(path.into(), |name| name.to_string_lossy());
        Ok(Games::of(Source::File(name.into_owned(), game, games)))
    }

    fn of(source: Source) -> Games {
        Games {
            source,
            menu: Menu::default(),
            read: 0,
            asking: None,
            wanted: String::new(),
            leaving: None,
            status: Status::default(),
        }
    }

    /// The screen for a file: its only game, or the list of them.
    pub(crate) fn open_file(path: &str, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        let games = Games::of_file(path, context)?;
        match &games.source {
            Source::File(_, _, all) if all.len() == 1 => games.open(0, context),
            Source::File(..) | Source::Stored(_) => Ok(boxed(games)),
        }
    }

    /// Reads the next page of the store when the last entry is near; of wanted games all pages.
    fn read_on(&mut self, context: &AppContext) {
        let Source::Stored(games) = &mut self.source else {
            return;
        };
        while self.read.is_multiple_of(PAGE) && (!self.wanted.is_empty() || self.menu.at + 2 >= games.len()) {
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
            // A game without a move is as good as none.
            let is_shown = |listing: &Listing| {
                let summary = &listing.summary;
                let counts = summary.plies > 0 || summary.save.is_some();
                counts && !context.hidden.contains(&summary.table) && context.players.owns(summary)
            };
            let rows = more
                .into_iter()
                .filter(is_shown)
                .map(|listing| StoredGame::new(listing, context));
            games.extend(rows.filter(|game| game.has(&self.wanted)));
        }
    }

    /// Reads the list anew.
    fn read_again(&mut self, context: &AppContext) {
        if let Source::Stored(games) = &mut self.source {
            games.clear();
            self.read = 0;
            self.read_on(context);
            self.menu.at = self.menu.at.min(self.count() - 1);
        }
    }
}

impl Screen for Games {
    fn title(&self) -> String {
        match &self.source {
            Source::Stored(_) => "Games".to_owned(),
            Source::File(name, _, games) => format!("{name}: {} games", games.len()),
        }
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        if self.asking.is_some() {
            &[KeyContext::Line, KeyContext::Menu]
        } else if matches!(self.source, Source::Stored(_)) {
            &[KeyContext::Menu, KeyContext::Games]
        } else {
            &[KeyContext::Menu]
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
            Action::Search if matches!(self.source, Source::Stored(_)) => {
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
        let names: Vec<(String, String)> = match &self.source {
            Source::Stored(games) => {
                let actions = ACTIONS.iter().map(|action| ((*action).to_owned(), String::new()));
                actions
                    .chain(games.iter().map(|game| (game.name.clone(), game.note.clone())))
                    .collect()
            }
            Source::File(_, _, games) => games.iter().enumerate().map(|(at, game)| file_row(at, game)).collect(),
        };
        let entries: Vec<Entry<'_>> = names
            .iter()
            .map(|(name, note)| Entry::noted(name, note.clone()))
            .collect();
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
        matches!(self.source, Source::Stored(_)) && self.menu.at == 0
    }

    /// The screen of an entry.
    fn open(&self, place: usize, context: &mut AppContext) -> Result<Box<dyn Screen>, String> {
        let gone = || "That game is gone.".to_owned();
        match &self.source {
            Source::Stored(_) if ACTIONS.get(place) == Some(&EDITOR) => Editor::open(context, None).map(boxed),
            Source::Stored(_) if place < ACTIONS.len() => from_position(context),
            Source::Stored(games) => {
                let listing = &games.get(place - ACTIONS.len()).ok_or_else(gone)?.listing;
                let table = &listing.summary.table;
                match (listing.summary.state, listing.summary.kind) {
                    (TableState::Waiting | TableState::Running, _) => resume(context, listing),
                    // A live game is replayed at its own table.
                    (TableState::Over, TableKind::Live) => Play::live(context, table, &[]).map(boxed),
                    (TableState::Over, TableKind::Turn) => Review::open(context, table, SeatNumber(0), &[]).map(boxed),
                    (TableState::Over, TableKind::Study) => Study::open(context, table).map(boxed),
                }
            }
            Source::File(_, game, games) => match &games.get(place).ok_or_else(gone)?.read {
                Ok(read) => {
                    let source = StudySource::Tree(*game, Box::new(read.tree.clone()));
                    let study = Study::of(context, source)?;
                    Ok(boxed(study.saying(&read.notices)))
                }
                Err(error) => Err(sentence(&error.to_string())),
            },
        }
    }

    fn count(&self) -> usize {
        match &self.source {
            Source::Stored(games) => ACTIONS.len() + games.len(),
            Source::File(_, _, games) => games.len(),
        }
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
