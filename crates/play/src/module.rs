//! The games of a program: what each offers, and how its games and bots are opened by name.
//!
//! A game is registered as a [`Module`]: its position type, which carries its rules and words, and its [`BotCatalog`].
//! Code above uses the [`Registry`] and never names a game.

use std::{
    fmt,
    io::{self, BufRead},
    marker::PhantomData,
    path::Path,
    sync::Arc,
};

use thiserror::Error;

use crate::{
    Board, BotCatalog, BotError, BotSpec, BotTraits, EditorCard, Explorer, ExplorerLimits, GameBot, GameId, GameRecord,
    GameVariant, ImportError, ImportedGame, IndexedGame, Level, MoveTree, OpeningBook, OpeningError, OpeningName,
    OpeningSource, ReadTree, Setup, SketchError, SketchSource, SolvedEndings, SpecError, Start, StartError, TreeResult,
    TurnGame, TypedBot, TypedRecord, Undos, sketch,
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

    /// What can be chosen instead of the usual game.
    fn variants(&self) -> &'static [GameVariant];

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

    /// The games of a large file of this game by their places, without loading it.
    fn index(&self, file: &mut dyn BufRead) -> io::Result<Vec<IndexedGame>>;

    /// An indexed game from its bytes, which start on this line of their file.
    fn read_indexed(&self, bytes: &[u8], line: usize) -> Option<Result<ReadTree, ImportError>>;

    /// A game with its variations as text, whose moves can be played.
    fn write_tree(&self, tree: &MoveTree) -> String;

    /// The lines that lead to the named openings.
    fn opening_lines(&self) -> Vec<Box<dyn GameRecord>>;

    /// What a board editor shows of a sketch.
    fn sketch(&self, source: SketchSource) -> Result<EditorCard, SketchError>;

    /// Whether positions can be set up by hand.
    fn has_editor(&self) -> bool;

    /// The main line of a tree, as far as its moves can be played and at most so many plies.
    fn main_line(&self, tree: &MoveTree, most: usize) -> Result<Box<dyn GameRecord>, StartError> {
        let mut record = self.begin(&tree.start)?.record;
        for mv in tree.main_line().take(most) {
            let played = record.by_code(&mv.code).map(|mv| record.play(mv, None));
            if !matches!(played, Some(Ok(()))) {
                break;
            }
        }
        Ok(record)
    }

    /// Which moves were played in the main lines of these trees.
    fn explore(&self, trees: &mut dyn Iterator<Item = MoveTree>) -> Explorer {
        let mut explorer = Explorer::new(EXPLORED);
        for tree in trees {
            if let Ok(record) = self.main_line(&tree, EXPLORED.plies) {
                explorer.add(&*record, tree.result);
            }
        }
        explorer
    }

    /// Which moves lead to named openings; every line of the table counts as a game.
    fn explore_openings(&self) -> Explorer {
        let mut explorer = Explorer::new(EXPLORED);
        for line in self.opening_lines() {
            explorer.add(&*line, TreeResult::Open);
        }
        explorer
    }

    /// The opening of a tree: what its tags say, or else what its main line shows.
    fn opening(&self, tree: &MoveTree) -> Option<OpeningName> {
        let tag = |name: &str| tree.tags.get(name).filter(|value| !value.is_empty() && *value != "?");
        if let Some(name) = tag("Opening") {
            return Some(OpeningName {
                code: tag("ECO").cloned().unwrap_or_default(),
                name: name.clone(),
            });
        }
        self.main_line(tree, OPENING_PLIES).ok()?.opening()
    }
}

/// The opening of a game is known after so many plies.
const OPENING_PLIES: usize = 30;
/// Twenty moves of a game; a book of all these moves has some ten megabytes.
const EXPLORED: ExplorerLimits = ExplorerLimits {
    plies: 40,
    moves: 60_000,
};

/// A game about to begin.
#[derive(Debug)]
pub struct Begun {
    /// The game.
    pub record: Box<dyn GameRecord>,
    /// What had to be dropped from the text of the start, a sentence each.
    pub notices: Vec<String>,
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

    fn variants(&self) -> &'static [GameVariant] {
        R::variants()
    }

    fn levels(&self) -> &'static [Level] {
        self.bots.levels()
    }

    fn read_bot(&self, text: &str) -> Result<BotSpec, SpecError> {
        self.bots.read(text).map(BotSpec::stored)
    }

    fn traits(&self, spec: &BotSpec) -> BotTraits {
        self.bots.traits(spec.as_str())
    }

    fn open_bot(&self, spec: &BotSpec, setup: Setup) -> Result<Box<dyn GameBot>, BotError> {
        Ok(Box::new(TypedBot::new(self.bots.open(spec.as_str(), setup)?)))
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

    fn index(&self, file: &mut dyn BufRead) -> io::Result<Vec<IndexedGame>> {
        R::index(file)
    }

    fn read_indexed(&self, bytes: &[u8], line: usize) -> Option<Result<ReadTree, ImportError>> {
        R::read_indexed(bytes, line)
    }

    fn write_tree(&self, tree: &MoveTree) -> String {
        R::write_tree(tree)
    }

    fn opening_lines(&self) -> Vec<Box<dyn GameRecord>> {
        let lines = R::opening_lines().into_iter();
        lines
            .map(|line| Box::new(TypedRecord::from(line)) as Box<dyn GameRecord>)
            .collect()
    }

    fn sketch(&self, source: SketchSource) -> Result<EditorCard, SketchError> {
        let editor = R::editor().ok_or(SketchError::NoEditor(R::NAME))?;
        sketch::card(editor, R::board(), &R::default().position_text(), source)
    }

    fn has_editor(&self) -> bool {
        R::editor().is_some()
    }
}
