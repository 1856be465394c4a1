//! The moves of a study as text: the main line, and after each move its alternatives in brackets.

use host::{Mistake, NodeId, StudyNode, StudyView};

use crate::{canvas::wide, widgets::sheet::sign};

/// A piece of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) text: String,
    /// The position that it leads to.
    pub(super) node: Option<NodeId>,
    pub(super) tone: Tone,
}

/// How a piece is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Main,
    Variation,
    Comment,
    Blunder,
}

/// A piece with its place in a text of some width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) piece: Piece,
    pub(super) row: usize,
    pub(super) column: u16,
}

enum Task {
    /// The moves after a position, so deep in variations.
    Continue(NodeId, usize),
    Variation(NodeId, usize),
    Close,
}

/// All moves with their comments and signs, in reading order. `hidden` and what follows it are left out.
pub(super) fn pieces(view: &StudyView, hidden: Option<NodeId>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut tasks = vec![Task::Continue(NodeId::ROOT, 0)];
    if let Some(root) = view.node(NodeId::ROOT) {
        push_comment(&mut pieces, &root.comment);
    }
    let mut numbered = true;
    while let Some(task) = tasks.pop() {
        let (id, depth, others) = match task {
            Task::Close => {
                pieces.push(plain(")"));
                numbered = true;
                continue;
            }
            Task::Variation(id, depth) => {
                pieces.push(plain("("));
                numbered = true;
                (id, depth, &[][..])
            }
            Task::Continue(id, depth) => match view.node(id).map(|node| node.children.as_slice()) {
                Some([first, others @ ..]) => (*first, depth, others),
                _ => continue,
            },
        };
        if hidden == Some(id) {
            continue;
        }
        let Some(node) = view.node(id) else { continue };
        for comment in &node.before {
            push_comment(&mut pieces, comment);
        }
        pieces.push(Piece {
            text: move_text(node, numbered),
            node: Some(id),
            tone: tone(node, depth),
        });
        push_comment(&mut pieces, &node.comment);
        numbered = !node.comment.is_empty();
        tasks.push(Task::Continue(id, depth));
        for other in others.iter().rev() {
            tasks.push(Task::Close);
            tasks.push(Task::Variation(*other, depth + 1));
        }
    }
    pieces
}

fn plain(text: &str) -> Piece {
    Piece {
        text: text.to_owned(),
        node: None,
        tone: Tone::Comment,
    }
}

fn push_comment(pieces: &mut Vec<Piece>, comment: &str) {
    pieces.extend(comment.split_whitespace().map(plain));
}

/// A move with its number where it needs one, and its signs.
fn move_text(node: &StudyNode, numbered: bool) -> String {
    let Some(mv) = &node.mv else { return String::new() };
    let number = if numbered || mv.number.ends_with('.') {
        mv.number.as_str()
    } else {
        ""
    };
    let found = node.judgement.as_ref().and_then(|judged| judged.mistake);
    let signs = match found {
        Some(mistake) if node.signs.is_empty() => sign(mistake),
        _ => node.signs.as_str(),
    };
    format!("{number}{}{signs}", mv.label)
}

fn tone(node: &StudyNode, depth: usize) -> Tone {
    let mistake = node.judgement.as_ref().and_then(|judged| judged.mistake);
    match (mistake, depth) {
        (Some(Mistake::Blunder), _) => Tone::Blunder,
        (_, 0) => Tone::Main,
        _ => Tone::Variation,
    }
}

/// Pieces in rows of at most `width` columns, with a blank between them.
pub(super) fn placed(pieces: Vec<Piece>, width: u16) -> Vec<Placed> {
    let (mut row, mut column) = (0, 0);
    let mut after_bracket = true;
    let mut placed = Vec::new();
    for piece in pieces {
        let gap = u16::from(!after_bracket && piece.text != ")");
        let room = wide(&piece.text);
        if column + gap + room > width && column > 0 {
            row += 1;
            column = 0;
        } else {
            column += gap;
        }
        after_bracket = piece.text == "(";
        placed.push(Placed { piece, row, column });
        column += room;
    }
    placed
}
