//! What a table sends to its clients.
//!
//! Messages contain only what their viewer may see. An update carries the sequence number of the last stored event it
//! reflects; a client that reconnects with that number receives the events it missed, or a snapshot.

use play::{LegalMove, OpeningName, Scene, Square};
use serde::{Deserialize, Serialize};

use crate::{
    CommandId, Entry, LiveFrame, LiveView, OfferKind, PastSeat, Refusal, ReplayFrame, SeatNumber, TableId, TurnFrame,
    TurnView,
};

/// A message of a table: views are `V`, frames `F`, events `E`, answers with data `A`, notes to one viewer `N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "message")]
pub enum Message<V, F, E, A, N> {
    /// Everything the viewer may know: at the beginning, and where events were missed.
    Snapshot {
        /// The table as this viewer sees it.
        view: Box<V>,
    },
    /// What happened since the last message.
    Update {
        /// In the order it happened; empty where only the frame changed.
        events: Vec<E>,
        /// The table afterwards.
        frame: Box<F>,
    },
    /// A command was accepted, and what it changed is stored; or it is answered with data.
    Reply {
        /// The command.
        id: CommandId,
        /// What it asked for.
        answer: A,
    },
    /// A command was refused; nothing changed.
    Refused {
        /// The command.
        id: CommandId,
        /// The reason.
        refusal: Refusal,
        /// The same for people.
        words: String,
    },
    /// Something for this viewer alone.
    Note {
        /// The note.
        note: N,
    },
    /// Something about the table as a whole.
    Notice {
        /// The notice.
        notice: Notice,
        /// The same for people.
        words: String,
    },
    /// The table is closed here; no further message follows.
    Closed {
        /// The reason.
        reason: CloseReason,
        /// The same for people.
        words: String,
    },
}

/// A message of a turn table.
pub type TurnMessage = Message<TurnView, TurnFrame, TurnEvent, TurnAnswer, TurnNote>;
/// A message of a live table.
pub type LiveMessage = Message<LiveView, LiveFrame, LiveEvent, LiveAnswer, LiveNote>;

/// Something about a table as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "code")]
pub enum Notice {
    /// The store fails; commands are refused or not acknowledged until it works again.
    NotStored,
    /// The store works again.
    StoredAgain,
}

/// Why a table is closed for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// The program ends; the game is stored.
    ShuttingDown,
    /// The table is to be opened again from the store: connect again.
    Reload,
    /// The client did not take its messages: connect again.
    TooSlow,
    /// The opener of the table has turned this player out; connecting again does not help.
    TurnedOut,
    /// The player has left the table.
    Left,
    /// A fault of the program; the game is stored up to its last acknowledged command.
    Fault,
}

/// Something that happened at a turn table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum TurnEvent {
    /// A move was played.
    Moved {
        /// The new last entry of the record.
        entry: Entry,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many entries are left.
        plies: usize,
    },
    /// Something happened that every kind of table knows.
    #[serde(untagged)]
    Common(CommonEvent),
}

/// Something that happens at tables of every kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum CommonEvent {
    /// Something was offered.
    Offered {
        /// The seat of the person who did it.
        by: SeatNumber,
        /// The offer.
        what: OfferKind,
    },
    /// An offer was accepted; what follows from it is in the next events and the frame.
    Accepted {
        /// What was offered.
        what: OfferKind,
    },
    /// An offer was declined or is void.
    Declined {
        /// What was offered.
        what: OfferKind,
    },
    /// Nobody answered an offer in time.
    Expired {
        /// What was offered.
        what: OfferKind,
    },
    /// Somebody sat down, left, came back or is ready.
    SeatChanged {
        /// Which seat.
        seat: SeatNumber,
    },
    /// A bot could not go on; its seat can be given to another bot.
    BotFailed {
        /// The bot's seat.
        seat: SeatNumber,
        /// What happened, for people.
        words: String,
    },
    /// A bot makes conversation.
    Said {
        /// The bot's seat.
        seat: SeatNumber,
        /// What it says.
        words: String,
    },
    /// The game ended; the end is in the frame.
    Ended,
    /// The players continue at another table.
    Rematch {
        /// Which table.
        next: TableId,
    },
}

/// What a command to a turn table is answered with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum TurnAnswer {
    /// It was done.
    Done,
    /// The board at a point of the record.
    Scene {
        /// As it was.
        scene: Box<Scene>,
        /// The seats as they were, White first.
        seats: Vec<PastSeat>,
        /// The opening that had been played by then.
        opening: Option<OpeningName>,
        /// Equal for equal positions; an explorer has its moves by it.
        key: String,
    },
    /// A good move.
    Hint {
        /// The move.
        choice: LegalMove,
        /// Its value for people, as White's side counts: `+0.35`, `Black mates in 3`.
        score: String,
    },
}

/// Something for one viewer of a turn table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "note")]
pub enum TurnNote {
    /// What the engine or a bot thinks of the present position.
    Thought(Thought),
    /// A position of a review.
    Judged(Judged),
    /// The review ended before its last position, because the game changed or the engine failed.
    ReviewStopped,
}

/// What a bot thinks of the present position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Thought {
    /// The bot on this seat, about its own move; `None` for the engine that advises.
    pub by: Option<SeatNumber>,
    /// After how many plies.
    pub ply: usize,
    /// Search depth in plies.
    pub depth: u32,
    /// For White, in centipawns; a forced win is beyond 29,000.
    pub score: i32,
    /// The same for people.
    pub words: String,
    /// Searched nodes.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub nodes: u64,
    /// The expected moves.
    pub line: Vec<String>,
}

/// A position of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Judged {
    /// The position after so many plies; 0 is the start.
    pub ply: usize,
    /// Of how many positions in all.
    pub of: usize,
    /// For White, in centipawns; a forced win is beyond 29,000.
    pub score: i32,
    /// The same for people.
    pub words: String,
    /// The best move instead of the one that led here, if that was worse.
    pub better: Option<String>,
    /// How bad the move was.
    pub mistake: Option<Mistake>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mistake {
    /// A little worse than the best.
    Inaccuracy,
    /// Clearly worse than the best.
    Mistake,
    /// It lost the game, or most of it.
    Blunder,
}

/// Something that happened at a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum LiveEvent {
    /// Time runs from now on.
    Started,
    /// A piece has left its square.
    Departed {
        /// The piece.
        piece: u16,
    },
    /// A piece stands on a square, and rests unless it was sent back.
    Arrived {
        /// The piece.
        piece: u16,
        /// The square.
        square: Square,
    },
    /// A piece is off the board.
    Captured {
        /// The piece.
        piece: u16,
        /// The piece that took it, if one did.
        by: Option<u16>,
        /// What happened, for people.
        words: String,
    },
    /// A pawn has become a queen.
    Promoted {
        /// The piece.
        piece: u16,
    },
    /// A piece has rested and may be commanded again.
    Rested {
        /// The piece.
        piece: u16,
    },
    /// A player has lost the king.
    Out {
        /// The player's seat.
        seat: SeatNumber,
        /// The same for people.
        words: String,
    },
    /// Something happened that every kind of table knows.
    #[serde(untagged)]
    Common(CommonEvent),
}

/// What a command to a live table is answered with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum LiveAnswer {
    /// It was done.
    Done,
    /// Where a piece could go, as far as its owner can see; the table may still refuse.
    Squares {
        /// The piece.
        piece: u16,
        /// The squares.
        squares: Vec<Square>,
    },
    /// A finished game at a tick.
    Replay {
        /// As it was.
        replay: Box<ReplayFrame>,
    },
}

/// Something for one viewer of a live table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "note")]
pub enum LiveNote {
    /// A premove was refused when its piece had rested.
    PremoveDropped {
        /// The piece.
        piece: u16,
        /// Why, for people.
        words: String,
    },
}
