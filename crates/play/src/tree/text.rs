//! A tree as text, for games that have no format of their own: tags and moves as in PGN, moves by their codes.

use std::fmt::Write;

use super::{Drawing, MoveTree, PASS, Remarks};
use crate::TurnGame;

/// Writes a tree of any game; its moves must be playable from its start.
pub fn write_tree<R: TurnGame>(tree: &MoveTree) -> String {
    let mut text = String::new();
    let start = R::begin(&tree.start)
        .map(|reading| reading.position)
        .unwrap_or_default();
    let mut tags: Vec<(&str, String)> = tree
        .tags
        .iter()
        .map(|(name, value)| (name.as_str(), value.clone()))
        .collect();
    tags.push(("Result", tree.result.text().to_owned()));
    tags.push(("Variant", R::NAME.to_owned()));
    if start.position_text() != R::default().position_text() {
        tags.push(("FEN", start.position_text()));
    }
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(text, "[{name} \"{value}\"]").expect("writing to a string cannot fail");
    }
    text.push('\n');
    let mut words = Vec::new();
    push_remarks(&mut words, &tree.preface);
    write_moves(tree, start, &mut words);
    words.push(tree.result.text().to_owned());
    text.push_str(&words.join(" "));
    text.push_str("\n\n");
    text
}

/// What is still to be written, the next last.
enum Task<R> {
    /// The moves after a node, from the position there.
    Continue(usize, R),
    /// A variation that starts with this node in this position.
    Variation(usize, R),
    Close,
}

fn write_moves<R: TurnGame>(tree: &MoveTree, start: R, words: &mut Vec<String>) {
    let children = tree.children();
    let mut tasks = vec![Task::Continue(0, start)];
    while let Some(task) = tasks.pop() {
        let (first, others, position) = match task {
            Task::Close => {
                words.push(")".to_owned());
                continue;
            }
            Task::Variation(node, position) => {
                words.push("(".to_owned());
                (node, &[][..], position)
            }
            Task::Continue(node, position) => match children[node].as_slice() {
                [first, others @ ..] => (*first, others, position),
                [] => continue,
            },
        };
        let mv = &tree.moves[first - 1];
        for comment in &mv.remarks.before {
            words.push(braced(comment));
        }
        words.push(
            format!("{} {}", position.number_text(), mv.code)
                .trim_start()
                .to_owned(),
        );
        push_remarks(words, &mv.remarks);
        if let Some(after) = position_after(&position, &mv.code) {
            tasks.push(Task::Continue(first, after));
        }
        for &other in others.iter().rev() {
            tasks.push(Task::Close);
            tasks.push(Task::Variation(other, position.clone()));
        }
    }
}

fn position_after<R: TurnGame>(position: &R, code: &str) -> Option<R> {
    if code == PASS {
        return position.passed();
    }
    let mut after = position.clone();
    let mut legal = Vec::new();
    position.moves(&mut legal);
    let mv = legal.into_iter().find(|&mv| position.code(mv) == code)?;
    after.play(mv);
    Some(after)
}

fn push_remarks(words: &mut Vec<String>, remarks: &Remarks) {
    words.extend(remarks.glyphs.iter().map(|glyph| format!("${glyph}")));
    let drawn = Drawing::commands(&remarks.drawings);
    let comments = remarks.comments.iter().map(String::as_str);
    words.extend(
        [drawn.as_str()]
            .into_iter()
            .chain(comments)
            .filter(|comment| !comment.is_empty())
            .map(braced),
    );
}

/// A comment in its braces, which cannot be inside it.
fn braced(comment: &str) -> String {
    format!("{{{}}}", comment.replace('}', ")"))
}
