//! The view of a table for one viewer. It contains only what that viewer may see, and a front end needs no rules to
//! draw it.

mod live;

use play::{Army, Board, GameId, LegalMove, Moment, OpeningName, PieceKind, Scene, Square};
use serde::{Deserialize, Serialize};

use crate::{BotSpec, OfferKind, SeatNumber, TableId};
pub use kungfu::Speed;
pub use live::{LiveFrame, LiveMay, LivePiece, LiveSeat, LiveView, Phase, Place, Premove, ReplayFrame, ScenarioView};

/// A turn table as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct TurnView {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: GameId,
    /// The game's board.
    pub board: Board,
    /// The viewer's seats: none for a spectator, both at one screen.
    pub yours: Vec<SeatNumber>,
    /// The number of the first move, where a turn of each player makes one move.
    pub first: u32,
    /// Milliseconds that each side begins with, or has for every move; `None` without a clock.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub time: Option<u64>,
    /// Every move so far.
    pub record: Vec<Entry>,
    /// What changes from move to move.
    pub frame: TurnFrame,
}

/// The changing part of a [`TurnView`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct TurnFrame {
    /// The sequence number of the last stored event in this frame.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub seq: u64,
    /// The time of this frame, for clocks.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub now: Moment,
    /// The seats, White first.
    pub seats: Vec<TurnSeat>,
    /// The board.
    pub scene: Scene,
    /// The viewer's legal moves: empty for spectators, out of turn and after the end.
    pub choices: Vec<LegalMove>,
    /// The opening that has been played so far, in games whose openings have names.
    pub opening: Option<OpeningName>,
    /// What the viewer may do besides moving.
    pub may: TurnMay,
    /// The bot that is thinking.
    pub thinking: Option<SeatNumber>,
    /// An offer that waits for an answer.
    pub offer: Option<Offer>,
    /// The end, once there is one.
    pub end: Option<End>,
    /// The next table of the players.
    pub next: Option<TableId>,
    /// A player for whom the others wait.
    pub absence: Option<Absence>,
    /// The number of spectators.
    pub watchers: u32,
}

/// A seat, the same for every kind of table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Seat {
    /// The side's name: `White`.
    pub side: String,
    /// The colour of its pieces.
    pub army: Army,
    /// The occupant's name, or the side's where nobody has given one.
    pub name: String,
    /// Who sits there.
    pub occupant: OccupantView,
    /// Whether somebody who may play for this seat is connected; always for bots.
    pub connected: bool,
    /// Since when the person who has this seat is away; only while somebody else is connected.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub away_since: Option<Moment>,
}

/// A player for whom the others wait while a game is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Absence {
    /// The player's seat.
    pub seat: SeatNumber,
    /// Since when no client of the seat is connected.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub since: Moment,
    /// From when on the game can be claimed or called off.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub claim_at: Moment,
}

/// What leaving a table does to its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// Nobody else plays here: the table closes without a result.
    ClosesTable,
    /// The seat is open again.
    OpensSeat,
    /// Not everybody has moved: the game is called off.
    CallsOff,
    /// The game is lost.
    Resigns,
}

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is", content = "spec")]
pub enum OccupantView {
    /// Nobody yet.
    Open,
    /// A person.
    Person,
    /// A bot, by its spec.
    Bot(BotSpec),
}

/// A seat of a turn table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct TurnSeat {
    /// What every seat has.
    #[serde(flatten)]
    pub seat: Seat,
    /// The clock at [`TurnFrame::now`].
    pub clock: Option<ClockView>,
    /// Points, in games that have them.
    pub purse: Option<u32>,
    /// What this seat has captured, in order.
    pub captured: Vec<PieceKind>,
    /// Material this seat is ahead, in pawns; never below zero.
    pub lead: u32,
}

/// What a seat had at an earlier point of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct PastSeat {
    /// What it had captured, in order.
    pub captured: Vec<PieceKind>,
    /// Material it was ahead, in pawns; never below zero.
    pub lead: u32,
    /// Milliseconds left on its clock.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub left: Option<u64>,
}

/// A clock as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ClockView {
    /// Milliseconds left.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub left: u64,
    /// Whether it is counting down.
    pub running: bool,
}

/// What a viewer may do at a turn table besides moving, now.
#[expect(clippy::struct_excessive_bools, reason = "each is a button of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct TurnMay {
    /// Take back; if another person plays, this asks them.
    pub take_back: bool,
    /// Give up.
    pub resign: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Claim the draw of this reason.
    pub claim: Option<String>,
    /// Answer the offer on the table.
    pub answer: bool,
    /// Ask for a hint.
    pub hint: bool,
    /// Offer or accept a rematch.
    pub rematch: bool,
    /// Turn out the guests on these seats.
    pub turn_out: Vec<SeatNumber>,
    /// Claim the game from a player who is away.
    pub claim_win: bool,
    /// End the game without a result.
    pub call_off: bool,
    /// Leave the table, and what that does.
    pub leave: Option<Leaving>,
}

/// Something offered to the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Offer {
    /// Who offers.
    pub by: SeatNumber,
    /// The offer.
    pub what: OfferKind,
    /// When the offer expires.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub until: Moment,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct End {
    /// `None` for a draw and for a game without a result.
    pub winner: Option<SeatNumber>,
    /// `1-0`, `0-1` or `1/2-1/2`; of four players the winner's army; `*` of a game that was called off.
    pub result: String,
    /// Who won and why, for people.
    pub words: String,
    /// The reason alone, for people.
    pub reason: String,
}

/// A move of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Entry {
    /// Who played it.
    pub seat: SeatNumber,
    /// As people write it: `Nf3`.
    pub label: String,
    /// As programs write it.
    pub code: String,
    /// The squares it touched.
    pub squares: [Square; 2],
    /// Whether it captured.
    pub captures: bool,
    /// When it was played.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub at: Option<Moment>,
    /// The player's remaining time afterwards, in milliseconds.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub left: Option<u64>,
}
