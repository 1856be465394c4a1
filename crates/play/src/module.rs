//! The games of a program: what each offers, and how its games and bots are opened by name.
//!
//! A game is registered as a [`Module`]: its position type, which carries its rules and words, and its [`BotCatalog`].
//! Everything above asks the [`Registry`] and never names a game.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Range, RangeInclusive},
    path::Path,
    sync::Arc,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    Ask, Board, Bot, BotError, Budget, Choice, Contents, DrawAnswer, GameId, GameRecord, MemoryKind, MoveIndex,
    MoveTree, Purpose, ReadTree, Record, Score, SearchMemory, Side, Start, StartError, Stop, TurnGame, TypedRecord,
    Undos, Watch,
};

/// The turn games a program knows, in the order in which they are offered.
#[derive(Clone, Default)]
pub struct Registry {
    games: Vec<Arc<dyn GameModule>>,
}

impl Registry {
    /// No game yet.
    pub fn new() -> Self {
        Registry::default()
    }

    /// The registry with one more game; a game with the same id is replaced.
    #[must_use]
    pub fn with<R: TurnGame>(mut self, bots: impl BotCatalog<R>) -> Self {
        let module = Arc::new(Module {
            bots,
            game: PhantomData::<fn() -> R>,
        });
        self.games.retain(|game| game.id() != R::ID);
        self.games.push(module);
        self
    }

    /// The game with this id.
    pub fn get(&self, id: GameId) -> Result<&Arc<dyn GameModule>, UnknownGame> {
        let found = self.games.iter().find(|game| game.id() == id);
        found.ok_or_else(|| self.unknown(id.as_str()))
    }

    /// The game with this name on the command line.
    pub fn by_name(&self, name: &str) -> Result<&Arc<dyn GameModule>, UnknownGame> {
        let found = self.games.iter().find(|game| game.id().as_str() == name);
        found.ok_or_else(|| self.unknown(name))
    }

    /// All games, in the order in which they are offered.
    pub fn games(&self) -> impl Iterator<Item = &Arc<dyn GameModule>> {
        self.games.iter()
    }

    fn unknown(&self, name: &str) -> UnknownGame {
        UnknownGame {
            name: name.chars().take(20).collect(),
            known: self.games.iter().map(|game| game.id()).collect(),
        }
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.games.iter().map(|game| game.id())).finish()
    }
}

/// A name that no registered game has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no game is called '{name}'; known are {}", listed(known))]
pub struct UnknownGame {
    /// The name given.
    pub name: String,
    /// The games there are.
    pub known: Vec<GameId>,
}

fn listed(games: &[GameId]) -> String {
    games.iter().map(GameId::as_str).collect::<Vec<_>>().join(", ")
}

/// A turn game with its bots, its types hidden.
pub trait GameModule: Send + Sync {
    /// The game's stable name.
    fn id(&self) -> GameId;

    /// The game's name for people.
    fn name(&self) -> &'static str;

    /// The game in a few words, for menus.
    fn summary(&self) -> &'static str;

    /// The squares of its board.
    fn board(&self) -> Board;

    /// How often in a row moves may be taken back.
    fn undos(&self) -> Undos;

    /// How moves are typed.
    fn typing(&self) -> &'static str;

    /// The rules for people, as in [`TurnGame::RULES`].
    fn rules(&self) -> &'static str;

    /// A game about to begin, and what had to be dropped from the text of its start.
    fn begin(&self, start: &Start) -> Result<Begun, StartError>;

    /// The bots that people are offered, weakest first.
    fn levels(&self) -> &'static [Level];

    /// Reads a bot's spec.
    fn read_bot(&self, text: &str) -> Result<BotSpec, SpecError>;

    /// What hosting must know of a bot before it is opened.
    fn traits(&self, spec: &BotSpec) -> BotTraits;

    /// Opens a bot; a program is started and greeted here.
    fn open_bot(&self, spec: &BotSpec, setup: Setup) -> Result<Box<dyn GameBot>, BotError>;

    /// The bot that gives hints and reviews games.
    fn adviser(&self) -> BotSpec;

    /// Lines that a bot says while it thinks.
    fn small_talk(&self) -> &'static [&'static str];

    /// Openings for matches.
    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError>;

    /// Solved endings in a directory, if the game has any.
    fn solved_endings(&self, directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError>;

    /// Games in a file of this game.
    fn import(&self, bytes: &[u8]) -> Vec<Result<ImportedGame, ImportError>>;

    /// Games in a file of this game, with their variations.
    fn read_trees(&self, bytes: &[u8]) -> Vec<Result<ReadTree, ImportError>>;

    /// A game with its variations as text, whose moves can be played.
    fn write_tree(&self, tree: &MoveTree) -> String;
}

/// A game about to begin.
#[derive(Debug)]
pub struct Begun {
    /// The game.
    pub record: Box<dyn GameRecord>,
    /// What had to be dropped from the text of the start, a sentence each.
    pub notices: Vec<String>,
}

/// The bots of a turn game, beside the other things that are not rules: openings, solved endings and files.
pub trait BotCatalog<R: TurnGame>: Send + Sync + 'static {
    /// The bots that people are offered, weakest first.
    fn levels(&self) -> &'static [Level];

    /// The canonical text of a spec.
    fn read(&self, text: &str) -> Result<String, SpecError>;

    /// What hosting must know of a bot before it is opened.
    fn traits(&self, spec: &str) -> BotTraits;

    /// Opens a bot by its canonical text.
    fn open(&self, spec: &str, setup: Setup) -> Result<Box<dyn Bot<R>>, BotError>;

    /// The canonical text of the bot that gives hints and reviews games.
    fn adviser(&self) -> &'static str;

    /// Lines that a bot says while it thinks.
    fn small_talk(&self) -> &'static [&'static str] {
        &[]
    }

    /// Openings for matches; without a file, the game's own balanced set.
    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError>;

    /// Solved endings in a directory.
    fn solved_endings(&self, _directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError> {
        Err(OpeningError::NoSolvedEndings(R::NAME))
    }

    /// Games in a file.
    fn import(&self, _bytes: &[u8]) -> Vec<Result<ImportedGame, ImportError>> {
        vec![Err(ImportError {
            line: 1,
            words: format!("games of {} cannot be read from files", R::NAME),
        })]
    }
}

/// A bot as people are offered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Level {
    /// The text that opens it.
    pub spec: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// What to expect of it.
    pub words: &'static str,
    /// Its strength on the ladder of docs/strength.md, as far as it was measured.
    pub rating: Option<u32>,
}

/// What hosting must know of a bot before it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BotTraits {
    /// Where it may think.
    pub place: BotPlace,
    /// How long it waits before a move is shown to a person, if it needs hardly any time itself; in milliseconds.
    pub pause: Option<Range<u64>>,
}

/// Where a bot thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BotPlace {
    /// In this program.
    #[default]
    Inside,
    /// In a program of its own, so that asking it means waiting.
    Program,
}

/// A bot of a game, named by its canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "string"))]
#[serde(transparent)]
pub struct BotSpec(String);

impl BotSpec {
    /// A text that [`BotCatalog::read`] has made canonical, or that was stored as one.
    pub fn stored(text: impl Into<String>) -> Self {
        BotSpec(text.into())
    }

    /// The canonical text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What opening a bot needs beside its spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Decides what is left to chance.
    pub seed: u64,
    /// Memory for a search in MiB.
    pub hash: usize,
    /// Whose memory it is.
    pub memory: MemorySource,
}

impl Setup {
    /// This seed, and 16 MiB of its own.
    pub const fn seeded(seed: u64) -> Self {
        Setup {
            seed,
            hash: 16,
            memory: MemorySource::Own,
        }
    }
}

/// Where the memory of a bot's search comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemorySource {
    /// The bot has its own from the beginning.
    Own,
    /// It is lent for each question with [`GameBot::lend`]; a bot that gets none allocates it when it is asked.
    Lent,
}

/// Why a text names no bot of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No bot of this name.
    #[error("no bot of {game} is called '{name}'; known are {known}")]
    Unknown {
        /// The game's name.
        game: &'static str,
        /// The name given.
        name: String,
        /// The names there are, as a list for people.
        known: &'static str,
    },
    /// A bot that takes no parameters got one.
    #[error("{bot} takes no parameters, but '{given}' was given")]
    NoParameters {
        /// The bot.
        bot: &'static str,
        /// The text after the question mark.
        given: String,
    },
    /// A parameter this bot does not know.
    #[error("{bot} has no parameter '{name}'; it takes {allowed}")]
    UnknownParameter {
        /// The bot.
        bot: &'static str,
        /// The parameter.
        name: String,
        /// What it takes, with ranges.
        allowed: &'static str,
    },
    /// A value out of its range.
    #[error("{name}={value} is not possible; {name} is {allowed}")]
    Value {
        /// The parameter.
        name: String,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// A rating that nobody plays at.
    #[error("elo:{given} is not possible; a rating is a whole number from {} to {}", allowed.start(), allowed.end())]
    Rating {
        /// The text after `elo:`.
        given: String,
        /// The ratings there are.
        allowed: RangeInclusive<u32>,
    },
    /// A parameter given twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// Parameters that are not `name=value`.
    #[error("'{0}' is not a parameter; write name=value")]
    NoValue(String),
    /// `uci:` without a program.
    #[error("uci: needs a program, as in uci:stockfish")]
    NoProgram,
    /// `onnx:` without a file.
    #[error("onnx: needs the file of a model, as in onnx:maia.onnx")]
    NoModel,
    /// No model is offered under this name.
    #[error("no model of {game} is offered as '{name}'; offered are {known}")]
    NoSuchModel {
        /// The game's name.
        game: &'static str,
        /// The name given.
        name: String,
        /// The names there are, as a list for people.
        known: String,
    },
    /// A quote that is not closed.
    #[error("a quote is not closed in '{0}'")]
    OpenQuote(String),
}

/// A bot of any turn game, with its types hidden; see [`Bot`].
pub trait GameBot: Send {
    /// What this bot is.
    fn about(&self) -> &crate::About;

    /// A new game begins.
    fn begin(&mut self, seed: u64) -> Result<(), BotError>;

    /// What the side to move should do.
    fn choose(&mut self, ask: &mut GameAsk<'_>) -> Result<Choice<MoveIndex>, BotError>;

    /// Whether `side` agrees to a draw now.
    fn answer_draw(&mut self, ask: &mut GameAsk<'_>, side: Side) -> Result<DrawAnswer, BotError>;

    /// See [`Bot::memory_kind`].
    fn memory_kind(&self) -> Option<MemoryKind>;

    /// See [`Bot::lend`].
    fn lend(&mut self, memory: SearchMemory, contents: Contents);

    /// See [`Bot::take_memory`].
    fn take_memory(&mut self) -> Option<SearchMemory>;
}

/// A question to a [`GameBot`].
pub struct GameAsk<'a> {
    /// The game so far; of the bot's own game.
    pub record: &'a dyn GameRecord,
    /// What the answer may cost.
    pub budget: Budget,
    /// Raised when the answer is wanted at once.
    pub stop: &'a Stop,
    /// The time since the question was put.
    pub watch: &'a dyn Watch,
    /// What the answer is for.
    pub purpose: Purpose,
    /// Whether reports carry their lines; writing them down takes time.
    pub lines: Lines,
    /// Receives every completed thought.
    pub report: &'a mut dyn FnMut(GameThought),
}

/// Whether the lines of thoughts are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// Written out.
    Written,
    /// Left empty.
    Empty,
}

/// One completed thought about a position; see [`Thought`](crate::Thought).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameThought {
    /// Plies looked ahead.
    pub depth: u32,
    /// The best line is 1.
    pub rank: usize,
    /// The value for the side to move.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the question.
    pub elapsed: Duration,
    /// The expected moves, best first: code and label.
    pub line: Vec<[String; 2]>,
}

/// Where the openings of a match come from.
#[derive(Clone, Copy, Debug)]
pub struct OpeningSource<'a> {
    /// A file; without one the game's own set.
    pub file: Option<&'a Path>,
    /// How many plies of a game in a file are its opening.
    pub plies: usize,
}

/// Openings, and what was passed over in their file.
#[derive(Debug, Default)]
pub struct OpeningBook {
    /// The openings, in the order of their file.
    pub lines: Vec<OpeningLine>,
    /// What was passed over, a sentence each.
    pub notices: Vec<String>,
}

/// The beginning of a game.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    /// What it is called, for reports.
    pub name: String,
    /// Its start and its moves.
    pub record: Box<dyn GameRecord>,
}

/// Why openings or solved endings cannot be used.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// Which file.
        path: std::path::PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file is not a book of this game.
    #[error("{}: {words}", path.display())]
    Content {
        /// Which file.
        path: std::path::PathBuf,
        /// What is wrong with it.
        words: String,
    },
    /// The game has no solved endings.
    #[error("{0} has no solved endings")]
    NoSolvedEndings(&'static str),
}

/// Knows the true result of some endings.
pub trait SolvedEndings: Send + Sync {
    /// Who wins the present position, if it is known: `Some(None)` is a draw.
    fn result(&self, record: &dyn GameRecord) -> Option<Option<Side>>;
}

/// A game that was read from a file.
#[derive(Clone, Debug)]
pub struct ImportedGame {
    /// Its moves.
    pub record: Box<dyn GameRecord>,
    /// White's name and Black's, as far as they are known.
    pub names: [Option<String>; 2],
    /// The result the file gives: who won, if anybody.
    pub result: Option<Option<Side>>,
}

/// Why a game of a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game starting on line {line}: {words}")]
pub struct ImportError {
    /// Where it starts; the first line is 1.
    pub line: usize,
    /// What is wrong with it.
    pub words: String,
}

/// The one implementation of [`GameModule`].
struct Module<R, B> {
    bots: B,
    game: PhantomData<fn() -> R>,
}

impl<R: TurnGame, B: BotCatalog<R>> GameModule for Module<R, B> {
    fn id(&self) -> GameId {
        R::ID
    }

    fn name(&self) -> &'static str {
        R::NAME
    }

    fn summary(&self) -> &'static str {
        R::SUMMARY
    }

    fn board(&self) -> Board {
        R::board()
    }

    fn undos(&self) -> Undos {
        R::UNDOS
    }

    fn typing(&self) -> &'static str {
        R::TYPING
    }

    fn rules(&self) -> &'static str {
        R::RULES
    }

    fn begin(&self, start: &Start) -> Result<Begun, StartError> {
        let reading = R::begin(start)?;
        Ok(Begun {
            record: Box::new(TypedRecord::new(reading.position)),
            notices: reading.notices,
        })
    }

    fn levels(&self) -> &'static [Level] {
        self.bots.levels()
    }

    fn read_bot(&self, text: &str) -> Result<BotSpec, SpecError> {
        self.bots.read(text).map(BotSpec)
    }

    fn traits(&self, spec: &BotSpec) -> BotTraits {
        self.bots.traits(&spec.0)
    }

    fn open_bot(&self, spec: &BotSpec, setup: Setup) -> Result<Box<dyn GameBot>, BotError> {
        Ok(Box::new(TypedBot::new(self.bots.open(&spec.0, setup)?)))
    }

    fn adviser(&self) -> BotSpec {
        BotSpec::stored(self.bots.adviser())
    }

    fn small_talk(&self) -> &'static [&'static str] {
        self.bots.small_talk()
    }

    fn openings(&self, source: &OpeningSource<'_>) -> Result<OpeningBook, OpeningError> {
        self.bots.openings(source)
    }

    fn solved_endings(&self, directory: &Path) -> Result<Box<dyn SolvedEndings>, OpeningError> {
        self.bots.solved_endings(directory)
    }

    fn import(&self, bytes: &[u8]) -> Vec<Result<ImportedGame, ImportError>> {
        self.bots.import(bytes)
    }

    fn read_trees(&self, bytes: &[u8]) -> Vec<Result<ReadTree, ImportError>> {
        R::read_trees(bytes)
    }

    fn write_tree(&self, tree: &MoveTree) -> String {
        R::write_tree(tree)
    }
}

/// A [`Bot`] of one game as a [`GameBot`].
pub struct TypedBot<R: TurnGame>(Box<dyn Bot<R>>);

impl<R: TurnGame> TypedBot<R> {
    /// The bot of a game with its types hidden.
    pub const fn new(bot: Box<dyn Bot<R>>) -> Self {
        TypedBot(bot)
    }

    /// Puts a question of any game to the bot, if the record is of its own.
    fn ask<T>(
        &mut self,
        ask: &mut GameAsk<'_>,
        put: impl FnOnce(&mut dyn Bot<R>, &mut Ask<'_, R>) -> Result<T, BotError>,
    ) -> Result<T, BotError> {
        let record = typed(ask.record)?;
        let (lines, report) = (ask.lines, &mut *ask.report);
        put(
            &mut *self.0,
            &mut Ask {
                record,
                budget: ask.budget,
                stop: ask.stop,
                watch: ask.watch,
                purpose: ask.purpose,
                report: &mut |thought| {
                    let position = record.position();
                    let line = match lines {
                        Lines::Written => position
                            .walk(&thought.line)
                            .map(|(at, mv)| [at.code(mv), at.label(mv)])
                            .collect(),
                        Lines::Empty => Vec::new(),
                    };
                    report(GameThought {
                        depth: thought.depth,
                        rank: thought.rank,
                        score: thought.score,
                        nodes: thought.nodes,
                        elapsed: thought.elapsed,
                        line,
                    });
                },
            },
        )
    }
}

/// The record of a bot's own game.
fn typed<R: TurnGame>(record: &dyn GameRecord) -> Result<&Record<R>, BotError> {
    let typed = record.as_any().downcast_ref::<TypedRecord<R>>();
    typed.map(TypedRecord::record).ok_or_else(|| BotError::Start {
        name: R::NAME.to_owned(),
        reason: format!("the game is {}", record.game()),
    })
}

impl<R: TurnGame> GameBot for TypedBot<R> {
    fn about(&self) -> &crate::About {
        self.0.about()
    }

    fn begin(&mut self, seed: u64) -> Result<(), BotError> {
        self.0.begin(seed)
    }

    fn choose(&mut self, ask: &mut GameAsk<'_>) -> Result<Choice<MoveIndex>, BotError> {
        let choice = self.ask(ask, |bot, ask| bot.choose(ask))?;
        Ok(match choice {
            Choice::Move(mv) => match typed::<R>(ask.record)?.legal().iter().position(|legal| *legal == mv) {
                Some(index) => Choice::Move(MoveIndex(index)),
                None => {
                    return Err(BotError::IllegalMove {
                        name: self.0.about().name.clone(),
                        answer: format!("{mv:?}"),
                    });
                }
            },
            Choice::ClaimDraw => Choice::ClaimDraw,
            Choice::Resign => Choice::Resign,
        })
    }

    fn answer_draw(&mut self, ask: &mut GameAsk<'_>, side: Side) -> Result<DrawAnswer, BotError> {
        self.ask(ask, |bot, ask| bot.answer_draw(ask, side))
    }

    fn memory_kind(&self) -> Option<MemoryKind> {
        self.0.memory_kind()
    }

    fn lend(&mut self, memory: SearchMemory, contents: Contents) {
        self.0.lend(memory, contents);
    }

    fn take_memory(&mut self) -> Option<SearchMemory> {
        self.0.take_memory()
    }
}
