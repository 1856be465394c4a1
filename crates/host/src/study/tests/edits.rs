//! What people change.

use play::{Action, DrawColour, Drawing};

use super::*;
use crate::{CloseReason, ConnectError, ExportFormat};

fn typed(node: NodeId, text: &str) -> StudyCommand {
    StudyCommand::Type {
        node,
        text: text.to_owned(),
    }
}

/// The comment of somebody who sees the present one.
fn comment(scene: &Scene, node: NodeId, text: &str) -> StudyCommand {
    StudyCommand::Comment {
        node,
        seen: scene.view(CARL).node(node).unwrap().comment_version,
        text: text.to_owned(),
    }
}

#[test]
fn moves_are_added_once() {
    let mut scene = Scene::chess();
    let e4 = scene.play(NodeId::ROOT, "e4");
    let again = StudyCommand::Add {
        node: NodeId::ROOT,
        from: "e2".parse().unwrap(),
        to: "e4".parse().unwrap(),
        action: Action::Move,
    };
    assert_eq!(scene.own(BERT, again), Ok(StudyAnswer::Known { node: e4 }));
    // Somebody who looks on goes along moves that are there, and adds none.
    assert_eq!(
        scene.own(CARL, typed(NodeId::ROOT, "e4")),
        Ok(StudyAnswer::Known { node: e4 })
    );
    assert_eq!(scene.own(CARL, typed(NodeId::ROOT, "d4")), Err(Refusal::Watching));
    assert!(matches!(
        scene.own(ANNA, typed(NodeId::ROOT, "e5")),
        Err(Refusal::Move { .. })
    ));
    assert_eq!(scene.own(ANNA, typed(NodeId(77), "e4")), Err(Refusal::NoSuchNode));
    scene.check();
}

#[test]
fn a_promoted_line_is_the_main_one_and_a_deleted_one_is_gone() {
    let mut scene = Scene::chess();
    let e5 = scene.play(NodeId::ROOT, "e4 e5");
    let e4 = NodeId(1);
    scene.play(e5, "Nf3 Nc6");
    let sicilian = scene.play(e4, "c5 Nf3 d6");
    assert_eq!(scene.main_line(), "e4 e5 Nf3 Nc6");
    scene.own(BERT, StudyCommand::Promote { node: sicilian }).unwrap();
    assert_eq!(scene.main_line(), "e4 c5 Nf3 d6");
    scene.own(BERT, StudyCommand::Promote { node: sicilian }).unwrap();
    assert_eq!(scene.main_line(), "e4 c5 Nf3 d6");
    scene.own(ANNA, StudyCommand::Delete { node: e5 }).unwrap();
    assert_eq!(scene.own(BERT, typed(e5, "Nf3")), Err(Refusal::NoSuchNode));
    assert_eq!(
        scene.own(BERT, StudyCommand::Delete { node: NodeId::ROOT }),
        Err(Refusal::NoSuchNode)
    );
    assert_eq!(scene.view(CARL).nodes.len(), 5);
    scene.check();
}

#[test]
fn nobody_writes_over_a_comment_that_was_not_seen() {
    let mut scene = Scene::chess();
    let e4 = scene.play(NodeId::ROOT, "e4");
    let [annas, berts] = ["best by {test}", "mine"].map(|text| comment(&scene, e4, text));
    scene.own(ANNA, annas).unwrap();
    assert_eq!(scene.own(BERT, berts), Err(Refusal::CommentChanged));
    assert_eq!(scene.view(ANNA).node(e4).unwrap().comment, "best by {test)");
    let ours = comment(&scene, e4, "ours");
    scene.own(BERT, ours).unwrap();
    assert_eq!(scene.view(ANNA).node(e4).unwrap().comment, "ours");
    let none = comment(&scene, e4, " ");
    scene.own(ANNA, none).unwrap();
    assert_eq!(scene.view(ANNA).node(e4).unwrap().comment, "");
    let carls = comment(&scene, e4, "hello");
    assert_eq!(scene.own(CARL, carls), Err(Refusal::Watching));
    scene.check();
}

#[test]
fn a_move_has_one_sign_of_quality_and_any_others() {
    let mut scene = Scene::chess();
    let e4 = scene.play(NodeId::ROOT, "e4");
    for glyph in [1, 16, 6] {
        let sign = Switch::On;
        scene.own(ANNA, StudyCommand::Sign { node: e4, glyph, sign }).unwrap();
    }
    assert_eq!(scene.view(ANNA).node(e4).unwrap().signs, "±?!");
    let sign = Switch::Off;
    scene
        .own(
            BERT,
            StudyCommand::Sign {
                node: e4,
                glyph: 16,
                sign,
            },
        )
        .unwrap();
    assert_eq!(scene.view(ANNA).node(e4).unwrap().glyphs, [6]);
    scene.check();
}

#[test]
fn arrows_are_drawn_recoloured_and_taken_away() {
    let mut scene = Scene::chess();
    let drawing = |colour| Drawing {
        colour,
        from: "e2".parse().unwrap(),
        to: "e4".parse().unwrap(),
    };
    let draw = |colour, draw| StudyCommand::Draw {
        node: NodeId::ROOT,
        drawing: drawing(colour),
        draw,
    };
    scene.own(ANNA, draw(DrawColour::Green, Switch::On)).unwrap();
    scene.own(BERT, draw(DrawColour::Red, Switch::On)).unwrap();
    assert_eq!(scene.view(ANNA).nodes[0].drawings, [drawing(DrawColour::Red)]);
    scene.own(BERT, draw(DrawColour::Red, Switch::Off)).unwrap();
    assert!(scene.view(ANNA).nodes[0].drawings.is_empty());
    scene.check();
}

#[test]
fn tags_are_written_unless_they_follow_from_the_moves() {
    let mut scene = Scene::chess();
    let tag = |name: &str, value: &str| StudyCommand::Tag {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    scene.own(BERT, tag("Event", "Tuesday evening")).unwrap();
    assert_eq!(
        scene.view(CARL).tags,
        [["Event".to_owned(), "Tuesday evening".to_owned()]]
    );
    for name in ["FEN", "Result", "1st", "a b", ""] {
        assert_eq!(scene.own(ANNA, tag(name, "x")), Err(Refusal::NoSuchTag), "{name}");
    }
    scene.own(ANNA, tag("Event", "")).unwrap();
    assert!(scene.view(CARL).tags.is_empty());
    scene.check();
}

#[test]
fn the_opener_decides_who_takes_part() {
    let mut scene = Scene::chess();
    let share = StudyCommand::Share { share: Switch::Off };
    assert_eq!(scene.own(BERT, share.clone()), Err(Refusal::NotTheOpener));
    scene.own(ANNA, share).unwrap();
    let third = PlayerId::numbered(3);
    assert_eq!(scene.table.take_seat(third).unwrap_err(), ConnectError::NoOpenSeat);
    let seat = SeatNumber(1);
    assert_eq!(
        scene.send(BERT, Command::Common(CommonCommand::TurnOut { seat })),
        Err(Refusal::NotTheOpener)
    );
    scene
        .send(ANNA, Command::Common(CommonCommand::TurnOut { seat }))
        .unwrap();
    assert_eq!(
        scene.table.take_seat(PlayerId::numbered(2)).unwrap_err(),
        ConnectError::TurnedOut
    );
    scene.own(ANNA, StudyCommand::Share { share: Switch::On }).unwrap();
    assert_eq!(scene.table.take_seat(third).unwrap().0, seat, "the seat is open again");
    scene.check();
}

#[test]
fn a_guest_who_is_turned_out_is_closed() {
    let mut scene = Scene::chess();
    let facts = scene
        .table
        .decide_common(ANNA, &CommonCommand::TurnOut { seat: SeatNumber(1) })
        .unwrap();
    let envelope = Envelope {
        seq: scene.log.len() as u64 + 1,
        at: scene.now,
        cause: None,
        event: facts[0].clone(),
    };
    scene.table.apply(&envelope, &scene.context).unwrap();
    assert_eq!(scene.table.take_outbox().closed, [(BERT, CloseReason::TurnedOut)]);
}

#[test]
fn a_pgn_is_exported_as_it_came() {
    let text = "[Event \"Casual\"]\n\n1. e4 {[%csl Ge4] good} e5 $6 (1... c5 2. -- d6 {a threat}) 2. Nf3 1-0\n";
    let mut scene = Scene::new(CHESS, pgn(text));
    assert_eq!(scene.main_line(), "e4 e5 Nf3");
    let written = scene.table.export(ExportFormat::Pgn, &scene.context).unwrap();
    // Only the opening is added, where the file does not name it.
    let mut expected = pgn(text);
    for (name, value) in [("ECO", "C40"), ("Opening", "King's Knight Opening")] {
        expected.tags.insert(name.to_owned(), value.to_owned());
    }
    assert_eq!(pgn(&written), expected, "{written}");
    let line = scene.view(ANNA).main_line();
    scene.play(*line.last().unwrap(), "Nc6");
    scene.check();
    let json = scene.table.export(ExportFormat::Json, &scene.context).unwrap();
    assert_eq!(
        serde_json::from_str::<MoveTree>(&json).unwrap(),
        scene.table.state.moves()
    );
}

#[test]
fn a_study_of_ransom_has_its_own_moves_and_text() {
    let mut scene = Scene::new(RANSOM, MoveTree::default());
    let knight = scene.play(NodeId::ROOT, "c1d3");
    scene.play(knight, "c8d6");
    scene.play(knight, "d8e6");
    let words = comment(&scene, knight, "a knight");
    scene.own(ANNA, words).unwrap();
    scene.check();
    let text = scene.table.export(ExportFormat::Pgn, &scene.context).unwrap();
    assert!(text.contains("[Variant \"Ransom\"]"), "{text}");
    assert!(text.contains("1. c1d3 {a knight} 2. c8d6 ( 2. d8e6 ) *"), "{text}");
}

#[test]
fn a_study_goes_on_after_a_draw_by_rule_and_knows_its_numbers() {
    let mut scene = Scene::new(CHESS, from("8/8/8/4k3/8/4K3/8/8 b - - 0 80"));
    let last = scene.play(NodeId::ROOT, "Kd5 Kd3 Ke5");
    let view = scene.view(ANNA);
    let numbers: Vec<String> = view
        .nodes
        .iter()
        .filter_map(|node| Some(node.mv.clone()?.number))
        .collect();
    assert_eq!(numbers, ["80…", "81.", "81…"]);
    let StudyAnswer::Position(position) = scene.own(CARL, StudyCommand::Look { node: last }).unwrap() else {
        panic!("the position is shown");
    };
    assert!(position.end.is_some() && !position.choices.is_empty());
    scene.check();
}

#[test]
fn the_opening_has_its_name_on_every_move() {
    let mut scene = Scene::chess();
    let last = scene.play(NodeId::ROOT, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 h6");
    let opening = scene.view(ANNA).node(last).unwrap().opening.clone().unwrap();
    assert!(opening.name.starts_with("Ruy Lopez"), "{opening:?}");
}
