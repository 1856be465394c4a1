//! Clocks, flags and what taking back does to them.

use std::time::Duration;

use super::*;
use crate::CommonEvent;

fn left(scene: &Scene) -> [u64; 2] {
    let frame = scene.frame(ANNA);
    let clocks: Vec<u64> = frame.seats.iter().map(|seat| seat.clock.unwrap().left).collect();
    [clocks[0], clocks[1]]
}

#[test]
fn time_is_charged_to_the_side_to_move_and_increments_are_added() {
    let mut scene = Scene::at_one_screen(clocked("60+2", people(CHESS)));
    scene.pass(10_000);
    assert_eq!(left(&scene), [50_000, 60_000]);
    scene.typed(ANNA, "e4");
    assert_eq!(left(&scene), [52_000, 60_000]);
    scene.pass(1_500);
    let seats = scene.frame(ANNA).seats;
    assert_eq!(
        seats.iter().map(|seat| seat.clock.unwrap().running).collect::<Vec<_>>(),
        [false, true]
    );
    assert_eq!(left(&scene), [52_000, 58_500]);
    let entry = &scene.view(ANNA).record[0];
    assert_eq!((entry.left, entry.at), (Some(52_000), Some(Moment(1_010_000))));
}

#[test]
fn the_first_move_of_each_person_costs_no_time() {
    let mut scene = Scene::at_two_screens(clocked("60+2", people(CHESS)));
    scene.pass(10_000);
    assert_eq!(left(&scene), [60_000, 60_000]);
    scene.typed(ANNA, "e4");
    scene.pass(20_000);
    scene.typed(BERT, "e5");
    let before = left(&scene);
    scene.pass(5_000);
    assert_eq!(left(&scene), [before[0] - 5_000, before[1]]);
    assert!(before.iter().all(|left| *left >= 60_000), "{before:?}");
}

#[test]
fn a_flag_falls_when_the_table_is_woken() {
    let mut scene = Scene::at_one_screen(clocked("60+0", people(CHESS)));
    scene.typed(ANNA, "e4");
    assert_eq!(scene.table.due(), Some(Moment(scene.now.0 + 60_000)));
    scene.pass(59_999);
    assert_eq!(scene.end(), None);
    scene.pass(1);
    assert_eq!(scene.end().as_deref(), Some("White wins: time"));
    assert_eq!(left(&scene), [60_000, 0], "the clock shows why");
    assert_eq!(scene.table.due(), None);
    assert_eq!(scene.events.last(), Some(&TurnEvent::Common(CommonEvent::Ended)));
}

#[test]
fn a_move_after_the_flag_is_too_late_even_before_the_table_was_woken() {
    let mut scene = Scene::at_one_screen(clocked("60+0", people(CHESS)));
    scene.now.0 += 60_000;
    assert_eq!(scene.own(ANNA, typed("e4")).unwrap_err(), "The game is over");
    assert_eq!(scene.end().as_deref(), Some("Black wins: time"));
    let bare = "8/8/8/q7/8/4k3/8/6K1 b - - 0 1";
    let mut scene = Scene::at_one_screen(from(bare, clocked("60+0", people(CHESS))));
    scene.pass(60_000);
    assert_eq!(
        scene.end().as_deref(),
        Some("Draw: time, but the other side could not win")
    );
}

#[test]
fn a_fixed_time_for_every_move() {
    let control = Some(Control::EachMove(Duration::from_secs(5)));
    let mut scene = Scene::at_one_screen(TurnSetup {
        control,
        ..people(RANSOM)
    });
    for text in ["c1d3", "c8d6", "d1e3"] {
        scene.pass(4_000);
        scene.typed(ANNA, text);
        assert_eq!(left(&scene), [5_000, 5_000]);
    }
    scene.pass(5_000);
    assert_eq!(scene.end().as_deref(), Some("White wins: time"));
    assert_eq!(left(&scene), [5_000, 0], "the clock shows why");
}

#[test]
fn taking_back_gives_the_time_back_but_not_after_a_flag() {
    let mut scene = Scene::at_one_screen(clocked("60+0", people(CHESS)));
    scene.pass(5_000);
    scene.typed(ANNA, "e4");
    scene.pass(40_000);
    assert_eq!(scene.own(ANNA, TurnCommand::TakeBack), Ok(()));
    assert_eq!((scene.end(), left(&scene)), (None, [60_000, 60_000]));
    scene.pass(1_000);
    assert_eq!(left(&scene), [59_000, 60_000]);
    scene.typed(ANNA, "e4");
    scene.pass(60_000);
    assert!(scene.end().is_some());
    assert_eq!(scene.own(ANNA, TurnCommand::TakeBack).unwrap_err(), "The game is over");
}

#[test]
fn clocks_stand_while_nobody_is_connected_and_are_stored_as_they_stood() {
    let mut scene = Scene::at_one_screen(clocked("60+0", people(CHESS)));
    scene.typed(ANNA, "e4");
    scene.pass(7_000);
    scene.disconnect(ANNA);
    assert_eq!(scene.table.due(), None);
    scene.table = scene.replayed();
    scene.now.0 += 3_600_000;
    scene.connect(ANNA, &[WHITE, BLACK]);
    assert_eq!(left(&scene), [60_000, 53_000]);
    scene.pass(1_000);
    assert_eq!(left(&scene), [60_000, 52_000]);
    scene.typed(ANNA, "e5");
    assert_eq!(left(&scene), [60_000, 52_000]);
}
