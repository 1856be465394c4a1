//! Whole games, late actors, and what is exported of them.

use super::*;
use crate::{ReplayFrame, TableState};

fn seek(stage: &mut Stage, tick: u32) -> ReplayFrame {
    stage.send(CARL, LiveCommand::Seek { tick }).unwrap();
    match stage.answers.pop() {
        Some(LiveAnswer::Replay { replay }) => *replay,
        other => panic!("a tick was asked for: {other:?}"),
    }
}

#[test]
fn bots_play_to_the_end_and_any_tick_can_be_seen_again() {
    let mut stage = Stage::new(setup(Speed::Lightning, vec![bot("level3"), bot("level1")]));
    stage.connect(CARL, &[]).unwrap();
    assert_eq!(stage.table.summary(&[], &stage.context).state, TableState::Waiting);
    stage.run(COUNTDOWN + 5_000);
    assert_eq!(
        stage.table.export(ExportFormat::Position, &stage.context),
        Err(Refusal::NotOver)
    );
    stage.run(20 * 60_000);
    let frame = stage.frame(CARL);
    assert_eq!(frame.phase, Phase::Over);
    assert_eq!(frame.end.unwrap().words, "Advanced wins — the other king is captured");
    assert!(stage.events.contains(&LiveEvent::Common(CommonEvent::Ended)));
    assert!(stage.frames[&CARL] < frame.tick as usize, "sent on change only");
    let summary = stage.table.summary(&[], &stage.context);
    assert_eq!(
        (summary.state, summary.result.as_deref()),
        (TableState::Over, Some("1-0"))
    );
    let replay = seek(&mut stage, 0);
    assert_eq!((replay.ticks, replay.frame.pieces.len()), (frame.tick, 32));
    let capture = replay.captures[0];
    assert_eq!(seek(&mut stage, capture - 1).frame.pieces.len(), 32);
    assert!(seek(&mut stage, capture).frame.pieces.len() < 32);
    assert_eq!(seek(&mut stage, u32::MAX).frame.pieces, frame.pieces);
    let moving = seek(&mut stage, replay.next.unwrap()).frame.pieces;
    let hidden = |piece: &LivePiece| matches!(piece.place, Place::Moving { to: None, .. } | Place::Flying { .. });
    let standing = |piece: &LivePiece| matches!(piece.place, Place::Standing { .. });
    assert!(!moving.iter().all(standing));
    assert!(!moving.iter().any(hidden), "afterwards everything is seen");
    // The end is in the log, though no command led to it.
    assert_eq!(stage.again().frame(CARL).end, stage.frame(CARL).end);
}

#[test]
fn four_bots_play_on_the_cross() {
    let bots = ["level1", "level2", "level3", "level2"].map(bot).to_vec();
    let mut stage = Stage::new(setup(Speed::Lightning, bots));
    stage.connect(CARL, &[]).unwrap();
    let view = stage.view(CARL);
    assert_eq!((view.board.width, view.board.holes.len()), (12, 16));
    assert_eq!(view.frame.pieces.len(), 64);
    let sides: Vec<String> = view.frame.seats.into_iter().map(|seat| seat.seat.side).collect();
    assert_eq!(sides, ["Ivory", "Ink", "Vermilion", "Cobalt"]);
    stage.run(20 * 60_000);
    assert_eq!(stage.frame(CARL).phase, Phase::Over);
    let out = stage.events.iter().filter_map(|event| match event {
        LiveEvent::Out { seat, words } => Some((seat, words)),
        _ => None,
    });
    assert!(out.clone().count() >= 1);
    for (seat, words) in out {
        let side = &sides[usize::from(seat.0)];
        assert!(words.ends_with(&format!(" ({side}) is out.")), "{words}");
    }
}

#[test]
fn a_late_actor_catches_up_and_never_slows_the_game() {
    let mut prompt = Stage::of_two(Speed::Standard);
    let mut late = Stage::of_two(Speed::Standard);
    for (viewer, text) in [(ANNA, "e2e4"), (BERT, "d7d5"), (ANNA, "g1f3"), (BERT, "d8d6")] {
        prompt.run(700);
        late.now.0 += 700;
        for stage in [&mut prompt, &mut late] {
            stage.typed(viewer, text).unwrap();
        }
    }
    prompt.run(60_000);
    late.pass(60_000);
    assert_eq!(prompt.frame(ANNA).tick, (60_000 + 4 * 700) * 30 / 1_000);
    assert_eq!(prompt.table.state.bout, late.table.state.bout);
}

#[test]
fn bots_that_are_late_are_asked_again() {
    let mut stage = Stage::new(setup(Speed::Lightning, vec![Occupant::Open, bot("level4")]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.pass(COUNTDOWN + 1_000);
    assert_eq!(stage.jobs.len(), 1, "nobody is asked twice at once");
    stage.pass(1_000);
    assert_eq!(stage.jobs.len(), 1);
    while !stage.events.iter().any(departed) {
        stage.think();
        stage.pass(100);
    }
    assert_eq!(stage.frame(ANNA).pieces.len(), 32);
    let by_bot = |fact: &LiveFact| matches!(fact, LiveFact::Acted { seat: SECOND, .. });
    assert_eq!(stage.count(by_bot), 1, "what a bot does is in the log");
}

#[test]
fn a_bot_that_was_let_go_is_not_heard() {
    let mut stage = Stage::new(setup(Speed::Lightning, vec![Occupant::Open, bot("level4")]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.run(COUNTDOWN);
    while stage.jobs.is_empty() {
        stage.pass(33);
    }
    stage.disconnect(ANNA);
    let length = stage.log.len();
    stage.think();
    assert_eq!(stage.log.len(), length);
}

#[test]
fn a_finished_game_is_exported() {
    let mut stage = Stage::of_two(Speed::Standard);
    stage.typed(ANNA, "e2e4").unwrap();
    stage.run(1_500);
    stage.common(BERT, CommonCommand::Resign).unwrap();
    let export = |format| stage.table.export(format, &stage.context).unwrap();
    let sheet = export(ExportFormat::Sheet);
    let lines: Vec<&str> = sheet.lines().collect();
    let end = "White wins — the other side resigned";
    assert_eq!(lines, ["0:00.00  White: pawn e2 → e4", "0:01.50  Black: resigns", end]);
    assert_eq!(export(ExportFormat::Pgn), sheet);
    assert!(export(ExportFormat::Position).lines().any(|line| line == "P:1:6:4 e2"));
    let json: serde_json::Value = serde_json::from_str(&export(ExportFormat::Json)).unwrap();
    assert_eq!(
        (&json["result"], &json["players"][1]["name"]),
        (&"1-0".into(), &"Black".into())
    );
    assert_eq!(json["record"]["entries"].as_array().unwrap().len(), 2);
}
