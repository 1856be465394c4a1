//! What a match leaves behind: JSON to go on from, PGN, a report to look at.

mod texts;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use arena::{
    GameReport, Standing, html,
    statistics::{Estimate, Rating, Results, Sprt, ratings},
};
use bots::Game;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{ContestError, MatchGame, Settings};

pub(crate) use texts::Texts;

/// Where the files of a match shall be, as far as they are wanted.
pub struct Paths {
    /// Settings and results.
    pub json: Option<PathBuf>,
    /// The games.
    pub pgn: Option<PathBuf>,
    /// A report to look at.
    pub html: Option<PathBuf>,
}

/// The files of a match.
pub struct Files {
    json: Option<PathBuf>,
    pgn: Option<Games>,
    html: Option<PathBuf>,
    saved: Instant,
}

/// The games of a match.
struct Games {
    path: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

/// An interrupted match, read from its JSON.
#[derive(Deserialize)]
pub struct Saved {
    version: u32,
    /// What it was started with.
    pub settings: Settings,
    /// Its results.
    pub standing: Standing,
    pgn: Option<SavedGames>,
}

/// Which games stand in a PGN: those up to this length.
#[derive(Serialize, Deserialize)]
struct SavedGames {
    path: PathBuf,
    length: u64,
}

/// The format of the JSON; `docs/arena.md` describes it.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    program: &'static str,
    finished: bool,
    summary: Summary<'a>,
    pgn: Option<SavedGames>,
    settings: &'a Settings,
    standing: &'a Standing,
}

/// What the standing means, worked out for readers.
#[derive(Serialize)]
pub(crate) struct Summary<'a> {
    games: u64,
    distinct: usize,
    pairings: Vec<Pairing<'a>>,
    ratings: Vec<Rated<'a>>,
}

#[derive(Serialize)]
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    results: Results,
    score: Option<f64>,
    estimate: Estimate,
    sprt: Option<SprtSummary>,
}

#[derive(Serialize)]
struct SprtSummary {
    llr: f64,
    bounds: (f64, f64),
    verdict: Option<String>,
}

#[derive(Serialize)]
struct Rated<'a> {
    player: &'a str,
    #[serde(flatten)]
    rating: Rating,
}

impl Paths {
    /// Whether the files can be where they shall be, before anything is played or written.
    pub fn check(&self) -> Result<(), ContestError> {
        let all: Vec<&PathBuf> = [&self.json, &self.pgn, &self.html].into_iter().flatten().collect();
        for (index, path) in all.iter().enumerate() {
            if all[..index].contains(path) {
                return Err(ContestError::usage(format!(
                    "{} is named for two files",
                    path.display()
                )));
            }
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            if path.is_dir() || parent.is_some_and(|parent| !parent.is_dir()) {
                return Err(ContestError::Place((*path).clone()));
            }
        }
        Ok(())
    }
}

impl Files {
    /// Writes a match down as it stands: its games as they were [written](MatchGame::written), then what they mean.
    pub(crate) fn export(
        paths: Paths,
        games: &Texts,
        settings: &Settings,
        standing: &Standing,
        total: u64,
    ) -> Result<(), ContestError> {
        paths.check()?;
        let mut files = Files::open(paths, 0)?;
        if let Some(pgn) = &mut files.pgn {
            pgn.add_all(games)?;
        }
        files.finish(settings, standing, total)
    }

    /// Opens what is wanted; the games of a match that goes on stand in the first `length` bytes of its PGN.
    pub fn open(paths: Paths, length: u64) -> Result<Self, ContestError> {
        let pgn = paths.pgn.map(|path| Games::open(path, length)).transpose()?;
        Ok(Files {
            json: paths.json,
            pgn,
            html: paths.html,
            saved: Instant::now(),
        })
    }

    /// A game has ended; the rest is saved now and then, so that little is lost with the machine.
    pub fn game<R: MatchGame>(
        &mut self,
        settings: &Settings,
        standing: &Standing,
        report: &GameReport<R>,
        total: u64,
    ) -> Result<(), ContestError> {
        const BETWEEN: Duration = Duration::from_secs(2);
        if let Some(games) = &mut self.pgn {
            games.add(&R::written(settings, &standing.players, report))?;
        }
        if self.saved.elapsed() < BETWEEN {
            return Ok(());
        }
        self.save(settings, standing, total)
    }

    /// Everything there is, at the end.
    pub fn finish(mut self, settings: &Settings, standing: &Standing, total: u64) -> Result<(), ContestError> {
        self.save(settings, standing, total)?;
        if let Some(path) = &self.html {
            replace(path, page(settings, standing, total).as_bytes())?;
        }
        Ok(())
    }

    /// Games first: what the JSON counts is in the PGN.
    fn save(&mut self, settings: &Settings, standing: &Standing, total: u64) -> Result<(), ContestError> {
        let pgn = self.pgn.as_mut().map(Games::flush).transpose()?;
        if let Some(path) = &self.json {
            let document = Document {
                version: VERSION,
                program: concat!("threefold ", env!("CARGO_PKG_VERSION")),
                finished: standing.games() >= total || standing.decision.is_some(),
                summary: summarised(settings.sprt, standing),
                pgn,
                settings,
                standing,
            };
            replace(path, &serde_json::to_vec(&document)?)?;
        }
        self.saved = Instant::now();
        Ok(())
    }
}

impl Games {
    /// Keeps the first `length` bytes and goes on behind them.
    fn open(path: PathBuf, length: u64) -> Result<Self, ContestError> {
        let opened = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .and_then(|mut file| {
                // A device has no length to cut to.
                if file.metadata()?.is_file() {
                    // Somebody may have made it shorter meanwhile.
                    let there = file.metadata()?.len();
                    file.set_len(length.min(there))?;
                    file.seek(SeekFrom::End(0))?;
                }
                Ok(file)
            });
        let file = opened.map_err(cannot_write(&path))?;
        Ok(Games {
            path,
            file: BufWriter::new(file),
            length,
        })
    }

    fn add(&mut self, text: &str) -> Result<(), ContestError> {
        self.length += text.len() as u64;
        self.file.write_all(text.as_bytes()).map_err(cannot_write(&self.path))
    }

    fn add_all(&mut self, texts: &Texts) -> Result<(), ContestError> {
        self.length += texts.copy_to(&mut self.file).map_err(cannot_write(&self.path))?;
        Ok(())
    }

    fn flush(&mut self) -> Result<SavedGames, ContestError> {
        self.file.flush().map_err(cannot_write(&self.path))?;
        Ok(SavedGames {
            path: self.path.clone(),
            length: self.length,
        })
    }
}

impl Saved {
    /// Reads the JSON of a match.
    pub fn read(path: &Path) -> Result<Self, ContestError> {
        let saved: Saved = read_json(path, "a match")?;
        if saved.version != VERSION {
            return Err(ContestError::Version {
                path: path.to_owned(),
                version: saved.version,
                reads: VERSION,
            });
        }
        if !saved.settings.is_sound() {
            return Err(ContestError::Damaged(path.to_owned()));
        }
        Ok(saved)
    }

    /// Where its games stand.
    pub fn pgn(&self) -> Option<PathBuf> {
        self.pgn.as_ref().map(|games| games.path.clone())
    }

    /// How much of the file at `path` belongs to what has been counted; another file is begun anew.
    pub fn pgn_length(&self, path: &Path) -> u64 {
        let same = self.pgn.as_ref().filter(|games| games.path == path);
        same.map_or(0, |games| games.length)
    }
}

/// The game of the match in a JSON.
pub fn game_of(path: &Path) -> Result<Game, ContestError> {
    #[derive(Deserialize)]
    struct Any {
        settings: Which,
    }
    #[derive(Deserialize)]
    struct Which {
        game: Game,
    }
    let any: Any = read_json(path, "a match")?;
    Ok(any.settings.game)
}

/// Something that was written as JSON.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, what: &'static str) -> Result<T, ContestError> {
    let text = fs::read(path).map_err(|source| ContestError::Read {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_slice(&text).map_err(|source| ContestError::NoMatch {
        path: path.to_owned(),
        what,
        source,
    })
}

/// What a standing means, for a test or none.
pub(crate) fn summarised(sprt: Option<Sprt>, standing: &Standing) -> Summary<'_> {
    let count = standing.players.len();
    let pairings = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    let pairing = |(first, second): (usize, usize)| {
        let results = standing.table.results(first, second);
        Pairing {
            first: &standing.players[first],
            second: &standing.players[second],
            results,
            score: results.score(),
            estimate: Estimate::of(&results),
            sprt: sprt.map(|sprt| SprtSummary {
                llr: sprt.llr(&results.pairs),
                bounds: sprt.bounds(),
                verdict: standing.decision.map(|verdict| verdict.to_string()),
            }),
        }
    };
    Summary {
        games: standing.games(),
        distinct: standing.distinct.count(),
        pairings: pairings
            .map(pairing)
            .filter(|pairing| pairing.results.games() > 0)
            .collect(),
        ratings: standing
            .players
            .iter()
            .zip(ratings(&standing.table))
            .map(|(player, rating)| Rated { player, rating })
            .collect(),
    }
}

/// What the report says above the results.
fn page(settings: &Settings, standing: &Standing, total: u64) -> String {
    let lines = [
        ("format", settings.format().to_string()),
        ("planned", format!("{total} games")),
        ("limits", settings.limits_text()),
        ("openings", settings.openings_text()),
        ("seed", settings.seed.to_string()),
    ];
    html::page(
        &html::Heading {
            title: &standing.players.join(" – "),
            date: Some(&today().replace('.', "-")),
            lines: lines
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            sprt: settings.sprt,
            length: html::Length::Plies,
        },
        standing,
    )
}

/// Writes a file so that it is there either as it was or as it shall be; what is no file is written to directly.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), ContestError> {
    // A link stays a link.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes).map_err(cannot_write(path));
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let beside = PathBuf::from(beside);
    fs::write(&beside, bytes).map_err(cannot_write(&beside))?;
    fs::rename(&beside, path).map_err(cannot_write(path))
}

pub(crate) fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> ContestError {
    |source| ContestError::Write {
        path: path.to_owned(),
        source,
    }
}

/// The day as a PGN writes it, in UTC.
pub(crate) fn today() -> String {
    let today = time::OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", today.year(), u8::from(today.month()), today.day())
}
