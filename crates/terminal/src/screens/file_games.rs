//! The games of a PGN file of any size: a list that is searched by players, event, opening, result and date.

mod row;

use std::{collections::HashMap, path::Path};

use host::StudySource;
use play::GameModule;
use ratatui::layout::Rect;

use crate::{
    canvas::{Canvas, rows, wide},
    context::AppContext,
    game_file::{FileProgress, GameFile, Reading},
    keys::{Action, KeyContext},
    screens::{Screen, Step, boxed, help::Help, study::Study},
    status::Status,
    visit::sentence,
    widgets::{
        line::Line,
        menu::{Entry, Menu},
    },
};
use row::Detail;

/// Games this near to the chosen one are read, so that their rows say more than the tags.
const NEAR: usize = 80;
/// The data of more games is dropped.
const MOST_DETAILS: usize = 4_000;

/// The games of a file.
pub(crate) struct FileGames {
    name: String,
    reading: Reading,
    /// The percentage that is read, until the file is.
    percent: u8,
    file: Option<Box<GameFile>>,
    /// The places of the games that have the wanted words.
    shown: Vec<usize>,
    details: HashMap<usize, Detail>,
    wanted: String,
    /// What is typed, if words are asked for.
    asking: Option<Line>,
    menu: Menu,
    status: Status,
}

impl FileGames {
    /// Begins to read a file; the only game of a file is opened at once when it is read.
    pub(crate) fn open(path: &str, context: &mut AppContext) -> Result<FileGames, String> {
        let name = Path::new(path)
            .file_name()
            .map_or(path.into(), |name| name.to_string_lossy());
        Ok(FileGames {
            name: name.into_owned(),
            reading: Reading::begin(path, context)?,
            percent: 0,
            file: None,
            shown: Vec::new(),
            details: HashMap::new(),
            wanted: String::new(),
            asking: None,
            menu: Menu::default(),
            status: Status::default(),
        })
    }
}

impl Screen for FileGames {
    fn title(&self) -> String {
        let name = &self.name;
        match &self.file {
            None => name.clone(),
            Some(file) if self.wanted.is_empty() => format!("{name}: {} games", file.games.len()),
            Some(file) => format!("{name}: {} of {} games", self.shown.len(), file.games.len()),
        }
    }

    fn key_contexts(&self) -> &'static [KeyContext] {
        if self.asking.is_some() {
            &[KeyContext::Line, KeyContext::FileGames, KeyContext::Menu]
        } else {
            &[KeyContext::FileGames, KeyContext::Menu]
        }
    }

    fn menu(&mut self) -> Option<&mut Menu> {
        Some(&mut self.menu)
    }

    fn act(&mut self, action: Action, context: &mut AppContext) -> Step {
        if let Some(line) = &mut self.asking
            && line.edit(action)
        {
            let wanted = line.text().trim().to_lowercase();
            self.search(wanted, context);
            return Step::Stay;
        }
        let page = usize::from(context.window.height.saturating_sub(8)).max(1);
        let last = self.shown.len().saturating_sub(1);
        match action {
            Action::Earlier => self.choose(self.menu.at.saturating_sub(page), context),
            Action::Later => self.choose((self.menu.at + page).min(last), context),
            Action::Enter if self.asking.is_some() => self.asking = None,
            Action::Enter | Action::Right if self.file.is_some() => return self.open_game(self.menu.at, context),
            Action::Search if self.file.is_some() => {
                let mut line = Line::default();
                line.set(&self.wanted);
                self.asking = Some(line);
            }
            Action::Back if self.asking.is_some() || !self.wanted.is_empty() => {
                self.asking = None;
                self.search(String::new(), context);
            }
            Action::Back => return Step::Back,
            Action::Help => return Step::open(Help::default()),
            action => {
                if self.menu.steer(action, self.shown.len()) {
                    self.choose(self.menu.at, context);
                }
            }
        }
        Step::Stay
    }

    fn subscriber(&self) -> Option<u64> {
        Some(self.reading.number)
    }

    fn file(&mut self, progress: FileProgress, context: &mut AppContext) -> Step {
        match progress {
            FileProgress::Percent(percent) => self.percent = percent,
            FileProgress::Read(Ok(file)) => {
                self.shown = (0..file.games.len()).collect();
                self.file = Some(file);
                self.read_near(context);
                if self.shown.len() == 1
                    && let Ok(study) = self.study(0, context)
                {
                    return Step::replace(study);
                }
            }
            FileProgress::Read(Err(words)) => self.status = Status::refusal(words),
        }
        Step::Stay
    }

    fn draw(&self, canvas: &mut Canvas<'_>, area: Rect, _: &AppContext) {
        let look = canvas.look;
        let list = Rect {
            x: area.x + 1,
            y: area.y + 1,
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(5),
        };
        match &self.file {
            Some(file) => {
                let names = wide(&file.games.len().to_string()).max(3);
                self.menu.draw_long(canvas, list, self.shown.len(), names, |place| {
                    let game = self.shown[place];
                    let number = format!("{:>width$}", game + 1, width = usize::from(names));
                    Entry::noted(number, row::note(&file.games[game], self.details.get(&game)))
                });
            }
            None if self.status.is_empty() => {
                let words = format!("Reading… {} %", self.percent);
                canvas.centred(area, area.y + area.height / 2, &words, look.muted());
            }
            None => {}
        }
        let foot = Rect {
            y: area.bottom() - 3,
            height: 3,
            ..list
        };
        if let Some(line) = &self.asking {
            canvas.fill(foot, look.ground());
            line.draw(canvas, Rect { height: 1, ..foot }, "Search: ");
        } else if self.file.is_some() && self.shown.is_empty() {
            let words = format!("No game has “{}”.", self.wanted);
            canvas.fitted(list.x, list.y, list.width, &words, look.muted());
        }
        for (y, row) in (foot.y + 1..foot.bottom()).zip(rows(&self.status.words, foot.width)) {
            canvas.words(foot.x, y, foot.width, &row, self.status.style(look));
        }
    }
}

impl FileGames {
    fn choose(&mut self, place: usize, context: &AppContext) {
        self.menu.at = place;
        self.status = Status::default();
        self.read_near(context);
    }

    /// Shows the games that have all these words. More words leave fewer games, so only the shown ones are searched
    /// then.
    fn search(&mut self, wanted: String, context: &AppContext) {
        let Some(file) = &self.file else { return };
        if !wanted.starts_with(&self.wanted) {
            self.shown = (0..file.games.len()).collect();
        }
        self.shown.retain(|place| file.games[*place].matches(&wanted));
        self.wanted = wanted;
        self.choose(0, context);
    }

    fn open_game(&mut self, place: usize, context: &mut AppContext) -> Step {
        let Some(place) = self.shown.get(place).copied() else {
            return Step::Stay;
        };
        match self.study(place, context) {
            Ok(study) => Step::Open(boxed(study)),
            Err(words) => {
                self.status = Status::refusal(sentence(&words));
                Step::Stay
            }
        }
    }

    /// A study of a game, saying what is wrong with it.
    fn study(&mut self, place: usize, context: &mut AppContext) -> Result<Study, String> {
        let file = self.file.as_mut().ok_or("The file is being read.")?;
        let registry = context.host.registry();
        let module = registry.get(file.game).map_err(|error| error.to_string())?;
        let read = file.read(place, &**module)?;
        let source = StudySource::Tree(file.game, Box::new(read.tree));
        Ok(Study::of(context, source)?.saying(&read.notices))
    }

    /// Reads the games around the chosen one.
    fn read_near(&mut self, context: &AppContext) {
        let Some(file) = &mut self.file else { return };
        let registry = context.host.registry();
        let Ok(module) = registry.get(file.game) else {
            return;
        };
        let module: &dyn GameModule = &**module;
        if self.details.len() > MOST_DETAILS {
            self.details.clear();
        }
        let near = self.menu.at.saturating_sub(NEAR)..(self.menu.at + NEAR).min(self.shown.len());
        for &place in &self.shown[near] {
            let found = || Detail::of(file.read(place, module), module);
            self.details.entry(place).or_insert_with(found);
        }
    }
}
