//! What a viewer is shown of a table: cut for that viewer, complete, without a rule to apply.

use play::{Army, Board, GameId, LegalMove, Moment, OpeningName, PieceKind, Scene, Square};
use serde::{Deserialize, Serialize};

use crate::{BotSpec, OfferKind, SeatNumber, TableId};
pub use kungfu::Speed;

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
    /// The number of the first move, as records count.
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
    /// The table where the players go on.
    pub next: Option<TableId>,
    /// A player for whom the others wait.
    pub absence: Option<Absence>,
    /// How many watch.
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
    /// Since when nobody is connected who speaks for it.
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
    /// What.
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
    /// What the player had left afterwards, in milliseconds.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub left: Option<u64>,
}

/// A live table as one viewer may see it.
///
/// Where a piece of another player will stop is in no frame while the game runs; of another player's knight under way,
/// whose direction would show its goal, only the place is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct LiveView {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: GameId,
    /// Its board.
    pub board: Board,
    /// The viewer's seats: one at the most, since players see different things.
    pub yours: Vec<SeatNumber>,
    /// Quarter turns, clockwise, that bring the viewer's own army to the lower edge.
    pub turned: u8,
    /// The speed.
    #[cfg_attr(feature = "wire", ts(type = "\"standard\" | \"lightning\""))]
    pub speed: Speed,
    /// Ticks in a second.
    pub ticks_per_second: u32,
    /// Ticks a piece needs for a square.
    pub ticks_per_square: u32,
    /// Ticks a piece rests after a move.
    pub rest: u32,
    /// What changes.
    pub frame: LiveFrame,
}

/// The changing part of a [`LiveView`]. It is sent when something changes, never for a tick alone: front ends let pieces
/// glide from the tick they started at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LiveFrame {
    /// How many events of the log this viewer has seen something of; the last may not be stored yet. Beats and the
    /// premoves of others are not counted: a gap would show that one was given.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub seq: u64,
    /// The time of this frame.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub now: Moment,
    /// Whether time runs.
    pub phase: Phase,
    /// How many ticks have passed.
    pub tick: u32,
    /// When that tick began, or, in a countdown, when time will begin to run; `None` while time stands.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub since: Option<Moment>,
    /// The seats.
    pub seats: Vec<LiveSeat>,
    /// The living pieces.
    pub pieces: Vec<LivePiece>,
    /// The viewer's own premoves.
    pub premoves: Vec<Premove>,
    /// What the viewer may do besides moving.
    pub may: LiveMay,
    /// Who has offered a draw.
    pub offers: Vec<SeatNumber>,
    /// A rematch that not everybody has agreed to.
    pub rematch: Option<Offer>,
    /// The end, once there is one.
    pub end: Option<End>,
    /// The table where the players go on.
    pub next: Option<TableId>,
    /// A player for whom the others wait.
    pub absence: Option<Absence>,
    /// How many watch.
    pub watchers: u32,
    /// The task of the first seat, where one is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "wire", ts(optional))]
    pub scenario: Option<ScenarioView>,
}

/// A task at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ScenarioView {
    /// The name of the mission.
    pub name: String,
    /// The tick at which time is up.
    pub until: u32,
    /// How many moves are left, where they are counted.
    pub moves: Option<u32>,
    /// Whether the task was done, once that is known.
    pub won: Option<bool>,
}

/// Whether time runs at a live table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It waits for somebody to come or to be ready.
    Waiting,
    /// It will run in a moment.
    Countdown,
    /// It runs.
    Running,
    /// A player has stopped it.
    Paused,
    /// The game is over.
    Over,
}

/// A seat of a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LiveSeat {
    /// What every seat has.
    #[serde(flatten)]
    pub seat: Seat,
    /// Still has a king.
    pub alive: bool,
    /// Is ready to begin.
    pub ready: bool,
    /// What it has lost.
    pub lost: Vec<PieceKind>,
}

/// A living piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LivePiece {
    /// Constant from the start of the game to the piece's capture.
    pub id: u16,
    /// Whose it is.
    pub army: Army,
    /// What it is.
    pub kind: PieceKind,
    /// Where it is.
    pub place: Place,
}

/// Where a piece is and what it does there, as far as the viewer may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum Place {
    /// On a square.
    Standing {
        /// Which square.
        square: Square,
        /// The tick until which it rests.
        rests: Option<u32>,
    },
    /// Under way along a line.
    Moving {
        /// The square it left.
        from: Square,
        /// The tick at which it was still there.
        since: u32,
        /// Files and ranks of a step.
        step: [i8; 2],
        /// Ticks of a step.
        ticks: u32,
        /// Where it stops, if the viewer may know.
        to: Option<Square>,
    },
    /// Another player's knight under way.
    Flying {
        /// File and rank at the tick of the frame, in sixtieths of a square from the centre of a1.
        at: [i32; 2],
    },
}

/// A command that waits for its piece to have rested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Premove {
    /// The piece.
    pub piece: u16,
    /// Where it will be sent.
    pub to: Square,
}

/// What a viewer may do at a live table besides moving, now.
#[expect(clippy::struct_excessive_bools, reason = "each is a button of its own")]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct LiveMay {
    /// Say that one is ready.
    pub ready: bool,
    /// Say that one is not ready after all.
    pub not_ready: bool,
    /// Stop time, or let it run again.
    pub pause: bool,
    /// Give up.
    pub resign: bool,
    /// Offer a draw, or accept one.
    pub offer_draw: bool,
    /// Look at any tick of the game.
    pub replay: bool,
    /// Offer or accept a rematch.
    pub rematch: bool,
    /// Turn out the guests on these seats.
    pub turn_out: Vec<SeatNumber>,
    /// Claim the game from a player who is away.
    pub claim_win: bool,
    /// End the game without a result.
    pub call_off: bool,
    /// Answer the rematch that others want.
    pub answer: bool,
    /// Leave the table, and what that does.
    pub leave: Option<Leaving>,
}

/// A finished live game at one of its ticks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ReplayFrame {
    /// The table as it was, with time standing.
    pub frame: LiveFrame,
    /// The next tick at which more happens than gliding and resting.
    pub next: Option<u32>,
    /// How many ticks the game has.
    pub ticks: u32,
    /// The ticks of captures.
    pub captures: Vec<u32>,
}
