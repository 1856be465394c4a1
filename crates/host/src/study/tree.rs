//! The positions of a study: a tree of nodes whose numbers never change.

use std::collections::BTreeMap;

use play::{GameRecord, MoveTree, OpeningName, PASS, Remarks, Score, Side, Square, Start, TreeMove, TreeResult};

use super::NodeId;
use crate::judgement;

/// Positions of a study at the most.
pub(super) const MOST_NODES: usize = 20_000;

/// The positions of a study.
#[derive(Clone)]
pub(super) struct StudyTree {
    start: Box<dyn GameRecord>,
    nodes: BTreeMap<NodeId, Node>,
    /// The number of the next position.
    next: NodeId,
    /// The game at the position that was added last: mostly the next one is added there.
    last: (NodeId, Box<dyn GameRecord>),
}

/// A position with the move that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
    /// The start has none.
    pub(super) mv: Option<NodeMove>,
    pub(super) remarks: Remarks,
    /// The labels of the best line in [`Remarks::evaluation`].
    pub(super) best: Vec<String>,
    pub(super) opening: Option<OpeningName>,
    /// The event that wrote the comment; 0 for one that the study began with.
    pub(super) commented: u64,
    /// Who is to move.
    pub(super) turn: Side,
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeMove {
    pub(super) code: String,
    pub(super) label: String,
    pub(super) number: String,
    pub(super) side: Side,
    pub(super) squares: Option<[Square; 2]>,
}

impl StudyTree {
    /// A tree without moves.
    pub(super) fn new(start: Box<dyn GameRecord>) -> Self {
        let root = Node {
            parent: None,
            children: Vec::new(),
            mv: None,
            remarks: Remarks::default(),
            best: Vec::new(),
            opening: None,
            commented: 0,
            turn: start.turn(),
        };
        StudyTree {
            last: (NodeId::ROOT, start.clone()),
            start,
            nodes: BTreeMap::from([(NodeId::ROOT, root)]),
            next: NodeId(1),
        }
    }

    pub(super) fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    pub(super) fn remarks_mut(&mut self, id: NodeId) -> Option<&mut Remarks> {
        self.nodes.get_mut(&id).map(|node| &mut node.remarks)
    }

    /// Writes a comment; an empty one is removed.
    pub(super) fn comment(&mut self, id: NodeId, text: &str, seq: u64) -> Option<()> {
        let node = self.nodes.get_mut(&id)?;
        let text = Some(text.to_owned()).filter(|text| !text.is_empty());
        node.remarks.comments = text.into_iter().collect();
        node.commented = seq;
        Some(())
    }

    /// Every position with its number.
    pub(super) fn iter(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        self.nodes.iter().map(|(id, node)| (*id, node))
    }

    /// How many moves there are in all lines.
    pub(super) fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    pub(super) const fn next(&self) -> NodeId {
        self.next
    }

    /// The move with a code after a position.
    pub(super) fn child(&self, parent: NodeId, code: &str) -> Option<NodeId> {
        let children = &self.nodes.get(&parent)?.children;
        let played = |id: &&NodeId| self.nodes.get(id).and_then(|node| node.mv.as_ref());
        children
            .iter()
            .find(|id| played(id).is_some_and(|mv| mv.code == code))
            .copied()
    }

    /// The positions of the main line, the start first.
    pub(super) fn main_line(&self) -> Vec<NodeId> {
        let next = |id: &NodeId| self.nodes.get(id).and_then(|node| node.children.first().copied());
        std::iter::successors(Some(NodeId::ROOT), next).collect()
    }

    /// The codes of the moves that lead to a position.
    fn codes(&self, id: NodeId) -> Vec<&str> {
        let up = |id: &NodeId| self.nodes.get(id).and_then(|node| node.parent);
        let path = std::iter::successors(Some(id), up);
        let moves = path.filter_map(|id| self.nodes.get(&id)?.mv.as_ref());
        let mut codes: Vec<&str> = moves.map(|mv| mv.code.as_str()).collect();
        codes.reverse();
        codes
    }

    /// The game up to a position.
    pub(super) fn record(&self, id: NodeId) -> Option<Box<dyn GameRecord>> {
        if self.last.0 == id && self.nodes.contains_key(&id) {
            return Some(self.last.1.clone());
        }
        self.nodes.get(&id)?;
        let mut codes = self.codes(id).into_iter();
        codes.try_fold(self.start.clone(), |record, code| after(&*record, code))
    }

    /// Adds a move under the next number; `None` if it cannot be played there.
    pub(super) fn add(&mut self, parent: NodeId, code: &str, remarks: Remarks) -> Option<NodeId> {
        let before = self.record(parent)?;
        let record = after(&*before, code)?;
        let described = before.by_code(code).and_then(|mv| before.describe(mv));
        let mv = NodeMove {
            code: code.to_owned(),
            label: described
                .as_ref()
                .map_or_else(|| PASS.to_owned(), |mv| mv.label.clone()),
            number: before.number_text(),
            side: before.turn(),
            squares: described.map(|mv| [mv.from, mv.to]),
        };
        let id = self.next;
        let above = self.nodes.get_mut(&parent)?;
        above.children.push(id);
        let opening = record.opening().or_else(|| above.opening.clone());
        self.nodes.insert(
            id,
            Node {
                parent: Some(parent),
                children: Vec::new(),
                mv: Some(mv),
                remarks,
                best: Vec::new(),
                opening,
                commented: 0,
                turn: record.turn(),
            },
        );
        self.next = NodeId(id.0 + 1);
        self.last = (id, record);
        Some(id)
    }

    /// Puts the labels of the best line beside an evaluation that has just been set.
    pub(super) fn label_best(&mut self, id: NodeId) {
        let Some((record, node)) = self.record(id).zip(self.nodes.get_mut(&id)) else {
            return;
        };
        let line = node
            .remarks
            .evaluation
            .as_ref()
            .map_or(&[][..], |evaluation| &evaluation.line);
        node.best = labels(record, line);
    }

    /// The move with which the line of a move branches off from a better one; `None` in the main line.
    pub(super) fn branch(&self, id: NodeId) -> Option<NodeId> {
        let up = |id: &NodeId| self.nodes.get(id).and_then(|node| node.parent);
        std::iter::successors(Some(id), up).find(|id| {
            let siblings = up(id)
                .and_then(|parent| self.nodes.get(&parent))
                .map(|parent| &parent.children);
            siblings.is_some_and(|siblings| siblings.first() != Some(id))
        })
    }

    /// Makes a move the main continuation; gives the position before it.
    pub(super) fn promote(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.nodes.get(&id)?.parent?;
        let children = &mut self.nodes.get_mut(&parent)?.children;
        let place = children.iter().position(|child| *child == id)?;
        children[..=place].rotate_right(1);
        Some(parent)
    }

    /// Removes a move and all that follows it; the start stays.
    pub(super) fn delete(&mut self, id: NodeId) -> Option<()> {
        let parent = self.nodes.get(&id)?.parent?;
        self.nodes.get_mut(&parent)?.children.retain(|child| *child != id);
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            left.extend(self.nodes.remove(&id).map(|node| node.children).unwrap_or_default());
        }
        if !self.nodes.contains_key(&self.last.0) {
            self.last = (NodeId::ROOT, self.start.clone());
        }
        Some(())
    }

    /// The numbers of the moves in the order of [`StudyTree::moves`].
    pub(super) fn order(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut left = vec![NodeId::ROOT];
        while let Some(id) = left.pop() {
            let Some(node) = self.nodes.get(&id) else { continue };
            if id != NodeId::ROOT {
                order.push(id);
            }
            left.extend(node.children.iter().rev());
        }
        order
    }

    /// A score of the side to move for people.
    pub(super) fn score_words(&self, score: Score, turn: Side) -> String {
        judgement::words(&*self.start, score, turn)
    }

    /// All lines, without numbers.
    pub(super) fn moves(&self, tags: BTreeMap<String, String>, start: Start, result: TreeResult) -> MoveTree {
        let mut places = BTreeMap::from([(NodeId::ROOT, 0)]);
        let mut moves = Vec::new();
        for id in self.order() {
            let Some(node) = self.nodes.get(&id) else { continue };
            let Some((mv, parent)) = node.mv.as_ref().zip(node.parent) else {
                continue;
            };
            moves.push(TreeMove {
                parent: places.get(&parent).copied().unwrap_or(0),
                code: mv.code.clone(),
                remarks: node.remarks.clone(),
            });
            places.insert(id, moves.len());
        }
        MoveTree {
            tags,
            start,
            result,
            preface: self
                .nodes
                .get(&NodeId::ROOT)
                .map(|root| root.remarks.clone())
                .unwrap_or_default(),
            moves,
        }
    }
}

impl PartialEq for StudyTree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes == other.nodes
            && self.next == other.next
            && self.start.position_text(0) == other.start.position_text(0)
    }
}

/// The game after a move.
fn after(record: &dyn GameRecord, code: &str) -> Option<Box<dyn GameRecord>> {
    if code == PASS {
        return record.passed();
    }
    record.continued(record.by_code(code)?).ok()
}

/// The labels of a line, as far as it can be played.
fn labels(record: Box<dyn GameRecord>, line: &[String]) -> Vec<String> {
    let mut at = record;
    let mut labels = Vec::new();
    for code in line {
        let played = at
            .by_code(code)
            .and_then(|mv| Some((at.describe(mv)?.label, at.continued(mv).ok()?)));
        let Some((label, next)) = played else { break };
        labels.push(label);
        at = next;
    }
    labels
}
