//! Trees of PGN files as trees of any game, and back.
//!
//! Clocks, evaluations, arrows and circles, which PGN has in comments, have places of their own there. A tree that is
//! read, converted and written again says the same; only the order of the commands in a comment is always the same.

use play::{
    Drawing, Evaluation, ImportError, MoveTree, Notation, PASS, ReadTree, Remarks, Rules, Side, Start, TreeResult,
    TurnGame,
};

use super::{GameTree, Node, NodeId, TreeMove, read_trees, write_tree};
use crate::{
    Position,
    pgn::{
        BrokenGame, GameResult,
        index::read_first,
        remark::{clock_text, read_clock, read_score, score_text, take},
    },
};

/// Reads every game of a file as a tree of any game.
pub fn read_move_trees(text: &[u8]) -> Vec<Result<ReadTree, ImportError>> {
    read_trees(text).into_iter().map(any_game).collect()
}

/// Reads an indexed game from its bytes, which start on this line of their file, as a tree of any game.
pub fn read_indexed_tree(text: &[u8], line: usize) -> Option<Result<ReadTree, ImportError>> {
    read_first(text, line).map(any_game)
}

fn any_game(game: Result<GameTree, BrokenGame>) -> Result<ReadTree, ImportError> {
    match game {
        Ok(tree) => Ok(move_tree(&tree)),
        Err(broken) => Err(ImportError {
            line: broken.line,
            words: broken.reason.to_string(),
        }),
    }
}

/// A game of a file as a tree of any game, and what could not be read of it.
pub fn move_tree(tree: &GameTree) -> ReadTree {
    let mut positions = vec![tree.start.clone()];
    let mut moves = Vec::new();
    for node in &tree.nodes[1..] {
        let parent = node.parent.map_or(0, NodeId::index);
        let before = &positions[parent];
        let mv = node.mv.expect("every node but the root has a move");
        let after = mv.play(before).expect("moves of a tree can be played");
        moves.push(play::TreeMove {
            parent,
            code: match mv {
                TreeMove::Move(mv) => before.code(mv),
                TreeMove::Null => PASS.to_owned(),
            },
            remarks: remarks(node, after.turn()),
        });
        positions.push(after);
    }
    let faults = tree
        .faults
        .iter()
        .map(|fault| format!("Line {}: {}.", fault.line, fault.reason));
    ReadTree {
        tree: MoveTree {
            tags: tree.tags.clone(),
            start: start_of(&tree.start),
            result: match tree.result {
                GameResult::Win(side) => TreeResult::Win(side),
                GameResult::Draw => TreeResult::Draw,
                GameResult::Open => TreeResult::Open,
            },
            preface: remarks(tree.node(NodeId::ROOT), tree.start.turn()),
            moves,
        },
        notices: tree.warnings.iter().cloned().chain(faults).collect(),
    }
}

fn start_of(start: &Position) -> Start {
    if *start == Position::new() {
        Start::Usual
    } else {
        Start::Text(start.position_text())
    }
}

/// Writes a tree of any game. A move that cannot be played is left out with all that follows it.
pub fn write_move_tree(moves: &MoveTree) -> String {
    write_tree(&game_tree(moves))
}

/// A tree of any game as PGN has it.
pub fn game_tree(moves: &MoveTree) -> GameTree {
    let start = Position::begin(&moves.start)
        .map(|reading| reading.position)
        .unwrap_or_default();
    let mut tree = GameTree::new(start.clone());
    tree.tags.clone_from(&moves.tags);
    tree.result = match moves.result {
        TreeResult::Win(side) => GameResult::Win(side),
        TreeResult::Draw => GameResult::Draw,
        TreeResult::Open => GameResult::Open,
    };
    write_remarks(tree.node_mut(NodeId::ROOT), &moves.preface, start.turn());
    let mut places: Vec<Option<(NodeId, Position)>> = vec![Some((NodeId::ROOT, start))];
    for mv in &moves.moves {
        let place = places
            .get(mv.parent)
            .and_then(Option::as_ref)
            .and_then(|(parent, before)| {
                let played = read_code(before, &mv.code)?;
                Some((*parent, played, played.play(before)?))
            });
        places.push(place.map(|(parent, played, after)| {
            let id = tree.add(parent, played);
            write_remarks(tree.node_mut(id), &mv.remarks, after.turn());
            (id, after)
        }));
    }
    tree
}

fn read_code(position: &Position, code: &str) -> Option<TreeMove> {
    if code == PASS {
        return Some(TreeMove::Null);
    }
    let mv = position.read_move(code).ok()?;
    (position.code(mv) == code).then_some(TreeMove::Move(mv))
}

/// What a node says, where `turn` is to move after it.
fn remarks(node: &Node, turn: Side) -> Remarks {
    let mut remarks = Remarks {
        before: node.before.clone(),
        glyphs: node.nags.clone(),
        ..Remarks::default()
    };
    for comment in &node.comments {
        let (drawings, mut text) = Drawing::take(comment);
        remarks.drawings.extend(drawings);
        if remarks.evaluation.is_none()
            && let Some((evaluation, rest)) = take(&text, "[%eval ", |value| read_evaluation(value, turn))
        {
            (remarks.evaluation, text) = (Some(evaluation), rest);
        }
        if remarks.clock.is_none()
            && let Some((clock, rest)) = take(&text, "[%clk ", read_clock)
        {
            (remarks.clock, text) = (Some(clock), rest);
        }
        if !text.is_empty() {
            remarks.comments.push(text);
        }
    }
    remarks
}

fn read_evaluation(text: &str, turn: Side) -> Option<Evaluation> {
    let depth = text.split_once(',').map(|(_, depth)| depth.parse());
    Some(Evaluation {
        score: read_score(text, turn)?,
        depth: depth.transpose().ok()?,
        line: Vec::new(),
    })
}

fn write_remarks(node: &mut Node, remarks: &Remarks, turn: Side) {
    let evaluation = remarks
        .evaluation
        .as_ref()
        .map(|Evaluation { score, depth, .. }| match depth {
            Some(depth) => format!("[%eval {},{depth}]", score_text(*score, turn)),
            None => format!("[%eval {}]", score_text(*score, turn)),
        });
    let clock = remarks.clock.map(|clock| format!("[%clk {}]", clock_text(clock)));
    let drawn = Some(Drawing::commands(&remarks.drawings)).filter(|drawn| !drawn.is_empty());
    let commands: Vec<String> = [evaluation, clock, drawn].into_iter().flatten().collect();
    node.before.clone_from(&remarks.before);
    node.nags.clone_from(&remarks.glyphs);
    node.comments.clone_from(&remarks.comments);
    if commands.is_empty() {
        return;
    }
    let commands = commands.join(" ");
    match node.comments.first_mut() {
        Some(first) => *first = format!("{commands} {first}"),
        None => node.comments.push(commands),
    }
}

#[cfg(test)]
mod tests {
    use play::Score;

    use super::*;

    const TEXT: &str = "[Event \"Casual\"]\n[Result \"1-0\"]\n\n{A beginning} 1. e4 {[%eval 0.35,22] [%clk 0:03:00] good \
                        [%cal Ge2e4]} e5 $6 (1... c5 {sharp} 2. -- $1) (1... e6) 2. Nf3 {[%csl Rf7]} 1-0\n";

    fn read(text: &str) -> MoveTree {
        read_move_trees(text.as_bytes()).remove(0).unwrap().tree
    }

    #[test]
    fn a_tree_keeps_what_its_file_says() {
        let tree = read(TEXT);
        let codes: Vec<(usize, &str)> = tree.moves.iter().map(|mv| (mv.parent, mv.code.as_str())).collect();
        assert_eq!(
            codes,
            [
                (0, "e2e4"),
                (1, "e7e5"),
                (1, "c7c5"),
                (3, "--"),
                (1, "e7e6"),
                (2, "g1f3")
            ]
        );
        let first = &tree.moves[0].remarks;
        assert_eq!(first.comments, ["good"]);
        let evaluation = first.evaluation.as_ref().unwrap();
        assert_eq!((evaluation.score, evaluation.depth), (Score::Centipawns(-35), Some(22)));
        assert_eq!(first.drawings.len(), 1);
        assert_eq!(tree.preface.comments, ["A beginning"]);
        assert_eq!(tree.result, TreeResult::Win(Side::White));
    }

    #[test]
    fn a_written_tree_is_read_as_the_same() {
        let tree = read(TEXT);
        assert_eq!(read(&write_move_tree(&tree)), tree);
        let chess960 = "[Variant \"Chess960\"]\n[FEN \"r1k4r/8/8/8/8/8/8/1R2K1R1 w GBha - 0 1\"]\n\n1. O-O O-O-O *\n";
        let tree = read(chess960);
        assert_eq!(tree.moves.len(), 2);
        assert_eq!(read(&write_move_tree(&tree)), tree);
        // The normal start is one of the 960, with or without a FEN.
        let normal = read("[Variant \"Chess960\"]\n\n1. e4 *\n");
        let written = write_move_tree(&normal);
        assert!(
            written.contains("[Variant \"Chess960\"]") && written.contains("[FEN "),
            "{written}"
        );
        assert_eq!(read(&written), normal);
    }

    #[test]
    fn a_move_that_cannot_be_played_is_left_out_with_what_follows() {
        let mut tree = read("1. e4 e5 2. Nf3 *");
        tree.moves[1].code = "e7e4".to_owned();
        let written = read(&write_move_tree(&tree));
        assert_eq!(written.moves.len(), 1);
    }

    #[test]
    fn what_a_file_breaks_off_with_is_said() {
        let read = read_move_trees(b"1. e4 e5 2. Ke3 Nc6 *").remove(0).unwrap();
        assert_eq!(read.tree.moves.len(), 2);
        assert!(read.notices[0].starts_with("Line 1: "), "{:?}", read.notices);
    }
}
