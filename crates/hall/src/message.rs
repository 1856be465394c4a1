//! What goes to a table and what comes back.

use serde::{Deserialize, Serialize};

use crate::{
    Asked, Choice, Entry, Frame, Kind, LiveEvent, LiveFrame, LiveView, Replayed, Scene, SeatNumber, Square, View,
};

/// A wish of somebody at a table; it is granted or refused with words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "wish")]
pub enum Input {
    /// A turn by its squares, as dragged.
    Move {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
        /// What else it does.
        #[serde(default)]
        kind: Kind,
    },
    /// A turn as typed.
    Typed {
        /// What was typed.
        text: String,
    },
    /// Gives up.
    Resign,
    /// Asks the other side for something; a draw that can be claimed is claimed.
    Offer {
        /// For what.
        what: Asked,
    },
    /// Answers what the other side asks.
    Answer {
        /// Agreed.
        yes: bool,
    },
    /// Takes back to the viewer's own last turn; by link it asks the other.
    Undo,
    /// Wants to see the board at a point of the record; answered by [`Told::Scene`].
    Look {
        /// After how many turns.
        ply: usize,
    },
    /// Wants to know a good move; answered by [`Told::Hint`].
    Hint,
    /// Wants to hear what the engine thinks of the present position, or no longer.
    Listen {
        /// On or off.
        on: bool,
    },
    /// Wants every turn of the game judged; answered by [`Told::Judged`], turn by turn.
    Review,
    /// Gives a seat to another bot, after one failed; without turns a free seat to a bot, or a bot's to whoever comes,
    /// while nobody has begun.
    Replace {
        /// The seat.
        seat: SeatNumber,
        /// The new bot, or `link` for a free seat.
        spec: String,
    },
    /// Goes by another name from now on.
    Rename {
        /// On which of the viewer's own seats.
        seat: SeatNumber,
        /// The new name.
        name: String,
    },
    /// Sends a piece somewhere, where there are no turns; a resting one goes when it wakes.
    Command {
        /// Which.
        piece: u16,
        /// Where.
        to: Square,
    },
    /// Wants to know where a piece could be sent; answered by [`Told::Squares`].
    Choices {
        /// Which.
        piece: u16,
    },
    /// Takes back what waits for a resting piece.
    Cancel {
        /// Which.
        piece: u16,
    },
    /// Stops time, or lets it run again.
    Pause {
        /// On or off.
        on: bool,
    },
    /// Has nothing against beginning.
    Ready,
    /// Wants to see a finished game at a tick; answered by [`Told::Replayed`].
    Seek {
        /// Which.
        tick: u32,
    },
}

/// What a viewer is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "told")]
pub enum Told {
    /// Everything: at the beginning, and when news was missed.
    View {
        /// The table as this viewer sees it.
        view: Box<View>,
    },
    /// What happened since the last version.
    News {
        /// In the order it happened.
        events: Vec<Event>,
        /// The table afterwards.
        frame: Box<Frame>,
    },
    /// A wish was granted, and what it changed is on disk.
    Done {
        /// The number the wish came with.
        request: u64,
    },
    /// A wish was refused; nothing changed.
    Refused {
        /// The number the wish came with.
        request: u64,
        /// Why, for people.
        words: String,
    },
    /// The board at a point of the record.
    Scene {
        /// As it was.
        scene: Box<Scene>,
    },
    /// A good move.
    Hint {
        /// Which.
        choice: Choice,
        /// What it is worth, in words: `+0.35`, `mate in 3`.
        score: String,
    },
    /// What a bot thinks.
    Thought {
        /// Its thought.
        thought: Thought,
    },
    /// A turn of the game was judged.
    Judged {
        /// The judgement.
        judged: Judged,
    },
    /// Everything about a table without turns: at the beginning, and when news was missed.
    LiveView {
        /// The table as this viewer sees it.
        view: Box<LiveView>,
    },
    /// What happened at a table without turns.
    LiveNews {
        /// In the order it happened.
        events: Vec<LiveEvent>,
        /// The table afterwards.
        frame: Box<LiveFrame>,
    },
    /// Where a piece could be sent, as far as its owner can see; the table may still refuse.
    Squares {
        /// Which piece.
        piece: u16,
        /// The squares.
        squares: Vec<Square>,
    },
    /// What waited for a piece came to nothing.
    Dropped {
        /// Which piece.
        piece: u16,
        /// Why, for people.
        words: String,
    },
    /// A finished game at a tick.
    Replayed {
        /// As it was.
        replayed: Box<Replayed>,
    },
    /// The table was closed, and why.
    Closed {
        /// Why, for people.
        words: String,
    },
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum Event {
    /// A turn was played.
    Played {
        /// The new last entry of the record.
        entry: Entry,
    },
    /// Turns were taken back.
    TakenBack {
        /// So many entries are left.
        turns: usize,
    },
    /// Something was asked of the other side.
    Offered {
        /// By whom.
        by: SeatNumber,
        /// For what.
        what: Asked,
    },
    /// It was agreed to; a draw or a take-back shows in what follows, a rematch is for whoever opens tables.
    Agreed {
        /// What was asked for.
        what: Asked,
    },
    /// It was declined.
    Declined {
        /// What was asked for.
        what: Asked,
    },
    /// Somebody sat down, left or came back.
    Seated {
        /// Where.
        seat: SeatNumber,
    },
    /// Somebody goes by another name, which stands in the frame.
    Renamed {
        /// Who.
        seat: SeatNumber,
    },
    /// A bot could not go on; its seat can be given to another.
    BotFailed {
        /// Whose.
        seat: SeatNumber,
        /// What happened, for people.
        words: String,
    },
    /// A bot makes conversation.
    Said {
        /// Who.
        seat: SeatNumber,
        /// What.
        words: String,
    },
    /// The game ended; how stands in the frame.
    Ended,
    /// The game could not be written down; play goes on.
    NotSaved {
        /// What happened, for people.
        words: String,
    },
}

/// What a bot thinks of the present position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Thought {
    /// The bot on this seat, about its own turn; the adviser otherwise.
    pub by: Option<SeatNumber>,
    /// After how many turns.
    pub ply: usize,
    /// Plies looked ahead.
    pub depth: u32,
    /// For White, in centipawns; a mate is beyond 29,000.
    pub score: i32,
    /// The same in words.
    pub words: String,
    /// Positions looked at.
    pub nodes: u64,
    /// The expected moves.
    pub line: Vec<String>,
}

/// A judgement about a turn of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Judged {
    /// The position after so many turns; 0 is the start.
    pub ply: usize,
    /// Of how many positions in all.
    pub of: usize,
    /// For White, in centipawns; a mate is beyond 29,000.
    pub score: i32,
    /// The same in words.
    pub words: String,
    /// What should have been played instead of the turn that led here, if it was worse.
    pub better: Option<String>,
    /// How bad that turn was.
    pub mistake: Option<Mistake>,
}

/// How bad a turn was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mistake {
    /// A little worse than the best.
    Inaccuracy,
    /// Worse.
    Mistake,
    /// It threw the game, or most of it.
    Blunder,
}
