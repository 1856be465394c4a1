//! What clients send to a study, and what they receive.

use play::{Action, Board, Drawing, GameId, LegalMove, Moment, OpeningName, Scene, Square};
use serde::{Deserialize, Serialize};

use crate::{CommonEvent, Message, Mistake, SeatNumber, Switch, TableId};

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
    /// Has the engine look at a position; [`StudyNote::Analysis`] follows until it is stopped or another is asked about.
    Analyse {
        /// The position.
        node: NodeId,
        /// How many lines.
        lines: u8,
        /// For whose move.
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

/// A study as a viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct StudyView {
    /// The table.
    pub table: TableId,
    /// The game.
    pub game: GameId,
    /// The game's board.
    pub board: Board,
    /// The viewer's seats: none for somebody who only looks on.
    pub yours: Vec<SeatNumber>,
    /// The tags by name.
    pub tags: Vec<[String; 2]>,
    /// Every position, in the order of their numbers.
    pub nodes: Vec<StudyNode>,
    /// What changes with people and the engine.
    pub frame: StudyFrame,
}

/// A position of a study with the move that leads to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct StudyNode {
    /// Its number.
    pub id: NodeId,
    /// The position before the move; the start has none.
    pub parent: Option<NodeId>,
    /// The positions after it: the main continuation first, then its alternatives.
    pub children: Vec<NodeId>,
    /// The move; the start has none.
    pub mv: Option<StudyMove>,
    /// Comments before the first move of a variation.
    pub before: Vec<String>,
    /// The comment.
    pub comment: String,
    /// Changes whenever somebody writes the comment.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub comment_version: u64,
    /// Numeric annotation glyphs.
    pub glyphs: Vec<u8>,
    /// The same for people: `!?`.
    pub signs: String,
    /// Arrows and circles.
    pub drawings: Vec<Drawing>,
    /// What the mover had left on the clock, for people.
    pub clock: Option<String>,
    /// What the position is worth.
    pub value: Option<Value>,
    /// How the move compares with the best one, where both are known.
    pub judgement: Option<Judgement>,
    /// The opening that has been played so far.
    pub opening: Option<OpeningName>,
}

/// A move of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct StudyMove {
    /// Its number as score sheets have it: `3.`, `3…`.
    pub number: String,
    /// As people write it: `Nf3`.
    pub label: String,
    /// As programs write it; `--` if the side to move passed.
    pub code: String,
    /// Who played it.
    pub seat: SeatNumber,
    /// The squares it touched; none if the side to move passed.
    pub squares: Option<[Square; 2]>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Value {
    /// For White, in centipawns; a forced win is beyond 29,000.
    pub score: i32,
    /// The same for people, for White: `+0.35`.
    pub words: String,
    /// White's expected share of the point, in thousandths.
    pub share: u16,
    /// Plies looked ahead, where it is known.
    pub depth: Option<u32>,
}

/// How a move compares with the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Judgement {
    /// What it gave away of the point, in thousandths.
    pub loss: u16,
    /// How bad it was.
    pub mistake: Option<Mistake>,
    /// The best move instead, if it was another and is known.
    pub better: Option<String>,
}

/// The changing part of a [`StudyView`] beside its positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct StudyFrame {
    /// The sequence number of the last stored event in this frame.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub seq: u64,
    /// The time of this frame.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub now: Moment,
    /// Who takes part, in the order of the seats.
    pub people: Vec<Participant>,
    /// Whether everybody who comes may take part.
    pub shared: bool,
    /// What the viewer may do.
    pub may: StudyMay,
    /// What a review has found out about the main line, as far as it has come.
    pub review: Option<ReviewSummary>,
}

/// Somebody who takes part in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Participant {
    /// The seat.
    pub seat: SeatNumber,
    /// The name, if one is known.
    pub name: Option<String>,
    /// Whether the person is connected.
    pub connected: bool,
}

/// What a viewer may do at a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct StudyMay {
    /// Change the tree.
    pub edit: bool,
    /// Decide who may take part.
    pub share: bool,
    /// Take part by taking a seat.
    pub join: bool,
}

/// What a review says about the main line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct ReviewSummary {
    /// How many positions of the main line have a value.
    pub done: usize,
    /// How many positions it has.
    pub of: usize,
    /// Whether the engine is at it.
    pub running: bool,
    /// White and Black.
    pub sides: [SideReview; 2],
    /// The moves that changed who was winning, in their order.
    pub turning_points: Vec<NodeId>,
}

/// How well a side played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct SideReview {
    /// In percent, with one decimal; none before its first judged move.
    pub accuracy: Option<String>,
    /// Moves a little worse than the best.
    pub inaccuracies: u32,
    /// Worse moves.
    pub mistakes: u32,
    /// Moves that lost the game, or most of it.
    pub blunders: u32,
}

/// Something that happened at a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", tag = "event")]
pub enum StudyEvent {
    /// A move was added: the last of the positions after its parent.
    Added {
        /// The new position.
        node: StudyNode,
        /// By whom.
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
    /// For whose move.
    pub side: AnalysedSide,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited.
    #[cfg_attr(feature = "wire", ts(type = "number"))]
    pub nodes: u64,
    /// The lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether the engine has stopped looking.
    pub done: bool,
}

/// A line of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// What it is worth.
    pub value: Value,
    /// The moves for people, with numbers: `3. Nf3 Nc6 4. Bb5`.
    pub words: String,
    /// The squares of the first move.
    pub first: Option<[Square; 2]>,
    /// The first move by its code.
    pub code: String,
}

impl StudyView {
    /// Brings the view up to date, as every client does with an update.
    pub fn update(&mut self, events: &[StudyEvent], frame: StudyFrame) {
        for event in events {
            match event {
                StudyEvent::Added { node, .. } => {
                    if let Some(parent) = node.parent.and_then(|parent| self.place(parent)) {
                        self.nodes[parent].children.push(node.id);
                    }
                    self.nodes.push(node.clone());
                }
                StudyEvent::Changed { node } => {
                    if let Some(place) = self.place(node.id) {
                        self.nodes[place] = node.clone();
                    }
                }
                StudyEvent::Deleted { node } => self.delete(*node),
                StudyEvent::Tagged { tags } => self.tags.clone_from(tags),
                StudyEvent::Common(_) => {}
            }
        }
        self.frame = frame;
    }

    /// A position by its number.
    pub fn node(&self, id: NodeId) -> Option<&StudyNode> {
        self.place(id).map(|place| &self.nodes[place])
    }

    /// The positions from the start along the first continuations.
    pub fn main_line(&self) -> Vec<NodeId> {
        let next = |id: &NodeId| self.node(*id)?.children.first().copied();
        std::iter::successors(Some(NodeId::ROOT), next).collect()
    }

    /// Numbers only grow, so that positions are in their order.
    fn place(&self, id: NodeId) -> Option<usize> {
        self.nodes.binary_search_by_key(&id, |node| node.id).ok()
    }

    fn delete(&mut self, id: NodeId) {
        let parent = self.node(id).and_then(|node| node.parent);
        if let Some(place) = parent.and_then(|parent| self.place(parent)) {
            self.nodes[place].children.retain(|child| *child != id);
        }
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            if let Some(place) = self.place(id) {
                left.extend(self.nodes.remove(place).children);
            }
        }
    }
}
