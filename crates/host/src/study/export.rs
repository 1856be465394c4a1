//! A study in other formats. What a review found is written as signs and variations.

use play::{MoveTree, TreeMove};

use super::{NodeId, StudyTable};
use crate::{ExportFormat, Mistake, decider::Context};

impl StudyTable {
    pub(super) fn exported(&self, format: ExportFormat, _context: &Context) -> String {
        match format {
            ExportFormat::Pgn | ExportFormat::Sheet => self.state.module.write_tree(&self.annotated()),
            ExportFormat::Json => {
                serde_json::to_string_pretty(&self.state.moves()).expect("a tree has only texts and numbers")
            }
            ExportFormat::Position => {
                let last = self.state.tree.main_line().last().copied().unwrap_or(NodeId::ROOT);
                let record = self.state.tree.record(last);
                record
                    .and_then(|record| record.position_text(record.plies()))
                    .unwrap_or_default()
            }
        }
    }

    /// The tree with a sign for every mistake that has none, and the better line as a variation.
    fn annotated(&self) -> MoveTree {
        let mut tree = self.state.moves();
        self.name_opening(&mut tree);
        let numbers = self.state.tree.order();
        let places: Vec<(usize, NodeId)> = (1..).zip(numbers).collect();
        for (place, id) in places {
            let Some(node) = self.state.tree.get(id) else { continue };
            let Some(mistake) = self.judgement(node).and_then(|judged| judged.mistake) else {
                continue;
            };
            let glyphs = &mut tree.moves[place - 1].remarks.glyphs;
            if !glyphs.iter().any(|glyph| (1..=6).contains(glyph)) {
                glyphs.insert(0, glyph(mistake));
            }
            let parent = node.parent.unwrap_or(NodeId::ROOT);
            let before = self
                .state
                .tree
                .get(parent)
                .and_then(|before| before.remarks.evaluation.as_ref());
            let Some(line) = before.map(|before| before.line.as_slice()) else {
                continue;
            };
            let known = line
                .first()
                .is_none_or(|code| self.state.tree.child(parent, code).is_some());
            if !known {
                push_line(&mut tree, place, line);
            }
        }
        tree
    }

    /// The opening of the main line as tags, unless there are such tags.
    fn name_opening(&self, tree: &mut MoveTree) {
        let line = self.state.tree.main_line();
        let last = line.last().and_then(|id| self.state.tree.get(*id));
        let Some(opening) = last.and_then(|node| node.opening.as_ref()) else {
            return;
        };
        if tree.tags.contains_key("ECO") || tree.tags.contains_key("Opening") {
            return;
        }
        for (name, value) in [("ECO", &opening.code), ("Opening", &opening.name)] {
            if !value.is_empty() {
                tree.tags.insert(name.to_owned(), value.clone());
            }
        }
    }
}

/// Adds a line beside a move, after all moves that are there.
fn push_line(tree: &mut MoveTree, beside: usize, line: &[String]) {
    let mut parent = tree.moves[beside - 1].parent;
    for code in line {
        tree.moves.push(TreeMove {
            parent,
            code: code.clone(),
            ..TreeMove::default()
        });
        parent = tree.moves.len();
    }
}

const fn glyph(mistake: Mistake) -> u8 {
    match mistake {
        Mistake::Inaccuracy => 6,
        Mistake::Mistake => 2,
        Mistake::Blunder => 4,
    }
}
