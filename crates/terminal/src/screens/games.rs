//! Lists of games: those that are kept, and those of a PGN file.

use std::{fs, path::Path};

use bots::Game;
use hall::{ImportError, Imported, Listing, SeatNumber};
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows},
    house::House,
    keys::{Action, Place},
    screens::{Screen, Step, boxed, help::Help, live::Live, play::Play, review::Review, setup::Setup},
    widgets::{
        line::Line,
        menu::{Entry, Menu},
    },
};

/// A file larger than this is no collection somebody goes through by hand.
const LARGEST: u64 = 16 << 20;

/// A list of games.
pub(crate) struct Games {
    source: Source,
    menu: Menu,
    /// The path of a file, while it is typed.
    asking: Option<Line>,
    refusal: String,
}

/// Where the games come from.
enum Source {
    /// The store; two more entries lead to files and positions.
    Kept(Vec<Listing>),
    /// A PGN file; a broken game stands in its place.
    File(String, Vec<Result<Imported, ImportError>>),
}

/// Entries before the games of the store.
const DOORS: [&str; 2] = ["Open a PGN file", "Play from a position"];

impl Games {
    /// The games of the store.
    pub(crate) fn kept(house: &House) -> Games {
        Games::of(Source::Kept(house.hall.listings()))
    }

    /// The games of a PGN file.
    pub(crate) fn of_file(path: &str) -> Result<Games, String> {
        let told = |error: std::io::Error| format!("{path} cannot be read: {error}");
        let size = fs::metadata(Path::new(path)).map_err(told)?.len();
        if size > LARGEST {
            return Err(format!("{path} is larger than {} MB.", LARGEST >> 20));
        }
        let games = Imported::read_pgn(&fs::read(path).map_err(told)?);
        if games.is_empty() {
            return Err(format!("There is no game in {path}."));
        }
        let name = Path::new(path)
            .file_name()
            .map_or(path.into(), |name| name.to_string_lossy());
        Ok(Games::of(Source::File(name.into_owned(), games)))
    }

    fn of(source: Source) -> Games {
        Games {
            source,
            menu: Menu::default(),
            asking: None,
            refusal: String::new(),
        }
    }

    /// The screen for a file: its only game, or the list of them.
    pub(crate) fn open_file(path: &str, house: &mut House) -> Result<Box<dyn Screen>, String> {
        let games = Games::of_file(path)?;
        match &games.source {
            Source::File(_, all) if all.len() == 1 => games.open(0, house),
            Source::File(..) | Source::Kept(_) => Ok(boxed(games)),
        }
    }
}

impl Screen for Games {
    fn title(&self) -> String {
        match &self.source {
            Source::Kept(_) => "Games".to_owned(),
            Source::File(name, games) => format!("{name}: {} games", games.len()),
        }
    }

    fn places(&self) -> &'static [Place] {
        if self.asking.is_some() {
            &[Place::Menu, Place::Line]
        } else {
            &[Place::Menu]
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, house: &mut House) -> Step {
        if let Some(line) = &mut self.asking {
            if line.edit(action) {
                self.refusal.clear();
                return Step::Stay;
            }
            return match action {
                Action::Enter => {
                    let path = at_home(line.text().trim());
                    self.follow(Games::open_file(&path, house))
                }
                Action::Back => {
                    self.asking = None;
                    self.refusal.clear();
                    Step::Stay
                }
                _ => Step::Stay,
            };
        }
        if self.menu.steer(action, self.count()) {
            self.refusal.clear();
            return Step::Stay;
        }
        match action {
            Action::Enter | Action::Right if self.asks_for_file() => {
                self.asking = Some(Line::default());
                Step::Stay
            }
            Action::Enter | Action::Right => {
                let opened = self.open(self.menu.at, house);
                self.follow(opened)
            }
            Action::Back => Step::Back,
            Action::Help => Step::open(Help::default()),
            _ => Step::Stay,
        }
    }

    fn refresh(&mut self, house: &House) {
        if let Source::Kept(listings) = &mut self.source {
            *listings = house.hall.listings();
            self.menu.at = self.menu.at.min(DOORS.len() + listings.len() - 1);
        }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _house: &House) {
        let look = canvas.look;
        let names: Vec<(String, String)> = match &self.source {
            Source::Kept(listings) => {
                let doors = DOORS.iter().map(|door| ((*door).to_owned(), String::new()));
                doors.chain(listings.iter().map(kept_row)).collect()
            }
            Source::File(_, games) => games.iter().enumerate().map(|(at, game)| file_row(at, game)).collect(),
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
        if let Some(line) = &self.asking {
            canvas.fill(foot, look.ground());
            line.draw(canvas, Rect { height: 1, ..foot }, "File: ");
        }
        for (y, row) in (foot.y + 1..foot.bottom()).zip(rows(&self.refusal, foot.width)) {
            canvas.words(foot.x, y, foot.width, &row, look.danger());
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
                self.refusal = words;
                Step::Stay
            }
        }
    }

    fn asks_for_file(&self) -> bool {
        matches!(self.source, Source::Kept(_)) && self.menu.at == 0
    }

    /// What an entry leads to.
    fn open(&self, place: usize, house: &mut House) -> Result<Box<dyn Screen>, String> {
        match &self.source {
            Source::Kept(_) if place < DOORS.len() => Ok(boxed(Setup::at_position(house.wishes(Game::Chess)))),
            Source::Kept(listings) => match listings.get(place - DOORS.len()) {
                Some(listing) if listing.result.is_none() => resume(house, listing),
                // A game without turns is replayed at its own table.
                Some(listing) if listing.game == Game::Kungfu => Live::sit(house, &listing.table, &[]).map(boxed),
                Some(listing) => Review::open(house, &listing.table.clone(), SeatNumber(0)).map(boxed),
                None => Err("That game is gone.".to_owned()),
            },
            Source::File(_, games) => match games.get(place) {
                Some(Ok(game)) => {
                    let table = house.hall.import(game.clone()).map_err(|error| error.to_string())?;
                    Review::open(house, &table, SeatNumber(0)).map(boxed)
                }
                Some(Err(error)) => Err(error.to_string()),
                None => Err("That game is gone.".to_owned()),
            },
        }
    }

    fn count(&self) -> usize {
        match &self.source {
            Source::Kept(listings) => DOORS.len() + listings.len(),
            Source::File(_, games) => games.len(),
        }
    }
}

/// Sits down at a kept game for every person's seat there is.
pub(crate) fn resume(house: &mut House, listing: &Listing) -> Result<Box<dyn Screen>, String> {
    let table = house.hall.resume(&listing.table).map_err(|error| error.to_string())?;
    if listing.game == Game::Kungfu {
        return Live::resume(house, &table).map(boxed);
    }
    let both = [SeatNumber(0), SeatNumber(1)];
    let ways: [&[SeatNumber]; 4] = [&both, &both[..1], &both[1..], &[]];
    let mut last = Err("Nobody can sit there.".to_owned());
    for seats in ways {
        last = Play::sit(house, &table, seats);
        if last.is_ok() {
            break;
        }
    }
    last.map(boxed)
}

/// A game of the store in a few words.
pub(crate) fn described(listing: &Listing) -> String {
    let [white, black] = &listing.names;
    let moves = match listing.moves {
        1 => "1 turn".to_owned(),
        moves => format!("{moves} turns"),
    };
    format!("{white} – {black}, {moves}")
}

fn kept_row(listing: &Listing) -> (String, String) {
    let game = match listing.game {
        Game::Chess => "Chess",
        Game::Ransom => "Ransom",
        Game::Kungfu => "Kung Fu",
    };
    let state = listing.result.as_deref().unwrap_or("goes on");
    let name = listing
        .save
        .as_ref()
        .map(|name| format!(" “{name}”"))
        .unwrap_or_default();
    (format!("{game} {state}"), format!("{}{name}", described(listing)))
}

fn file_row(at: usize, game: &Result<Imported, ImportError>) -> (String, String) {
    let note = match game {
        Ok(game) => {
            let [white, black] = game.names().each_ref().map(|name| name.as_deref().unwrap_or("?"));
            let result = game.result().unwrap_or("*");
            format!("{white} – {black} {result}, {} turns", game.turns())
        }
        Err(error) => format!("cannot be read: {error}"),
    };
    (format!("{:>3}", at + 1), note)
}

/// A path with the sign for the home folder replaced, as shells do.
fn at_home(path: &str) -> String {
    let home = std::env::var("HOME").ok();
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => format!("{home}/{rest}"),
        _ => path.to_owned(),
    }
}
