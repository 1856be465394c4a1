//! Views of a live table.

use kungfu::Speed;
use play::{Army, Board, GameId, Moment, PieceKind, Square};
use serde::{Deserialize, Serialize};

use super::{Absence, End, Leaving, Offer, Seat};
use crate::{SeatNumber, TableId};

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

/// The changing part of a [`LiveView`]. It is sent when something changes, never for a tick alone: front ends let
/// pieces glide from the tick they started at.
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
    /// When that tick began, or, in a countdown, when time will begin to run; `None` while time is stopped.
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
    /// The next table of the players.
    pub next: Option<TableId>,
    /// A player for whom the others wait.
    pub absence: Option<Absence>,
    /// The number of spectators.
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
    /// Its lost pieces.
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
    /// Give seats without a person to bots, or open them.
    pub seat_bots: bool,
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
    /// The table as it was, with time stopped.
    pub frame: LiveFrame,
    /// The next tick at which more happens than gliding and resting.
    pub next: Option<u32>,
    /// How many ticks the game has.
    pub ticks: u32,
    /// The ticks of captures.
    pub captures: Vec<u32>,
}
