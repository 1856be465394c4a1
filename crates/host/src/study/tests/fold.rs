//! The fold law: whatever people do to a study, replaying its log gives the same state, and folding the events gives a
//! client the same view.

use play::{DrawColour, Drawing};
use proptest::prelude::*;

use super::*;

/// An edit of somebody; places choose among the positions there are.
#[derive(Clone, Debug)]
enum Edit {
    Move(usize, usize),
    Promote(usize),
    Delete(usize),
    Comment(usize, String),
    Sign(usize, u8, bool),
    Draw(usize, u8, bool),
    Tag(u8, String),
}

fn edits() -> impl Strategy<Value = Vec<(u64, Edit)>> {
    let place = 0..1_000usize;
    let edit = prop_oneof![
        8 => (place.clone(), place.clone()).prop_map(|(node, mv)| Edit::Move(node, mv)),
        2 => place.clone().prop_map(Edit::Promote),
        1 => place.clone().prop_map(Edit::Delete),
        2 => (place.clone(), "[a-z{}%\\[\\] \n]{0,12}").prop_map(|(node, text)| Edit::Comment(node, text)),
        2 => (place.clone(), 0..20u8, any::<bool>()).prop_map(|(node, glyph, on)| Edit::Sign(node, glyph, on)),
        2 => (place, 0..8u8, any::<bool>()).prop_map(|(node, square, on)| Edit::Draw(node, square, on)),
        1 => (0..3u8, "[a-z\"\\\\ ]{0,8}").prop_map(|(name, value)| Edit::Tag(name, value)),
    ];
    prop::collection::vec((1..4u64, edit), 1..60)
}

fn command(scene: &Scene, viewer: Viewer, edit: Edit) -> StudyCommand {
    let view = scene.view(viewer);
    let at = |place: usize| view.nodes[place % view.nodes.len()].id;
    let switch = |on| if on { Switch::On } else { Switch::Off };
    match edit {
        Edit::Move(node, mv) => {
            let node = at(node);
            let record = scene.table.state.tree.record(node).unwrap();
            let legal = record.legal();
            let text = match legal.len() {
                0 => "e4".to_owned(),
                count => legal[mv % count].code.clone(),
            };
            StudyCommand::Type { node, text }
        }
        Edit::Promote(node) => StudyCommand::Promote { node: at(node) },
        Edit::Delete(node) => StudyCommand::Delete { node: at(node) },
        Edit::Comment(node, text) => StudyCommand::Comment {
            node: at(node),
            seen: view.node(at(node)).unwrap().comment_version,
            text,
        },
        Edit::Sign(node, glyph, on) => StudyCommand::Sign {
            node: at(node),
            glyph,
            sign: switch(on),
        },
        Edit::Draw(node, square, on) => {
            let from = play::Square { file: square, rank: 1 };
            let to = play::Square {
                file: square,
                rank: square % 3,
            };
            StudyCommand::Draw {
                node: at(node),
                drawing: Drawing {
                    colour: DrawColour::ALL[usize::from(square % 4)],
                    from,
                    to,
                },
                draw: switch(on),
            }
        }
        Edit::Tag(name, value) => StudyCommand::Tag {
            name: ["Event", "White", "Annotator"][usize::from(name)].to_owned(),
            value,
        },
    }
}

fn check_game(game: GameId, edits: Vec<(u64, Edit)>) {
    let mut scene = Scene::new(game, MoveTree::default());
    for (viewer, edit) in edits {
        let viewer = Viewer(viewer);
        let command = command(&scene, viewer, edit);
        // Those who look on are refused, and so is a move after the end.
        drop(scene.own(viewer, command));
        scene.check();
    }
    let module = Arc::clone(&scene.table.state.module);
    let written = module.write_tree(&scene.table.state.moves());
    assert!(written.ends_with("\n\n"));
    if game == CHESS {
        // Written and read again it is the same tree, but for blanks and braces of comments.
        let read = pgn(&written);
        let shape = |tree: &MoveTree| -> Vec<(usize, String, Vec<u8>, usize)> {
            let moves = tree.moves.iter();
            moves
                .map(|mv| {
                    (
                        mv.parent,
                        mv.code.clone(),
                        mv.remarks.glyphs.clone(),
                        mv.remarks.drawings.len(),
                    )
                })
                .collect()
        };
        let again = Scene::new(CHESS, read.clone());
        assert_eq!(shape(&again.table.state.moves()), shape(&scene.table.state.moves()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn chess(edits in edits()) {
        check_game(CHESS, edits);
    }

    #[test]
    fn ransom(edits in edits()) {
        check_game(RANSOM, edits);
    }
}
