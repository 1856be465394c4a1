//! Guests that are late, silent, wrong or dead.

use std::{
    io::{ErrorKind, Read},
    time::Duration,
};

use bots::Guest;
use play::{BotError, Purpose, Side, Stop};

use crate::fixture::{Ear, SHALLOW, SHORT, answer_draw, choose, first, game, guest, hopeless_guest, put, spec};

#[test]
fn a_guest_that_is_stopped_answers() {
    let mut guest = guest(&["patient"]);
    let record = game(&[]);
    let stop = Stop::new();
    let report = &mut |_| stop.raise();
    let choice = put(&mut guest, &record, SHALLOW, Purpose::Game, &stop, report);
    assert_eq!(choice, Ok(first(&record)));
    let again = put(&mut guest, &record, SHALLOW, Purpose::Game, &stop, &mut |_| {});
    assert_eq!(again, Ok(first(&record)), "stopped before it began");
}

#[test]
fn a_guest_that_is_late_gets_stop_and_its_answer_counts() {
    let mut patience = Guest::PATIENCE;
    patience.grace = Duration::from_millis(20);
    patience.after_stop = Duration::from_mins(1);
    let mut guest = Guest::start_with(&spec(&["patient"]), patience).unwrap();
    let record = game(&[]);
    assert_eq!(choose(&mut guest, &record, SHORT), Ok(first(&record)));
    assert_eq!(choose(&mut guest, &record, SHORT), Ok(first(&record)));
}

#[test]
fn a_guest_that_does_not_answer_is_ended_however_much_it_says() {
    for manner in ["stuck", "flood", "endless", "binary"] {
        let ear = Ear::new();
        let mut guest = hopeless_guest(&[manner, &ear.echo()]);
        let record = game(&[]);
        let error = choose(&mut guest, &record, SHORT).unwrap_err();
        assert!(matches!(error, BotError::Silent { .. }), "{manner}: {error}");
        // Its guest is still there: the process ended before the guest was dropped.
        ear.transcript();
        let error = choose(&mut guest, &record, SHORT).unwrap_err();
        assert!(matches!(error, BotError::Died { .. }), "{manner}: {error}");
    }
}

#[test]
fn a_guest_that_only_depth_limits_is_not_waited_for_without_end() {
    let mut guest = hopeless_guest(&["stuck"]);
    let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
    assert!(matches!(error, BotError::Silent { .. }), "{error}");
}

#[test]
fn an_answer_that_is_no_legal_move_is_quoted() {
    let long = "x".repeat(100);
    let shown = format!("{}…", "x".repeat(40));
    for (answer, shown) in [
        ("e2e5", "e2e5"),
        ("0000", "0000"),
        ("(none)", "(none)"),
        ("Nf3", "Nf3"),
        (&long, &shown),
    ] {
        let mut guest = guest(&["good", &format!("answer={answer}")]);
        let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
        assert_eq!(
            error,
            BotError::IllegalMove {
                name: "Fixture 1.0".to_owned(),
                answer: shown.to_owned()
            }
        );
    }
}

#[test]
fn a_guest_that_dies_is_dead_from_then_on() {
    let mut guest = guest(&["mortal"]);
    for _ in 0..3 {
        let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
        let BotError::Died { detail, .. } = &error else {
            panic!("{error}")
        };
        assert!(
            detail.ends_with(": 7; its last words: the well is dry / good bye"),
            "{detail}"
        );
    }
    assert!(matches!(
        answer_draw(&mut guest, &game(&[]), Side::White),
        Err(BotError::Died { .. })
    ));
}

#[test]
fn a_guest_whose_child_holds_its_pipes_is_dead_all_the_same() {
    let mut guest = guest(&["parent"]);
    let error = choose(&mut guest, &game(&[]), SHALLOW).unwrap_err();
    assert!(matches!(error, BotError::Died { .. }), "{error}");
}

#[test]
fn a_guest_that_will_not_leave_is_ended_when_dropped() {
    let ear = Ear::new();
    let mut guest = guest(&["deaf", &ear.echo()]);
    choose(&mut guest, &game(&[]), SHALLOW).unwrap();
    drop(guest);
    assert_eq!(ear.transcript().last().unwrap(), "quit");
}

#[cfg(unix)]
#[test]
fn programs_that_a_guest_started_end_with_it() {
    for manner in ["good", "deaf", "mortal"] {
        let ear = Ear::new();
        let address = ear.0.local_addr().expect("it is bound");
        let mut guest = guest(&[manner, &format!("child={address}")]);
        let (mut child, _) = ear.0.accept().expect("the child calls");
        let chosen = choose(&mut guest, &game(&[]), SHALLOW);
        assert_eq!(chosen.is_err(), manner == "mortal");
        drop(guest);
        let limit = Some(Duration::from_mins(1));
        child.set_read_timeout(limit).expect("a minute is a valid limit");
        match child.read(&mut [0; 16]) {
            Ok(length) => assert_eq!(length, 0, "the child heard something"),
            Err(error) => assert_eq!(
                error.kind(),
                ErrorKind::ConnectionReset,
                "the child of {manner} lives on"
            ),
        }
    }
}
