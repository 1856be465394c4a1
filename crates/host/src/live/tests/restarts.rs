//! Games that go on from their logs, and logs that cannot be.

use super::*;
use crate::LiveAction;

#[test]
fn a_killed_program_goes_on_with_the_same_game() {
    let mut stage = Stage::new(setup(Speed::Lightning, vec![Occupant::Open, bot("level4")]));
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.run(COUNTDOWN + 5_000);
    stage.typed(ANNA, "b1c3").unwrap();
    stage.run(2_300);
    let mut again = stage.again();
    let [there, here] = [&again, &stage].map(|stage| stage.frame(ANNA).tick);
    assert!((0..=15).contains(&(here - there)), "half a second at most is lost");
    again.connect(ANNA, &[FIRST]).unwrap();
    let frame = again.frame(ANNA);
    assert_eq!((frame.phase, frame.tick), (Phase::Countdown, there));
    assert_eq!(again.typed(ANNA, "c3d5"), Err(Refusal::NotBegun));
    again.run(COUNTDOWN + 1_000);
    assert_eq!(again.frame(ANNA).tick, there + 30);
}

#[test]
fn people_who_were_ready_only_have_to_come_back() {
    let mut stage = Stage::of_two(Speed::Standard);
    stage.run(2_000);
    let mut again = stage.again();
    again.connect(ANNA, &[FIRST]).unwrap();
    assert_eq!(again.frame(ANNA).phase, Phase::Waiting);
    assert!(again.frame(ANNA).seats.iter().all(|seat| seat.ready));
    again.connect(BERT, &[SECOND]).unwrap();
    assert_eq!(again.frame(ANNA).phase, Phase::Countdown);
    again.run(COUNTDOWN);
    assert_eq!(again.frame(ANNA).phase, Phase::Running);
}

#[test]
fn an_acknowledged_premove_survives_a_kill_and_goes_at_the_same_tick() {
    let mut stage = Stage::of_two(Speed::Lightning);
    for text in ["e2e4", "d2d4", "g1f3"] {
        stage.typed(ANNA, text).unwrap();
    }
    stage.run_to(20);
    // Both pawns become ready at the same tick; the earlier premove blocks nothing, the knight's comes first.
    for text in ["f3g5", "e4e5", "d4d5"] {
        stage.typed(ANNA, text).unwrap();
    }
    let mut again = stage.again();
    for (viewer, seat) in [(ANNA, FIRST), (BERT, SECOND)] {
        again.connect(viewer, &[seat]).unwrap();
    }
    assert_eq!(again.frame(ANNA).premoves, stage.frame(ANNA).premoves);
    again.run(COUNTDOWN);
    for stage in [&mut stage, &mut again] {
        stage.run_to(90);
    }
    assert_eq!(again.frame(ANNA).premoves, []);
    assert_eq!(again.table.state.bout, stage.table.state.bout);
}

#[test]
fn a_premove_left_over_at_the_end_changes_nothing_after_a_restart() {
    let mut stage = Stage::of_two(Speed::Lightning);
    stage.typed(ANNA, "e2e4").unwrap();
    stage.run_to(20);
    stage.typed(ANNA, "e4e5").unwrap();
    stage.common(BERT, CommonCommand::Resign).unwrap();
    let again = stage.again();
    assert_eq!(again.table.state, stage.table.state);
    assert_eq!(
        (stage.frame(ANNA).premoves, again.frame(ANNA).premoves),
        (vec![], vec![])
    );
}

#[test]
fn impossible_logs_are_distinguished() {
    let stage = Stage::of_two(Speed::Standard);
    let read = |change: &dyn Fn(&mut Vec<Envelope<LiveFact>>)| {
        let mut log = stage.log.clone();
        change(&mut log);
        Stage::of(log, Directory::default(), stage.now).map(|_| ())
    };
    assert_eq!(read(&|_| {}), Ok(()));
    let created = |log: &mut Vec<Envelope<LiveFact>>, change: &dyn Fn(&mut crate::LiveSetup)| {
        if let LiveFact::Created(setup) = &mut log[0].event {
            change(setup);
        }
    };
    let newer = read(&|log| created(log, &|setup| setup.format = 9));
    assert_eq!(newer, Err(LogError::Newer { format: 9 }));
    let newer = read(&|log| created(log, &|setup| setup.rules = 9));
    assert_eq!(newer, Err(LogError::NewerRules { rules: 9 }));
    assert!(!newer.unwrap_err().is_damage());
    let added = |event: LiveFact| {
        read(&move |log| {
            let last = log.last().unwrap().clone();
            log.push(Envelope {
                seq: last.seq + 1,
                event: event.clone(),
                ..last
            });
        })
    };
    let wrong = [
        LiveFact::Ticked { tick: 4_000_000_000 },
        LiveFact::Acted {
            tick: 0,
            seat: FIRST,
            action: LiveAction::Go { piece: 0, to: [4, 0] },
        },
        LiveFact::Acted {
            tick: 0,
            seat: SeatNumber(2),
            action: LiveAction::Resign,
        },
        LiveFact::SeatSet {
            seat: SECOND,
            occupant: bot("level9"),
        },
        stage.log[0].event.clone(),
    ];
    for event in wrong {
        let fault = added(event.clone()).unwrap_err();
        assert!(matches!(fault, LogError::Impossible { .. }), "{event:?}: {fault}");
        assert!(fault.is_damage());
    }
    assert!(read(&|log| created(log, &|setup| setup.seats.truncate(1))).is_err());
    assert!(read(&|log| drop(log.remove(0))).is_err());
}
