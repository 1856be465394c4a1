//! What clients send to a study, and what they receive.

mod view;

use play::{Action, Drawing, LegalMove, Scene, Square};
use serde::{Deserialize, Serialize};

use crate::{CommonEvent, Message, SeatNumber, Switch};
pub use view::{
    Judgement, Participant, ReviewSummary, SideReview, StudyFrame, StudyMay, StudyMove, StudyNode, StudyView, Value,
};

/// A position of a study by its number, which never changes and is never given again. It names the moves that lead
/// there, wherever they are moved to among their alternatives. The start is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(type = "number"))]
#[serde(transparent)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The start.
    pub const ROOT: NodeId = NodeId(0);
}

/// A command to a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "command")]
pub enum StudyCommand {
    /// Adds a move after a position, unless it is there already.
    Add {
        /// The position.
        node: NodeId,
        /// The square of the piece.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What else it does.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(as = "Option<Action>", optional))]
        action: Action,
    },
    /// Adds a move as typed.
    Type {
        /// The position.
        node: NodeId,
        /// What was typed.
        text: String,
    },
    /// Makes the line of a move the main continuation where it branches off.
    Promote {
        /// A move of the line.
        node: NodeId,
    },
    /// Removes a move and all that follows it.
    Delete {
        /// The move.
        node: NodeId,
    },
    /// Writes the comment at a position; an empty text removes it.
    Comment {
        /// The position.
        node: NodeId,
        /// The version of the comment that the sender has seen there. If another stands there by now, nothing is written.
        #[cfg_attr(feature = "wire", ts(type = "number"))]
        seen: u64,
        /// The new comment.
        text: String,
    },
    /// Puts a sign to a move or takes it away. Of the signs from `!` to `?!` a move has one at the most.
    Sign {
        /// The move.
        node: NodeId,
        /// Its number among the numeric annotation glyphs: 1 is `!`, 2 is `?`.
        glyph: u8,
        /// On or off.
        sign: Switch,
    },
    /// Draws an arrow or a circle, or takes it away.
    Draw {
        /// The position.
        node: NodeId,
        /// The drawing.
        drawing: Drawing,
        /// On or off.
        draw: Switch,
    },
    /// Writes a tag; an empty value removes it.
    Tag {
        /// Its name: `Event`.
        name: String,
        /// Its value.
        value: String,
    },
    /// Lets everybody who comes take part, or only those who do already. The opener of the study decides that.
    Share {
        /// On or off.
        share: Switch,
    },
    /// Asks for the board at a position; answered by [`StudyAnswer::Position`].
    Look {
        /// The position.
        node: NodeId,
    },
    /// Has the engine look at a position; [`StudyNote::Analysis`] follows until it is stopped or another is asked
    /// about.
    Analyse {
        /// The position.
        node: NodeId,
        /// How many lines.
        lines: u8,
        /// The side for which the engine searches.
        side: AnalysedSide,
    },
    /// Stops the engine.
    Stop,
    /// Has every position of the main line evaluated.
    Review,
    /// Stops the review; what was found stays.
    StopReview,
    /// Tries a move instead of a mistake, without adding it; answered by [`StudyAnswer::Tried`].
    Try {
        /// The position before the mistake.
        node: NodeId,
        /// The square of the piece.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What else it does.
        #[serde(default)]
        #[cfg_attr(feature = "wire", ts(as = "Option<Action>", optional))]
        action: Action,
    },
}

/// For whose move the engine looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum AnalysedSide {
    /// The side to move.
    #[default]
    Mover,
    /// The other side, as if the side to move passed: what it threatens.
    Threat,
}

/// A message of a study.
pub type StudyMessage = Message<StudyView, StudyFrame, StudyEvent, StudyAnswer, StudyNote>;

/// Something that happened at a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum StudyEvent {
    /// A move was added: the last of the positions after its parent.
    Added {
        /// The new position.
        node: StudyNode,
        /// The seat of the person who did it.
        by: SeatNumber,
    },
    /// Something about a position changed: the order of what follows, or what is said about it.
    Changed {
        /// The position as it is now.
        node: StudyNode,
    },
    /// A move was removed with all that follows it.
    Deleted {
        /// The move.
        node: NodeId,
    },
    /// The tags changed.
    Tagged {
        /// All tags.
        tags: Vec<[String; 2]>,
    },
    /// Something happened that every kind of table knows.
    #[serde(untagged)]
    Common(CommonEvent),
}

/// What a command to a study is answered with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "answer")]
pub enum StudyAnswer {
    /// It was done.
    Done,
    /// The move was there already.
    Known {
        /// Its position.
        node: NodeId,
    },
    /// The board at a position.
    Position(Box<StudyPosition>),
    /// What a move is worth that was tried instead of a mistake.
    Tried {
        /// The move.
        label: String,
        /// How it compares with the best one.
        judgement: Judgement,
        /// The same for people.
        words: String,
    },
}

/// The board at a position of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct StudyPosition {
    /// The position.
    pub node: NodeId,
    /// The board.
    pub scene: Scene,
    /// The legal moves.
    pub choices: Vec<LegalMove>,
    /// How the game ended there, for people.
    pub end: Option<String>,
    /// Equal for equal positions; an explorer has its moves by it.
    pub key: String,
}

/// Something for one viewer of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "note")]
pub enum StudyNote {
    /// What the engine thinks of a position.
    Analysis(Analysis),
    /// The engine failed, and the analysis or the review is over.
    EngineFailed,
}

/// What the engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Analysis {
    /// The position.
    pub node: NodeId,
    /// The side for which the engine searches.
    pub side: AnalysedSide,
    /// Search depth in plies.
    pub depth: u32,
    /// Searched nodes.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub nodes: u64,
    /// The lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether the search has ended.
    pub done: bool,
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// Its value.
    pub value: Value,
    /// The moves for people, with numbers: `3. Nf3 Nc6 4. Bb5`.
    pub words: String,
    /// The squares of the first move.
    pub first: Option<[Square; 2]>,
    /// The first move by its code.
    pub code: String,
}
