//! Builds trees from the tokens of a file.

use std::mem;

use super::{GameTree, NodeId, TreeFault, TreeMove};
use crate::{
    Position,
    pgn::{
        BrokenGame, GameResult, MoveNumber, PgnError, cut,
        draft::{Cut, Token, TokenKind},
        read::read_move,
    },
};

/// Variations inside one another beyond this number are left out; it bounds the memory that a hostile file takes.
const MOST_NESTED: usize = 10_000;

/// Reads every game of a file with its variations.
///
/// Only a game without a readable start is an error; any other fault ends the line it is in.
pub fn read_trees(text: &[u8]) -> Vec<Result<GameTree, BrokenGame>> {
    cut::games(text).map(read_tree).collect()
}

/// Builds the tree of a game.
pub(in crate::pgn) fn read_tree(mut cut: Cut) -> Result<GameTree, BrokenGame> {
    let start = cut
        .heading
        .take_start()
        .map_err(|reason| BrokenGame { line: cut.line, reason })?;
    let mut builder = Builder::new(GameTree::new(start));
    let last_line = cut.tokens.last().map_or(cut.line, |token| token.line);
    for token in cut.tokens {
        builder.read(token);
    }
    let Builder { mut tree, result, .. } = builder;
    tree.faults.extend(cut.fault.map(|reason| TreeFault {
        line: last_line,
        reason,
    }));
    let tag = cut.heading.take_result();
    let known = |result: Option<GameResult>| result.filter(|&result| result != GameResult::Open);
    if let (Some(written), Some(tag)) = (known(result), known(tag))
        && written != tag
    {
        let warning = format!("The tag Result says {tag}, but {written} stands after the moves.");
        cut.heading.warnings.push(warning);
    }
    tree.result = known(result).or(known(tag)).unwrap_or(GameResult::Open);
    let (tags, warnings) = cut.heading.into_parts();
    tree.tags = tags;
    tree.warnings.extend(warnings);
    Ok(tree)
}

struct Builder {
    tree: GameTree,
    result: Option<GameResult>,
    /// The line that is being read.
    line: Line,
    /// The lines around it.
    outer: Vec<Line>,
    /// How many variations are open that are left out; nothing is read before they are closed.
    skipped: usize,
}

/// A line of moves.
struct Line {
    node: NodeId,
    position: Position,
    /// The position before the last move of this line, where a variation starts; `None` before the first move.
    previous: Option<Position>,
    /// Comments before the first move of a variation.
    before: Vec<String>,
    /// Whether a fault has ended the line.
    broken: bool,
}

impl Builder {
    fn new(tree: GameTree) -> Self {
        let line = Line {
            node: NodeId::ROOT,
            position: tree.start.clone(),
            previous: None,
            before: Vec::new(),
            broken: false,
        };
        Builder {
            tree,
            result: None,
            line,
            outer: Vec::new(),
            skipped: 0,
        }
    }

    fn read(&mut self, token: Token) {
        match token.kind {
            TokenKind::Open => self.open(token.line),
            TokenKind::Close if self.skipped > 0 => self.skipped -= 1,
            TokenKind::Close => self.close(),
            TokenKind::Result(result) => self.result = Some(result),
            _ if self.skipped > 0 || self.line.broken => {}
            TokenKind::Move(word) => self.play(&word, token.line),
            TokenKind::Comment(text) => self.comment(&text),
            TokenKind::Nag(nag) if self.before_first_move() => self.tree.warnings.push(format!(
                "The glyph ${nag} stands before the first move of a variation and is left out."
            )),
            TokenKind::Nag(nag) => self.tree.node_mut(self.line.node).nags.push(nag),
        }
    }

    /// Whether the line is a variation that has no move yet.
    fn before_first_move(&self) -> bool {
        !self.outer.is_empty() && self.line.previous.is_none()
    }

    fn open(&mut self, line: usize) {
        if self.skipped > 0 || self.line.broken {
            self.skipped += 1;
            return;
        }
        let start = (self.outer.len() < MOST_NESTED)
            .then_some(())
            .and(self.line.previous.clone());
        let Some(position) = start else {
            let reason = match self.line.previous {
                None => PgnError::VariationWithoutMove,
                Some(_) => PgnError::TooDeep(MOST_NESTED),
            };
            self.tree.faults.push(TreeFault { line, reason });
            self.skipped = 1;
            return;
        };
        let parent = self.tree.node(self.line.node).parent;
        let variation = Line {
            node: parent.expect("a line with a previous position has a move"),
            position,
            previous: None,
            before: Vec::new(),
            broken: false,
        };
        self.outer.push(mem::replace(&mut self.line, variation));
    }

    fn close(&mut self) {
        let Some(outer) = self.outer.pop() else {
            return;
        };
        let variation = mem::replace(&mut self.line, outer);
        // A variation of comments alone comments the move it follows.
        if variation.previous.is_none() {
            self.tree.node_mut(self.line.node).comments.extend(variation.before);
        }
    }

    fn play(&mut self, word: &str, line: usize) {
        let mv = match read_tree_move(&self.line.position, word) {
            Ok(played) => played,
            Err(reason) => {
                self.line.broken = true;
                self.tree.faults.push(TreeFault { line, reason });
                return;
            }
        };
        let (mv, after) = mv;
        let id = self.tree.add(self.line.node, mv);
        self.tree.node_mut(id).before = if self.before_first_move() {
            mem::take(&mut self.line.before)
        } else {
            Vec::new()
        };
        self.line.node = id;
        self.line.previous = Some(mem::replace(&mut self.line.position, after));
    }

    fn comment(&mut self, text: &str) {
        let text = trimmed_lines(text);
        if text.is_empty() {
            return;
        }
        if self.before_first_move() {
            self.line.before.push(text);
        } else {
            self.tree.node_mut(self.line.node).comments.push(text);
        }
    }
}

/// A move and the position after it.
fn read_tree_move(position: &Position, word: &str) -> Result<(TreeMove, Position), PgnError> {
    let is_null = matches!(word, "--" | "Z0" | "0000" | "null");
    let mv = if is_null {
        Ok(TreeMove::Null)
    } else {
        read_move(position, word).map(TreeMove::Move)
    };
    let number = MoveNumber::of(position);
    let mv = mv.map_err(|reason| PgnError::Move { number, reason })?;
    let after = mv.play(position).ok_or(PgnError::PassInCheck(number))?;
    Ok((mv, after))
}

/// A comment without the blanks around its lines and without blank lines at its ends.
fn trimmed_lines(text: &str) -> String {
    let is_blank = |letter: char| letter.is_whitespace() || (letter.is_control() && letter != '\n');
    let lines: Vec<&str> = text.split('\n').map(|line| line.trim_matches(is_blank)).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}
