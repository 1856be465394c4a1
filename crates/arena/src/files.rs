//! The files of a match: JSON for resuming, PGN, an HTML report.

mod summary;

use std::{
    fs::{self, File},
    io::{self, BufWriter, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use play::{Control, GameFacts, Moment, MoveNote};
use serde::{Deserialize, Serialize};

use crate::{
    Format, GameReport, LiveOptions, Match, MatchError, PlayedGame, Settings, SettingsError, Standing, Tally, Turn,
    game_texts::GameTexts, html,
};
use summary::Summary;

/// Where the files of a match are written, as far as they are wanted.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Settings and results.
    pub json: Option<PathBuf>,
    /// The games.
    pub pgn: Option<PathBuf>,
    /// An HTML report.
    pub html: Option<PathBuf>,
}

/// The files of a match.
pub struct Files {
    settings: Settings,
    json: Option<PathBuf>,
    pgn: Option<PgnFile>,
    html: Option<PathBuf>,
    saved: Instant,
}

/// The games of a match.
struct PgnFile {
    path: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

/// An interrupted match, read from its JSON.
#[derive(Deserialize)]
pub struct SavedMatch {
    version: u32,
    /// The settings it was started with.
    pub settings: Settings,
    /// Its results.
    pub standing: Standing,
    #[serde(default)]
    pgn: Option<SavedGames>,
    #[serde(default)]
    kungfu: LiveOptions,
    #[serde(flatten)]
    tally: Option<Tally>,
}

/// Which games are in a PGN: those up to this length.
#[derive(Serialize, Deserialize)]
struct SavedGames {
    path: PathBuf,
    length: u64,
}

/// The format of the JSON, which `docs/arena.md` describes. Version 1 was for turn games only and version 2 for Kung Fu
/// Chess only; both are read.
const VERSION: u32 = 3;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    program: &'static str,
    finished: bool,
    summary: Summary<'a>,
    pgn: Option<SavedGames>,
    #[serde(flatten)]
    tally: Option<&'a Tally>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kungfu: Option<LiveOptions>,
    settings: &'a Settings,
    standing: &'a Standing,
}

impl Paths {
    /// Whether the files can be written there, before anything is played or written.
    pub fn check(&self) -> Result<(), MatchError> {
        let all: Vec<&PathBuf> = [&self.json, &self.pgn, &self.html].into_iter().flatten().collect();
        for (index, path) in all.iter().enumerate() {
            if all[..index].contains(path) {
                return Err(SettingsError::TwoFiles((*path).clone()).into());
            }
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            if path.is_dir() || parent.is_some_and(|parent| !parent.is_dir()) {
                return Err(MatchError::Place((*path).clone()));
            }
        }
        Ok(())
    }
}

impl Files {
    /// Writes all files of a match as it is now; the texts of its games are given.
    pub(crate) fn export(
        settings: &Settings,
        paths: Paths,
        games: &GameTexts,
        running: &Match,
    ) -> Result<(), MatchError> {
        paths.check()?;
        let mut files = Files::open(settings.clone(), paths, 0)?;
        if let Some(pgn) = &mut files.pgn {
            pgn.add_all(games)?;
        }
        files.finish(running)
    }

    /// Opens the requested files; the games of a resumed match are the first `length` bytes of its PGN.
    pub fn open(settings: Settings, paths: Paths, length: u64) -> Result<Self, MatchError> {
        let pgn = paths.pgn.map(|path| PgnFile::open(path, length)).transpose()?;
        Ok(Files {
            settings,
            json: paths.json,
            pgn,
            html: paths.html,
            saved: Instant::now(),
        })
    }

    /// A game has ended; the rest is saved every few seconds, so that little is lost with the machine.
    pub fn game(&mut self, running: &Match, report: &GameReport) -> Result<(), MatchError> {
        const BETWEEN: Duration = Duration::from_secs(2);
        if let Some(games) = &mut self.pgn
            && let Some(text) = game_text(&self.settings, running.standing(), report)
        {
            games.add(&text)?;
        }
        if self.saved.elapsed() < BETWEEN {
            return Ok(());
        }
        self.save(running)
    }

    /// Writes everything at the end.
    pub fn finish(mut self, running: &Match) -> Result<(), MatchError> {
        self.save(running)?;
        if let Some(path) = &self.html {
            replace(path, page(&self.settings, running).as_bytes())?;
        }
        Ok(())
    }

    /// Games first: every game that the JSON counts is in the PGN.
    fn save(&mut self, running: &Match) -> Result<(), MatchError> {
        let pgn = self.pgn.as_mut().map(PgnFile::flush).transpose()?;
        if let Some(path) = &self.json {
            let standing = running.standing();
            let document = Document {
                version: VERSION,
                program: concat!("threefold ", env!("CARGO_PKG_VERSION")),
                finished: running.is_finished(),
                summary: Summary::of(self.settings.sprt, standing),
                pgn,
                tally: standing.tally.as_ref(),
                kungfu: self.settings.is_live().then_some(self.settings.live),
                settings: &self.settings,
                standing,
            };
            replace(path, &serde_json::to_vec(&document)?)?;
        }
        self.saved = Instant::now();
        Ok(())
    }
}

impl PgnFile {
    /// Truncates the file to `length` bytes and appends after them.
    fn open(path: PathBuf, length: u64) -> Result<Self, MatchError> {
        let opened = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .and_then(|mut file| {
                // A device cannot be truncated.
                if file.metadata()?.is_file() {
                    // Somebody may have made it shorter meanwhile.
                    let there = file.metadata()?.len();
                    file.set_len(length.min(there))?;
                    file.seek(SeekFrom::End(0))?;
                }
                Ok(file)
            });
        let file = opened.map_err(cannot_write(&path))?;
        Ok(PgnFile {
            path,
            file: BufWriter::new(file),
            length,
        })
    }

    fn add(&mut self, text: &str) -> Result<(), MatchError> {
        self.length += text.len() as u64;
        self.file.write_all(text.as_bytes()).map_err(cannot_write(&self.path))
    }

    fn add_all(&mut self, texts: &GameTexts) -> Result<(), MatchError> {
        self.length += texts.copy_to(&mut self.file).map_err(cannot_write(&self.path))?;
        Ok(())
    }

    fn flush(&mut self) -> Result<SavedGames, MatchError> {
        self.file.flush().map_err(cannot_write(&self.path))?;
        Ok(SavedGames {
            path: self.path.clone(),
            length: self.length,
        })
    }
}

impl SavedMatch {
    /// Reads the JSON of a match.
    pub fn read(path: &Path) -> Result<Self, MatchError> {
        let text = fs::read(path).map_err(|source| MatchError::Read {
            path: path.to_owned(),
            source,
        })?;
        let no_match = |source| MatchError::NoMatch {
            path: path.to_owned(),
            source,
        };
        // The version first: a newer format may differ in everything else.
        let Versioned { version } = serde_json::from_slice(&text).map_err(no_match)?;
        if version > VERSION {
            return Err(MatchError::Newer {
                path: path.to_owned(),
                version,
                reads: VERSION,
            });
        }
        let mut saved: SavedMatch = serde_json::from_slice(&text).map_err(no_match)?;
        saved.settings.live = saved.kungfu;
        saved.standing.tally = saved.tally.take();
        let is_of_version = match saved.version {
            1 => !saved.settings.is_live(),
            2 => saved.settings.is_live(),
            version => version == VERSION,
        };
        if !is_of_version || !saved.settings.is_sound() {
            return Err(MatchError::Damaged(path.to_owned()));
        }
        Ok(saved)
    }

    /// The location of its games.
    pub fn pgn(&self) -> Option<PathBuf> {
        self.pgn.as_ref().map(|games| games.path.clone())
    }

    /// How many bytes of the file at `path` belong to counted games; another file is started from the beginning.
    pub fn pgn_length(&self, path: &Path) -> u64 {
        let same = self.pgn.as_ref().filter(|games| games.path == path);
        same.map_or(0, |games| games.length)
    }
}

/// The fields of every version of the JSON.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// A game as PGN with scores and times; `None` for a live game, which has no PGN.
pub(crate) fn game_text(settings: &Settings, standing: &Standing, report: &GameReport) -> Option<String> {
    let PlayedGame::Turn(game) = &report.game else {
        return None;
    };
    let name = |seat: usize| {
        let player = report.result.task.seats.get(seat)?;
        standing.players.get(*player).map(String::as_str)
    };
    let book = (0..game.book).map(|_| MoveNote::default());
    let facts = GameFacts {
        names: [name(0), name(1)],
        control: match settings.tc.as_slice() {
            [control] => Some(Control::Clock(*control)),
            _ => None,
        },
        begun: Some(now()),
        event: Some(("Threefold arena", report.result.task.number + 1)),
        recorded: None,
        notes: book.chain(game.turns.iter().map(note)).collect(),
        remark: report.result.trouble.as_deref(),
    };
    Some(game.record.pgn(&facts))
}

/// The comment after a move: depth, time and score.
fn note(turn: &Turn) -> MoveNote {
    let seconds = turn.elapsed.as_secs_f64();
    MoveNote {
        clock: turn.clock,
        score: turn.score,
        comment: match turn.depth {
            Some(depth) => format!("depth {depth}, {seconds:.3} s"),
            None => format!("{seconds:.3} s"),
        },
    }
}

/// The report to look at.
fn page(settings: &Settings, running: &Match) -> String {
    let standing = running.standing();
    let mut lines = vec![("planned", format!("{} games", running.total()))];
    if settings.is_live() {
        lines.insert(0, ("game", "Kung Fu Chess".to_owned()));
        lines.insert(1, ("board", settings.live.board().to_string()));
        lines.insert(2, ("speed", settings.live.speed().to_string()));
    } else {
        lines.insert(0, ("format", settings.format().to_string()));
        lines.push(("limits", settings.limits_text()));
        lines.push(("openings", settings.openings_text()));
    }
    lines.push(("seed", settings.seed.to_string()));
    let tournament = &running.plan().tournament;
    if tournament.format.has_rounds() {
        lines.push(("rounds", standing.rounds.len().to_string()));
    }
    if tournament.format == Format::Swiss {
        let table = tournament.table(&standing.rounds);
        let points = table
            .iter()
            .map(|(player, points, _)| format!("{} {points}", standing.players[*player]));
        lines.push(("points", points.collect::<Vec<_>>().join(", ")));
    }
    if let Some(winner) = tournament.winner(&standing.rounds) {
        lines.push(("winner", standing.players[winner].clone()));
    }
    if let Some(tally) = &standing.tally {
        let out = standing.players.iter().zip(&tally.first_out);
        let out: Vec<String> = out.map(|(name, count)| format!("{name} {count}")).collect();
        lines.push(("first out", out.join(", ")));
    }
    html::page(
        &html::Heading {
            title: &standing.players.join(" – "),
            date: now().date().map(|date| date.replace('.', "-")).as_deref(),
            lines: lines
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            sprt: settings.sprt,
            length: match standing.tally {
                None => html::Length::Plies,
                Some(_) => html::Length::Commands,
            },
        },
        standing,
    )
}

/// Replaces a file so that it holds either its old content or the new one; a device is written to directly.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), MatchError> {
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

pub(crate) fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> MatchError {
    |source| MatchError::Write {
        path: path.to_owned(),
        source,
    }
}

fn now() -> Moment {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Moment(since.unwrap_or_default().as_millis() as u64)
}
