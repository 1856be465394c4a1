//! A file of games with an index: a separate thread reads the tags once, and a game is read when it is needed.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek},
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
};

use play::{GameId, GameModule, ImportError, IndexedGame, ReadTree, Registry};

use crate::context::{AppContext, AppEvent};

/// How far a file is read.
#[derive(Debug)]
pub enum FileProgress {
    /// So many percent of it.
    Percent(u8),
    /// To its end; or why it cannot be read.
    Read(Result<Box<GameFile>, String>),
}

/// A file with the index of its games.
#[derive(Debug)]
pub struct GameFile {
    pub(crate) game: GameId,
    pub(crate) games: Vec<IndexedGame>,
    file: File,
}

/// Openings without a tag are looked up for so many games of a file, so that a large one opens at once.
const NAMED: usize = 1_000;
/// A longer game is refused.
pub(crate) const LARGEST: u64 = 16 << 20;
/// Read at a time.
const BLOCK: usize = 1 << 20;

impl GameFile {
    /// Reads a game of the index.
    pub(crate) fn read(&mut self, place: usize, module: &dyn GameModule) -> Result<ReadTree, String> {
        let game = self.games.get(place).ok_or("That game is gone.")?;
        if game.length > LARGEST {
            return Err(format!("This game is larger than {} MB.", LARGEST >> 20));
        }
        let bytes = game.bytes(&mut self.file).map_err(|error| error.to_string())?;
        let read = module.read_indexed(&bytes, game.line);
        read.ok_or("The file has changed.")?
            .map_err(|error: ImportError| error.to_string())
    }
}

/// A file that is being read; dropping it ends that.
pub(crate) struct Reading {
    /// The number under which its progress is sent.
    pub(crate) number: u64,
    stop: Arc<AtomicBool>,
}

impl Reading {
    /// Begins to read a file, or says why that cannot be.
    pub(crate) fn begin(path: &str, context: &mut AppContext) -> Result<Reading, String> {
        let failed = |error: io::Error| format!("{path} cannot be read: {error}");
        let file = File::open(Path::new(path)).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        if about.is_dir() {
            return Err(format!("{path} is a folder."));
        }
        let (number, events) = context.subscriber();
        let stop = Arc::new(AtomicBool::new(false));
        let watched = Watched {
            file,
            read: 0,
            size: about.len(),
            percent: 0,
            number,
            events: events.clone(),
            stop: Arc::clone(&stop),
        };
        let (registry, path) = (context.host.registry(), path.to_owned());
        let run = move || {
            let result = index(watched, &registry, &path).map(Box::new);
            // A program that ends takes no more events.
            drop(events.send(AppEvent::File(number, FileProgress::Read(result))));
        };
        let begun = thread::Builder::new().name("file".to_owned()).spawn(run);
        begun.map_err(|error| format!("The file cannot be read: {error}."))?;
        Ok(Reading { number, stop })
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Indexes a file by the first game that finds one of its own in it.
fn index(mut file: Watched, registry: &Registry, path: &str) -> Result<GameFile, String> {
    let failed = |error: io::Error| format!("{path} cannot be read: {error}");
    for module in registry.games() {
        file.file.rewind().map_err(failed)?;
        file.read = 0;
        let games = module.index(&mut BufReader::with_capacity(BLOCK, &mut file));
        let games = games.map_err(failed)?;
        if !games.is_empty() {
            let file = file.file;
            let game = module.id();
            let mut found = GameFile { game, games, file };
            name_openings(&mut found, &**module);
            return Ok(found);
        }
    }
    Err(format!("There is no game in {path}."))
}

/// Names the openings of the first games, so that a search finds them too.
fn name_openings(file: &mut GameFile, module: &dyn GameModule) {
    for place in 0..file.games.len().min(NAMED) {
        if file.games[place].opening().is_some() {
            continue;
        }
        let read = file.read(place, module).ok();
        if let Some(opening) = read.and_then(|read| module.opening(&read.tree)) {
            file.games[place].name_opening(&opening);
        }
    }
}

/// A file that reports how far it is read.
struct Watched {
    file: File,
    read: u64,
    size: u64,
    percent: u8,
    number: u64,
    events: Sender<AppEvent>,
    stop: Arc<AtomicBool>,
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for it"));
        }
        let count = self.file.read(bytes)?;
        self.read += count as u64;
        let percent = (100 * self.read / self.size.max(1)).min(100) as u8;
        if percent > self.percent {
            self.percent = percent;
            // A program that ends takes no more events.
            drop(
                self.events
                    .send(AppEvent::File(self.number, FileProgress::Percent(percent))),
            );
        }
        Ok(count)
    }
}
