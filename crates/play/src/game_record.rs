//! A game of any turn game, with its types hidden.
//!
//! Hosting, matches and text front ends use a `Box<dyn GameRecord>` by move index, square and text. The one
//! implementation, [`TypedRecord`], wraps a [`Record`](crate::Record); a [`GameBot`](crate::GameBot) finds it again by
//! downcast.

mod typed;

use std::{any::Any, fmt};

use crate::{
    GameFacts, GameId, LegalMove, Moment, MoveRefusal, MoveRequest, Mover, OpeningName, Outcome, Piece, PieceKind,
    Refusal, Side, Square,
};
use serde::{Deserialize, Serialize};
pub use typed::TypedRecord;

/// The index of a legal move in the present position of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveIndex(pub usize);

/// How a game ended, with the game's own ends in words.
pub type GameOutcome = Outcome<String>;

/// A game as it was played so far; see [`Record`] for what is accepted.
pub trait GameRecord: fmt::Debug + Send + Sync {
    /// Which game it is.
    fn game(&self) -> GameId;

    /// Whose move it is.
    fn turn(&self) -> Side;

    /// Whose move it was after so many plies.
    fn turn_after(&self, ply: usize) -> Option<Side>;

    /// How many moves have been played.
    fn plies(&self) -> usize;

    /// How many legal moves there are; after the end there may still be some, which are not accepted.
    fn legal_count(&self) -> usize;

    /// All legal moves, by index.
    fn legal(&self) -> Vec<LegalMove>;

    /// A legal move of the present position.
    fn describe(&self, mv: MoveIndex) -> Option<LegalMove>;

    /// The legal move with this code.
    fn by_code(&self, code: &str) -> Option<MoveIndex>;

    /// The legal move that `side` means by squares and action.
    fn find(&self, side: Side, request: MoveRequest) -> Result<MoveIndex, MoveRefusal>;

    /// The legal move that `side` means by a typed text.
    fn read(&self, side: Side, text: &str) -> Result<MoveIndex, MoveRefusal>;

    /// Plays a legal move.
    fn play(&mut self, mv: MoveIndex, at: Option<Moment>) -> Result<(), Refusal>;

    /// Takes the last move back, and the end of the game with it.
    fn undo(&mut self) -> Result<(), Refusal>;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<GameOutcome>;

    /// The draw that may be claimed now, for people.
    fn claim(&self) -> Option<String>;

    /// Ends the game by the draw that may be claimed now.
    fn claim_draw(&mut self) -> Result<(), Refusal>;

    /// `side` gives up.
    fn resign(&mut self, side: Side) -> Result<(), Refusal>;

    /// Both sides agree to a draw.
    fn agree_draw(&mut self) -> Result<(), Refusal>;

    /// The flag of `side` falls.
    fn flag(&mut self, side: Side) -> Result<(), Refusal>;

    /// `side` loses by breaking the game.
    fn forfeit(&mut self, side: Side, fault: crate::Fault) -> Result<(), Refusal>;

    /// The runner of the match ends the game.
    fn adjudicate(&mut self, winner: Option<Side>, ground: crate::Ground) -> Result<(), Refusal>;

    /// The board after so many plies.
    fn scene(&self, ply: usize) -> Option<Scene>;

    /// The move after so many plies.
    fn played(&self, ply: usize) -> Option<PlayedMove>;

    /// What a side has captured, in order.
    fn captured(&self, side: Side) -> Vec<PieceKind>;

    /// The value of a side's pieces in pawns.
    fn material(&self, side: Side) -> u32;

    /// The position text after so many plies.
    fn position_text(&self, ply: usize) -> Option<String>;

    /// A key of all positions and their order: equal games have equal fingerprints.
    fn fingerprint(&self) -> u64;

    /// For each legal move its code and the number of move sequences of `depth` plies that begin with it; counted as
    /// they are asked for.
    fn divide(&self, depth: u32) -> Box<dyn Iterator<Item = (String, u64)> + '_>;

    /// The game after one more legal move. Where the game is over already a new one begins after the move, so that an
    /// annotator can go on.
    fn continued(&self, mv: MoveIndex) -> Result<Box<dyn GameRecord>, Refusal>;

    /// A new game from the present position as if the side to move passed.
    fn passed(&self) -> Option<Box<dyn GameRecord>>;

    /// The number before the next move, as score sheets have it: `3.`, `3…`.
    fn number_text(&self) -> String;

    /// The opening that was played.
    fn opening(&self) -> Option<OpeningName> {
        self.opening_after(self.plies())
    }

    /// The opening that had been played after so many plies.
    fn opening_after(&self, ply: usize) -> Option<OpeningName>;

    /// The key of the position after so many plies: equal positions have equal keys.
    fn key(&self, ply: usize) -> Option<u64>;

    /// The board after so many plies as text.
    fn draw(&self, ply: usize, viewer: Side) -> Option<String>;

    /// The move after so many plies on one line of text.
    fn move_line(&self, ply: usize, player: Mover<'_>) -> Option<String>;

    /// A forced win in so many moves, as what the winner does: `mates in 3`.
    fn wins_in(&self, moves: u32) -> String;

    /// The number of the first move, where a turn of each player makes one move; not 1 in a game that begins at a later
    /// position.
    fn first_number(&self) -> u32;

    /// The game for other programs.
    fn pgn(&self, facts: &GameFacts<'_>) -> String;

    /// The game for people.
    fn sheet(&self, facts: &GameFacts<'_>) -> String;

    /// The game up to a number of plies; an end that came later, or that does not follow from the moves, is dropped.
    fn until(&self, plies: usize) -> Box<dyn GameRecord>;

    /// A copy.
    fn boxed(&self) -> Box<dyn GameRecord>;

    /// The typed record, for bots of this game.
    fn as_any(&self) -> &dyn Any;
}

impl dyn GameRecord + '_ {
    /// The present position.
    pub fn present_scene(&self) -> Scene {
        self.scene(self.plies()).expect("a record shows its present position")
    }
}

impl Clone for Box<dyn GameRecord> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// The board at a point of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Scene {
    /// After how many plies.
    pub ply: usize,
    /// The pieces with their squares.
    pub pieces: Vec<Piece>,
    /// Whose move it is; `None` after the end.
    #[cfg_attr(feature = "wire", ts(type = "\"white\" | \"black\" | null"))]
    pub turn: Option<Side>,
    /// The squares of the last move.
    pub last: Option<[Square; 2]>,
    /// The square of a king in check.
    pub check: Option<Square>,
    /// Points by side; empty in games without points.
    pub purses: Vec<u32>,
    /// The position text.
    pub text: String,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who played it.
    pub side: Side,
    /// The move as it was offered.
    pub mv: LegalMove,
    /// When it was played, as far as that is known.
    pub at: Option<Moment>,
}
