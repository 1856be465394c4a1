//! A game with all its variations, comments and glyphs.
//!
//! Reading a written tree gives the same tree. Nodes are kept in one vector, so that neither reading nor writing
//! recurses, however deep the variations are.

mod moves;
mod read;
mod write;

use std::collections::BTreeMap;

use play::Rules;
use shakmaty::{Chess, EnPassantMode, Move, Position as _};

use super::{GameResult, PgnError, Remark};
use crate::Position;

pub use moves::{game_tree, move_tree, read_indexed_tree, read_move_trees, write_move_tree};
pub use read::read_trees;
pub use write::write_tree;

pub(super) use read::read_tree;

/// A game of a PGN file with everything that the file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// The tags, without those that follow from `start` and `result`, as in [`Game`](super::Game).
    pub tags: BTreeMap<String, String>,
    /// The position before the first move.
    pub start: Position,
    /// The result as the file gives it.
    pub result: GameResult,
    /// What is doubtful, a sentence each.
    pub warnings: Vec<String>,
    /// Where the file cannot be followed. The line with the fault ends before it; the rest of the tree is there.
    pub faults: Vec<TreeFault>,
    /// The root, which has no move, and then every move in the order of the file.
    nodes: Vec<Node>,
}

/// A node of a [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// The place of the node in the order of the tree; the root is 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A move of a tree, with what is said about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The node of the position in which the move is played; the root has none.
    pub parent: Option<NodeId>,
    /// The move; the root has none.
    pub mv: Option<TreeMove>,
    /// The moves that follow: the main continuation first, then its alternatives.
    pub children: Vec<NodeId>,
    /// Comments before the first move of a variation.
    pub before: Vec<String>,
    /// Comments after the move; at the root, before the first move of the game.
    pub comments: Vec<String>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`.
    pub nags: Vec<u8>,
}

/// A move, or the null move `--` of annotators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TreeMove {
    /// A legal move.
    Move(Move),
    /// The side to move passes.
    Null,
}

impl TreeMove {
    /// The position after the move; `None` if a side in check would pass.
    pub fn play(self, position: &Position) -> Option<Position> {
        match self {
            TreeMove::Move(mv) => {
                let mut after = position.clone();
                after.play(mv);
                Some(after)
            }
            TreeMove::Null => passed(position),
        }
    }
}

/// The position after a null move; `None` if the side to move is in check.
fn passed(position: &Position) -> Option<Position> {
    let chess = position.chess();
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    setup.ep_square = None;
    setup.halfmoves += 1;
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.turn = !setup.turn;
    let after: Chess = setup.position(chess.castles().mode()).ok()?;
    Some(Position::from(after))
}

/// A place where a file cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeFault {
    /// The line of the file; the first is 1.
    pub line: usize,
    /// The error.
    pub reason: PgnError,
}

impl GameTree {
    /// A tree without moves.
    pub fn new(start: Position) -> Self {
        GameTree {
            tags: BTreeMap::new(),
            start,
            result: GameResult::Open,
            warnings: Vec::new(),
            faults: Vec::new(),
            nodes: vec![Node::default()],
        }
    }

    /// A node; ids are those of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node whose comments and glyphs may change.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// How many moves there are in all lines.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a move after the last alternative at a node, even if one of them is the same.
    pub fn add(&mut self, parent: NodeId, mv: TreeMove) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: Some(parent),
            mv: Some(mv),
            ..Node::default()
        });
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.node(id).children.first().copied()).skip(1)
    }

    /// The nodes from the root to a node, without the root.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent)
            .filter(|&id| id != NodeId::ROOT)
            .collect();
        path.reverse();
        path
    }

    /// The position at a node.
    pub fn position(&self, id: NodeId) -> Position {
        let moves = self.path(id).into_iter().filter_map(|id| self.node(id).mv);
        moves.fold(self.start.clone(), |position, mv| {
            mv.play(&position).expect("moves of a tree can be played")
        })
    }

    /// The comments at a node with the clock and the evaluation that they contain.
    pub fn remark(&self, id: NodeId) -> Remark {
        let node = self.node(id);
        let mut remark = Remark::default();
        remark.set_comment(&node.comments.join(" "), self.position(id).turn());
        remark.nags.clone_from(&node.nags);
        remark
    }
}
