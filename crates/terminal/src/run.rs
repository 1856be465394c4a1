//! The program in a terminal: waits for keys, tables and signals, and draws when something changed.
//!
//! The thread that draws never thinks and never waits for a disk; it sleeps until something happens or a clock shows
//! another second.

mod clipboard;
mod post;
mod stage;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

use hall::{FileStore, Hall, MemoryStore, Settings, StoreError};
use thiserror::Error;

use crate::{App, Depth, Effect, Folders, Happening, House, Opening, Wardrobe};
pub use stage::Stage;

/// Opens the hall in this terminal until the player quits.
pub fn run(opening: Opening) -> Result<(), RunError> {
    if !io::stdout().is_terminal() || !io::stdin().is_terminal() {
        return Err(RunError::NoTerminal);
    }
    let variable = |name: &str| std::env::var_os(name);
    let depth = Depth::of_environment(|name| variable(name)?.into_string().ok());
    let folders = Folders::of_environment(|name| variable(name).map(PathBuf::from));
    let (hall, wardrobe) = match &folders {
        Some(folders) => {
            let store = FileStore::open(folders.games())?;
            (Hall::open(Settings::with_store(store)), Wardrobe::open(&folders.config))
        }
        // Without a home there is nowhere to keep anything; one can still play.
        None => (Hall::open(Settings::with_store(MemoryStore::new())), Wardrobe::unkept()),
    };
    let (post, happenings) = channel();
    let mut stage = Stage::open()?;
    post::listen(&post)?;
    let mut house = House::new(hall, wardrobe, depth, post, fastrand::u64(..));
    if let Some(folders) = folders {
        house = house.with_folders(folders);
    }
    let mut app = App::new(house, opening, Instant::now());
    let done = play(&mut app, &happenings, &mut stage);
    // The player has the terminal back before the hall puts its things away.
    stage.close();
    done.map_err(RunError::Terminal)
}

fn play(app: &mut App, happenings: &Receiver<Happening>, stage: &mut Stage) -> io::Result<()> {
    loop {
        stage.show(|cells| app.draw(cells, Instant::now()))?;
        let Some(happening) = next(app, happenings) else {
            continue;
        };
        let mut effects = app.handle(happening, Instant::now());
        // What has come in the meantime is drawn once.
        while let Ok(happening) = happenings.try_recv() {
            effects.extend(app.handle(happening, Instant::now()));
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
fn next(app: &App, happenings: &Receiver<Happening>) -> Option<Happening> {
    let now = Instant::now();
    // Nobody waits for an hour; a wait without end would need another call.
    let wait = app
        .next_change(now)
        .map_or(Duration::from_hours(1), |change| change.saturating_duration_since(now));
    match happenings.recv_timeout(wait) {
        Ok(happening) => Some(happening),
        Err(RecvTimeoutError::Timeout) => None,
        // The house holds a sender as long as the program runs.
        Err(RecvTimeoutError::Disconnected) => Some(Happening::Terminate),
    }
}

/// Why the hall cannot be opened in a terminal.
#[derive(Debug, Error)]
pub enum RunError {
    /// Output or input goes somewhere else.
    #[error("this is not a terminal; threefold play works in pipes, threefold --help lists the rest")]
    NoTerminal,
    /// The folder of games cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The terminal does not do what it is told.
    #[error("the terminal failed: {0}")]
    Terminal(#[from] io::Error),
}
