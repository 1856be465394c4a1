//! What a viewer is shown of a table: cut for that viewer, complete, without a rule to apply.

use bots::Game;
use play::Moment;
use serde::{Deserialize, Serialize};

use crate::{Army, Board, Piece, Shape, Square, TableId};

/// All that a viewer may know of a table at one version of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct View {
    /// The table.
    pub table: TableId,
    /// Which game is played.
    #[cfg_attr(feature = "wire", ts(type = "Game"))]
    pub game: Game,
    /// Its board.
    pub board: Board,
    /// The seats this viewer speaks for: none for a spectator, both at one keyboard.
    pub yours: Vec<SeatNumber>,
    /// Every turn so far.
    pub record: Vec<Entry>,
    /// What changes from turn to turn.
    pub frame: Frame,
}

/// A seat by its number: 0 is White's, 1 Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct SeatNumber(pub u8);

/// The changing part of a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Frame {
    /// Counts every change of the table.
    pub version: u64,
    /// When this was so, for clocks.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub now: Moment,
    /// Who sits here, and what they have.
    pub seats: Vec<Seat>,
    /// The board.
    pub scene: Scene,
    /// What the viewer may do with pieces now: empty for spectators, out of turn and after the end.
    pub choices: Vec<Choice>,
    /// What the viewer may do besides.
    pub may: May,
    /// Who is thinking, of the bots.
    pub thinking: Option<SeatNumber>,
    /// A draw or a take-back that waits for somebody's answer.
    pub offer: Option<Offer>,
    /// The end, once there is one.
    pub end: Option<End>,
}

/// A seat and who sits on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Seat {
    /// The side in words: `White`.
    pub side: String,
    /// The colour of its pieces.
    pub army: Army,
    /// Who sits there, in words.
    pub name: String,
    /// A person or a bot.
    pub sitter: Sitting,
    /// Time left in milliseconds at [`Frame::now`], and whether it runs.
    pub clock: Option<ClockFace>,
    /// Points of ransom.
    pub purse: Option<u32>,
    /// What this seat has captured.
    pub captured: Vec<Shape>,
    /// How many pawns' worth of material this seat is ahead; never below zero.
    pub lead: u32,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", content = "spec")]
pub enum Sitting {
    /// Free for whoever comes.
    Nobody,
    /// A person.
    Person,
    /// A bot, by its spec.
    Bot(String),
}

/// A clock as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ClockFace {
    /// Milliseconds left.
    pub left: u64,
    /// Whether it is counting down.
    pub runs: bool,
}

/// The board at a point of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Scene {
    /// After how many turns.
    pub ply: usize,
    /// What stands where.
    pub pieces: Vec<Piece>,
    /// Whose turn it is; nobody's after the end.
    pub turn: Option<SeatNumber>,
    /// The squares of the last turn.
    pub last: Option<[Square; 2]>,
    /// The square of a king in check.
    pub check: Option<Square>,
    /// Points of ransom by seat; empty where there are none.
    pub purses: Vec<u32>,
    /// The position as text.
    pub text: String,
}

/// Something the viewer can do with a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Choice {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes; the same square for an upgrade.
    pub to: Square,
    /// What kind of turn it is.
    pub kind: Kind,
    /// Whether something is captured.
    pub captures: bool,
    /// As people write it.
    pub label: String,
    /// As programs write it.
    pub code: String,
}

/// What a turn does besides moving; sent back with a wish to tell choices on the same squares apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "does", content = "to")]
pub enum Kind {
    /// Nothing more.
    #[default]
    Move,
    /// The piece becomes another.
    Promote(Shape),
    /// The piece becomes another where it stands, for a price.
    Upgrade,
}

/// What a viewer may do besides moving, now.
#[expect(clippy::struct_excessive_bools, reason = "each is a button of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct May {
    /// Take back; by link this asks the other.
    pub undo: bool,
    /// Give up.
    pub resign: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Claim the draw of these words.
    pub claim: Option<String>,
    /// Answer the offer on the table.
    pub answer: bool,
    /// Ask for a hint.
    pub hint: bool,
}

/// Something asked of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Offer {
    /// Who asks.
    pub by: SeatNumber,
    /// For what.
    pub what: Asked,
}

/// What can be asked of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Asked {
    /// A draw.
    Draw,
    /// To take back.
    Undo,
    /// To play again with sides swapped.
    Rematch,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct End {
    /// Nobody for a draw.
    pub winner: Option<SeatNumber>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Who won and why, in words.
    pub words: String,
    /// Why alone.
    pub reason: String,
}

/// A turn of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Entry {
    /// Who played it.
    pub seat: SeatNumber,
    /// As people write it: `Nf3`, `Pawn A1→A3`.
    pub label: String,
    /// As programs write it.
    pub code: String,
    /// The squares it touched.
    pub squares: [Square; 2],
    /// Whether it captured.
    pub captures: bool,
    /// When it was played.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub moment: Option<Moment>,
    /// What the player had left afterwards, in milliseconds.
    pub left: Option<u64>,
}
