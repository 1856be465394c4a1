//! A study as a viewer sees it, and how a client updates that view.

use play::{Board, Drawing, GameId, Moment, OpeningName, Square};
use serde::{Deserialize, Serialize};

use super::{NodeId, StudyEvent};
use crate::{Mistake, SeatNumber, TableId};

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
    /// The mover's remaining time, as text.
    pub clock: Option<String>,
    /// The value of the position.
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
    /// Search depth in plies, if known.
    pub depth: Option<u32>,
}

/// How a move compares with the best one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Judgement {
    /// The loss of expected points, in thousandths.
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
    /// Whether the engine is running.
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
