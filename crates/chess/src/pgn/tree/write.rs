//! Writes trees: the export format of PGN, but for comments, whose lines stay as they are.

use std::rc::Rc;

use play::{Notation, Side};

use super::{GameTree, Node, NodeId, TreeMove};
use crate::{
    Position,
    pgn::{
        MoveNumber,
        write::{Lines, tag_lines},
    },
};

/// Writes a game with all its variations; games written after one another are a file.
pub fn write_tree(tree: &GameTree) -> String {
    let mut text = tag_lines(&tree.tags, tree.result, &tree.start);
    text.push('\n');
    let mut writer = Writer {
        tree,
        lines: Lines::default(),
        tasks: Vec::new(),
    };
    writer.write_moves();
    writer.lines.push(&tree.result.to_string());
    text.push_str(&writer.lines.into_text());
    text.push_str("\n\n");
    text
}

struct Writer<'a> {
    tree: &'a GameTree,
    lines: Lines,
    /// What is still to be written, the next last.
    tasks: Vec<Task>,
}

enum Task {
    /// The moves after a node.
    Continue {
        node: NodeId,
        position: Rc<Position>,
        /// Whether Black's move needs its number.
        numbered: bool,
    },
    /// A variation that starts with this node in this position.
    Variation { first: NodeId, position: Rc<Position> },
    /// The end of a variation.
    Close,
}

impl Writer<'_> {
    fn write_moves(&mut self) {
        let root = self.tree.node(NodeId::ROOT);
        self.write_remarks(root);
        self.tasks.push(Task::Continue {
            node: NodeId::ROOT,
            position: Rc::new(self.tree.start.clone()),
            numbered: true,
        });
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Close => self.lines.close(")"),
                Task::Variation { first, position } => {
                    self.lines.open("(");
                    self.write_line(first, &position, true, &[]);
                }
                Task::Continue {
                    node,
                    position,
                    numbered,
                } => {
                    if let [first, alternatives @ ..] = self.tree.node(node).children.as_slice() {
                        self.write_line(*first, &position, numbered, alternatives);
                    }
                }
            }
        }
    }

    /// Writes a move, then has its alternatives and its continuation written.
    fn write_line(&mut self, id: NodeId, position: &Rc<Position>, numbered: bool, alternatives: &[NodeId]) {
        let node = self.tree.node(id);
        let mv = node.mv.expect("every node but the root has a move");
        let commented = self.write_comments(&node.before);
        let number = MoveNumber::of(position);
        if numbered || commented || number.side == Side::White {
            self.lines.push(&number.to_string());
        }
        match mv {
            TreeMove::Move(mv) => self.lines.push(&position.label(mv)),
            TreeMove::Null => self.lines.push("--"),
        }
        let commented = self.write_remarks(node);
        let after = mv.play(position).expect("moves of a tree can be played");
        self.tasks.push(Task::Continue {
            node: id,
            position: Rc::new(after),
            numbered: commented || !alternatives.is_empty(),
        });
        for &first in alternatives.iter().rev() {
            self.tasks.push(Task::Close);
            self.tasks.push(Task::Variation {
                first,
                position: Rc::clone(position),
            });
        }
    }

    /// Writes glyphs and comments; whether there was a comment.
    fn write_remarks(&mut self, node: &Node) -> bool {
        for nag in &node.nags {
            self.lines.push(&format!("${nag}"));
        }
        self.write_comments(&node.comments)
    }

    fn write_comments(&mut self, comments: &[String]) -> bool {
        for comment in comments {
            self.lines.push_comment(comment);
        }
        !comments.is_empty()
    }
}
