//! The common types of turn games, tables and bots.
//!
//! [`Rules`] are the moves of two sides in turn, [`Notation`] the texts of moves and positions. A [`Record`] is the
//! start and the moves of a game, an [`Outcome`] its end with a reason. A [`Clock`] counts down, and a [`Bot`] chooses
//! a move within a [`Budget`].
//!
//! Code above the rules names no game: a [`TurnGame`] has what hosting and front ends need, a [`GameRecord`] is a game
//! with its types hidden, and a [`Registry`] opens games and bots by name.
//!
//! It contains no game: boards and pieces are here only as front ends draw them. It does no I/O, starts no thread and,
//! except for [`Stopwatch`], reads no clock.

mod ability;
mod board;
mod bot;
mod bot_catalog;
mod budget;
mod clock;
mod control;
mod explorer;
mod game;
mod game_bot;
mod game_files;
mod game_index;
mod game_record;
mod ladder;
#[cfg(feature = "laws")]
pub mod laws;
mod memory;
mod module;
mod moment;
mod notation;
mod outcome;
mod perft;
mod record;
mod rules;
mod score;
mod side;
mod sketch;
mod thinking_time;
mod tree;
mod undos;

pub use ability::Ability;
pub use board::{Army, Board, Letters, Piece, PieceKind, Square, SquareError};
pub use bot::{About, Ask, Bot, BotError, BotKind, Choice, DrawAnswer, Purpose, Thought};
pub use bot_catalog::{BotCatalog, BotPlace, BotSpec, BotTraits, Level, Maker, MemorySource, Setup, SpecError};
pub use budget::{Budget, Stop, Stopwatch, Watch};
pub use clock::{Clock, TimeControl, TimeControlError};
pub use control::{Control, ControlError};
pub use explorer::{ExploredMove, Explorer, ExplorerBook, ExplorerLimits, key_text};
pub use game::{
    Action, GameFacts, GameId, GameIdError, GameVariant, LegalMove, MoveNote, MoveRefusal, MoveRequest, Mover,
    PieceIds, Start, StartError, TurnGame,
};
pub use game_bot::{GameAsk, GameBot, GameThought, Lines, TypedBot};
pub use game_files::{ImportError, ImportedGame, OpeningBook, OpeningError, OpeningLine, OpeningSource, SolvedEndings};
pub use game_index::IndexedGame;
pub use game_record::{GameOutcome, GameRecord, MoveIndex, PlayedMove, Scene, TypedRecord};
pub use ladder::{Ladder, Rung, Strength};
pub use memory::{Contents, MemoryKind, SearchMemory};
pub use module::{Begun, GameModule, Registry, UnknownGame};
pub use moment::Moment;
pub use notation::{Notation, Reading};
pub use outcome::{Fault, Ground, Outcome, Reason, result_text};
pub use perft::{divide, perft};
pub use record::{Claim, Record, Refusal};
pub use rules::{Repetition, Rules, Verdict};
pub use score::Score;
pub use side::Side;
pub use sketch::{
    EditorCard, FieldValues, OFF, ON, PositionEditor, Sketch, SketchError, SketchField, SketchPiece, SketchSource,
};
pub use thinking_time::{OfferedBot, THINKING_TIMES};
pub use tree::{
    DrawColour, Drawing, Evaluation, MoveTree, OpeningName, PASS, ReadTree, Remarks, TreeMove, TreeResult, write_tree,
};
pub use undos::Undos;
