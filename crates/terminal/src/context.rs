//! The context that all screens share: the host, the settings, the local players, the time, and the effects.

use std::{
    path::PathBuf,
    sync::mpsc::Sender,
    time::{Duration, Instant},
};

use arena::MatchUpdate;
use fastrand::Rng;
use host::{Host, TableId};
use play::GameId;
use ratatui::{
    crossterm::event::{KeyEvent, MouseEvent},
    layout::Rect,
};

use crate::{
    config::{Bell, Preferences},
    folders::Folders,
    form::Answers,
    game_file::FileProgress,
    glyphs::GlyphSet,
    hidden::HiddenGames,
    look::Look,
    players::LocalPlayers,
    remembered::Remembered,
    remote::RemoteHandle,
    theme::depth::Depth,
    visit::TableMessage,
};

/// Something that happens to the program.
#[derive(Debug)]
pub enum AppEvent {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse did something.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The window has another size, or must be drawn again.
    Resize,
    /// A message of a table for the subscriber of this number.
    Table(u64, TableMessage),
    /// What has changed in a match, for the subscriber of this number.
    Arena(u64, Box<MatchUpdate>),
    /// Something was tried for the subscriber of this number; why it failed.
    Tried(u64, Result<(), String>),
    /// How far the file is read that is opened by the subscriber of this number.
    File(u64, FileProgress),
    /// The program shall end.
    Terminate,
}

/// An effect outside the screens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Text for the clipboard.
    Copy(String),
    /// The terminal's bell.
    Bell,
    /// Everything is drawn again.
    Redraw,
    /// Back to the shell for a while.
    Suspend,
    /// The end.
    Quit,
}

/// Whether games outlast the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// They are on disk.
    Disk,
    /// They are lost at the end.
    Memory,
}

/// What every screen shares.
pub struct AppContext {
    pub(crate) host: Host,
    pub(crate) preferences: Preferences,
    pub(crate) players: LocalPlayers,
    pub(crate) folders: Option<Folders>,
    /// The current time, from the last event.
    pub(crate) now: Instant,
    /// The window as it was last drawn.
    pub(crate) window: Rect,
    pub(crate) random: Rng,
    pub(crate) effects: Vec<Effect>,
    /// What was last entered into each form.
    pub(crate) remembered: Remembered,
    /// Games that were deleted from the list.
    pub(crate) hidden: HiddenGames,
    /// Whether games outlast the program.
    pub(crate) storage: Storage,
    /// The table of a server that the player has joined.
    pub(crate) remote: Option<RemoteHandle>,
    depth: Depth,
    /// The signs this terminal can show.
    glyphs: GlyphSet,
    events: Sender<AppEvent>,
    subscribers: u64,
}

impl AppContext {
    /// A context around a host; messages of its tables are sent to `events`.
    pub fn new(host: Host, preferences: Preferences, depth: Depth, events: Sender<AppEvent>, seed: u64) -> AppContext {
        AppContext {
            host,
            preferences,
            players: LocalPlayers::unsaved(),
            folders: None,
            now: Instant::now(),
            window: Rect::default(),
            random: Rng::with_seed(seed),
            effects: Vec::new(),
            remembered: Remembered::default(),
            hidden: HiddenGames::default(),
            storage: Storage::Disk,
            remote: None,
            depth,
            glyphs: GlyphSet::default(),
            events,
            subscribers: 0,
        }
    }

    /// The same context with folders for exports.
    #[must_use]
    pub fn with_folders(mut self, folders: Folders) -> AppContext {
        self.hidden = HiddenGames::open(&folders.data);
        self.folders = Some(folders);
        self
    }

    /// The same context with what was last entered into forms.
    #[must_use]
    pub fn with_remembered(mut self, remembered: Remembered) -> AppContext {
        self.remembered = remembered;
        self
    }

    /// The same context where games are stored like this.
    #[must_use]
    pub fn with_storage(mut self, storage: Storage) -> AppContext {
        self.storage = storage;
        self
    }

    /// The same context with these signs where the player has not chosen any.
    #[must_use]
    pub fn with_glyphs(mut self, glyphs: GlyphSet) -> AppContext {
        self.glyphs = glyphs;
        self
    }

    /// The same context with these people at the keyboard.
    #[must_use]
    pub fn with_players(mut self, players: LocalPlayers) -> AppContext {
        self.players = players;
        self
    }

    /// A folder for large temporary files.
    pub(crate) fn temporary(&self) -> PathBuf {
        let folders = self.folders.as_ref();
        folders.map_or_else(std::env::temp_dir, |folders| folders.data.clone())
    }

    /// Where the exercises of the player are stored, if anything is.
    pub(crate) fn player_folder(&self) -> Option<PathBuf> {
        let folders = self.folders.as_ref()?;
        Some(self.players.you.folder(&folders.data))
    }

    /// Colours and signs by the settings.
    pub(crate) fn look(&self) -> Look {
        Look::new(
            self.preferences.theme().clone(),
            self.depth,
            self.preferences.config.glyphs.unwrap_or(self.glyphs),
        )
    }

    /// Remembers what was entered into a form, and the game that was set up by it.
    pub(crate) fn remember(&mut self, form: &str, answers: &Answers, game: Option<GameId>) {
        let stored = self.remembered.set_answers(form, answers.clone());
        let stored = stored.and_then(|()| game.map_or(Ok(()), |game| self.remembered.set_game(game)));
        if let Err(error) = stored {
            let words = format!("The choices of new games cannot be stored: {error}");
            if !self.preferences.faults.contains(&words) {
                self.preferences.faults.push(words);
            }
        }
    }

    /// The bell, if the player wants it.
    pub(crate) fn ring(&mut self) {
        if self.preferences.config.bell == Bell::On {
            self.effects.push(Effect::Bell);
        }
    }

    /// Switches to a theme, or to the next one; returns its name or an error.
    pub(crate) fn change_theme(&mut self, name: Option<String>) -> Result<String, String> {
        let themes = &self.preferences.themes;
        let at = themes
            .iter()
            .position(|theme| theme.name == self.preferences.config.theme);
        let next = match name {
            Some(name) => themes.iter().find(|theme| theme.name == name),
            None => themes.get((at.unwrap_or(0) + 1) % themes.len()),
        };
        let Some(name) = next.map(|theme| theme.name.clone()) else {
            let known: Vec<&str> = themes.iter().map(|theme| theme.name.as_str()).collect();
            return Err(format!("There is no such theme; known are {}.", known.join(", ")));
        };
        self.preferences.config.theme.clone_from(&name);
        match self.preferences.save() {
            Ok(()) => Ok(format!("Theme: {name}")),
            Err(error) => Err(format!("The settings cannot be written: {error}")),
        }
    }

    /// The table of a server with this code, if the player has joined it.
    pub(crate) fn remote(&self, table: &TableId) -> Option<&RemoteHandle> {
        self.remote.as_ref().filter(|remote| remote.0.table() == table)
    }

    /// A number for a new subscriber, and where its messages are sent.
    pub(crate) fn subscriber(&mut self) -> (u64, Sender<AppEvent>) {
        self.subscribers += 1;
        (self.subscribers, self.events.clone())
    }
}

/// How long a piece slides.
pub(crate) const SLIDE: Duration = Duration::from_millis(180);
