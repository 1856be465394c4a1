//! A small search for every turn game: iterative deepening alpha-beta with quiescence.
//!
//! Every reported score comes from a completed iteration and equals that of plain minimax on the same tree. The hash
//! table, killers, history and null windows change the number of nodes, never a score. This holds if repetition and
//! selection are off and the table accepts only equal depths: see [`Settings`]. The search does not depend on a game:
//! moves come from [`Rules`], their classes from [`Searchable`], the value of a position from [`Evaluate`].

mod frontier;
mod node;
mod order;
mod quiescence;
mod root;
mod selection;
mod table;

use std::time::Duration;

use play::{Rules, Score, Stop, Verdict, Watch};
use thiserror::Error;

use order::Order;
use table::Table;

/// What a search needs from a game in addition to its rules.
pub trait Searchable: Rules {
    /// How many different [slots](Searchable::slot) there are.
    const SLOTS: usize;

    /// A small number for the move, the same in similar positions: its index in the history table.
    fn slot(&self, mv: Self::Move) -> usize;

    /// The class of a move, before any search.
    fn class(&self, mv: Self::Move) -> MoveClass;

    /// Whether the game is over. It may list the moves for this, or leave `list` as it is.
    fn ended(&self, list: &mut Vec<Self::Move>) -> Option<Verdict<Self::End>> {
        self.moves(list);
        self.verdict(list)
    }

    /// Lists at least the moves of the class `Gain`; `list` is as [`Searchable::ended`] left it.
    fn gains(&self, list: &mut Vec<Self::Move>) {
        let _ = list;
    }

    /// Whether the opponent may have a move of the class `Gain` after `mv`; where it is not known, it may.
    fn leaves_gain(&self, mv: Self::Move) -> bool {
        let _ = mv;
        true
    }

    /// Whether the mover may play `mv`, which was legal in another position.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&mv)
    }

    /// Whether the mover has to answer a threat and may not stand pat; in chess, check.
    fn is_pressed(&self) -> bool;

    /// The position after a null move, for [`Selection::null_move`]; `None` if zugzwang is likely, or if the game does
    /// not support it.
    fn passed(&self) -> Option<Self> {
        None
    }
}

/// The class of a move before it is searched, with a number for the order within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// Wins something or trades evenly, the more the better: searched first, and in quiescence.
    Gain(i32),
    /// A quiet move with an initial history score.
    Hope(i32),
    /// A quiet move.
    Quiet,
    /// Gives more than it takes: searched last.
    Loss(i32),
}

/// The evaluation of a position for the side to move, in hundredths of a pawn.
pub trait Evaluate<R: Rules>: Send {
    /// What [`Evaluate::outlook`] needs to know of the position in which moves are compared.
    type Details;

    /// Whether outlooks are ever known.
    const HAS_OUTLOOKS: bool;

    /// The worth of `position`, whose legal moves are `moves`.
    ///
    /// Exact inside `window`; outside it, any bound on the true value on the same side is allowed.
    fn evaluate(&self, position: &R, moves: &[R::Move], window: Window) -> i32;

    /// An upper bound of the [outlook](Evaluate::outlook) of `mv`, at less cost, or [`UNKNOWN`]; `worth` is the value
    /// of the position.
    fn ceiling(&self, position: &R, worth: i32, mv: R::Move) -> i32 {
        let _ = (position, worth, mv);
        UNKNOWN
    }

    /// The worth of a position with these details.
    fn worth_of(&self, position: &R, details: &Self::Details) -> i32 {
        let _ = details;
        self.evaluate(position, &[], Window::OPEN)
    }

    /// Looks at a position whose moves are to be compared.
    fn details(&self, position: &R) -> Self::Details;

    /// The details of `after`, the position after `mv`, from those of the position before it.
    fn details_after(&self, before: &R, details: &Self::Details, mv: R::Move, after: &R) -> Self::Details {
        let _ = (before, details, mv);
        self.details(after)
    }

    /// The value of the position after `mv` for the player of `mv`. It is an upper bound of the score of the move if
    /// only quiescence follows, because the opponent may stand pat. [`UNKNOWN`] if the value is not known, or if the
    /// game ends with the move.
    fn outlook(&self, position: &R, details: &Self::Details, mv: R::Move) -> i32;
}

/// An [outlook](Evaluate::outlook) that excludes nothing.
pub const UNKNOWN: i32 = INFINITY;

/// Where a position came from, if the details of the position before it are known.
struct Origin<'a, R: Searchable, E: Evaluate<R>> {
    position: &'a R,
    details: &'a E::Details,
    mv: R::Move,
}

/// A search window: scores above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Nothing up to this would change the move chosen earlier in the tree.
    pub alpha: i32,
    /// Nothing from this on would be allowed by the opponent.
    pub beta: i32,
}

impl Window {
    /// Every score matters.
    pub const OPEN: Window = Window {
        alpha: -INFINITY,
        beta: INFINITY,
    };
}

/// How to search; the default is how Medium and Hard do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory of the hash table in MiB; 0 is none.
    pub hash: usize,
    /// Which hash entries are trusted.
    pub trust: Trust,
    /// Order quiet moves by killers.
    pub killers: bool,
    /// Order quiet moves by history.
    pub history: bool,
    /// See draws by repetition.
    pub repetition: bool,
    /// How wide the windows are in which moves are compared.
    pub windows: Windows,
    /// The selective parts of the search.
    pub selection: Selection,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash: 16,
            trust: Trust::Deeper,
            killers: true,
            history: true,
            repetition: true,
            windows: Windows::Open,
            selection: Selection::NONE,
        }
    }
}

/// How wide the windows are in which moves are compared; scores are the same with all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Windows {
    /// Every move in the window of its position.
    Open,
    /// Moves after the first are asked only whether they are better (principal variation search).
    Null,
    /// So, and an iteration begins this close around the score of the one before it (aspiration windows).
    Aspiration(i32),
}

/// Selective search: stronger in the same time, but scores of a pruned tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// Late quiet moves are searched less deeply first (late move reductions).
    pub reductions: bool,
    /// A null move that fails high prunes the node (null move pruning).
    pub null_move: bool,
    /// Near the leaves, a static lead of this much per ply prunes the node (reverse futility pruning).
    pub static_margin: Option<i32>,
}

impl Selection {
    /// Full-width search.
    pub const NONE: Selection = Selection {
        reductions: false,
        null_move: false,
        static_margin: None,
    };
}

/// Which depths of hash entries are trusted for a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// The depth that is wanted: the score is that of the tree asked about.
    Equal,
    /// Greater depths too: better play, but the score may come from a deeper tree.
    Deeper,
}

/// When to stop.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Plies of the last iteration; at least 1.
    pub depth: u32,
    /// Time since the question, looked at every 1,024 positions.
    pub time: Option<Duration>,
    /// Positions, exactly.
    pub nodes: Option<u64>,
    /// Raised to stop at once.
    pub stop: &'a Stop,
    /// Measures the time.
    pub watch: &'a dyn Watch,
}

/// Which root moves need an exact score beside the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// The best this many, at least one.
    Lines(usize),
    /// All that come within this many points of the best; wins and losses only if equal to it.
    Within(i32),
}

/// A root move with its exact score and expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The score for the side to move.
    pub score: Score,
    /// The continuation, the root move first.
    pub moves: Vec<M>,
}

/// What a completed iteration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<M> {
    /// The iteration's depth.
    pub depth: u32,
    /// The lines with exact scores, best first; never empty.
    pub lines: Vec<Line<M>>,
    /// Positions looked at since the question.
    pub nodes: u64,
}

/// The search of one bot, with its memory.
pub struct Minimax<R: Searchable, E> {
    evaluation: E,
    settings: Settings,
    workspace: Workspace<R>,
    /// Keys of the game and of the path being searched.
    keys: Vec<u64>,
    /// Where the path begins in `keys`.
    root: usize,
    /// The predicted value of the next position for its mover, if the move had an outlook.
    foreseen: Option<i32>,
    /// The ply that was reached by passing; nobody passes in answer to a pass.
    passed_to: usize,
    nodes: u64,
}

impl<R: Searchable, E: Evaluate<R>> Minimax<R, E> {
    /// A search with empty memory, if there is as much as the settings ask for.
    pub fn new(evaluation: E, settings: Settings) -> Result<Self, NoMemory> {
        let mut minimax = Minimax::without_memory(evaluation, settings);
        minimax.prepare()?;
        Ok(minimax)
    }

    /// A search that gets its memory later, with [`Minimax::put_workspace`] or [`Minimax::prepare`].
    pub(crate) const fn without_memory(evaluation: E, settings: Settings) -> Self {
        Minimax {
            evaluation,
            settings,
            workspace: Workspace::none(),
            keys: Vec::new(),
            root: 0,
            foreseen: None,
            passed_to: 0,
            nodes: 0,
        }
    }

    /// Allocates the memory of the search, if it has none.
    pub(crate) fn prepare(&mut self) -> Result<(), NoMemory> {
        if !self.has_workspace() {
            self.workspace = Workspace::new(self.settings.hash)?;
        }
        Ok(())
    }

    pub(crate) const fn has_workspace(&self) -> bool {
        !self.workspace.buffers.is_empty()
    }

    /// Searches with this memory from now on.
    pub(crate) fn put_workspace(&mut self, workspace: Workspace<R>) {
        self.workspace = workspace;
    }

    /// Removes the memory from the search.
    pub(crate) fn take_workspace(&mut self) -> Option<Workspace<R>> {
        self.has_workspace()
            .then(|| std::mem::replace(&mut self.workspace, Workspace::none()))
    }

    /// Clears the hash table.
    pub fn forget(&mut self) {
        self.workspace.table.forget();
        self.workspace.near.forget();
    }

    /// Positions looked at since the last question.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// The working memory of a search. All but the hash table is reset for every search, so that searches can use it in
/// turn.
pub(crate) struct Workspace<R: Searchable> {
    table: Table<R::Move>,
    /// A separate table for positions one ply before the end of the full width: they would displace the others, and
    /// recur so soon that a table of the size of the processor's cache is enough.
    near: Table<R::Move>,
    order: Order<R>,
    /// One buffer of moves a ply, lent out while the ply is searched.
    buffers: Vec<Vec<order::Ranked<R::Move>>>,
    legal: Vec<Vec<R::Move>>,
    /// The best continuation found from each ply.
    lines: Vec<Vec<R::Move>>,
}

impl<R: Searchable> Workspace<R> {
    fn new(hash: usize) -> Result<Self, NoMemory> {
        Ok(Workspace {
            table: Table::new(hash)?,
            near: Table::of_kibibytes(if hash == 0 { 0 } else { NEAR_KIBIBYTES }).ok_or(NoMemory(hash))?,
            order: Order::new(),
            buffers: vec![Vec::new(); MAX_PLY + 1],
            legal: vec![Vec::new(); MAX_PLY + 1],
            lines: vec![Vec::new(); MAX_PLY + 1],
        })
    }

    /// No memory; a search needs another before it thinks.
    const fn none() -> Self {
        Workspace {
            table: Table::none(),
            near: Table::none(),
            order: Order::none(),
            buffers: Vec::new(),
            legal: Vec::new(),
            lines: Vec::new(),
        }
    }
}

/// The system does not give a search the requested memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} MiB of memory are not available; choose a smaller hash table")]
pub struct NoMemory(pub usize);

/// The search was stopped; its unfinished results are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interrupted;

/// A fraction of the private cache of a core on common processors, so that other programs seldom displace it. With 512
/// KiB the search of Ransom has 4 % fewer nodes, but takes longer on a busy machine.
const NEAR_KIBIBYTES: usize = 128;

/// No path is searched beyond this many plies.
const MAX_PLY: usize = 100;

/// Above every score.
const INFINITY: i32 = 1_000_000;

/// A win on the board; wins further away are worth a point less each ply.
const WIN: i32 = 900_000;

/// Above every evaluation, below every win.
const WIN_BOUND: i32 = WIN - 1_000;

const fn score(points: i32) -> Score {
    if points > WIN_BOUND {
        Score::Win((WIN - points) as u32)
    } else if points < -WIN_BOUND {
        Score::Loss((WIN + points) as u32)
    } else {
        Score::Centipawns(points)
    }
}
