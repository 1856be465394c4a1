//! What is hidden is in no byte and in no message that leaves the table (6.1).

use super::*;

/// Everything that a viewer could receive now, as JSON.
fn bytes(stage: &mut Stage, viewer: Viewer) -> String {
    let mut text = serde_json::to_string(&stage.view(viewer)).unwrap();
    for piece in 0..32 {
        // Spectators get no targets, and players none of others' pieces.
        drop(stage.send(viewer, LiveCommand::Targets { piece }));
    }
    for answer in std::mem::take(&mut stage.answers) {
        text += &serde_json::to_string(&answer).unwrap();
    }
    for event in &stage.events {
        text += &serde_json::to_string(event).unwrap();
    }
    text
}

/// Two games that differ in one command of Black's.
fn pair(before: &[(Viewer, &str)], commands: [&str; 2]) -> [Stage; 2] {
    commands.map(|command| {
        let mut stage = Stage::of_two(Speed::Standard);
        stage.connect(CARL, &[]).unwrap();
        for (viewer, text) in before {
            stage.typed(*viewer, text).unwrap();
        }
        stage.run(20_000);
        stage.typed(BERT, command).unwrap();
        stage
    })
}

#[test]
fn where_another_players_piece_will_stop_is_in_no_byte() {
    let opened = [(BERT, "a7a5"), (BERT, "e7e5"), (BERT, "d7d6")];
    for commands in [
        ["b7b6", "b7b5"],
        ["a8a7", "a8a6"],
        ["f8e7", "f8e7"],
        ["d8g5", "d8h4"],
        ["c8e6", "c8h3"],
    ] {
        let mut stages = pair(&opened, commands);
        // Until one of them arrives nothing may differ.
        for milliseconds in [0, 33, 500, 400] {
            for stage in &mut stages {
                stage.run(milliseconds);
            }
            let [first, second] = &mut stages;
            for viewer in [ANNA, CARL] {
                assert_eq!(bytes(first, viewer), bytes(second, viewer), "{commands:?}");
            }
        }
        let [first, second] = &mut stages;
        let same = bytes(first, BERT) == bytes(second, BERT);
        assert_eq!(same, commands[0] == commands[1], "the owner sees it");
    }
}

#[test]
fn only_the_place_of_a_flying_knight_is_sent() {
    let [mut first, mut second] = pair(&[], ["g8f6", "g8h6"]);
    for viewer in [ANNA, CARL] {
        assert_eq!(bytes(&mut first, viewer), bytes(&mut second, viewer));
    }
    assert_ne!(bytes(&mut first, BERT), bytes(&mut second, BERT));
    let places = |stage: &Stage| {
        let pieces = stage.frame(ANNA).pieces;
        pieces
            .into_iter()
            .filter_map(|piece| match piece.place {
                Place::Flying { at } => Some(at),
                Place::Standing { .. } | Place::Moving { .. } => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(places(&first), [[6 * 60, 7 * 60]]);
    let frames = first.frames[&ANNA];
    first.run(1_034);
    assert_eq!(places(&first), [[6 * 60 - 30, 7 * 60 - 60]]);
    assert!(
        (3..=5).contains(&(first.frames[&ANNA] - frames)),
        "its place is sent now and then"
    );
}

#[test]
fn a_premove_makes_no_message_for_anybody_but_its_owner() {
    let [mut plain, mut other] = pair(&[(BERT, "h7h6")], ["g7g6", "g7g6"]);
    for stage in [&mut plain, &mut other] {
        stage.run(2_000);
    }
    let pawn = other.on(BERT, "g6").id;
    let frames = other.frames.clone();
    other.typed(BERT, "g6g5").unwrap();
    other.send(BERT, LiveCommand::Cancel { piece: pawn }).unwrap();
    other.typed(BERT, "g6f5").unwrap();
    assert_eq!(other.frames[&BERT], frames[&BERT] + 3);
    assert_eq!(
        (other.frame(BERT).premoves.len(), other.frame(ANNA).premoves.len()),
        (1, 0)
    );
    // Nothing gives it away later either: not the numbers, not the moment at which it is dropped.
    for stage in [&mut plain, &mut other] {
        stage.typed(ANNA, "a2a3").unwrap();
        stage.run(20_000);
        stage.typed(ANNA, "b2b3").unwrap();
    }
    assert_eq!(other.notes.len(), 1);
    for viewer in [ANNA, CARL] {
        assert_eq!(other.frames[&viewer], plain.frames[&viewer]);
        assert_eq!(bytes(&mut plain, viewer), bytes(&mut other, viewer));
    }
}
