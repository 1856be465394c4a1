//! Trees: reading what was written gives the same tree, whatever a file holds.

use std::io::Cursor;

use chess::{
    Position,
    pgn::{self, GameTree, NodeId, TreeMove},
};
use play::{Notation, Rules};

use super::{COMMENTS, FILES};

fn tree(text: &str) -> GameTree {
    let mut trees = pgn::read_trees(text.as_bytes());
    assert_eq!(trees.len(), 1, "{text}");
    trees.remove(0).expect("a readable start")
}

/// The tree with its comments and glyphs, on one line.
fn movetext(tree: &GameTree) -> String {
    let text = pgn::write_tree(tree);
    let (_, moves) = text.split_once("]\n\n").expect("tags and moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn assert_round_trip(tree: &GameTree) {
    let text = pgn::write_tree(tree);
    let again = self::tree(&text);
    let mut expected = tree.clone();
    expected.warnings.clear();
    expected.faults.clear();
    assert_eq!(expected, again, "{text}");
    assert_eq!(pgn::write_tree(&again), text);
}

#[test]
fn everything_of_a_commented_game_is_kept() {
    let text = String::from_utf8_lossy(COMMENTS);
    let tree = tree(&text);
    assert_eq!(tree.faults, []);
    assert_eq!(
        movetext(&tree),
        "{Before the first move} 1. e4 $1 {[%eval 0.33] [%clk 0:10:00] best by test} {and again} 1... e5 $6 {a comment \
         with (brackets), [square ones], ; and % and $7 and a blank line, [%csl Ge5,Rd4]} 2. Nf3 $3 ;to the end } of \
         the line 2... Nc6 ({only a comment} 2... d6 3. d4 (3. Bc4 Be7 (3... h6)) 3... exd4) (2... f6 $4) 3. Bb5 \
         {[%clk 0:09:58.7]} 3... a6 {[%eval #-4]} 4. Ba4 Nf6 5. O-O {White resigned} 1-0"
    );
    let first = tree.main_line().next().expect("a move");
    let remark = tree.remark(first);
    assert_eq!(remark.comment, "best by test and again");
    assert_eq!(remark.clock.map(|clock| clock.as_secs()), Some(600));
    assert_round_trip(&tree);
}

#[test]
fn an_illegal_move_ends_its_line_and_nothing_else() {
    let tree = tree("1. e4 (1. d4 d5 (1... e4 Nf6) 2. c4 Qxh8 (2... e6) 3. Nc3) e5\n2. Ke4 (2. Nf3) Nc6 (2... d6) *");
    assert_eq!(movetext(&tree), "1. e4 (1. d4 d5 2. c4) 1... e5 *");
    let faults: Vec<String> = tree
        .faults
        .iter()
        .map(|fault| format!("{}: {}", fault.line, fault.reason))
        .collect();
    assert_eq!(
        faults,
        [
            "1: move 1... 'e4' is not a legal move here",
            "1: move 2... 'Qxh8' is not a legal move here",
            "2: move 2. 'Ke4' is not a legal move here",
        ]
    );
    assert_round_trip(&tree);
}

#[test]
fn what_is_not_closed_is_kept_up_to_its_end() {
    for (text, moves, fault) in [
        (
            "1. e4 (1. d4 d5",
            "1. e4 (1. d4 d5) *",
            "a variation is not closed by ')'",
        ),
        ("1. e4 e5 {open", "1. e4 e5 {open} *", "a comment is not closed by '}'"),
        (
            "(1. d4) 1. e4 *",
            "1. e4 *",
            "a variation starts where no move precedes it",
        ),
        (
            "1. e4 ((1. d4) 1. c4) *",
            "1. e4 (1. c4) *",
            "a variation starts where no move precedes it",
        ),
    ] {
        let tree = tree(text);
        assert_eq!(movetext(&tree), moves);
        assert_eq!(tree.faults.len(), 1, "{text}");
        assert_eq!(tree.faults[0].reason.to_string(), fault, "{text}");
        assert_round_trip(&tree);
    }
}

#[test]
fn null_moves_pass_and_equal_alternatives_stay_apart() {
    let tree = tree("1. e4 -- 2. d4 (2. Z0 e5) (2. d4 c5) e5 *");
    assert_eq!(movetext(&tree), "1. e4 -- 2. d4 (2. -- e5) (2. d4 c5) 2... e5 *");
    assert_round_trip(&tree);
    let in_check = self::tree("1. e4 f5 2. Qh5+ -- *");
    assert_eq!(in_check.faults[0].reason.to_string(), "move 2... passes while in check");
}

#[test]
fn comments_keep_their_lines_and_never_look_like_tags() {
    let comment = "one\n\n[Event \"x\"]\n%escape\n  indented  \n; semicolon ({[";
    let tree = tree(&format!(
        "1. e4 {{\n {} \n}} ;with }} brace\n e5 *",
        comment.replace("\n[", "\n [")
    ));
    let first = tree.main_line().next().expect("a move");
    let trimmed = comment.replace("  indented  ", "indented");
    assert_eq!(tree.node(first).comments, [trimmed.as_str(), "with } brace"]);
    assert_round_trip(&tree);
}

#[test]
fn deep_and_wide_variations_need_no_stack() {
    let deep = format!("1. e4 {}{} *", "(1. d4 ".repeat(9_000), ")".repeat(9_000));
    let tree = tree(&deep);
    assert_eq!((tree.len(), tree.faults.len()), (9_001, 0));
    assert_round_trip(&tree);
    let too_deep = self::tree(&format!(
        "1. e4 {}{} e5 *",
        "(1. d4 ".repeat(50_000),
        ")".repeat(50_000)
    ));
    assert_eq!((too_deep.len(), too_deep.faults.len()), (10_002, 1));
    let wide = self::tree(&format!("1. e4 {}e5 *", "(1. d4)".repeat(20_000)));
    assert_eq!(wide.node(NodeId::ROOT).children.len(), 20_001);
    assert_round_trip(&wide);
}

/// A random tree with comments before and after moves, glyphs, null moves and other starts.
fn random_tree(seed: u64) -> GameTree {
    let mut random = fastrand::Rng::with_seed(seed);
    let start = match seed % 4 {
        0 => Position::chess960(random.u32(..960)).expect("a number below 960"),
        1 => {
            Position::read_position("4k3/P6p/8/2pP4/8/8/4P3/R3K2R w KQ c6 0 7")
                .expect("a position")
                .position
        }
        _ => Position::new(),
    };
    let mut tree = GameTree::new(start);
    tree.tags.insert("White".to_owned(), "A \"q\" \\ B".to_owned());
    let texts = [
        "a",
        "two words",
        "[%clk 0:01:02]",
        "lines\n\n[Event \"x\"]",
        "} brace",
        "(1. e4)",
        "½ é",
    ];
    let mut nodes = vec![NodeId::ROOT];
    for _ in 0..random.usize(..120) {
        // Mostly on from the last move, else anywhere.
        let parent = if random.u8(..3) > 0 {
            *nodes.last().expect("the root")
        } else {
            nodes[random.usize(..nodes.len())]
        };
        let position = tree.position(parent);
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let mv = if legal.is_empty() || random.u8(..20) == 0 {
            TreeMove::Null
        } else {
            TreeMove::Move(legal[random.usize(..legal.len())])
        };
        if mv.play(&position).is_none() {
            continue;
        }
        let is_alternative = !tree.node(parent).children.is_empty();
        let id = tree.add(parent, mv);
        let mut comments = |most: usize| -> Vec<String> {
            (0..random.usize(..=most))
                .map(|_| texts[random.usize(..texts.len())].to_owned())
                .collect()
        };
        let (before, after) = (comments(1), comments(2));
        let node = tree.node_mut(id);
        node.before = if is_alternative { before } else { Vec::new() };
        node.comments = after;
        if random.u8(..4) == 0 {
            node.nags = vec![random.u8(..), random.u8(1..7)];
        }
        nodes.push(id);
    }
    tree
}

/// The same tree with its nodes in the order of a file.
fn in_file_order(tree: &GameTree) -> GameTree {
    let mut trees = pgn::read_trees(pgn::write_tree(tree).as_bytes());
    trees.remove(0).expect("a written tree")
}

/// `THREEFOLD_TREES` asks for more of them.
#[test]
fn random_trees_are_read_as_they_were_written() {
    let more = std::env::var("THREEFOLD_TREES").ok();
    let count: u64 = more.and_then(|count| count.parse().ok()).unwrap_or(1_000);
    for seed in 0..count {
        let tree = random_tree(seed);
        let read = in_file_order(&tree);
        assert_eq!(read.len(), tree.len(), "seed {seed}");
        assert_eq!(pgn::write_tree(&read), pgn::write_tree(&tree), "seed {seed}");
        assert_round_trip(&read);
    }
}

#[test]
fn an_index_finds_every_game_again() {
    let mut text = Vec::new();
    for file in FILES {
        text.extend_from_slice(file);
        text.extend_from_slice(b"\n\n");
    }
    for seed in 0..50 {
        text.extend_from_slice(pgn::write_tree(&random_tree(seed)).as_bytes());
    }
    let index = pgn::index(text.as_slice()).expect("memory");
    let whole = pgn::read_trees(&text);
    assert_eq!(index.len(), whole.len());
    let mut file = Cursor::new(&text);
    for (entry, expected) in index.iter().zip(whole) {
        assert_eq!(pgn::read_indexed(entry, &mut file).expect("memory"), expected);
    }
    let found: Vec<&str> = index
        .iter()
        .filter(|entry| entry.matches("0-1 TOWN"))
        .map(|entry| entry.tag("Result"))
        .collect();
    assert_eq!(found, [""; 0], "the site is not in the index");
    assert!(index.iter().filter(|entry| entry.matches("a \"Q\"")).count() >= 50);
}
