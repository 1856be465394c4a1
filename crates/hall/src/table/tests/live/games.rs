//! Whole games, late clerks, and games that go on from what is kept.

use super::*;
use crate::Phase;

#[test]
fn bots_play_to_the_end_and_any_tick_can_be_seen_again() {
    let mut stage = Stage::new(plan(Speed::Lightning, vec![bot("level3"), bot("level1")]));
    stage.sit(CARL, &[]).unwrap();
    stage.run(20 * 60_000);
    let frame = stage.frame(CARL);
    assert_eq!(frame.phase, Phase::Over);
    assert_eq!(frame.end.unwrap().words, "Advanced wins — the king is captured");
    assert!(stage.events.contains(&LiveEvent::Ended));
    assert!(stage.frames < frame.tick as usize, "told on change only");
    assert_eq!(stage.table.saved(stage.now).listing().result.as_deref(), Some("1-0"));
    stage.send(CARL, Input::Seek { tick: 0 }).unwrap();
    let Some((_, Told::Replayed { replayed })) = stage.letters.pop() else {
        panic!("a tick was asked for");
    };
    assert_eq!((replayed.ticks, replayed.frame.pieces.len()), (frame.tick, 32));
    let capture = replayed.captures[0];
    let pieces = |stage: &mut Stage, tick| {
        stage.send(CARL, Input::Seek { tick }).unwrap();
        match stage.letters.pop() {
            Some((_, Told::Replayed { replayed })) => replayed.frame.pieces,
            _ => panic!("a tick was asked for"),
        }
    };
    assert_eq!(pieces(&mut stage, capture - 1).len(), 32);
    assert!(pieces(&mut stage, capture).len() < 32);
    assert_eq!(pieces(&mut stage, u32::MAX), frame.pieces);
    let moving = pieces(&mut stage, replayed.next.unwrap());
    let hidden = |piece: &LivePiece| matches!(piece.place, Place::Moving { to: None, .. } | Place::Flying { .. });
    let standing = |piece: &LivePiece| matches!(piece.place, Place::Standing { .. });
    assert!(!moving.iter().all(standing));
    assert!(!moving.iter().any(hidden), "afterwards everything is seen");
}

#[test]
fn four_bots_play_on_the_cross() {
    let bots = ["level1", "level2", "level3", "level2"].map(bot).to_vec();
    let mut stage = Stage::new(plan(Speed::Lightning, bots));
    stage.sit(CARL, &[]).unwrap();
    let view = stage.view(CARL);
    assert_eq!((view.board.width, view.board.holes.len()), (12, 16));
    assert_eq!(view.frame.pieces.len(), 64);
    let sides: Vec<String> = view.frame.seats.into_iter().map(|seat| seat.side).collect();
    assert_eq!(sides, ["Ivory", "Ink", "Vermilion", "Cobalt"]);
    stage.run(20 * 60_000);
    assert_eq!(stage.frame(CARL).phase, Phase::Over);
    let out = |event: &&LiveEvent| matches!(event, LiveEvent::Out { .. });
    assert!(stage.events.iter().filter(out).count() >= 1);
}

#[test]
fn a_late_clerk_catches_up_and_never_slows_the_game() {
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
    assert_eq!(prompt.hash(), late.hash());
}

#[test]
fn a_killed_program_goes_on_with_the_same_game() {
    let mut stage = Stage::new(plan(Speed::Lightning, vec![LiveSitter::Free, bot("level4")]));
    stage.sit(ANNA, &[FIRST]).unwrap();
    stage.run(COUNTDOWN + 5_000);
    stage.typed(ANNA, "b1c3").unwrap();
    stage.run(2_300);
    assert!((12..=15).contains(&stage.beats), "twice a second: {}", stage.beats);
    let mut again = stage.again();
    assert_eq!(again.hash(), stage.hash());
    again.sit(ANNA, &[FIRST]).unwrap();
    let frame = again.frame(ANNA);
    assert_eq!((frame.phase, frame.tick), (Phase::Countdown, stage.frame(ANNA).tick));
    assert_eq!(again.typed(ANNA, "c3d5"), Err("The game has not begun yet.".to_owned()));
    again.run(COUNTDOWN + 1_000);
    assert_eq!(again.frame(ANNA).tick, frame.tick + 30);
}

#[test]
fn minds_that_are_late_are_asked_again() {
    let mut stage = Stage::new(plan(Speed::Lightning, vec![LiveSitter::Free, bot("level4")]));
    stage.sit(ANNA, &[FIRST]).unwrap();
    stage.pass(COUNTDOWN + 1_000);
    assert_eq!(stage.jobs.len(), 1, "nobody is asked twice at once");
    stage.pass(1_000);
    assert_eq!(stage.jobs.len(), 1);
    let started = |event: &LiveEvent| matches!(event, LiveEvent::Started { .. });
    while !stage.events.iter().any(started) {
        stage.think();
        stage.pass(100);
    }
    assert_eq!(stage.frame(ANNA).pieces.len(), 32);
}

#[test]
fn damaged_games_are_told_apart() {
    let stage = Stage::of_two(Speed::Standard);
    let text = stage.table.saved(stage.now).text();
    assert!(Kept::read(&text.replace("\"format\":1", "\"format\":9")).is_err());
    assert!(Kept::read(&text.replace(",{\"is\":\"free\"}]", "]")).is_err());
    let longer = text.replace("\"ticks\":0", "\"ticks\":4000000000");
    assert_ne!(longer, text);
    let kept = Kept::read(&longer).unwrap();
    assert!(Table::restore(&kept, 1, Keeping::Kept).is_err());
}
