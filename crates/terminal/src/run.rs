//! The program in a terminal: waits for keys, tables and signals, and draws when something changed.
//!
//! The thread that draws never thinks and never waits for a disk; it sleeps until something happens or a clock shows
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

use host::{FileStore, Host, HostSettings, MemoryStore, StoreError};
use play::Registry;
use thiserror::Error;

use crate::{App, AppContext, AppEvent, Depth, Effect, Folders, LocalPlayers, Opening, Preferences};
pub use stage::Stage;

/// Plays the games of a registry, and the live game, in this terminal until the player quits.
pub fn run(registry: Registry, opening: Opening) -> Result<(), RunError> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(RunError::NoTerminal);
    }
    let variable = |name: &str| std::env::var_os(name);
    let depth = Depth::of_environment(|name| variable(name)?.into_string().ok());
    let folders = Folders::of_environment(|name| variable(name).map(PathBuf::from));
    let (host, preferences, players) = match &folders {
        Some(folders) => {
            let (players, faults) = LocalPlayers::open(&folders.data);
            let mut preferences = Preferences::open(&folders.config);
            preferences.faults.extend(faults);
            let store = FileStore::open(folders.games(), players.you.id)?;
            let host = Host::open(HostSettings::new(registry, store));
            (host, preferences, players)
        }
        // Without a home folder nothing is stored; one can still play.
        None => (
            Host::open(HostSettings::new(registry, MemoryStore::new())),
            Preferences::unsaved(),
            LocalPlayers::unsaved(),
        ),
    };
    let (sender, events) = channel();
    let mut stage = Stage::open()?;
    input::listen(&sender)?;
    let mut context = AppContext::new(host, preferences, depth, sender, fastrand::u64(..)).with_players(players);
    if let Some(folders) = folders {
        context = context.with_folders(folders);
    }
    let mut app = App::new(context, opening, Instant::now());
    let done = play(&mut app, &events, &mut stage);
    // The player has the terminal back before the host closes.
    stage.close();
    done.map_err(RunError::Terminal)
}

fn play(app: &mut App, events: &Receiver<AppEvent>, stage: &mut Stage) -> io::Result<()> {
    loop {
        stage.show(|cells| app.draw(cells, Instant::now()))?;
        let Some(event) = next(app, events) else {
            continue;
        };
        let mut effects = app.handle(event, Instant::now());
        // What has come in the meantime is drawn once.
        while let Ok(event) = events.try_recv() {
            effects.extend(app.handle(event, Instant::now()));
        }
        for effect in effects {
            match effect {
                Effect::Copy(text) => clipboard::copy(&text)?,
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
    // Nobody waits for an hour; a wait without end would need another call.
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
    /// Games cannot be stored.
    #[error("games cannot be stored: {0}")]
    Store(#[from] StoreError),
    /// The terminal failed.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}
