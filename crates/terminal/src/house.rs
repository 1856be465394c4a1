//! What every screen shares: the hall, the settings, the time, and what is to be done outside.

use std::{
    path::PathBuf,
    sync::mpsc::Sender,
    time::{Duration, Instant},
};

use bots::Game;
use contest::News;
use fastrand::Rng;
use hall::{Hall, Told};
use ratatui::{
    crossterm::event::{KeyEvent, MouseEvent},
    layout::Rect,
};

use crate::{
    config::Wardrobe,
    folders::Folders,
    look::Look,
    screens::{arena_setup::ArenaWishes, live_setup::LiveWishes, setup::Wishes},
    theme::depth::Depth,
};

/// Something that happens to the program.
#[derive(Debug)]
pub enum Happening {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window has another size, or must be drawn again.
    Resize,
    /// A table tells the visitor of this number something.
    Told(u64, Told),
    /// The match that the visitor of this number watches has gone on.
    Arena(u64, Box<News>),
    /// Somebody wants the program to end.
    Terminate,
}

/// Something that is to be done outside the screens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Text for the clipboard.
    Copy(String),
    /// Everything is drawn again.
    Redraw,
    /// Back to the shell for a while.
    Suspend,
    /// The end.
    Quit,
}

/// The rooms behind the screens.
pub struct House {
    pub(crate) hall: Hall,
    pub(crate) wardrobe: Wardrobe,
    pub(crate) folders: Option<Folders>,
    /// The present, told from outside.
    pub(crate) now: Instant,
    /// The window as it was last drawn.
    pub(crate) window: Rect,
    pub(crate) random: Rng,
    pub(crate) effects: Vec<Effect>,
    /// What was wished for in the last set-up of each game.
    pub(crate) last: Vec<Wishes>,
    /// The same for Kung Fu Chess.
    pub(crate) last_live: LiveWishes,
    /// The same for the arena.
    pub(crate) last_arena: ArenaWishes,
    /// The game that was last set up.
    pub(crate) last_game: Option<Game>,
    depth: Depth,
    post: Sender<Happening>,
    visitors: u64,
}

impl House {
    /// A house around a hall; what happens at tables is sent to `post`.
    pub fn new(hall: Hall, wardrobe: Wardrobe, depth: Depth, post: Sender<Happening>, seed: u64) -> House {
        House {
            hall,
            wardrobe,
            folders: None,
            now: Instant::now(),
            window: Rect::default(),
            random: Rng::with_seed(seed),
            effects: Vec::new(),
            last: Vec::new(),
            last_live: LiveWishes::default(),
            last_arena: ArenaWishes::default(),
            last_game: None,
            depth,
            post,
            visitors: 0,
        }
    }

    /// The same house with folders for exports.
    #[must_use]
    pub fn with_folders(mut self, folders: Folders) -> House {
        self.folders = Some(folders);
        self
    }

    /// Where something large may lie for a while.
    pub(crate) fn shelf(&self) -> PathBuf {
        let folders = self.folders.as_ref();
        folders.map_or_else(std::env::temp_dir, |folders| folders.data.clone())
    }

    /// How everything looks by the settings.
    pub(crate) fn look(&self) -> Look {
        Look::new(self.wardrobe.theme().clone(), self.depth, self.wardrobe.config.glyphs)
    }

    /// The wishes of the last game of this kind, or the usual ones.
    pub(crate) fn wishes(&self, game: Game) -> Wishes {
        let last = self.last.iter().rev().find(|wishes| wishes.game == game);
        last.cloned().unwrap_or_else(|| Wishes::usual(game))
    }

    /// Changes the colours to a theme, or to the next one; says which, or why not.
    pub(crate) fn change_theme(&mut self, name: Option<String>) -> Result<String, String> {
        let themes = &self.wardrobe.themes;
        let at = themes.iter().position(|theme| theme.name == self.wardrobe.config.theme);
        let next = match name {
            Some(name) => themes.iter().find(|theme| theme.name == name),
            None => themes.get((at.unwrap_or(0) + 1) % themes.len()),
        };
        let Some(name) = next.map(|theme| theme.name.clone()) else {
            let known: Vec<&str> = themes.iter().map(|theme| theme.name.as_str()).collect();
            return Err(format!("There is no such theme; known are {}.", known.join(", ")));
        };
        self.wardrobe.config.theme.clone_from(&name);
        match self.wardrobe.keep() {
            Ok(()) => Ok(format!("Theme: {name}")),
            Err(error) => Err(format!("The settings cannot be written: {error}")),
        }
    }

    /// A number for a new visitor, and where tables send what they tell.
    pub(crate) fn visitor(&mut self) -> (u64, Sender<Happening>) {
        self.visitors += 1;
        (self.visitors, self.post.clone())
    }
}

/// How long a piece slides.
pub(crate) const SLIDE: Duration = Duration::from_millis(180);
