//! The trait every turn game implements on its position type.

use std::fmt::{Debug, Display};

use crate::Side;

/// The rules of a turn game, implemented by its position.
///
/// A position holds all that decides which moves are legal; what needs the past (repetition) is counted by
/// [`Record`](crate::Record). What only a search wants (ordering, evaluation) is not here.
pub trait Rules: Clone + Send + Sync + 'static {
    /// A legal move; small and cheap to copy.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// The ways this game's own rules end it, in words by `Display` ("checkmate").
    type End: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// How often a position may recur.
    const REPETITION: Repetition;

    /// Whose move it is.
    fn turn(&self) -> Side;

    /// Replaces the contents of `buffer` by all legal moves, ignoring draws and ends other than having none.
    fn moves(&self, buffer: &mut Vec<Self::Move>);

    /// Plays a move that is legal here; anything else may panic or corrupt the position.
    fn play(&mut self, mv: Self::Move);

    /// A hash of all that repetition compares: equal positions have equal keys.
    fn key(&self) -> u64;

    /// How the position alone ends the game, if it does; `moves` must be what [`Rules::moves`] lists here.
    fn verdict(&self, moves: &[Self::Move]) -> Option<Verdict<Self::End>>;

    /// A draw that the position alone lets either side claim.
    fn claim(&self) -> Option<Self::End>;

    /// How many plies back an equal position may lie at the most.
    fn reversible_plies(&self) -> usize;

    /// Whether `side` could still win by some series of legal moves: a fallen flag loses only against such a side.
    fn can_win(&self, side: Side) -> bool;
}

/// The end of a game as its rules see it: the winner, if any, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict<E> {
    /// `None` is a draw.
    pub winner: Option<Side>,
    /// The rule that ended it.
    pub end: E,
}

/// What recurring positions do: occurrences are counted with the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// From this many occurrences either side may claim a draw.
    pub claim: Option<u32>,
    /// At this many occurrences the game is drawn without a claim.
    pub automatic: Option<u32>,
}

impl Repetition {
    /// Positions may recur without end; the game has another rule against endless play.
    pub const IGNORED: Repetition = Repetition {
        claim: None,
        automatic: None,
    };
}
