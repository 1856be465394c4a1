//! A task at a live table: the script moves the other side, the table judges, and the log gives the same again.

use kungfu::{Aim, Board, Goal, PieceId, Scenario, ScriptedMove, Start, Tick};

use super::*;

/// White's rook on d1; Black's rook runs from d8 to d1 after three seconds.
fn scenario() -> Scenario {
    let id = |text: &str| text.parse::<PieceId>().unwrap();
    let pieces = ["K:1:7:0", "R:1:7:3", "K:2:0:7", "R:2:0:3"].map(id).to_vec();
    Scenario {
        name: "rooks".to_owned(),
        start: Start::new(Board::Standard, Speed::Standard, pieces).unwrap(),
        script: vec![ScriptedMove {
            tick: Tick(90),
            piece: id("R:2:0:3"),
            to: Aim::After(id("R:1:7:3")),
        }],
        goal: Goal::Capture(vec![id("R:2:0:3")]),
        until: Tick(600),
        keep: vec![id("R:1:7:3")],
        moves: Some(2),
    }
}

fn begun() -> Stage {
    let seats = vec![Occupant::Person(PlayerId::numbered(1)), bot("still")];
    let mut stage = Stage::new(LiveGameSetup {
        scenario: Some(Box::new(scenario())),
        ..setup(Speed::Standard, seats)
    });
    stage.connect(ANNA, &[FIRST]).unwrap();
    stage.pass(COUNTDOWN);
    stage
}

fn won(stage: &Stage) -> Option<bool> {
    stage.frame(ANNA).scenario.unwrap().won
}

#[test]
fn a_task_that_is_done_ends_the_game() {
    let mut stage = begun();
    assert_eq!(stage.frame(ANNA).scenario.unwrap().moves, Some(2));
    stage.typed(ANNA, "d1d8").unwrap();
    assert_eq!(stage.frame(ANNA).scenario.unwrap().moves, Some(1));
    stage.run(10_000);
    let frame = stage.frame(ANNA);
    assert_eq!(
        (won(&stage), frame.phase, frame.may.rematch),
        (Some(true), Phase::Over, false)
    );
    assert_eq!(frame.end.unwrap().words, "Mission accomplished");
    let ended = LiveEvent::Common(CommonEvent::Ended);
    assert_eq!(stage.events.iter().filter(|event| **event == ended).count(), 1);
    assert_eq!(won(&stage.again()), Some(true));
    assert_eq!(stage.again().table.state, stage.table.state);
    assert_eq!(stage.send(ANNA, LiveCommand::Seek { tick: 100 }), Ok(()));
}

#[test]
fn the_script_moves_and_a_lost_piece_ends_the_game() {
    let mut stage = begun();
    stage.run(3_500);
    assert!(matches!(stage.on(ANNA, "d8").place, Place::Moving { .. }));
    stage.run(10_000);
    assert_eq!(won(&stage), Some(false));
    assert_eq!(
        stage.frame(ANNA).end.unwrap().reason,
        "a piece that you had to keep is lost"
    );
    assert_eq!(stage.again().table.state, stage.table.state);
    assert_eq!(stage.typed(ANNA, "a1a2"), Err(Refusal::GameOver));
}
