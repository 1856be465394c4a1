//! What a viewer is shown of a table without turns, and what happens there.
//!
//! A frame is sent when something changes, never for a tick: a front end lets pieces glide by itself, from the tick they
//! started at, in the direction and at the speed that are told. Where a piece of another player will stop is not in a
//! frame while the game runs, and of a knight in the air, whose direction would give it away, only where it is.

use play::Moment;
use serde::{Deserialize, Serialize};

use crate::{Army, Asked, Board, End, SeatNumber, Shape, Sitting, Square, TableId};
pub use kungfu::Speed;

/// All that a viewer may know of a table without turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LiveView {
    /// The table.
    pub table: TableId,
    /// Its board.
    pub board: Board,
    /// The seat this viewer speaks for; none for a spectator.
    pub yours: Option<SeatNumber>,
    /// Quarter turns, clockwise, that bring the viewer's own army to the lower edge.
    pub turned: u8,
    /// How fast it is.
    #[cfg_attr(feature = "wire", ts(type = "\"standard\" | \"lightning\""))]
    pub speed: Speed,
    /// Ticks of a second.
    pub ticks_a_second: u32,
    /// Ticks that a piece takes for a square.
    pub ticks_a_square: u32,
    /// Ticks that a piece rests after a move.
    pub rest: u32,
    /// What changes.
    pub frame: LiveFrame,
}

/// The changing part of a [`LiveView`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LiveFrame {
    /// Counts every change of the table.
    pub version: u64,
    /// When this was so.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub now: Moment,
    /// Whether time runs.
    pub phase: Phase,
    /// How many ticks have passed.
    pub tick: u32,
    /// When the counter came to that tick, or, in a countdown, from when on it will run; nothing while time stands.
    #[cfg_attr(feature = "wire", ts(type = "number | null"))]
    pub since: Option<Moment>,
    /// Who sits here.
    pub seats: Vec<LiveSeat>,
    /// The living pieces.
    pub pieces: Vec<LivePiece>,
    /// What waits for the viewer's own resting pieces.
    pub premoves: Vec<Premove>,
    /// What the viewer may do besides moving.
    pub may: LiveMay,
    /// Who has offered a draw.
    pub offers: Vec<SeatNumber>,
    /// The end, once there is one.
    pub end: Option<End>,
}

/// Whether time runs at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// For somebody to come, or to be ready.
    Waiting,
    /// It will in a moment.
    Countdown,
    /// It does.
    Running,
    /// A player has stopped it.
    Paused,
    /// Not any more.
    Over,
}

/// A seat and who sits on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LiveSeat {
    /// The side in words: `White`.
    pub side: String,
    /// The colour of its pieces.
    pub army: Army,
    /// Who sits there, in words.
    pub name: String,
    /// A person or a bot.
    pub sitter: Sitting,
    /// Still has a king.
    pub alive: bool,
    /// Has nothing against beginning.
    pub ready: bool,
}

/// A living piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LivePiece {
    /// The same from the start of the game to its capture.
    pub id: u16,
    /// Whose it is.
    pub army: Army,
    /// What it looks like.
    pub shape: Shape,
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
        /// Which.
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
        /// Ticks that a step takes.
        ticks: u32,
        /// Where it stops, if the viewer may know.
        to: Option<Square>,
    },
    /// Another player's knight in the air.
    Flying {
        /// File and rank where it is at the tick of the frame, in sixtieths of a square from the centre of a1.
        at: [i32; 2],
    },
}

/// A command that waits for its piece to wake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Premove {
    /// The piece.
    pub piece: u16,
    /// Where it will be sent.
    pub to: Square,
}

/// What a viewer may do besides moving, now.
#[expect(clippy::struct_excessive_bools, reason = "each is a button of its own")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct LiveMay {
    /// Say that one is ready.
    pub ready: bool,
    /// Stop time, or let it run again.
    pub pause: bool,
    /// Give up.
    pub resign: bool,
    /// Offer a draw, or agree to one.
    pub offer_draw: bool,
    /// Look at any tick of the game.
    pub replay: bool,
}

/// Something that happened at a table without turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum LiveEvent {
    /// Time runs from now on.
    Begun,
    /// A piece has left its square.
    Started {
        /// Which.
        piece: u16,
    },
    /// A piece stands on a square, and rests unless it was sent back.
    Arrived {
        /// Which.
        piece: u16,
        /// Where.
        square: Square,
    },
    /// A piece is off the board.
    Captured {
        /// Which.
        piece: u16,
        /// By which, if by any; several may have taken it.
        by: Option<u16>,
        /// What happened, for people.
        words: String,
    },
    /// A pawn has become a queen.
    Promoted {
        /// Which.
        piece: u16,
    },
    /// A piece may be commanded again.
    Woke {
        /// Which.
        piece: u16,
    },
    /// A player has lost the king.
    Out {
        /// Who.
        seat: SeatNumber,
        /// The same for people.
        words: String,
    },
    /// Somebody sat down, left, came back or is ready.
    Seated {
        /// Where.
        seat: SeatNumber,
    },
    /// Somebody goes by another name, which stands in the frame.
    Renamed {
        /// Who.
        seat: SeatNumber,
    },
    /// A draw or a rematch was offered.
    Offered {
        /// By whom.
        by: SeatNumber,
        /// Which.
        what: Asked,
    },
    /// Everybody wants a rematch; it is for whoever opens tables.
    Agreed {
        /// What.
        what: Asked,
    },
    /// The game ended; how stands in the frame.
    Ended,
    /// The game could not be written down; play goes on.
    NotSaved {
        /// What happened, for people.
        words: String,
    },
}

/// A finished game at one of its ticks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Replayed {
    /// The table as it was; time stands.
    pub frame: LiveFrame,
    /// The next tick at which more happens than gliding and resting.
    pub next: Option<u32>,
    /// How many ticks the game has.
    pub ticks: u32,
    /// Those at which something was captured.
    pub captures: Vec<u32>,
}
