//! The program in a terminal: waits for keys, tables and signals, and draws when something changed.
//!
//! The drawing thread never searches and never waits for a disk; it sleeps until an event or until a clock shows
//! another second.

mod clipboard;
mod input;
mod stage;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use host::{FileStore, Host, HostSettings, MemoryStore};
use play::Registry;
use thiserror::Error;

use crate::{
    App, AppContext, AppEvent, Depth, Effect, Folders, GlyphSet, LocalPlayers, Opening, Preferences, Remembered,
    Storage,
};
pub use stage::Stage;

/// Plays the games of a registry, and the live game, in this terminal until the player quits.
pub fn run(registry: Registry, opening: Opening) -> Result<(), RunError> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(RunError::NoTerminal);
    }
    let variable = |name: &str| std::env::var_os(name);
    let text = |name: &str| variable(name)?.into_string().ok();
    if text("TERM").is_some_and(|term| term == "dumb") {
        return Err(RunError::DumbTerminal);
    }
    let (depth, glyphs) = (Depth::of_environment(text), GlyphSet::of_environment(text));
    let folders = Folders::of_environment(|name| variable(name).map(PathBuf::from));
    let Opened {
        store,
        storage,
        preferences,
        players,
        remembered,
    } = open(folders.as_ref());
    let host = match store {
        Some(store) => Host::open(HostSettings::new(registry, store)),
        None => Host::open(HostSettings::new(registry, MemoryStore::new())),
    };
    let (sender, events) = channel();
    let mut stage = Stage::open()?;
    input::listen(&sender)?;
    let mut context = AppContext::new(host, preferences, depth, sender, fastrand::u64(..))
        .with_players(players)
        .with_remembered(remembered)
        .with_storage(storage)
        .with_glyphs(glyphs);
    if let Some(folders) = folders.filter(|_| storage == Storage::Disk) {
        context = context.with_folders(folders);
    }
    let mut app = App::new(context, opening, Instant::now());
    let done = play(&mut app, &events, &mut stage);
    // The terminal is restored before the host closes.
    stage.close();
    done.map_err(RunError::Terminal)
}

/// What is on disk.
struct Opened {
    /// The store of games; nothing if there is no folder for it.
    store: Option<FileStore>,
    storage: Storage,
    preferences: Preferences,
    players: LocalPlayers,
    remembered: Remembered,
}

/// Opens what is on disk. Without a home folder, or if games cannot be written, the program still works; the first
/// screen reports it.
fn open(folders: Option<&Folders>) -> Opened {
    let Some(folders) = folders else {
        return Opened {
            store: None,
            storage: Storage::Memory,
            preferences: Preferences::unsaved(),
            players: LocalPlayers::unsaved(),
            remembered: Remembered::default(),
        };
    };
    let (players, mut faults) = LocalPlayers::open(&folders.data);
    let (remembered, fault) = Remembered::open(&folders.data);
    faults.extend(fault);
    let store = FileStore::open(folders.games(), players.you.id);
    let store = store.map_err(|error| faults.push(error.to_string())).ok();
    let mut preferences = Preferences::open(&folders.config);
    preferences.faults.extend(faults);
    Opened {
        storage: if store.is_some() {
            Storage::Disk
        } else {
            Storage::Memory
        },
        store,
        preferences,
        players,
        remembered,
    }
}

fn play(app: &mut App, events: &Receiver<AppEvent>, stage: &mut Stage) -> io::Result<()> {
    loop {
        stage.show(|cells| app.draw(cells, Instant::now()))?;
        let Some(event) = next(app, events) else {
            continue;
        };
        let mut effects = app.handle(event, Instant::now());
        // All waiting events are handled before one redraw.
        while let Ok(event) = events.try_recv() {
            effects.extend(app.handle(event, Instant::now()));
        }
        for effect in effects {
            match effect {
                Effect::Copy(text) => clipboard::copy(&text)?,
                Effect::Bell => Stage::ring()?,
                Effect::Redraw => stage.forget()?,
                Effect::Suspend => stage.suspend()?,
                Effect::Quit => return Ok(()),
            }
        }
    }
}

/// The next thing to happen; nothing when only the picture changes.
fn next(app: &App, events: &Receiver<AppEvent>) -> Option<AppEvent> {
    let now = Instant::now();
    // An hour is as good as no limit; an unlimited wait would need another call.
    let wait = app
        .next_change(now)
        .map_or(Duration::from_hours(1), |change| change.saturating_duration_since(now));
    match events.recv_timeout(wait) {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => None,
        // The context holds a sender as long as the program runs.
        Err(RecvTimeoutError::Disconnected) => Some(AppEvent::Terminate),
    }
}

/// Why the program cannot run in a terminal.
#[derive(Debug, Error)]
pub enum RunError {
    /// Output or input goes somewhere else.
    #[error("this is not a terminal; threefold play works in pipes, threefold --help lists the rest")]
    NoTerminal,
    /// The terminal cannot place words on its screen.
    #[error("TERM=dumb has no screen to draw on; threefold play works on plain lines")]
    DumbTerminal,
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}
